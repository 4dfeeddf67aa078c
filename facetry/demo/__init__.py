"""The demonstration: pictures that are painted here, and two extensions of `examples/` that look at them."""

"""The demonstration: generated pictures, and two extensions of `examples/` that process them."""

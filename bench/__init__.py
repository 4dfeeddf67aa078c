"""Benches: what Facetry costs, beside runnable rivals, in one run."""

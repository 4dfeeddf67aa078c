"""`facetry serve`."""

"""`facetry export` and `facetry import`."""

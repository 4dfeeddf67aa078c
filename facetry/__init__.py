"""Facetry: an image library whose facets are written by extensions."""

"""Facets: what extensions write for images. One module per noun: each holds the table and its rules."""

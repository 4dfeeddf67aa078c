"""Exports of facets, collections and identities of images as JSON Lines, and their import into another library."""

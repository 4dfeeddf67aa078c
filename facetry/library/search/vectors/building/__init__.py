"""Builds index files in a process of its own, and measures their recall."""

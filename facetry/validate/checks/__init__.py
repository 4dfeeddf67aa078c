"""Checks that documents of several kinds have in common."""

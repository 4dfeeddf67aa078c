"""Copies of a whole library from one database into another one, also of another engine."""

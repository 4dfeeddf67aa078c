"""Engines outside of this process that have the index of nearest vectors, and how they follow the rows."""

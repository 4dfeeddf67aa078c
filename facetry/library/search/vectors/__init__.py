"""Vectors: the nearest images of a vector, told exactly.

The rows of the database are the truth. What this package keeps beside them, in files that are mapped into memory, is
made from them, and made anew on any doubt.
"""

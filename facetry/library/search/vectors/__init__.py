"""Vector search: finds the images nearest to a vector, with exact distances.

The rows of the database are the truth. The files of this package, which are mapped into memory, are derived from the
rows. They are rebuilt from the rows whenever they might be wrong.
"""

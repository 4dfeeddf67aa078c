"""The in-memory index of the attributes that searches use: images with their columns, tags and features.

The index is a cache; the rows of the database are the truth. A part is loaded from the rows when a search first needs
it, and is then kept up to date by the change journal. When the journal has a gap, all parts are discarded.
"""

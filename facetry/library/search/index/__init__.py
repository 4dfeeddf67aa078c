"""The index: what searches ask of images, their tags and their features, kept in memory.

Nothing in it is the truth. Each part is read from the rows when a search first asks for it, follows the journal from
then on, and is forgotten whenever that does not connect.
"""

"""Readers of the metadata in picture files: EXIF, ICC, IPTC, XMP and text chunks."""

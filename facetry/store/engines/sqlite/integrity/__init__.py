"""Integrity of the database files: checksums of pages, the commit mark, and the state of a damaged database."""

"""Fixes of texts: edits as replacements of bytes, kept when the text then has fewer findings."""

"""Folders that are granted to extensions."""

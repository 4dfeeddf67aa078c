"""Removal of metadata from picture files without encoding their pixels again. Imported by the worker process only."""

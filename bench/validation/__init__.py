"""Validation of documents, compared with other validators."""

"""Validation of documents from extensions. It needs neither the library nor a server."""

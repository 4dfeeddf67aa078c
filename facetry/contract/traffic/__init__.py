"""Requests with their responses, live or recorded."""

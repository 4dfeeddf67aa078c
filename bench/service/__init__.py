"""Requests to a running service, and its memory."""

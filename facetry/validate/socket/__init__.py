"""Validation of what is sent over the socket and in streams, by generated/asyncapi.json."""

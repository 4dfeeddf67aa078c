"""Logs, metrics and traces: what an operator sees of the service."""

"""Logs, metrics and traces: what an operator sees of the service."""

from typing import Final

SLOW_QUERIES: Final = "facetry.store.slow_queries"
"""The name of the logger of slow statements, whose module most commands do not import."""

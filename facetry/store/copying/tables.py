"""The tables that a copy has: all of a new library but those that are made from others or belong to an engine."""

from __future__ import annotations

import functools

from facetry.store.engines.bulk import Table
from facetry.store.engines.sqlite.declared_tables import declared_tables
from facetry.store.migrations import VERSION_TABLE, create_tables


@functools.cache
def library_tables() -> tuple[Table, ...]:
    """The tables whose rows are copied. Both engines have them, because the same migrations make them."""
    return declared_tables(create_tables, VERSION_TABLE)

"""The search indexes of a library that this process has opened without serving it."""

from __future__ import annotations

from pathlib import Path

from facetry.library.search.index.index import Index
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.vectors.vectors import IndexedSpaces
from facetry.store.store import Store


def open_indexes(data_dir: Path, store: Store) -> SearchIndexes:
    """The search indexes over a store; nothing is loaded before the first search."""
    return SearchIndexes(Index(store.journal), IndexedSpaces(data_dir / "vectors", store))

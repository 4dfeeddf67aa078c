"""What searches look into, over a library that this process has open without serving it."""

from __future__ import annotations

from pathlib import Path

from facetry.library.search.index.index import Index
from facetry.library.search.search_indexes import Finder
from facetry.library.search.vectors.vectors import Vectors
from facetry.store.store import Store


def finder(data_dir: Path, store: Store) -> Finder:
    """Nothing is read before the first search."""
    return Finder(Index(store.journal), Vectors(data_dir / "vectors", store))

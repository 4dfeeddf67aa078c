"""What searches look into, over a library that this process has open without serving it."""

from __future__ import annotations

from pathlib import Path

from facetry.library.finder import Finder
from facetry.library.index.index import Index
from facetry.library.vectors.vectors import Vectors
from facetry.store.store import Store


def finder(data_dir: Path, store: Store) -> Finder:
    """Nothing is read before the first search."""
    return Finder(Index(store.journal), Vectors(data_dir / "vectors", store))

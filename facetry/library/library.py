"""A library that is open: its store, its keys and its scans."""

from __future__ import annotations

from dataclasses import dataclass

from facetry.library.ingest import Ingest
from facetry.library.secrets import Keys
from facetry.store.store import Store


@dataclass(frozen=True, slots=True)
class Library:
    """The parts that handlers work with."""

    store: Store
    keys: Keys
    ingest: Ingest
    lock: int
    """Descriptor of the lock on the data folder, held as long as the library is open."""

"""A library that is open: its store, its keys, its scans, and what it delivers pictures with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from facetry.events.streams import Streams
from facetry.imaging.pool.pool import Pool
from facetry.library.api_keys import Keys
from facetry.library.renditions.cache import Cache
from facetry.library.renditions.media_urls import Media
from facetry.library.renditions.renditions import Renditions
from facetry.library.scan.scans import Ingest
from facetry.library.search.search_indexes import Finder
from facetry.library.search.text_vectors import TextVectors
from facetry.library.search.vectors.vectors import Vectors
from facetry.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The parts that handlers work with."""

    store: Store
    vectors: Vectors
    finder: Finder
    keys: Keys
    pool: Pool
    ingest: Ingest
    cache: Cache
    renditions: Renditions
    media: Media
    streams: Streams
    text_vectors: TextVectors
    """Whoever has extensions make vectors of texts."""
    repositories_dir: Path
    """Where folders are made for repositories that clients ensure."""
    public_url: str | None
    """What media URLs begin with, if the operator said so."""
    extensions_dir: Path
    """Where extensions are installed."""
    spool: Path
    """Where the bodies of requests lie while they are received and handled."""
    lock: int
    """Descriptor of the lock on the data folder, held as long as the library is open."""

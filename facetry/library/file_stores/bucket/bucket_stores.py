"""The buckets of a library: which are permitted, and the clients of those that are used."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry.library.file_stores.bucket.bucket_store import BucketStore
from facetry.library.file_stores.bucket.client import BucketAccess, BucketClient
from facetry.library.file_stores.bucket.location import BucketRules, bucket_of
from facetry.library.file_stores.bucket.move_records import MoveRecords
from facetry.library.file_stores.bucket.spool import Spool
from facetry.library.file_stores.file_store import FileStore

_MAX_STORES: Final = 10_000


@dataclass(frozen=True, slots=True)
class BucketOptions:
    """How buckets are used. `max_bytes` is the size of the largest picture that decoders read."""

    rules: BucketRules = field(default_factory=BucketRules)
    access: BucketAccess = field(default_factory=BucketAccess)
    max_bytes: int = 256 * 1024**2
    poll_seconds: float = 300.0


class BucketStores:
    """The stores of buckets, made at first use and kept: each knows what its object store can do."""

    def __init__(self, options: BucketOptions | None, spool: Path, moves: Path) -> None:
        """No location is permitted without `options`. `spool` is a private folder for copies of objects, `moves` has
        the records of moves.
        """
        self._options = options or BucketOptions()
        self._spool = Spool(spool)
        self._moves = MoveRecords(moves)
        self._stores: dict[str, BucketStore] = {}
        self._lock = threading.Lock()

    @property
    def rules(self) -> BucketRules:
        """Where repositories may be."""
        return self._options.rules

    def of(self, root: str) -> FileStore | None:
        """The store of a location; None when the operator does not permit it (any more)."""
        location = bucket_of(root)
        if not self._options.rules.permits(location):
            return None
        with self._lock:
            if root not in self._stores:
                if len(self._stores) >= _MAX_STORES:
                    self._stores.clear()
                options = self._options
                client = BucketClient(location, options.access)
                self._stores[root] = BucketStore(
                    root, client, self._spool, self._moves, options.max_bytes, options.poll_seconds
                )
            return self._stores[root]

"""Finder: what searches look into, brought to the snapshot of the reader that asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from facetry.library import embeddings
from facetry.library.search.index.index import Index
from facetry.library.search.vectors.interface import Space, Spaces
from facetry.store import engine, revision
from facetry.store.revision import OutrunError

SpaceName = tuple[str, str]
"""The id of an extension and a name of its embeddings."""


@dataclass(frozen=True, slots=True)
class Finder:
    """The index and the vectors of a library."""

    index: Index
    vectors: Spaces

    def follow(self, connection: Connection, names: Iterable[SpaceName]) -> Mapping[SpaceName, Space]:
        """Bring the index to the snapshot of the connection, which may be taken anew, and tell the spaces with these
        names; those that nothing was written in are left out. The caller holds the index's lock.
        """
        names = frozenset(names)
        while True:
            try:
                spaces = self.spaces(connection, names)
                self.index.follow(connection, revision.current(connection))
            except OutrunError:
                engine.renew(connection)
            else:
                return spaces

    def spaces(self, connection: Connection, names: Iterable[SpaceName]) -> Mapping[SpaceName, Space]:
        """The spaces with these names. Raises `OutrunError` when one is newer than the connection's snapshot."""
        known = {name: embeddings.space_of(connection, *name) for name in names}
        return {name: self.vectors.at(connection, space[0]) for name, space in known.items() if space is not None}

    def warm(self, connection: Connection, names: Iterable[SpaceName]) -> None:
        """Open the spaces, which may take a while, before others have to wait for it."""
        try:
            self.spaces(connection, names)
        except OutrunError:
            engine.renew(connection)

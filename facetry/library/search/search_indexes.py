"""The search indexes of a library, and how they are brought to the snapshot of a reader."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import Connection

from facetry.library.facets import embeddings
from facetry.library.search.collection_images import CollectionImages
from facetry.library.search.index.index import Index
from facetry.library.search.vectors.interface import Space, SpaceName, Spaces
from facetry.store import revision
from facetry.store.engine import engine_of
from facetry.store.revision import StaleSnapshotError


class SearchIndexes:
    """The index of attributes (images, tags, features), the vector spaces and the images of the collections."""

    def __init__(self, attributes: Index, vectors: Spaces) -> None:
        self.attributes = attributes
        self.vectors = vectors
        self.collections = CollectionImages(attributes.journal)

    def refresh(self, connection: Connection, names: Collection[SpaceName]) -> Mapping[SpaceName, Space]:
        """Bring the index to the snapshot of the connection, and return the spaces with these names at that snapshot.

        The snapshot is renewed when the index or a space is already newer. Names without any vector are left out. The
        caller holds the lock of the index.
        """
        while True:
            try:
                spaces = self.spaces(connection, names)
                self.attributes.refresh(connection, revision.current(connection))
            except StaleSnapshotError:
                engine_of(connection).renew_snapshot(connection)
            else:
                return spaces

    def spaces(self, connection: Connection, names: Collection[SpaceName]) -> Mapping[SpaceName, Space]:
        """The spaces with these names at the snapshot of the connection; names without any vector are left out.

        Raises `StaleSnapshotError` when a space is newer than the snapshot and its earlier view is gone.
        """
        if not names:
            return {}
        space_rows = {name: embeddings.space_of(connection, *name) for name in names}
        return {name: self.vectors.space_at(connection, row[0]) for name, row in space_rows.items() if row is not None}

    def warm(self, connection: Connection, names: Collection[SpaceName]) -> None:
        """Load the spaces, which may be slow, before the lock of the index is acquired, so that no search waits."""
        try:
            self.spaces(connection, names)
        except StaleSnapshotError:
            engine_of(connection).renew_snapshot(connection)

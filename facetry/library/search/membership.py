"""Collection membership: the smart collections whose filters match an image."""

from __future__ import annotations

from uuid import UUID

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import images, smart_collections
from facetry.library.search import search
from facetry.library.search.search_indexes import SearchIndexes


def collections_containing(indexes: SearchIndexes, connection: Connection, image: UUID) -> list[int]:
    """The ids of the collections that the image is in, in ascending order.

    The snapshot of the connection may be renewed. Raises 404 for an unknown image.
    """
    images.key_of(connection, image)
    candidates = smart_collections.candidates(connection, image)
    compiled_filters = search.compile_filters(indexes, connection, [candidate.filter for candidate in candidates])
    image_set = BitMap([images.key_of(connection, image)])
    return [
        candidate.id
        for candidate, compiled_filter in zip(candidates, compiled_filters, strict=True)
        if compiled_filter.find_images(image_set)
    ]

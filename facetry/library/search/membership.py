"""Collection membership: the smart collections whose filters match an image."""

from __future__ import annotations

from uuid import UUID

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import images
from facetry.library.search import compilation
from facetry.library.search.search_indexes import SearchIndexes


def collections_containing(indexes: SearchIndexes, connection: Connection, image: UUID) -> list[int]:
    """The ids of the collections that the image is in, in ascending order.

    Collections whose images are not known are evaluated, which may take long. The snapshot of the connection may be
    renewed. Raises 404 for an unknown image.
    """
    while True:
        key = images.key_of(connection, image)
        found = compilation.evaluate(indexes, connection, BitMap([key]), lambda _: True)
        if images.key_of(connection, image) == key:  # also in the renewed snapshot
            return [each.id for each, found_images in found.items() if key in found_images.images]


def known_collections(indexes: SearchIndexes, connection: Connection, image: UUID) -> list[int] | None:
    """As `collections_containing`, but returns None instead of evaluating collections."""
    key = images.key_of(connection, image)
    found = compilation.known_images(indexes, connection, BitMap([key]), lambda _: True)
    if found is None or images.key_of(connection, image) != key:
        return None
    return [each.id for each, found_images in found.items() if key in found_images.images]

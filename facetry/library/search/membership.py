"""Membership: the collections that an image is in."""

from __future__ import annotations

from uuid import UUID

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import images
from facetry.library import smart_collections as collections
from facetry.library.search import search
from facetry.library.search.search_indexes import Finder


def containing(finder: Finder, connection: Connection, image: UUID) -> list[int]:
    """The numbers of the collections that the image is in, in ascending order; 404 for an unknown image.

    The connection may be given a newer snapshot.
    """
    images.key_of(connection, image)
    candidates = collections.candidates(connection, image)
    read = search.read_all(finder, connection, [known.filter for known in candidates])
    this = BitMap([images.key_of(connection, image)])
    return [known.id for known, meant in zip(candidates, read, strict=True) if meant.matching(this)]

"""Search: which images match, in which order, how many they are, and how they are spread.

Every search door asks `run` and turns the keys it answers into its own projection.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import search_filters as asked
from facetry.library import smart_collections as collections
from facetry.library.search import facet_counts as facets
from facetry.library.search import filters, ordering
from facetry.library.search import similarity_criterion as likeness
from facetry.library.search.filters import Read, Scope
from facetry.library.search.index.key_sets import Keys
from facetry.library.search.ordering import Window
from facetry.library.search.search_indexes import Finder
from facetry.library.search.text_vectors import StoredFilter
from generated import models


@dataclass(frozen=True, slots=True)
class Page:
    """The keys of the matching images inside the range, in order, and the number of all that match; how these are
    spread, if that was asked for; and the distance of each of the page, if the filter measures any.
    """

    keys: list[int]
    total: int
    facets: models.SearchFacets | None = None
    distances: list[float | None] | None = None


def run(finder: Finder, connection: Connection, parameters: models.SearchParameters) -> Page:
    """The page of images that `parameters` ask for; a filter wins over a collection.

    The connection may be given a newer snapshot: nothing that was read before may be needed. Raises 400 for a filter
    that `asked.require` refuses, and for a collection that does not exist.
    """
    wanted = _wanted(connection, parameters)
    meant, images = matching(finder, connection, wanted)
    asked_for = parameters.range or models.SearchRange()
    window = Window(asked_for.skip, asked_for.take)
    keys, total, spread = _arranged(finder, connection, meant, images, wanted, window, parameters.facets)
    distances = _told(likeness.distances(meant.likenesses, keys)) if asked.measures(wanted) else None
    return Page(keys.tolist(), total, spread, distances)


def keys(finder: Finder, connection: Connection, parameters: models.SearchParameters) -> Keys:
    """The keys of the images in the range, or of all that match when there is none, in order. Raises as `run` does."""
    wanted = _wanted(connection, parameters)
    meant, images = matching(finder, connection, wanted)
    window = Window(parameters.range.skip, parameters.range.take) if parameters.range else Window(0, None)
    return _arranged(finder, connection, meant, images, wanted, window)[0]


def matching(
    finder: Finder, connection: Connection, wanted: models.SearchFilter, among: BitMap | None = None
) -> tuple[Read, BitMap]:
    """The filter as it was read, and all images that match it, of all or of `among`."""
    (meant,) = read_all(finder, connection, [wanted])
    return meant, meant.matching(among)


def read_all(finder: Finder, connection: Connection, wanted: Sequence[models.SearchFilter]) -> list[Read]:
    """The filters, read at one snapshot, which the connection may be given anew."""
    collected: tuple[models.SearchFilter, ...] = ()
    if any(map(asked.names_collections, wanted)):
        collected = collections.counting(connection)
    names = filters.spaces((*wanted, *collected))
    if names:
        finder.warm(connection, names)
    with finder.index.lock:
        spaces = finder.follow(connection, names)
        scope = Scope(connection, finder.index, spaces, collected)
        return [filters.read(scope, each) for each in wanted]


def _wanted(connection: Connection, parameters: models.SearchParameters) -> models.SearchFilter:
    if isinstance(parameters.filter, StoredFilter):
        return parameters.filter
    if parameters.filter is not None:
        asked.require(connection, parameters.filter, "/filter")
        return parameters.filter
    if parameters.collection_id is not None:
        return collections.stored(connection, parameters.collection_id)
    return models.SearchFilter()


def _arranged(
    finder: Finder,
    connection: Connection,
    meant: Read,
    images: BitMap,
    wanted: models.SearchFilter,
    window: Window,
    kinds: Collection[models.SearchFacetKind] | None = None,
) -> tuple[Keys, int, models.SearchFacets | None]:
    """The page in order, how many match, and how all these are spread.

    The index may have gone on since the filter was read. What it has to read now must not be older than itself, so that
    the connection follows it; images that went meanwhile do not match any more, the others stand where they are now.
    """
    with finder.index.lock:
        finder.follow(connection, ())
        images = images & finder.index.pictured.every(connection)
        page = ordering.page(connection, finder.index, images, wanted.sorting, window, meant.likenesses)
        return page, len(images), facets.count(connection, finder.index, images, kinds) if kinds else None


def _told(distances: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float | None]:
    return [None if np.isnan(distance) else distance for distance in distances.tolist()]

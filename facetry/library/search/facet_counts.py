"""Facet counts: the number of images of a set for each tag, format, repository and month."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from heapq import nlargest, nsmallest
from typing import Any, Final, cast
from uuid import UUID

import numpy as np
from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library import extensions
from facetry.library.extensions import Extension
from facetry.library.facets import tags
from facetry.library.repositories import Repository
from facetry.library.search.index.index import Index
from facetry.library.search.index.kept_counts import MAX_COUNTS
from facetry.library.search.ordering import SMALL_LIBRARY_SIZE
from facetry.library.search.search_indexes import SearchIndexes
from facetry.store import interruption
from generated import models
from generated.limits import FREQUENT_TAGS_MAX_ITEMS

MAX_TAGS: Final = FREQUENT_TAGS_MAX_ITEMS

MAX_IMAGES_OF_ROWS: Final = 2_000
"""Largest set of images whose tags are counted by their rows, if the images of all tags are not loaded."""

# Costs in microseconds, measured with ten tags on each image.
_ROWS_COST: Final = 5.0
"""To read the tags of an image."""
_SET_COST: Final = 0.15
_SET_COST_OF_IMAGE: Final = 6e-6
"""To intersect with the set of a tag: for each image of the library."""


def count(
    connection: Connection, index: Index, images: BitMap, kinds: Collection[models.SearchFacetKind]
) -> models.SearchFacets:
    """The counts of each kind in `kinds`. The caller holds the lock of the index."""
    counts = {kind: count(connection, index, images) if kind in kinds else None for kind, count in KINDS.items()}
    return models.SearchFacets(**counts)


def wait_for_index(index: Index, images: BitMap) -> None:
    """Wait for what counts of many images need, if it is being read in the background.

    The caller does not hold the lock of the index.
    """
    if len(images) > MAX_IMAGES_OF_ROWS:
        index.wait_for_background_load()


def count_tags_containing(
    indexes: SearchIndexes, connection: Connection, text: str, extension_ids: Collection[str], limit: int
) -> list[models.TagCount]:
    """At most `limit` tags whose value contains `text`, ignoring case, each with its number of images.

    The order is: values that begin with `text` first, then by descending count, then by value and extension. An empty
    `extension_ids` means all extensions. The snapshot of the connection may be renewed. Raises 400 for an extension
    that is not registered.
    """
    for id in extension_ids:
        extensions.require(connection, id, "extensionIds")
    with interruption.locked(indexes.attributes.lock):
        indexes.refresh(connection, ())
        values = tags.find_containing(connection, text)
        images_by_tag = indexes.attributes.tags.images_with_tags(connection, values)
        counts = [
            (tag, extension, len(images))
            for tag, by_extension in images_by_tag.items()
            for extension, images in by_extension.items()
        ]
    ids = _extension_ids(connection)
    folded = text.lower()
    ordered = sorted(
        (not values[tag].lower().startswith(folded), -number, values[tag], ids[extension])
        for tag, extension, number in counts
        if number and (not extension_ids or ids[extension] in extension_ids)
    )
    return [models.TagCount(id=id, value=value, count=-negative) for _, negative, value, id in ordered[:limit]]


def _extension_ids(connection: Connection) -> dict[int | None, str]:
    return {row.key: row.id for row in connection.execute(select(col(Extension.key), col(Extension.id)))}


def _count_tags(connection: Connection, index: Index, images: BitMap) -> list[models.TagCount]:
    """The most frequent tags, by descending count, then by value, then by extension."""
    counts = _counts_of_tags(connection, index, images)
    if len(counts) > MAX_TAGS:  # keep all ties: values decide between them below
        limit = nsmallest(MAX_TAGS, counts)[-1][0]
        counts = [each for each in counts if each[0] <= limit]
    values = tags.values_of(connection, [tag for _, tag, _ in counts])
    ids = _extension_ids(connection)
    ordered = sorted((negative, values[tag], ids[extension]) for negative, tag, extension in counts)
    return [models.TagCount(id=id, value=value, count=-negative) for negative, value, id in ordered[:MAX_TAGS]]


def _counts_of_tags(connection: Connection, index: Index, images: BitMap) -> list[tuple[int, int, int]]:
    """The negative count, the tag and the extension, at least for all of the most frequent tags."""

    def count_rows(few: BitMap) -> dict[tuple[int, int], int]:
        return tags.counts_of_images(connection, list(few))

    if _has_few_rows(connection, index, images):
        return _as_list(count_rows(images))
    sets = [
        ((tag, extension), holders)
        for tag, by_extension in index.tags.images_by_tag(connection).items()
        for extension, holders in by_extension.items()
    ]
    if len(sets) > MAX_COUNTS:
        return _count_largest(images, sets)
    counts = index.tags.kept_counts.find(images, count_rows)
    if counts is None:
        counts = {tag: images.intersection_cardinality(holders) for tag, holders in sets}
        index.tags.kept_counts.keep(images, counts)
    return _as_list(counts)


def _as_list(counts: Mapping[tuple[int, int], int]) -> list[tuple[int, int, int]]:
    return [(-count, *tag) for tag, count in counts.items() if count]


def _count_largest(images: BitMap, sets: Sequence[tuple[tuple[int, int], BitMap]]) -> list[tuple[int, int, int]]:
    """As `_counts_of_tags`. Leaves out sets that are too small for the most frequent tags."""
    sizes = [len(holders) for _, holders in sets]
    # The counts of the largest sets say how large another one has to be at least.
    largest = nlargest(MAX_TAGS, sizes)[-1]
    counts = {
        tag: images.intersection_cardinality(holders)
        for (tag, holders), size in zip(sets, sizes, strict=True)
        if size >= largest
    }
    least = nlargest(MAX_TAGS, counts.values())[-1]
    counts |= {
        tag: images.intersection_cardinality(holders)
        for (tag, holders), size in zip(sets, sizes, strict=True)
        if least <= size < largest
    }
    return _as_list(counts)


def _has_few_rows(connection: Connection, index: Index, images: BitMap) -> bool:
    """Whether it is faster to read the tags of these images than to intersect with the images of each tag."""
    library_size = len(index.images.all_images(connection))
    set_count = index.tags.set_count
    if set_count is None:
        return len(images) <= MAX_IMAGES_OF_ROWS and library_size > SMALL_LIBRARY_SIZE
    return _ROWS_COST * len(images) <= (_SET_COST + _SET_COST_OF_IMAGE * library_size) * set_count


def _count_formats(connection: Connection, index: Index, images: BitMap) -> list[models.FormatCount]:
    by_format = index.images.images_by_format(connection)
    counts = _sorted_by_count(
        (images.intersection_cardinality(members), format) for format, members in by_format.items()
    )
    return [models.FormatCount(value=cast("models.ImageFormat", format), count=number) for number, format in counts]


def _count_repositories(connection: Connection, index: Index, images: BitMap) -> list[models.RepositoryCount]:
    ids = {row.key: row.id for row in connection.execute(select(col(Repository.key), col(Repository.id)))}
    by_repository = index.images.images_by_repository(connection)
    keys = by_repository.keys() & ids.keys()
    counts = _sorted_by_count(
        (images.intersection_cardinality(by_repository[key]), str(UUID(bytes=ids[key]))) for key in keys
    )
    return [models.RepositoryCount(id=UUID(id), count=number) for number, id in counts]


def _sorted_by_count(counts: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """The counts above zero, in descending order; equal counts by value."""
    return sorted((each for each in counts if each[0]), key=lambda each: (-each[0], each[1]))


def _count_months(connection: Connection, index: Index, images: BitMap) -> list[models.MonthCount]:
    """The counts by the month in which images were taken, see `CAPTURED`; the latest month first."""
    by_month = index.images.images_by_month(connection)
    counts = ((month, images.intersection_cardinality(by_month[month])) for month in sorted(by_month, reverse=True))
    return [models.MonthCount(value=str(np.datetime64(month, "M")), count=count) for month, count in counts if count]


KINDS: Final[Mapping[models.SearchFacetKind, Callable[[Connection, Index, BitMap], Any]]] = {
    "tags": _count_tags,
    "formats": _count_formats,
    "repositories": _count_repositories,
    "months": _count_months,
}
"""The registry of the kinds of counts, each with the function that counts it."""

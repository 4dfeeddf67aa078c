"""Facet counts: the number of images of a set for each tag, format, repository and month."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import nsmallest
from typing import Final, cast
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
from facetry.library.search.index.key_sets import as_keys
from facetry.library.search.search_indexes import SearchIndexes
from facetry.store import interruption
from generated import models
from generated.limits import FREQUENT_TAGS_MAX_ITEMS

_DAY_MILLISECONDS: Final = 86_400_000
_MAX_DAYS: Final = 100_000
"""Largest range of days that is counted in an array with one element for each day."""


def count(
    connection: Connection, index: Index, images: BitMap, kinds: Collection[models.SearchFacetKind]
) -> models.SearchFacets:
    """The counts of each kind in `kinds`. The caller holds the lock of the index."""
    return models.SearchFacets(
        tags=_count_tags(connection, index, images) if "tags" in kinds else None,
        formats=_count_formats(connection, index, images) if "formats" in kinds else None,
        repositories=_count_repositories(connection, index, images) if "repositories" in kinds else None,
        months=_count_months(connection, index, images) if "months" in kinds else None,
    )


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
    counts = [
        (-images.intersection_cardinality(holders), tag, extension)
        for tag, by_extension in index.tags.images_by_tag(connection).items()
        for extension, holders in by_extension.items()
    ]
    counts = [each for each in counts if each[0]]
    if len(counts) > FREQUENT_TAGS_MAX_ITEMS:  # keep all ties: values decide between them below
        limit = nsmallest(FREQUENT_TAGS_MAX_ITEMS, counts)[-1][0]
        counts = [each for each in counts if each[0] <= limit]
    values = tags.values_of(connection, [tag for _, tag, _ in counts])
    ids = _extension_ids(connection)
    ordered = sorted((negative, values[tag], ids[extension]) for negative, tag, extension in counts)
    return [
        models.TagCount(id=id, value=value, count=-negative)
        for negative, value, id in ordered[:FREQUENT_TAGS_MAX_ITEMS]
    ]


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
    """The counts by the month in which the file was modified, in UTC; the latest month first."""
    times = index.images.number_column(connection, "file_modified")[as_keys(images)]
    days = np.floor_divide(times, _DAY_MILLISECONDS)
    first = int(days.min(initial=0))
    if int(days.max(initial=0)) - first < _MAX_DAYS:
        counts = np.bincount(days - first)  # three times as fast as sorting
        offsets = np.flatnonzero(counts)
        days_with_counts = zip((offsets + first).tolist(), counts[offsets].tolist(), strict=True)
    else:
        unique, numbers = np.unique(days, return_counts=True)
        days_with_counts = zip(unique.tolist(), numbers.tolist(), strict=True)
    months: dict[str, int] = {}
    for day, number in days_with_counts:
        month = str(np.datetime64(day, "D").astype("datetime64[M]"))
        months[month] = months.get(month, 0) + number
    return [models.MonthCount(value=month, count=months[month]) for month in sorted(months, reverse=True)]

"""Facets: how the images of a set are spread over tags, formats, repositories and months."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import nsmallest
from typing import Final, cast
from uuid import UUID

import numpy as np
from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library import extensions, tags
from facetry.library.extensions import Extension
from facetry.library.repositories import Repository
from facetry.library.search.index.index import Index
from facetry.library.search.index.key_sets import as_keys
from facetry.library.search.search_indexes import Finder
from generated import models
from generated.limits import FREQUENT_TAGS_MAX_ITEMS

_DAY: Final = 86_400_000  # milliseconds
_MOST_DAYS: Final = 100_000


def count(
    connection: Connection, index: Index, images: BitMap, wanted: Collection[models.SearchFacetKind]
) -> models.SearchFacets:
    """The counts of each kind that is asked for. The caller holds the index's lock."""
    return models.SearchFacets(
        tags=_tags(connection, index, images) if "tags" in wanted else None,
        formats=_formats(connection, index, images) if "formats" in wanted else None,
        repositories=_repositories(connection, index, images) if "repositories" in wanted else None,
        months=_months(connection, index, images) if "months" in wanted else None,
    )


def tags_like(
    finder: Finder, connection: Connection, text: str, extension_ids: Collection[str], count: int
) -> list[models.TagCount]:
    """At most `count` tags whose value contains `text` in either case, with how many images have them.

    Those that begin with it come first, then those of most images, then by value and extension. No extensions mean
    all; raises 400 for one that is not registered. The connection may be given a newer snapshot.
    """
    for id in extension_ids:
        extensions.require(connection, id, "extensionIds")
    with finder.index.lock:
        finder.follow(connection, ())
        values = tags.like(connection, text)
        held = finder.index.tagged.some(connection, values)
        counted = [(tag, extension, len(images)) for tag, by in held.items() for extension, images in by.items()]
    ids = _extension_ids(connection)
    folded = text.lower()
    named = sorted(
        (not values[tag].lower().startswith(folded), -number, values[tag], ids[extension])
        for tag, extension, number in counted
        if number and (not extension_ids or ids[extension] in extension_ids)
    )
    return [models.TagCount(id=id, value=value, count=-negative) for _, negative, value, id in named[:count]]


def _extension_ids(connection: Connection) -> dict[int | None, str]:
    return {row.key: row.id for row in connection.execute(select(col(Extension.key), col(Extension.id)))}


def _tags(connection: Connection, index: Index, images: BitMap) -> list[models.TagCount]:
    """The most frequent; equally frequent ones by value, then by extension."""
    counted = [
        (-images.intersection_cardinality(holders), tag, extension)
        for tag, by_extension in index.tagged.every(connection).items()
        for extension, holders in by_extension.items()
    ]
    counted = [each for each in counted if each[0]]
    if len(counted) > FREQUENT_TAGS_MAX_ITEMS:  # those that are as frequent as the last one go by their values
        last = nsmallest(FREQUENT_TAGS_MAX_ITEMS, counted)[-1][0]
        counted = [each for each in counted if each[0] <= last]
    values = tags.values_of(connection, [tag for _, tag, _ in counted])
    ids = _extension_ids(connection)
    named = sorted((negative, values[tag], ids[extension]) for negative, tag, extension in counted)
    return [
        models.TagCount(id=id, value=value, count=-negative) for negative, value, id in named[:FREQUENT_TAGS_MAX_ITEMS]
    ]


def _formats(connection: Connection, index: Index, images: BitMap) -> list[models.FormatCount]:
    by_format = index.pictured.formats(connection)
    counted = _present((images.intersection_cardinality(held), format) for format, held in by_format.items())
    return [models.FormatCount(value=cast("models.ImageFormat", format), count=number) for number, format in counted]


def _repositories(connection: Connection, index: Index, images: BitMap) -> list[models.RepositoryCount]:
    ids = {row.key: row.id for row in connection.execute(select(col(Repository.key), col(Repository.id)))}
    held = index.pictured.repositories(connection)
    known = held.keys() & ids.keys()
    counted = _present((images.intersection_cardinality(held[key]), str(UUID(bytes=ids[key]))) for key in known)
    return [models.RepositoryCount(id=UUID(id), count=number) for number, id in counted]


def _present(counted: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Those that occur, the most frequent first."""
    return sorted((each for each in counted if each[0]), key=lambda each: (-each[0], each[1]))


def _months(connection: Connection, index: Index, images: BitMap) -> list[models.MonthCount]:
    """By the day when the file was modified, in UTC; the latest first."""
    times = index.pictured.numbers(connection, "file_modified")[as_keys(images)]
    days = np.floor_divide(times, _DAY)
    first = int(days.min(initial=0))
    if int(days.max(initial=0)) - first < _MOST_DAYS:
        counts = np.bincount(days - first)  # thrice as quick as sorting them
        found = np.flatnonzero(counts)
        pairs = zip((found + first).tolist(), counts[found].tolist(), strict=True)
    else:
        unique, numbers = np.unique(days, return_counts=True)
        pairs = zip(unique.tolist(), numbers.tolist(), strict=True)
    months: dict[str, int] = {}
    for day, number in pairs:
        month = str(np.datetime64(day, "D").astype("datetime64[M]"))
        months[month] = months.get(month, 0) + number
    return [models.MonthCount(value=month, count=months[month]) for month in sorted(months, reverse=True)]

"""Filters: which images a search filter means.

A filter is read under the index's lock, where everything that the index knows is put together, and then applied
outside of it: keywords, duplicates, states and similarity are looked for among the images that the rest leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library import embeddings, extensions, repositories, states, tags
from facetry.library import search_filters as asked
from facetry.library.images import Image
from facetry.library.search import (
    duplicates,
    keywords,
)
from facetry.library.search import (
    feature_conditions as conditions,
)
from facetry.library.search import (
    similarity_criterion as likeness,
)
from facetry.library.search.index.images import Number
from facetry.library.search.index.index import Index
from facetry.library.search.index.key_sets import as_set, union
from facetry.library.search.search_indexes import SpaceName
from facetry.library.search.similarity_criterion import Likeness
from facetry.library.search.vectors.interface import Space
from facetry.store.engine import columns
from generated import models

Narrow = Callable[[BitMap], BitMap]
"""Tells those of some images that are meant, and leaves the set that it is given as it is."""

_PROPERTIES: Mapping[str, Number] = {
    "width": "width",
    "height": "height",
    "weight_in_bytes": "size",
    "creation_date": "created",
    "modification_date": "modified",
}


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a filter is read: a snapshot, and the index and spaces at it. The reader holds the index's lock.

    `collections` are the filters that count for being in a collection.
    """

    connection: Connection
    index: Index
    spaces: Mapping[SpaceName, Space]
    collections: tuple[models.SearchFilter, ...] = ()
    alike: dict[int, Likeness | None] = field(default_factory=dict)
    """What criteria of similarity mean, by the identity of the criterion: each is read once."""


@dataclass(frozen=True, slots=True)
class Read:
    """A filter that was read: what it narrows, from which images it begins, and what it measures distances to."""

    narrow: Narrow
    origin: BitMap
    likenesses: tuple[Likeness, ...] = ()

    def matching(self, among: BitMap | None = None) -> BitMap:
        """The images that are meant, of all or of `among`."""
        return self.narrow(self.origin if among is None else self.origin & among)


def spaces(wanted: Iterable[models.SearchFilter]) -> set[SpaceName]:
    """The names of the spaces that filters look into."""
    return {
        (part.criteria.similarity.extension_id, part.criteria.similarity.name)
        for each in wanted
        for part in asked.parts(each)
        if part.criteria.similarity is not None
    }


def read(scope: Scope, wanted: models.SearchFilter) -> Read:
    """What a filter means. What it names and is not there matches nothing: see `asked.require` for telling."""
    origin = _origin(scope, wanted.origin)
    narrow = _criteria(scope, wanted.criteria) if wanted.criteria is not None else lambda among: among
    asked_for = (
        _alike(scope, part.criteria.similarity)
        for part in asked.parts(wanted)
        if part.is_wanted and part.criteria.similarity is not None
    )
    return Read(narrow, origin, tuple(each for each in asked_for if each is not None))


def _origin(scope: Scope, origin: models.SearchFilterOrigin | None) -> BitMap:
    every = scope.index.pictured.every(scope.connection)
    if origin is None:
        return every.copy()
    if origin.kind == "images":
        ids = [id.bytes for id in origin.ids]
        return every & as_set(columns(scope.connection, select(col(Image.key)).where(col(Image.id).in_(ids)))[0])
    known = repositories.named(scope.connection, origin.ids).values()
    held = scope.index.pictured.repositories(scope.connection)
    return union(held[key] for key in known if key in held)


def _criteria(scope: Scope, criteria: models.SearchCriteria) -> Narrow:
    every = scope.index.pictured.every(scope.connection)
    sets = sorted(_indexed(scope, criteria, every), key=len)
    base = BitMap.intersection(*sets) if sets else None
    later = [*_found(scope, criteria), *_nested(scope, criteria), *_similar(scope, criteria)]

    def narrow(among: BitMap) -> BitMap:
        left = among if base is None else among & base
        for each in later:
            if not left:
                break
            left = each(left)
        return left

    return narrow


def _indexed(scope: Scope, criteria: models.SearchCriteria, every: BitMap) -> Iterator[BitMap]:
    """The sets that the index can tell at once, of which an image has to be in each."""
    connection, index = scope.connection, scope.index
    if criteria.formats is not None:
        by_format = index.pictured.formats(connection)
        yield union(by_format[format] for format in criteria.formats if format in by_format)
    if criteria.tags is not None:
        yield _tagged(scope, criteria.tags, every)
    if criteria.features is not None:
        yield conditions.matching(connection, index, criteria.features, every)
    if criteria.properties is not None:
        for name, number in _PROPERTIES.items():
            if (bounds := getattr(criteria.properties, name)) is not None:
                yield _between(scope, number, bounds) & every
    if criteria.untagged_by is not None:
        known = _extensions(connection, criteria.untagged_by)
        yield every - union(index.tagged.tagged_by(connection, extension) for extension in known)
    if criteria.not_evaluated_by is not None:
        yield from _not_evaluated(scope, criteria.not_evaluated_by, every)


def _found(scope: Scope, criteria: models.SearchCriteria) -> Iterator[Narrow]:
    """What the rows have to be asked for."""
    connection = scope.connection
    if (wanted := criteria.states) is not None and (group := states.group(wanted)) is not None:
        named, is_excluded = group
        yield lambda among: _held(among, as_set(columns(connection, named)[0]), is_excluded=is_excluded)
    if (keyword := criteria.keyword) is not None:
        yield lambda among: keywords.containing(connection, keyword, among)
    if (twins := criteria.duplicates) is not None:
        keys = duplicates.keys(connection, twins)
        yield lambda among: BitMap() if keys is None else among & as_set(columns(connection, keys)[0])


def _held(among: BitMap, some: BitMap, *, is_excluded: bool) -> BitMap:
    return among - some if is_excluded else among & some


def _nested(scope: Scope, criteria: models.SearchCriteria) -> Iterator[Narrow]:
    for inner in criteria.all or ():
        yield _criteria(scope, inner)
    if criteria.any is not None:
        either = [_criteria(scope, inner) for inner in criteria.any]
        yield lambda among: union(narrow(among) for narrow in either)
    for inner in criteria.none or ():
        unwanted = _criteria(scope, inner)
        yield lambda among, unwanted=unwanted: among - unwanted(among)  # type: ignore[misc]  # a default that binds
    if criteria.in_no_collection is not None:
        collected, is_excluded = [read(scope, each) for each in scope.collections], criteria.in_no_collection
        yield lambda among: _held(among, union(each.matching(among) for each in collected), is_excluded=is_excluded)


def _similar(scope: Scope, criteria: models.SearchCriteria) -> Iterator[Narrow]:
    if criteria.similarity is not None:
        alike = _alike(scope, criteria.similarity)
        yield alike.narrow if alike is not None else lambda _: BitMap()


def _alike(scope: Scope, wanted: models.SearchSimilarity) -> Likeness | None:
    if id(wanted) not in scope.alike:
        scope.alike[id(wanted)] = likeness.read(scope.connection, scope.spaces, wanted)
    return scope.alike[id(wanted)]


def _tagged(scope: Scope, wanted: models.SearchTags, every: BitMap) -> BitMap:
    among = None if wanted.extension_ids is None else _extensions(scope.connection, wanted.extension_ids)
    known = tags.keys_of(scope.connection, wanted.values)
    if wanted.operator == "and" and len(known) < len(wanted.values):
        return BitMap()
    holders = [_holders(scope, key, among) for key in known]
    if wanted.operator == "and":
        return BitMap.intersection(*holders)
    return every - union(holders) if wanted.operator == "not" else union(holders)


def _holders(scope: Scope, tag: int, among: list[int] | None) -> BitMap:
    by_extension = scope.index.tagged.of(scope.connection, tag)
    given = by_extension if among is None else among
    return union(by_extension[extension] for extension in given if extension in by_extension)


def _between(scope: Scope, number: Number, bounds: models.SearchPropertyRange) -> BitMap:
    values = scope.index.pictured.numbers(scope.connection, number)
    low = np.int64(bounds.minimum) if bounds.minimum is not None else np.iinfo(np.int64).min
    high = np.int64(bounds.maximum) if bounds.maximum is not None else np.iinfo(np.int64).max
    return as_set(np.flatnonzero((values >= low) & (values <= high)))


def _not_evaluated(scope: Scope, wanted: models.SearchNotEvaluated, every: BitMap) -> Iterator[BitMap]:
    connection, index = scope.connection, scope.index
    known = _extensions(connection, wanted.extension_ids)
    if wanted.facet in (None, "tags"):
        yield every - union(index.tagged.evaluated_by(connection, extension) for extension in known)
    if wanted.facet in (None, "features"):
        yield every - union(index.featured.evaluated_by(connection, extension) for extension in known)
    if wanted.facet in (None, "embeddings"):
        yield every - _embedded(connection, known)


def _embedded(connection: Connection, extension_keys: list[int]) -> BitMap:
    return as_set(columns(connection, embeddings.images_of(extension_keys))[0])


def _extensions(connection: Connection, ids: Iterable[str]) -> list[int]:
    """The keys of those that are registered, once each."""
    known = (extensions.find(connection, id) for id in dict.fromkeys(ids))
    return [key for key in known if key is not None]

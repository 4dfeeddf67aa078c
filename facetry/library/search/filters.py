"""Filters: compiles a search filter into a `CompiledFilter`, which finds the images that match.

Compilation runs under the lock of the index, at one snapshot of the connection, and evaluates all criteria that the
index answers: formats, tags, numeric properties, and evaluation by extensions. For each group of criteria, the
intersection of these answers is one new set, which later changes of the index do not affect. All other criteria
(features, states, keyword, duplicates, nested groups, collections and similarity) become closures, which refer to the
connection, to columns of features that never change, and to immutable views of the spaces, but not to the index.
Evaluation, `CompiledFilter.find_images`, therefore runs without the lock: it intersects a set of images with the set of
the group, and then passes the result through the closures, so that the slow criteria examine only images that are left.
Between compilation and evaluation, the snapshot of the connection must not be renewed, because sets and views belong to
its revision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pyroaring import BitMap
from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.library import extensions, repositories, states
from facetry.library.facets import embeddings, tags
from facetry.library.images import Image
from facetry.library.search import filter_tree, similarity_criterion
from facetry.library.search.criteria import duplicates, features, keyword
from facetry.library.search.index.images import NumberColumn
from facetry.library.search.index.index import Index
from facetry.library.search.index.key_sets import as_set, union
from facetry.library.search.search_indexes import SpaceName
from facetry.library.search.similarity_criterion import SimilarityCriterion
from facetry.library.search.text_scans import TextScans
from facetry.library.search.vectors.interface import Space
from facetry.store.engine import integer_columns
from facetry.store.interruption import checkpoint
from generated import models

ImageSetFilter = Callable[[BitMap], BitMap]
"""Returns the images of a set that match; the set that is passed in stays unchanged."""

_PROPERTY_COLUMNS: Mapping[str, NumberColumn] = {
    "width": "width",
    "height": "height",
    "weight_in_bytes": "size",
    "capture_date": "captured",
    "file_creation_date": "file_created",
    "file_modification_date": "file_modified",
    "import_date": "created",
    "update_date": "modified",
    "creation_date": "created",
    "modification_date": "modified",
}


@dataclass(frozen=True, slots=True)
class FilterContext:
    """What the compilation of a filter reads: a snapshot of the database, and the index and the spaces at its revision.

    The compiling thread holds the lock of the index. `in_collections` are the images for which `inNoCollection` is
    false; it has to be known when a filter has this criterion.
    """

    connection: Connection
    index: Index
    spaces: Mapping[SpaceName, Space]
    in_collections: BitMap = field(default_factory=BitMap)
    similarity_cache: dict[int, SimilarityCriterion | None] = field(default_factory=dict)
    """Resolved similarity criteria by `id()` of their models, so that each is resolved once."""
    scans: TextScans = field(default_factory=TextScans)
    """The passes over texts, which all filters of the context share."""


@dataclass(frozen=True, slots=True)
class CompiledFilter:
    """A filter that is ready to be evaluated, without the lock of the index.

    `narrow` returns the matches of a set, and `origin` is the set of images that the filter applies to.
    `similarity_criteria` are those by which matches are measured: all that do not stand below a `none`.
    """

    narrow: ImageSetFilter
    origin: BitMap
    similarity_criteria: tuple[SimilarityCriterion, ...] = ()

    def find_images(self, among: BitMap | None = None) -> BitMap:
        """The images that match, of all images or of `among`."""
        return self.narrow(self.origin if among is None else self.origin & among)


def space_names(filters: Iterable[models.SearchFilter]) -> set[SpaceName]:
    """The names of the vector spaces that the similarity criteria of the filters refer to."""
    return {
        (part.criteria.similarity.extension_id, part.criteria.similarity.name)
        for each in filters
        for part in filter_tree.walk_criteria(each)
        if part.criteria.similarity is not None
    }


def compile_filter(context: FilterContext, search_filter: models.SearchFilter) -> CompiledFilter:
    """Compile a filter. The caller holds the lock of the index.

    A name in the filter that does not exist matches no image; `filter_tree.require` reports such names.
    """
    origin = _origin_images(context, search_filter.origin)
    narrow = (
        _compile_criteria(context, search_filter.criteria)
        if search_filter.criteria is not None
        else lambda among: among
    )
    similarity_criteria = (
        _resolve_similarity(context, part.criteria.similarity)
        for part in filter_tree.walk_criteria(search_filter)
        if part.is_positive and part.criteria.similarity is not None
    )
    return CompiledFilter(narrow, origin, tuple(each for each in similarity_criteria if each is not None))


def _origin_images(context: FilterContext, origin: models.SearchFilterOrigin | None) -> BitMap:
    all_images = context.index.images.all_images(context.connection)
    if origin is None:
        return all_images.copy()
    if origin.kind == "images":
        ids = [id.bytes for id in origin.ids]
        return all_images & as_set(
            integer_columns(context.connection, select(col(Image.key)).where(col(Image.id).in_(ids)))[0]
        )
    repository_keys = repositories.keys_of(context.connection, origin.ids).values()
    by_repository = context.index.images.images_by_repository(context.connection)
    return union(by_repository[key] for key in repository_keys if key in by_repository)


def _compile_criteria(context: FilterContext, criteria: models.SearchCriteria) -> ImageSetFilter:
    all_images = context.index.images.all_images(context.connection)
    sets = sorted(_sets_from_index(context, criteria, all_images), key=len)
    indexed_matches = BitMap.intersection(*sets) if sets else None
    filters = [
        *_feature_filters(context, criteria),
        *_row_filters(context, criteria),
        *_nested_filters(context, criteria),
        *_similarity_filters(context, criteria),
    ]

    def narrow(among: BitMap) -> BitMap:
        matches = among if indexed_matches is None else among & indexed_matches
        for image_filter in filters:
            if not matches:
                break
            checkpoint()
            matches = image_filter(matches)
        return matches

    return narrow


def _sets_from_index(context: FilterContext, criteria: models.SearchCriteria, all_images: BitMap) -> Iterator[BitMap]:
    """The sets of images for the criteria that the index answers; an image has to be in all of them.

    All sets are new, so that later changes of the index do not affect them.
    """
    connection, index = context.connection, context.index
    if criteria.formats is not None:
        by_format = index.images.images_by_format(connection)
        yield union(by_format[format] for format in criteria.formats if format in by_format)
    if criteria.tags is not None:
        yield _images_with_tags(context, criteria.tags, all_images)
    if criteria.properties is not None:
        for name, column in _PROPERTY_COLUMNS.items():
            if (bounds := getattr(criteria.properties, name)) is not None:
                yield _images_in_range(context, column, bounds, all_images)
    if criteria.untagged_by is not None:
        extension_keys = _extension_keys(connection, criteria.untagged_by)
        yield all_images - union(index.tags.tagged_by(connection, extension) for extension in extension_keys)
    if criteria.not_evaluated_by is not None:
        yield from _unevaluated_sets(context, criteria.not_evaluated_by, all_images)


def _feature_filters(context: FilterContext, criteria: models.SearchCriteria) -> Iterator[ImageSetFilter]:
    if criteria.features is not None:
        yield features.compile_group(context.connection, context.index, context.scans, criteria.features)


def _row_filters(context: FilterContext, criteria: models.SearchCriteria) -> Iterator[ImageSetFilter]:
    """The criteria that need a query of the database: states, keyword and duplicates."""
    connection = context.connection
    if (state_names := criteria.states) is not None and (selection := states.keys_in_states(state_names)) is not None:
        state_query, is_excluded = selection
        yield lambda among: _include_or_exclude(
            among, as_set(integer_columns(connection, state_query)[0]), is_excluded=is_excluded
        )
    if (wanted := criteria.keyword) is not None:
        scans = context.scans
        keyword.announce(scans, wanted)
        yield lambda among: keyword.find_images(connection, scans, wanted, among)
    if (criterion := criteria.duplicates) is not None:
        duplicate_query = duplicates.select_keys(connection, criterion)
        yield (
            lambda among: (
                BitMap() if duplicate_query is None else among & as_set(integer_columns(connection, duplicate_query)[0])
            )
        )


def _include_or_exclude(among: BitMap, matches: BitMap, *, is_excluded: bool) -> BitMap:
    return among - matches if is_excluded else among & matches


def _nested_filters(context: FilterContext, criteria: models.SearchCriteria) -> Iterator[ImageSetFilter]:
    for inner in criteria.all or ():
        yield _compile_criteria(context, inner)
    if criteria.any is not None:
        alternatives = [_compile_criteria(context, inner) for inner in criteria.any]
        yield lambda among: union(narrow(among) for narrow in alternatives)
    for inner in criteria.none or ():
        narrow = _compile_criteria(context, inner)
        yield lambda among, narrow=narrow: among - narrow(among)  # type: ignore[misc]  # binds the variable
    if criteria.in_no_collection is not None:
        in_collections, is_excluded = context.in_collections, criteria.in_no_collection
        yield lambda among: _include_or_exclude(among, in_collections, is_excluded=is_excluded)


def _similarity_filters(context: FilterContext, criteria: models.SearchCriteria) -> Iterator[ImageSetFilter]:
    if criteria.similarity is not None:
        criterion = _resolve_similarity(context, criteria.similarity)
        yield criterion.narrow if criterion is not None else lambda _: BitMap()


def _resolve_similarity(context: FilterContext, criterion: models.SearchSimilarity) -> SimilarityCriterion | None:
    if id(criterion) not in context.similarity_cache:
        context.similarity_cache[id(criterion)] = similarity_criterion.resolve(
            context.connection, context.spaces, criterion
        )
    return context.similarity_cache[id(criterion)]


def _images_with_tags(context: FilterContext, criterion: models.SearchTags, all_images: BitMap) -> BitMap:
    extension_keys = (
        None if criterion.extension_ids is None else _extension_keys(context.connection, criterion.extension_ids)
    )
    tag_keys = tags.keys_of(context.connection, criterion.values)
    if criterion.operator == "and" and len(tag_keys) < len(criterion.values):
        return BitMap()
    holders = [_images_with_tag(context, key, extension_keys) for key in tag_keys]
    if criterion.operator == "and":
        return BitMap.intersection(*holders)
    return all_images - union(holders) if criterion.operator == "not" else union(holders)


def _images_with_tag(context: FilterContext, tag: int, extension_keys: list[int] | None) -> BitMap:
    by_extension = context.index.tags.images_with_tag(context.connection, tag)
    keys = by_extension if extension_keys is None else extension_keys
    return union(by_extension[extension] for extension in keys if extension in by_extension)


def _images_in_range(
    context: FilterContext,
    name: NumberColumn,
    bounds: models.SearchPropertyRange | models.SearchDateRange,
    all_images: BitMap,
) -> BitMap:
    column = context.index.images.column(context.connection, name)
    return column.in_range(all_images, bounds.minimum, bounds.maximum)


def _unevaluated_sets(
    context: FilterContext, criterion: models.SearchNotEvaluated, all_images: BitMap
) -> Iterator[BitMap]:
    connection, index = context.connection, context.index
    extension_keys = _extension_keys(connection, criterion.extension_ids)
    if criterion.facet in (None, "tags"):
        yield all_images - union(index.tags.evaluated_by(connection, extension) for extension in extension_keys)
    if criterion.facet in (None, "features"):
        yield all_images - union(index.features.evaluated_by(connection, extension) for extension in extension_keys)
    if criterion.facet in (None, "embeddings"):
        yield all_images - _images_with_embeddings(connection, extension_keys)


def _images_with_embeddings(connection: Connection, extension_keys: list[int]) -> BitMap:
    return as_set(integer_columns(connection, embeddings.images_of(extension_keys))[0])


def _extension_keys(connection: Connection, ids: Iterable[str]) -> list[int]:
    """The keys of the extensions that are registered, without repetition."""
    keys = (extensions.find(connection, id) for id in dict.fromkeys(ids))
    return [key for key in keys if key is not None]

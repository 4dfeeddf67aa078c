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

from collections.abc import Iterable
from dataclasses import dataclass

from pyroaring import BitMap
from sqlalchemy import select
from sqlmodel import col

from facetry.library import repositories
from facetry.library.images import Image
from facetry.library.search import filter_tree
from facetry.library.search.criteria import similarity
from facetry.library.search.criteria.criterion import FilterContext, ImageSetFilter
from facetry.library.search.criteria.registry import criteria_of
from facetry.library.search.index.key_sets import as_set, union
from facetry.library.search.similarity_criterion import SimilarityCriterion
from facetry.library.search.vectors.interface import SpaceName
from facetry.store.engine import engine_of
from facetry.store.interruption import checkpoint
from generated import models


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
        compile_criteria(context, search_filter.criteria) if search_filter.criteria is not None else lambda among: among
    )
    similarity_criteria = (
        similarity.resolve(context, part.criteria.similarity)
        for part in filter_tree.walk_criteria(search_filter)
        if part.is_positive and part.criteria.similarity is not None
    )
    return CompiledFilter(narrow, origin, tuple(each for each in similarity_criteria if each is not None))


def _origin_images(context: FilterContext, origin: models.SearchFilterOrigin | None) -> BitMap:
    all_images = context.all_images()
    if origin is None:
        return all_images.copy()
    if origin.kind == "images":
        ids = [id.bytes for id in origin.ids]
        return all_images & as_set(
            engine_of(context.connection).integer_columns(
                context.connection, select(col(Image.key)).where(col(Image.id).in_(ids))
            )[0]
        )
    repository_keys = repositories.keys_of(context.connection, origin.ids).values()
    by_repository = context.index.images.images_by_repository(context.connection)
    return union(by_repository[key] for key in repository_keys if key in by_repository)


def compile_criteria(context: FilterContext, criteria: models.SearchCriteria) -> ImageSetFilter:
    """Compile a group of criteria, of which an image has to meet each. The caller holds the lock of the index."""
    present = criteria_of(criteria)
    sets = sorted((image_set for each, value in present for image_set in each.index_sets(context, value)), key=len)
    indexed_matches = BitMap.intersection(*sets) if sets else None
    filters = [set_filter for each, value in present for set_filter in each.set_filters(context, value)]

    def narrow(among: BitMap) -> BitMap:
        matches = among if indexed_matches is None else among & indexed_matches
        for set_filter in filters:
            if not matches:
                break
            checkpoint()
            matches = set_filter(matches)
        return matches

    return narrow

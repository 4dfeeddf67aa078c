"""Search: finds the images that match a filter, orders and counts them, and computes facet counts.

`Search.prepare` is the only entry point. It validates a filter and replaces its texts by vectors. It returns a
`PreparedSearch`, whose methods run the search in the snapshot of a reader.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, NotRequired, TypedDict, TypeVar

import numpy as np
from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.library import extensions, records
from facetry.library.search import (
    buckets,
    facet_counts,
    filter_tree,
    ordering,
    price,
    similarity_criterion,
    smart_collections,
    text_vectors,
)
from facetry.library.search.compilation import compile_filters, compile_short_filter
from facetry.library.search.criteria import costs
from facetry.library.search.criteria.costs import Sizes
from facetry.library.search.filters import CompiledFilter
from facetry.library.search.index.key_sets import Keys
from facetry.library.search.ordering import Window
from facetry.library.search.search_indexes import SearchIndexes
from facetry.library.search.text_vectors import TextVectors
from facetry.store import interruption
from facetry.store.store import Store
from generated import answers, models

Item = TypeVar("Item")

FILTER: Final = "/filter"
"""The JSON Pointer of the filter in the request body of a search."""
COLLECTION_ID: Final = "/collectionId"
"""The JSON Pointer of the collection in the request body of a search."""


@dataclass(frozen=True, slots=True)
class Page:
    """The keys of the images inside the range of a search, in order.

    `total` is the number of all images that match, and `facets` has the facet counts of these if the search asks for
    any. `distances` has one distance for each key if the filter measures distances; None stands for an image without a
    vector.
    """

    keys: list[int]
    total: int
    facets: models.SearchFacets | None = None
    distances: list[float | None] | None = None


class SearchResult(TypedDict, Generic[Item]):
    """The answer of a search: the members that all `Search…Result` have."""

    items: list[Item]
    totalCount: int
    facets: NotRequired[Any]  # a model: facet counts take longer than their model
    distances: NotRequired[list[float | None] | None]


@dataclass(frozen=True, slots=True)
class PreparedSearch:
    """A search whose filter contains no texts. Its methods run in the snapshot of a reader and may renew it, so the
    caller must not rely on anything that it read before the call.

    Unless `is_validated` is true, each method validates the filter in the same snapshot. It raises 400 for a filter
    that is too large or names something that does not exist.
    """

    indexes: SearchIndexes
    parameters: models.SearchParameters
    filter: models.SearchFilter
    is_validated: bool = False
    place: str = FILTER
    """The JSON Pointer of the filter in the request body, for faults."""
    is_costly: bool = False
    """Whether the search has to run in the lane of costly reads."""
    is_short: bool = False
    """Whether the search is likely to take a millisecond at most."""

    def page(
        self, connection: Connection, projection: Callable[[Connection, list[int]], list[Item]]
    ) -> SearchResult[Item]:
        """The answer of the search. `projection` makes the items from the keys of the page."""
        page = self.run(connection)
        result: SearchResult[Item] = {"items": projection(connection, page.keys), "totalCount": page.total}
        if page.facets is not None:
            result["facets"] = page.facets
        if page.distances is not None:
            result["distances"] = page.distances
        return result

    def run(self, connection: Connection) -> Page:
        """The page of images in the range of the search."""
        search_range = self.parameters.range or models.SearchRange()
        window = Window(search_range.skip, search_range.take)
        if self.is_short:
            return self._run_short(connection, window)
        compiled_filter, images = self._find_matches(connection)
        keys, total, counts = self._arrange(connection, compiled_filter, images, window, self.parameters.facets)
        distances = None
        if filter_tree.has_distances(self.filter):
            distances = _distance_list(similarity_criterion.distances(compiled_filter.similarity_criteria, keys))
        return Page(keys.tolist(), total, counts, distances)

    def _run_short(self, connection: Connection, window: Window) -> Page:
        """As `run`, but in one turn with the lock of the index, because everything comes from there."""
        interruption.begin_numeric_work()
        if not self.is_validated:
            filter_tree.require(connection, self.filter, self.place)
        index = self.indexes.attributes
        with interruption.locked(index.lock), interruption.shielded():
            images = compile_short_filter(self.indexes, connection, self.filter).find_images()
            keys = ordering.page(connection, index, images, self.filter.sorting, window)
        return Page(keys.tolist(), len(images))

    def keys(self, connection: Connection) -> Keys:
        """The keys of the images in the range, or of all that match when there is no range, in order."""
        compiled_filter, images = self._find_matches(connection)
        search_range = self.parameters.range
        window = Window(search_range.skip, search_range.take) if search_range else Window(0, None)
        return self._arrange(connection, compiled_filter, images, window)[0]

    def buckets(self, connection: Connection, *, with_aspect_ratios: bool) -> answers.SearchBucketsResult:
        """All images that match, in buckets."""
        compiled_filter, images = self._find_matches(connection)
        index, sorting = self.indexes.attributes, self.filter.sorting
        keys_by_distance = (
            self._arrange(connection, compiled_filter, images, Window(0, None))[0]
            if ordering.is_by_distance(sorting)
            else None
        )
        with interruption.locked(index.lock), interruption.shielded():
            self.indexes.refresh(connection, ())
            all_images = index.images.all_images(connection)
            if keys_by_distance is None:
                keys = ordering.page(connection, index, images & all_images, sorting, Window(0, None))
            else:
                keys = np.array([key for key in keys_by_distance.tolist() if key in all_images], np.uint32)
            divided = buckets.divide(connection, index, keys, sorting)
            ratios = index.images.aspect_ratios(connection)[keys] if with_aspect_ratios else None
        ids = records.ids(connection, keys[list(divided.starts)].tolist())
        sizes = np.diff([*divided.starts, len(keys)]).tolist()
        items: list[answers.SearchBucket] = [
            {"value": value, "skip": skip, "count": count, "firstImageId": id}
            for value, skip, count, id in zip(divided.values, divided.starts, sizes, ids, strict=True)
        ]
        if ratios is not None:
            for item, texts in zip(items, buckets.aspect_ratios(ratios, divided), strict=True):
                item["aspectRatios"] = texts
        return {"kind": divided.kind, "items": items, "totalCount": len(keys)}

    def count(self, connection: Connection) -> int:
        """The number of images that match."""
        compiled_filter, images = self._find_matches(connection)
        return self._arrange(connection, compiled_filter, images, Window(0, 0))[1]

    def matching(self, connection: Connection) -> BitMap:
        """The images that match, by key."""
        return self._find_matches(connection)[1]

    def _find_matches(self, connection: Connection) -> tuple[CompiledFilter, BitMap]:
        if not self.is_validated:
            filter_tree.require(connection, self.filter, self.place)
        (compiled_filter,) = compile_filters(self.indexes, connection, [self.filter])
        return compiled_filter, compiled_filter.find_images()

    def _arrange(
        self,
        connection: Connection,
        compiled_filter: CompiledFilter,
        images: BitMap,
        window: Window,
        kinds: Collection[models.SearchFacetKind] | None = None,
    ) -> tuple[Keys, int, models.SearchFacets | None]:
        """The keys of the page in order, the number of images that match, and their facet counts.

        Another search may have advanced the index since the filter was compiled. The rows that the index reads must not
        be older than the index, so the snapshot is renewed first. Images that were removed in between no longer match.
        """
        index, sorting = self.indexes.attributes, self.filter.sorting
        if kinds:
            facet_counts.wait_for_index(index, images)
        with interruption.locked(index.lock), interruption.shielded():
            self.indexes.refresh(connection, ())
            images = images & index.images.all_images(connection)
            counts = facet_counts.count(connection, index, images, kinds) if kinds else None
            if not ordering.is_by_distance(sorting):
                return ordering.page(connection, index, images, sorting, window), len(images), counts
        page = ordering.page_by_distance(images, sorting, window, compiled_filter.similarity_criteria)
        return page, len(images), counts


@dataclass(frozen=True, slots=True)
class Search:
    """The search of a library, made of its store, its search indexes and the source of vectors for texts."""

    store: Store
    indexes: SearchIndexes
    text_vectors: TextVectors

    async def prepare(
        self, parameters: models.SearchParameters, place: str = FILTER, collection_place: str | None = COLLECTION_ID
    ) -> PreparedSearch:
        """Prepare a search, and estimate its price.

        A filter, at the JSON Pointer `place` of the body, takes precedence over a collection, at `collection_place`;
        None for a collection that a parameter names. A filter with texts is validated here, before an extension
        computes a vector. Raises 400 for an unknown collection and for a filter with texts that is refused, and 503
        when no extension can compute a vector now.
        """
        prepared = await self._prepare(parameters, place, collection_place)
        if price.is_short(parameters, prepared.filter):
            return replace(prepared, is_short=True)
        sizes = Sizes()
        if price.depends_on_sizes(parameters, prepared.filter):
            sizes = await self.store.read(price.sizes_of, is_short=True)
        return replace(prepared, is_costly=price.estimate(parameters, prepared.filter, sizes) >= costs.COSTLY)

    async def _prepare(
        self, parameters: models.SearchParameters, place: str, collection_place: str | None
    ) -> PreparedSearch:
        search_filter = parameters.filter
        if search_filter is None and parameters.collection_id is not None:
            collection_filter = await self._collection_filter(parameters.collection_id, collection_place)
            return PreparedSearch(self.indexes, parameters, collection_filter, is_validated=True)
        if search_filter is None:
            return PreparedSearch(self.indexes, parameters, models.SearchFilter(), is_validated=True)
        if not filter_tree.has_text_similarity(search_filter):
            return PreparedSearch(self.indexes, parameters, search_filter, place=place)
        await self.store.read(lambda connection: filter_tree.require(connection, search_filter, place))
        resolved_filter = await text_vectors.resolve(self.text_vectors, search_filter)
        return PreparedSearch(self.indexes, parameters, resolved_filter, is_validated=True)

    async def prepare_collection(self, collection_id: int | None) -> PreparedSearch | None:
        """Prepare the search for the images of a collection; None for no collection.

        Raises 400 for an unknown collection, and 503 when no extension can compute a vector for a text of its filter.
        """
        if collection_id is None:
            return None
        return await self.prepare(models.SearchParameters(collection_id=collection_id), collection_place=None)

    async def vector(self, extension: str, name: str, text: str) -> list[float]:
        """The vector of a text. Raises 400 for an unknown extension, 503 when none can be computed now."""
        await self.store.read(lambda connection: extensions.require(connection, extension))
        return await self.text_vectors.vector(extension, name, text)

    async def _collection_filter(self, collection_id: int, place: str | None) -> models.SearchFilter:
        """The filter of a collection, with vectors in place of its texts.

        It is not validated again: names that no longer exist match no image.
        """
        collection_filter = await self.store.read(
            lambda connection: smart_collections.require_filter(connection, collection_id, place), is_short=True
        )
        return (
            await text_vectors.resolve(self.text_vectors, collection_filter)
            if filter_tree.has_text_similarity(collection_filter)
            else collection_filter
        )


def _distance_list(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[float | None]:
    return [None if np.isnan(distance) else distance for distance in values.tolist()]

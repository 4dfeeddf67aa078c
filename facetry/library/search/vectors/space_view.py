"""The view of a space at one snapshot of the library, which searches use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from facetry.errors import unavailable
from facetry.library.search.vectors import planner
from facetry.library.search.vectors.base import IMAGE_DTYPE, BaseSegment
from facetry.library.search.vectors.exact_pass import Shortlist, rough_bound, rough_distances, rows_per_call
from facetry.library.search.vectors.interface import Hits
from facetry.library.search.vectors.neighbour_index import IndexUnavailableError
from facetry.library.search.vectors.planner import QueryStatistics
from facetry.library.search.vectors.rows import Query, SplitVectors, distances, query_of
from facetry.library.search.vectors.table import Slots, TableSnapshot
from facetry.library.search.vectors.thresholds import Thresholds
from facetry.store.interruption import begin_long_work, checkpoint

_SHORT_EF: Final = 256
"""Number of candidates that the index examines in a short read, at most; with 512 components, it takes 0.5 ms."""
_SHORT_ROWS: Final = 8_192
"""Number of vectors that an exact pass compares in a short read, at most; with 512 components, it takes 0.5 ms."""
_SHORT_HITS: Final = 256
"""Number of true distances that are computed in a short read, at most; with 512 components, it takes 0.2 ms."""
_SHORT_LENGTH: Final = 512
"""The three numbers are for this number of components, and smaller for longer vectors."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpaceView:
    """A `Space` over a snapshot of a table; answers from the index where that pays, and exactly otherwise."""

    snapshot: TableSnapshot
    thresholds: Thresholds

    @property
    def length(self) -> int:
        """Number of components of each vector."""
        return self.snapshot.length

    @property
    def count(self) -> int:
        """Number of images that have a vector."""
        return len(self.snapshot.images)

    def images(self) -> BitMap:
        """The keys of the images that have a vector."""
        return self.snapshot.images

    def nearest(
        self,
        query: NDArray[np.float32],
        count: int,
        among: BitMap | None = None,
        max_distance: float | None = None,
    ) -> Hits:
        """The `count` nearest images by distance, then by key, of those in `among` within `max_distance`."""
        prepared_query = query_of(query, self.length)
        among, qualifying_count = self._qualifying_images(among)
        if count <= 0 or not qualifying_count or (max_distance is not None and max_distance < 0):
            return _no_hits()
        try:
            hits = self._search_graph(
                prepared_query, min(count, qualifying_count), among, qualifying_count, max_distance
            )
        except IndexUnavailableError as error:
            self._require_affordable(qualifying_count, error)
            hits = None
        if hits is None:
            hits = self._search_exactly(prepared_query, min(count, qualifying_count), among, max_distance)
        order = np.lexsort((hits.images, hits.distances))[:count]
        return Hits(hits.images[order], hits.distances[order])

    def within(self, query: NDArray[np.float32], max_distance: float, among: BitMap | None = None) -> Hits:
        """All images of `among` within `max_distance`, in no particular order."""
        prepared_query = query_of(query, self.length)
        among, qualifying_count = self._qualifying_images(among)
        return (
            self._search_exactly(prepared_query, None, among, max_distance)
            if qualifying_count and max_distance >= 0
            else _no_hits()
        )

    def distances_of(self, query: NDArray[np.float32], images: NDArray[np.uint32]) -> NDArray[np.float64]:
        """The distance of each of these images; NaN for an image without a vector."""
        prepared_query = query_of(query, self.length)
        images = np.asarray(images, IMAGE_DTYPE)
        results = np.full(len(images), np.nan)
        slots = self.snapshot.live_slots_of(images)
        positions = np.flatnonzero(slots >= 0)
        results[positions] = self._true_distances(prepared_query, slots[positions])
        return results

    def _qualifying_images(self, among: BitMap | None) -> tuple[BitMap | None, int]:
        """The images of `among` with a vector, and their number; None stands for all images with a vector."""
        live_images = self.snapshot.images
        if among is None:
            return None, len(live_images)
        among = live_images & among
        return (None if len(among) == len(live_images) else among), len(among)

    def _search_graph(
        self, query: Query, count: int, among: BitMap | None, qualifying_count: int, max_distance: float | None
    ) -> Hits | None:
        """The nearest qualifying images by the index, and by an exact pass over the slots that are not in it.

        None when an exact pass over all slots is better.
        """
        snapshot = self.snapshot
        if snapshot.base is None or (graph := snapshot.base.graph) is None or not snapshot.base.indexed_end:
            return None
        live_count = len(snapshot.images)
        statistics = QueryStatistics(
            count, qualifying_count, live_count, snapshot.size, graph.count, is_filtered=among is not None
        )
        attempt = planner.plan_first(statistics, graph, self.thresholds)
        for _ in range(planner.MAX_ATTEMPTS):
            if attempt is None:
                return None
            self._require_time(attempt.ef, _SHORT_EF)
            keys, graph_distances = graph.search(query, attempt.neighbours, attempt.ef)
            if not statistics.is_far and len(graph_distances) and graph_distances[0] > graph.recall.usual_distance:
                statistics = statistics._replace(is_far=True)
                if (new_attempt := planner.plan_first(statistics, graph, self.thresholds)) != attempt:
                    attempt = new_attempt
                    continue
            slots, graph_distances = self._live_slots(snapshot.base, keys, graph_distances, among)
            if len(slots) >= count:
                break
            attempt = planner.plan_retry(statistics, graph, attempt, len(slots), self.thresholds)
        else:
            return None
        error = graph.max_error(self.length)
        if error is None:  # the distances are those of another program
            true_distances = self._true_distances(query, slots)
            farthest = float(np.partition(true_distances, count - 1)[count - 1])
            slots = slots[true_distances <= farthest]
        else:
            farthest = float(graph_distances[count - 1]) + error  # no image of the result is farther away
            slots = slots[: np.count_nonzero(graph_distances <= farthest + error)]
        if snapshot.base.indexed_end < snapshot.size:
            self._require_time(snapshot.size - snapshot.base.indexed_end, _SHORT_ROWS)
            shortlist = Shortlist(self.length, count, max_distance)
            shortlist.limit = min(rough_bound(farthest, 1, self.length), shortlist.limit)
            self._scan_slots(query, shortlist, snapshot.base.indexed_end, among)
            slots = np.concatenate((slots, shortlist.candidates()))
        hits = self._hits(query, slots, max_distance)
        # When there are too few within `max_distance`, only an exact pass can prove that there are no more.
        return hits if len(hits.images) >= count else None

    def _live_slots(
        self, base: BaseSegment, keys: NDArray[np.int64], graph_distances: NDArray[np.float32], among: BitMap | None
    ) -> tuple[Slots, NDArray[np.float32]]:
        """The live slots with these keys whose images are in `among`, and their distances."""
        snapshot = self.snapshot
        indexed = base.keys[: base.indexed_end]
        slots = indexed.searchsorted(keys)
        is_exact = base.graph is not None and base.graph.index_file is not None and base.graph.count == len(indexed)
        if not is_exact or snapshot.size > len(snapshot.images):
            # Some vectors in the index are dead.
            slots = np.minimum(slots, len(indexed) - 1)
            positions = np.flatnonzero((indexed.take(slots) == keys) & snapshot.is_alive(slots))
            slots, graph_distances = slots[positions], graph_distances[positions]
        if among is not None:
            images = snapshot.images_of(slots).tolist()
            positions = np.flatnonzero(np.fromiter(map(among.__contains__, images), np.bool_, len(images)))
            slots, graph_distances = slots[positions], graph_distances[positions]
        return slots, graph_distances

    def _require_affordable(self, qualifying_count: int, error: IndexUnavailableError) -> None:
        """Raise a 503 fault when an exact pass in the place of an unavailable index would take too long."""
        microseconds = planner.exact_microseconds(qualifying_count, self.snapshot.size, self.length)
        if microseconds > self.thresholds.max_substitute_seconds * 1e6:
            raise unavailable(
                "search.vector-engine",
                "The engine that has the index of these vectors cannot be reached now, and there are too many to "
                "compare one by one.",
                retry_after=5,
            ) from error

    def _require_time(self, count: int, short_count: int) -> None:
        """End a short read that would compare more than `short_count` vectors, or fewer if they are long."""
        if count * max(self.length, _SHORT_LENGTH) > short_count * _SHORT_LENGTH:
            begin_long_work()

    def _search_exactly(
        self, query: Query, count: int | None, among: BitMap | None, max_distance: float | None
    ) -> Hits:
        """The nearest qualifying images, by an exact pass; all within `max_distance` if `count` is None."""
        shortlist = Shortlist(self.length, count, max_distance)
        all_slots = among is None or planner.is_dense(len(among), self.snapshot.size)
        self._require_time(self.snapshot.size if among is None or all_slots else len(among), _SHORT_ROWS)
        if among is None or all_slots:
            self._scan_slots(query, shortlist, 0, among)
        else:
            self._offer_slots(query, shortlist, self.snapshot.last_slots_of(np.asarray(among.to_array(), IMAGE_DTYPE)))
        return self._hits(query, shortlist.candidates(), max_distance)

    def _scan_slots(self, query: Query, shortlist: Shortlist, begin: int, among: BitMap | None) -> None:
        """Offer the live slots from `begin` on whose images are in `among`."""
        snapshot, step, upper = self.snapshot, rows_per_call(self.length), query.upper
        candidate_mask = None
        if among is not None:
            candidate_mask = np.zeros(snapshot.size, np.bool_)
            candidate_mask[snapshot.last_slots_of(np.asarray(among.to_array(), IMAGE_DTYPE))] = True
        for rows, first, last in self.snapshot.segments():
            for start in range(max(begin, first), last, step):
                checkpoint()
                end = min(start + step, last)
                rough = rough_distances(upper, rows.upper[start - first : end - first])
                near_rows = np.flatnonzero(rough <= shortlist.limit)
                slots = near_rows + start
                is_candidate = snapshot.is_alive(slots) if candidate_mask is None else candidate_mask[slots]
                shortlist.offer(slots[is_candidate], rough[near_rows[is_candidate]])

    def _offer_slots(self, query: Query, shortlist: Shortlist, slots: Slots) -> None:
        """Offer these slots with their rough distances."""
        step, upper = rows_per_call(self.length), query.upper
        for rows, first, last in self.snapshot.segments():
            offsets = slots[(slots >= first) & (slots < last)] - first
            for start in range(0, len(offsets), step):
                checkpoint()
                batch = offsets[start : start + step]
                shortlist.offer(batch + first, rough_distances(upper, rows.upper.take(batch, 0)))

    def _hits(self, query: Query, slots: Slots, max_distance: float | None) -> Hits:
        """The images of the slots within `max_distance`, with their true distances."""
        images, true_distances = self.snapshot.images_of(slots), self._true_distances(query, slots)
        if max_distance is not None:
            is_near = true_distances <= max_distance
            images, true_distances = images[is_near], true_distances[is_near]
        return Hits(images, true_distances)

    def _true_distances(self, query: Query, slots: Slots) -> NDArray[np.float64]:
        """The true distances of the slots."""
        self._require_time(len(slots), _SHORT_HITS)
        snapshot = self.snapshot
        if snapshot.base is not None and (not len(slots) or int(slots.max()) < snapshot.tail_start):
            return _distances(query, snapshot.base.vectors, slots)
        results = np.empty(len(slots))
        for rows, first, last in self.snapshot.segments():
            positions = np.flatnonzero((slots >= first) & (slots < last))
            results[positions] = _distances(query, rows, slots[positions] - first)
        return results


def _distances(query: Query, rows: SplitVectors, offsets: Slots) -> NDArray[np.float64]:
    return distances(rows.dot_products(offsets, query.float64[0]), rows.squared_norms.take(offsets), query.squared_norm)


def _no_hits() -> Hits:
    return Hits(np.empty(0, IMAGE_DTYPE), np.empty(0))

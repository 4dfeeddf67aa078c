"""A space as one snapshot of the library has it: what searches ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from facetry.library.search.vectors import planner
from facetry.library.search.vectors.base import IMAGE, Base
from facetry.library.search.vectors.exact_pass import Shortlist, reach, rough, rows_at_once
from facetry.library.search.vectors.interface import Hits
from facetry.library.search.vectors.planner import Question
from facetry.library.search.vectors.rows import Query, Rows, distances, query_of
from facetry.library.search.vectors.table import Moment, Slots
from facetry.library.search.vectors.thresholds import Thresholds

_NONE: Final = Hits(np.empty(0, IMAGE), np.empty(0))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class View:
    """A `Space`."""

    moment: Moment
    thresholds: Thresholds

    @property
    def length(self) -> int:
        """Components of each vector."""
        return self.moment.length

    @property
    def count(self) -> int:
        """Images that have a vector."""
        return len(self.moment.held)

    def images(self) -> BitMap:
        """The keys of the images that have a vector; not to be changed."""
        return self.moment.held

    def nearest(
        self,
        query: NDArray[np.float32],
        count: int,
        among: BitMap | None = None,
        max_distance: float | None = None,
    ) -> Hits:
        """See `Space.nearest`."""
        asked = query_of(query, self.length)
        among, qualified = self._qualified(among)
        if count <= 0 or not qualified or (max_distance is not None and max_distance < 0):
            return _NONE
        found = self._by_graph(asked, min(count, qualified), among, qualified, max_distance)
        if found is None:
            found = self._exactly(asked, min(count, qualified), among, max_distance)
        order = np.lexsort((found.images, found.distances))[:count]
        return Hits(found.images[order], found.distances[order])

    def within(self, query: NDArray[np.float32], max_distance: float, among: BitMap | None = None) -> Hits:
        """See `Space.within`."""
        asked = query_of(query, self.length)
        among, qualified = self._qualified(among)
        return self._exactly(asked, None, among, max_distance) if qualified and max_distance >= 0 else _NONE

    def score(self, query: NDArray[np.float32], images: NDArray[np.uint32]) -> NDArray[np.float64]:
        """See `Space.score`."""
        asked = query_of(query, self.length)
        images = np.asarray(images, IMAGE)
        told = np.full(len(images), np.nan)
        slots = self.moment.slots_for(images)
        known = np.flatnonzero(slots >= 0)
        told[known] = self._true(asked, slots[known])
        return told

    def _qualified(self, among: BitMap | None) -> tuple[BitMap | None, int]:
        """The images in question, None for all that have a vector; and how many they are."""
        held = self.moment.held
        if among is None:
            return None, len(held)
        among = held & among
        return (None if len(among) == len(held) else among), len(among)

    def _by_graph(
        self, query: Query, count: int, among: BitMap | None, qualified: int, max_distance: float | None
    ) -> Hits | None:
        """Those in question by the index, and by a look at what is not in it; None when a look at all is better."""
        moment = self.moment
        if moment.base is None or (graph := moment.base.graph) is None:
            return None
        living = len(moment.held)
        question = Question(count, qualified, living, moment.size, graph.file.count, is_filtered=among is not None)
        attempt = planner.first(question, graph, self.thresholds)
        for _ in range(planner.MOST_ATTEMPTS):
            if attempt is None:
                return None
            keys, near = graph.search(query, attempt.neighbours, attempt.ef)
            if not question.is_far and len(near) and near[0] > graph.file.recall.usual_distance:
                question = question._replace(is_far=True)
                if (more := planner.first(question, graph, self.thresholds)) != attempt:
                    attempt = more
                    continue
            slots, near = self._living(moment.base, keys, near, among)
            if len(slots) >= count:
                break
            attempt = planner.again(question, graph, attempt, len(slots), self.thresholds)
        else:
            return None
        limit = reach(float(near[count - 1]), 2, self.length)  # the index rounds as the rows do
        slots = slots[: np.count_nonzero(near <= limit)]
        if moment.base.covered < moment.size:
            shortlist = Shortlist(self.length, count, max_distance)
            shortlist.limit = min(limit, shortlist.limit)
            self._pass(query, shortlist, moment.base.covered, among)
            slots = np.concatenate((slots, shortlist.slots()))
        found = self._told(query, slots, max_distance)
        # Too few that are near enough: only a look at all can tell that there are no more.
        return found if len(found.images) >= count else None

    def _living(
        self, base: Base, keys: NDArray[np.int64], near: NDArray[np.float32], among: BitMap | None
    ) -> tuple[Slots, NDArray[np.float32]]:
        """The living slots with these keys, of those in question, and their distances."""
        moment = self.moment
        indexed = base.keys[: base.covered]
        slots = indexed.searchsorted(keys)
        if base.graph is None or base.graph.file.count > len(indexed) or moment.size > len(moment.held):
            # The index knows vectors that are gone.
            slots = np.minimum(slots, len(indexed) - 1)
            known = np.flatnonzero((indexed.take(slots) == keys) & moment.alive(slots))
            slots, near = slots[known], near[known]
        if among is not None:
            images = moment.images_of(slots).tolist()
            chosen = np.flatnonzero(np.fromiter(map(among.__contains__, images), np.bool_, len(images)))
            slots, near = slots[chosen], near[chosen]
        return slots, near

    def _exactly(self, query: Query, count: int | None, among: BitMap | None, max_distance: float | None) -> Hits:
        """Those in question, by a look at all of them."""
        shortlist = Shortlist(self.length, count, max_distance)
        if among is None or planner.is_dense(len(among), self.moment.size):
            self._pass(query, shortlist, 0, among)
        else:
            self._pick(query, shortlist, self.moment.slots_of(np.asarray(among.to_array(), IMAGE)))
        return self._told(query, shortlist.slots(), max_distance)

    def _pass(self, query: Query, shortlist: Shortlist, begin: int, among: BitMap | None) -> None:
        """Offer the living slots from `begin` on, of those in question."""
        moment, step, upper = self.moment, rows_at_once(self.length), query.upper
        wanted = None
        if among is not None:
            wanted = np.zeros(moment.size, np.bool_)
            wanted[moment.slots_of(np.asarray(among.to_array(), IMAGE))] = True
        for rows, first, last in self.moment.parts():
            for start in range(max(begin, first), last, step):
                end = min(start + step, last)
                near = rough(upper, rows.upper[start - first : end - first])
                close = np.flatnonzero(near <= shortlist.limit)
                slots = close + start
                is_in = moment.alive(slots) if wanted is None else wanted[slots]
                shortlist.offer(slots[is_in], near[close[is_in]])

    def _pick(self, query: Query, shortlist: Shortlist, slots: Slots) -> None:
        """Offer these slots."""
        step, upper = rows_at_once(self.length), query.upper
        for rows, first, last in self.moment.parts():
            places = slots[(slots >= first) & (slots < last)] - first
            for start in range(0, len(places), step):
                piece = places[start : start + step]
                shortlist.offer(piece + first, rough(upper, rows.upper.take(piece, 0)))

    def _told(self, query: Query, slots: Slots, max_distance: float | None) -> Hits:
        """The images of the slots with their true distances, of those that are near enough."""
        images, far = self.moment.images_of(slots), self._true(query, slots)
        if max_distance is not None:
            near = far <= max_distance
            images, far = images[near], far[near]
        return Hits(images, far)

    def _true(self, query: Query, slots: Slots) -> NDArray[np.float64]:
        """The true distances of the slots."""
        moment = self.moment
        if moment.base is not None and (not len(slots) or int(slots.max()) < moment.split):
            return _distances(query, moment.base.rows, slots)
        told = np.empty(len(slots))
        for rows, first, last in self.moment.parts():
            mine = np.flatnonzero((slots >= first) & (slots < last))
            told[mine] = _distances(query, rows, slots[mine] - first)
        return told


def _distances(query: Query, rows: Rows, places: Slots) -> NDArray[np.float64]:
    return distances(rows.dots(places, query.wide[0]), rows.squares.take(places), query.square)

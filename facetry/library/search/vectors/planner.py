"""The planner: decides whether a search uses the index or an exact pass over all candidates.

With a filter, the index is searched for more neighbours, so that enough of them pass the filter. More neighbours
require more candidates (`ef`), by the numbers that were measured when the index was built. When too few neighbours
pass, because the images that pass the filter lie elsewhere, the next attempt uses the share that did pass. A search
that would cost more than an exact pass is done by the exact pass, whose result is always correct.

A far query is one that does not resemble the vectors, such as the vector of a text. It needs more candidates for the
same recall. A far query is recognised by its nearest neighbour, which is farther away than that of most vectors. The
index is then searched again.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from facetry.library.search.vectors.neighbour_index import NeighbourIndex
from facetry.library.search.vectors.thresholds import Thresholds

MAX_ATTEMPTS: Final = 4
# Costs in microseconds, measured with 100,000 vectors of 512 components. An index says what its searches cost.
_MEASURED_LENGTH: Final = 512
_FILTER_COST: Final = 0.15
"""Cost of each neighbour that is checked against the filter."""
_PICK_COST: Final = 0.2
"""Cost of each vector of an exact pass that is gathered by its slot."""
_SCAN_COST: Final = 0.045
"""Cost of each vector of an exact pass over consecutive slots."""
_SPREAD_DEVIATIONS: Final = 2.0
"""Extra neighbours for a filter, in standard deviations of the number of neighbours that pass."""
_RETRY_MARGIN: Final = 1.5
"""Factor on the number of neighbours that would have sufficed in the previous attempt."""
_MAX_SHARE: Final = 0.25
"""Maximum number of neighbours to search for, as a share of the live vectors."""


class Attempt(NamedTuple):
    """The parameters of one search of the index."""

    neighbours: int
    """Number of neighbours to search for."""
    ef: int
    """Number of candidates to examine."""


class QueryStatistics(NamedTuple):
    """The numbers that the plan of a query depends on."""

    target_count: int
    """Number of neighbours to find."""
    qualifying_count: int
    """Number of live vectors whose images pass the filter."""
    live_count: int
    """Number of live vectors."""
    slot_count: int
    """Number of slots, including dead ones."""
    indexed_count: int
    """Number of vectors in the index, including dead ones."""
    is_filtered: bool
    is_far: bool = False
    """Whether the query is known to be a far query, which needs more candidates."""


def extra_neighbours(count: int) -> int:
    """Extra neighbours to search for, because the index orders neighbours by rounded components."""
    return 2 + count // 8


def plan_first(statistics: QueryStatistics, index: NeighbourIndex, thresholds: Thresholds) -> Attempt | None:
    """The first attempt; None when an exact pass is better."""
    if statistics.qualifying_count <= thresholds.max_exact_candidates:
        return None
    # Some vectors in the index are dead.
    share = statistics.qualifying_count / statistics.live_count if statistics.is_filtered else 1.0
    oversampling = max(1.0, statistics.indexed_count / statistics.live_count) / share
    # The standard deviation of the number that passes is about the square root of that number.
    margin = (
        _SPREAD_DEVIATIONS * math.sqrt(statistics.target_count)
        if statistics.is_filtered
        else extra_neighbours(statistics.target_count)
    )
    neighbours = math.ceil((statistics.target_count + margin) * oversampling)
    return _attempt_if_cheaper(statistics, index, neighbours, math.ceil(statistics.target_count / share), thresholds)


def plan_retry(
    statistics: QueryStatistics, index: NeighbourIndex, attempt: Attempt, found_count: int, thresholds: Thresholds
) -> Attempt | None:
    """The next attempt after one with only `found_count` passing neighbours; None when an exact pass is better."""
    neighbours = max(
        math.ceil(_RETRY_MARGIN * attempt.neighbours * statistics.target_count / max(found_count, 0.5)),
        2 * attempt.neighbours,
    )
    return _attempt_if_cheaper(statistics, index, neighbours, neighbours, thresholds)


def is_dense(qualifying_count: int, slot_count: int) -> bool:
    """Whether a pass over all slots is faster than gathering the qualifying ones."""
    return qualifying_count * _PICK_COST > slot_count * _SCAN_COST


def unit_of_costs(scan_microseconds: float) -> float:
    """The microseconds of this machine and space for one microsecond of these costs, by a measured exact pass.

    `scan_microseconds` is its time for each vector. What else is measured at the same time can be compared with it.
    """
    return scan_microseconds / _SCAN_COST


def exact_microseconds(candidate_count: int, slot_count: int, length: int) -> float:
    """The estimated time of an exact pass over the candidates, which are some of so many slots."""
    return min(_PICK_COST * candidate_count, _SCAN_COST * slot_count) * max(1.0, length / _MEASURED_LENGTH)


def _attempt_if_cheaper(
    statistics: QueryStatistics, index: NeighbourIndex, neighbours: int, exact_neighbours: int, thresholds: Thresholds
) -> Attempt | None:
    """The attempt with `neighbours`, of which the nearest `exact_neighbours` should be the true ones; None when an
    exact pass is cheaper."""
    ef = index.recall.ef(exact_neighbours, statistics.is_far)
    if ef is None or neighbours > _MAX_SHARE * statistics.live_count:
        return None
    ef = max(ef, neighbours)
    cost, exact_cost = index.cost(ef), _SCAN_COST * statistics.slot_count
    if statistics.is_filtered:
        cost += _FILTER_COST * neighbours
        exact_cost = min(exact_cost, _PICK_COST * statistics.qualifying_count)
    return Attempt(neighbours, ef) if cost < thresholds.max_cost_ratio * exact_cost else None

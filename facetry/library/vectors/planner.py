"""The planner: whether a search is answered by the index or by a look at all vectors in question.

With a filter the index is asked for so many neighbours that enough of them should pass; the more neighbours are asked
for, the more candidates it has to look at, as was measured when it was made. When it finds too few, because what the
filter lets through lies elsewhere, the guess is mended by what was seen. Whatever would take longer than a look at all
is left to that, which is never wrong.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from facetry.library.vectors.graph import Graph
from facetry.library.vectors.thresholds import Thresholds

MOST_ATTEMPTS: Final = 3
# Microseconds, measured with 512 components in 100,000 vectors; of these only the ratios matter.
_CANDIDATE: Final = 3.3
"""For each candidate that the index looks at."""
_CHECK: Final = 0.15
"""For each neighbour that is held against the filter."""
_PICKED: Final = 0.2
"""For each vector that is picked out and looked at."""
_PASSED: Final = 0.045
"""For each vector of a pass over all."""
_MARGIN: Final = 1.5
"""So many times the neighbours are asked for that an even filter would call for."""
_MOST_SHARE: Final = 0.25
"""No more neighbours than this share of the vectors are asked for."""


class Attempt(NamedTuple):
    """A search of the index."""

    neighbours: int
    """To ask for."""
    ef: int
    """Candidates to look at."""


class Question(NamedTuple):
    """What is asked, in numbers."""

    wanted: int
    """Neighbours to find."""
    qualified: int
    """Living vectors that the filter lets through."""
    living: int
    """Living vectors."""
    size: int
    """Slots, with the dead ones."""
    indexed: int
    """Vectors in the index, with those that are gone."""
    is_filtered: bool


def first(question: Question, graph: Graph, thresholds: Thresholds) -> Attempt | None:
    """What to ask of the index; None when a look at all is better."""
    if question.qualified <= thresholds.exact:
        return None
    # A few more, for the index orders by rounded numbers.
    neighbours = question.wanted + 2 + question.wanted // 8
    if question.indexed > question.living:
        neighbours = math.ceil(neighbours * question.indexed / question.living)  # the index knows some that are gone
    if question.is_filtered:
        neighbours = math.ceil(_MARGIN * neighbours * question.living / question.qualified)
    return _worthwhile(question, graph, neighbours, thresholds)


def again(question: Question, graph: Graph, attempt: Attempt, found: int, thresholds: Thresholds) -> Attempt | None:
    """What to ask when the attempt found so few that pass; None when a look at all is better."""
    wanted = math.ceil(_MARGIN * attempt.neighbours * question.wanted / max(found, 0.5))
    return _worthwhile(question, graph, max(wanted, 2 * attempt.neighbours), thresholds)


def is_dense(qualified: int, size: int) -> bool:
    """Whether a pass over all is quicker than picking out those in question."""
    return qualified * _PICKED > size * _PASSED


def _worthwhile(question: Question, graph: Graph, neighbours: int, thresholds: Thresholds) -> Attempt | None:
    ef = graph.ef(neighbours if question.is_filtered else question.wanted)
    if ef is None or neighbours > _MOST_SHARE * question.living:
        return None
    ef = max(ef, neighbours)
    cost, exact = _CANDIDATE * ef, _PASSED * question.size
    if question.is_filtered:
        cost += _CHECK * neighbours
        exact = min(exact, _PICKED * question.qualified)
    return Attempt(neighbours, ef) if cost < thresholds.favour * exact else None

"""The planner: whether a search is answered by the index or by a look at all vectors in question.

With a filter the index is asked for so many neighbours that enough of them should pass; the more neighbours are asked
for, the more candidates it has to look at, as was measured when it was made. When it finds too few, because what the
filter lets through lies elsewhere, the guess is mended by what was seen. Whatever would take longer than a look at all
is left to that, which is never wrong.

Queries that come from elsewhere than the vectors, as those made of texts do, need more candidates to be answered as
well. They are known by their nearest neighbour, which is farther away than that of most vectors: then the index is
asked again.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from facetry.library.search.vectors.graph import Graph
from facetry.library.search.vectors.thresholds import Thresholds

MOST_ATTEMPTS: Final = 4
# Microseconds, measured with 512 components in 100,000 vectors; of these only the ratios matter.
_CANDIDATE: Final = 3.3
"""For each candidate that the index looks at."""
_CHECK: Final = 0.15
"""For each neighbour that is held against the filter."""
_PICKED: Final = 0.2
"""For each vector that is picked out and looked at."""
_PASSED: Final = 0.045
"""For each vector of a pass over all."""
_SPREAD: Final = 2.0
"""By so many standard deviations more neighbours are asked for than an even filter would call for."""
_MARGIN: Final = 1.5
"""So many times the neighbours are asked for that would have been enough the last time."""
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
    is_far: bool = False
    """Whether the query is known to come from elsewhere than the vectors, which takes more candidates."""


def spare(wanted: int) -> int:
    """How many neighbours more to ask for than are wanted, for the index orders by rounded numbers."""
    return 2 + wanted // 8


def first(question: Question, graph: Graph, thresholds: Thresholds) -> Attempt | None:
    """What to ask of the index; None when a look at all is better."""
    if question.qualified <= thresholds.exact:
        return None
    # The index knows some that are gone.
    share = question.qualified / question.living if question.is_filtered else 1.0
    each = max(1.0, question.indexed / question.living) / share
    # How many pass varies as what is counted does.
    more = _SPREAD * math.sqrt(question.wanted) if question.is_filtered else spare(question.wanted)
    neighbours = math.ceil((question.wanted + more) * each)
    return _worthwhile(question, graph, neighbours, math.ceil(question.wanted / share), thresholds)


def again(question: Question, graph: Graph, attempt: Attempt, found: int, thresholds: Thresholds) -> Attempt | None:
    """What to ask when the attempt found so few that pass; None when a look at all is better."""
    neighbours = max(
        math.ceil(_MARGIN * attempt.neighbours * question.wanted / max(found, 0.5)), 2 * attempt.neighbours
    )
    return _worthwhile(question, graph, neighbours, neighbours, thresholds)


def is_dense(qualified: int, size: int) -> bool:
    """Whether a pass over all is quicker than picking out those in question."""
    return qualified * _PICKED > size * _PASSED


def _worthwhile(
    question: Question, graph: Graph, neighbours: int, reached: int, thresholds: Thresholds
) -> Attempt | None:
    """The attempt that asks for `neighbours`, of which the nearest `reached` should be the true ones."""
    ef = graph.ef(reached, question.is_far)
    if ef is None or neighbours > _MOST_SHARE * question.living:
        return None
    ef = max(ef, neighbours)
    cost, exact = _CANDIDATE * ef, _PASSED * question.size
    if question.is_filtered:
        cost += _CHECK * neighbours
        exact = min(exact, _PICKED * question.qualified)
    return Attempt(neighbours, ef) if cost < thresholds.favour * exact else None

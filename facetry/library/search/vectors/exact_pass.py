"""The exact pass: rough distances of all vectors in question, then true ones of those that could be in the answer.

Rough distances come from the upper halves alone. How wrong they can be is known, so that nothing is missed:

Rounding a number to eight significant bits changes it by at most 2**-8 of it, hence a vector by at most 2**-8 of its
norm, hence its direction by an angle of at most asin(2**-8). That holds for the query as well, so the angle between
two rounded vectors is within `ROUNDING` of the true one. (Numbers below 2**-126 lose more; beside a component of at
least 1/2, which each vector has, that is nothing.) What the kernel adds: it sums exact products in 32 bits, which
costs at most `length` times 2**-24 of the product of the norms for each of its three sums, and takes approximate roots
that are good to 2**-20; `noise` allows four times all of that.
"""

from __future__ import annotations

import math
from typing import Final

import numkong
import numpy as np
from numpy.typing import NDArray

ROUNDING: Final = 2 * math.asin(2**-8)
AT_ONCE: Final = 1 << 22
"""Components in one call of the kernel, which holds the interpreter's lock: a third of a millisecond."""


def noise(length: int) -> float:
    """By how much the kernel's distance of two rounded vectors can differ from their true one."""
    return (length + 16) * 2.0**-22


def reach(distance: float, roundings: int, length: int) -> float:
    """The largest rough distance that stands for one of at most `distance`, itself rough if `roundings` is 2 and true
    if it is 1."""
    allowed = noise(length)
    angle = math.acos(max(-1.0, 1.0 - distance - (allowed if roundings == 2 else 0.0)))
    return 1.0 - math.cos(min(math.pi, angle + roundings * ROUNDING)) + allowed


def rough(query: NDArray[np.uint16], upper: NDArray[np.uint16]) -> NDArray[np.float64]:
    """The rough distances of a query, [1, length], from rows, [count, length], few enough for one call; of both the
    upper halves.
    """
    # NumPy has no such numbers; the kernel is told what the bits mean.
    table = numkong.cdist(query, upper, "angular", dtype="bfloat16")
    told: NDArray[np.float64] = np.asarray(table)[0]
    return told


def rows_at_once(length: int) -> int:
    """How many rows are few enough."""
    return max(1, AT_ONCE // length)


class Shortlist:
    """Collects slots by their rough distances, and drops those that cannot be in the answer any more."""

    def __init__(self, length: int, count: int | None, max_distance: float | None) -> None:
        """For the `count` nearest, or all, of at most `max_distance`, or of any."""
        self._length = length
        self._count = count
        self.limit = math.inf if max_distance is None else reach(max_distance, 1, length)
        """A slot whose rough distance is greater need not be offered."""
        self._slots: list[NDArray[np.intp]] = []
        self._distances: list[NDArray[np.float64]] = []
        self._held = 0

    def offer(self, slots: NDArray[np.intp], distances: NDArray[np.float64]) -> None:
        """Some slots and their rough distances."""
        if self.limit < math.inf:
            near = np.flatnonzero(distances <= self.limit)
            slots, distances = slots[near], distances[near]
        self._slots.append(slots)
        self._distances.append(distances)
        self._held += len(slots)
        if self._count is not None and self._held > 2 * self._count:
            self._drop(self._count)

    def slots(self) -> NDArray[np.intp]:
        """Those that may be in the answer."""
        if self._count is not None and self._held > self._count:
            self._drop(self._count)
        return np.concatenate(self._slots) if self._slots else np.empty(0, np.intp)

    def _drop(self, count: int) -> None:
        slots, distances = np.concatenate(self._slots), np.concatenate(self._distances)
        farthest = float(np.partition(distances, count - 1)[count - 1])
        self.limit = min(self.limit, reach(farthest, 2, self._length))
        near = np.flatnonzero(distances <= self.limit)
        self._slots, self._distances, self._held = [slots[near]], [distances[near]], len(near)

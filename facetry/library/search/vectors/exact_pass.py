"""The exact pass: rough distances of all candidates, then true distances of those that can be in the result.

Rough distances are computed from the upper halves only. Their error has a known bound, so that no result is missed:

Rounding a number to eight significant bits changes it by at most 2**-8 of its value. It changes a vector by at most
2**-8 of its norm, and its direction by an angle of at most asin(2**-8). The same holds for the query, so the angle
between two rounded vectors differs from the true angle by at most `ROUNDING_ANGLE`. (Numbers below 2**-126 lose more
precision, which is negligible beside the component of at least 1/2 that each vector has.) The kernel adds an error of
its own. It sums exact products in 32 bits, with an error of at most `length` times 2**-24 of the product of the norms
for each of its three sums, and its square roots have an error of 2**-20. `noise` allows four times their total.
"""

from __future__ import annotations

import math
from typing import Final

import numkong
import numpy as np
from numpy.typing import NDArray

ROUNDING_ANGLE: Final = 2 * math.asin(2**-8)
MAX_COMPONENTS_PER_CALL: Final = 1 << 22
"""Maximum number of components in one call of the kernel, which holds the interpreter lock for 1/3 ms."""


def noise(length: int) -> float:
    """The maximum error of the kernel: its distance of two rounded vectors against their exact distance."""
    return (length + 16) * 2.0**-22


def rough_bound(distance: float, roundings: int, length: int) -> float:
    """The largest rough distance of a vector whose distance is at most `distance`.

    `roundings` is 1 when `distance` is a true distance, and 2 when it is itself rough.
    """
    kernel_noise = noise(length)
    angle = math.acos(max(-1.0, 1.0 - distance - (kernel_noise if roundings == 2 else 0.0)))
    return 1.0 - math.cos(min(math.pi, angle + roundings * ROUNDING_ANGLE)) + kernel_noise


def rough_distances(query: NDArray[np.uint16], upper: NDArray[np.uint16]) -> NDArray[np.float64]:
    """The rough distances [count] between a query [1, length] and rows [count, length].

    Both are upper halves. There may be at most `rows_per_call` rows.
    """
    # NumPy has no bfloat16, so `dtype` says how the kernel interprets the bits.
    table = numkong.cdist(query, upper, "angular", dtype="bfloat16")
    distances: NDArray[np.float64] = np.asarray(table)[0]
    return distances


def rows_per_call(length: int) -> int:
    """The maximum number of rows in one call of the kernel."""
    return max(1, MAX_COMPONENTS_PER_CALL // length)


class Shortlist:
    """Collects candidate slots by rough distance, and drops those that can no longer be in the result."""

    def __init__(self, length: int, count: int | None, max_distance: float | None) -> None:
        """Collect for the `count` nearest (None: all) within `max_distance` (None: at any distance)."""
        self._length = length
        self._count = count
        self.limit = math.inf if max_distance is None else rough_bound(max_distance, 1, length)
        """Slots with a greater rough distance cannot be in the result, and need not be offered."""
        self._slots: list[NDArray[np.intp]] = []
        self._distances: list[NDArray[np.float64]] = []
        self._size = 0

    def offer(self, slots: NDArray[np.intp], distances: NDArray[np.float64]) -> None:
        """Add candidate slots with their rough distances."""
        if self.limit < math.inf:
            near = np.flatnonzero(distances <= self.limit)
            slots, distances = slots[near], distances[near]
        self._slots.append(slots)
        self._distances.append(distances)
        self._size += len(slots)
        if self._count is not None and self._size > 2 * self._count:
            self._prune(self._count)

    def candidates(self) -> NDArray[np.intp]:
        """The slots that can be in the result."""
        if self._count is not None and self._size > self._count:
            self._prune(self._count)
        return np.concatenate(self._slots) if self._slots else np.empty(0, np.intp)

    def _prune(self, count: int) -> None:
        slots, distances = np.concatenate(self._slots), np.concatenate(self._distances)
        farthest = float(np.partition(distances, count - 1)[count - 1])
        self.limit = min(self.limit, rough_bound(farthest, 2, self._length))
        near = np.flatnonzero(distances <= self.limit)
        self._slots, self._distances, self._size = [slots[near]], [distances[near]], len(near)

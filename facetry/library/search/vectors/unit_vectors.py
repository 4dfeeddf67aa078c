"""Unit vectors: the form of vectors in the index, which compares them by their inner product alone.

A cosine would take twice the time, because it needs the norms of both vectors, for each pair. So vectors are divided by
their norm before they are added. The index has their components as 16-bit numbers (bfloat16), and this rounding changes
norms by about 1e-4. That is more than the distance between pictures of a series, so a few components are rounded to
the other side, one after the other: each time the one with which the norm comes nearest to 1.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from facetry.library.search.vectors.exact_pass import noise
from facetry.library.search.vectors.rows import LOWER_DTYPE, UPPER_DTYPE, Query, SplitVectors, join_halves

_CORRECTIONS: Final = 8
"""Number of components that are rounded to the other side, at most."""


def max_error(length: int) -> float:
    """The maximum difference between the distance that the index returns and the true one.

    Rounding to 16 bits, to whichever side, changes each component of a unit vector by at most 2**-7 of its value. The
    whole vector then changes by at most 2**-7. The same holds for the query. The kernel sums exact products in 32 bits.
    """
    return 2.0**-6 + 2.0**-14 + noise(length)


def unit_query(query: Query) -> NDArray[np.float32]:
    """The query with the norm 1, [length]. The index rounds it."""
    unit: NDArray[np.float32] = (query.float64[0] / np.sqrt(query.squared_norm)).astype(np.float32)
    return unit


def unit_vectors(rows: SplitVectors, positions: NDArray[np.intp]) -> NDArray[np.uint16]:
    """The rows at these positions with the norm 1, as bfloat16 numbers, [positions, length]."""
    units = rows.to_float64(positions) / np.sqrt(rows.squared_norms[positions])[:, None]
    # Numbers are ordered by magnitude like their bits, so the next one away from zero has bits that are greater by one.
    bits = units.astype("<f4").view("<u4")
    toward_zero = (bits >> 16).astype(UPPER_DTYPE)
    is_up = (bits & 0x8000) != 0
    rounded: NDArray[np.uint16] = toward_zero + is_up
    other: NDArray[np.uint16] = toward_zero + ~is_up
    squares = _squares(rounded)
    excess, changes = squares.sum(1) - 1.0, _squares(other) - squares
    for _ in range(_CORRECTIONS):
        component = np.abs(excess[:, None] + changes).argmin(1)
        row = np.flatnonzero(np.abs(excess + changes[np.arange(len(excess)), component]) < np.abs(excess))
        position = row, component[row]
        rounded[position], other[position] = other[position], rounded[position]
        excess[row] += changes[position]
        changes[position] *= -1.0
    return rounded


def _squares(upper: NDArray[np.uint16]) -> NDArray[np.float64]:
    squares: NDArray[np.float64] = np.square(join_halves(upper, np.zeros(1, LOWER_DTYPE)).astype(np.float64))
    return squares

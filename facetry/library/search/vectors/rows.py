"""Rows: vectors of 32-bit numbers, cut in two halves that make up each number exactly.

The upper half is the number rounded to 16 bits ("bfloat16"), which is what a pass over all vectors reads, at the speed
of the memory; the lower half is what the rounding took away, read of those alone that come close. So there is one copy
of a vector, distances are those of the 32-bit numbers, and a pass reads half of it.

Vectors are first scaled by a power of two, which changes no digit of them and no angle: sums of squares of very large
or very small numbers would leave the range of 32 bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

UPPER: Final = np.dtype("<u2")
LOWER: Final = np.dtype("<i2")
FLOAT: Final = np.dtype("<f4")
_HALF: Final = np.uint32(0x8000)
_BITS: Final = np.uint32(16)
_DIGITS: Final = 1e12
_PIECE: Final = 4_096
"""Rows at once, so that what is needed in between stays small."""


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Vectors, one a row."""

    upper: NDArray[np.uint16]
    """[count, length]"""
    lower: NDArray[np.int16]
    """[count, length]"""
    squares: NDArray[np.float64]
    """[count]: the square of each one's norm."""

    def __len__(self) -> int:
        return len(self.squares)

    def taken(self, places: NDArray[np.intp] | slice) -> Rows:
        """A copy of some of them."""
        return Rows(self.upper[places], self.lower[places], self.squares[places])

    def wide(self, places: NDArray[np.intp]) -> NDArray[np.float64]:
        """The components of some of them, in 64 bits."""
        return joined(self.upper.take(places, 0), self.lower.take(places, 0)).astype(np.float64)

    def dots(self, places: NDArray[np.intp], other: NDArray[np.float64]) -> NDArray[np.float64]:
        """The inner products of some of them with a vector."""
        if len(places) <= _PIECE:
            return dots(self.wide(places), other)
        return np.concatenate([dots(self.wide(places[piece]), other) for piece in pieces(len(places), _PIECE)])


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """A vector to compare rows with."""

    single: NDArray[np.float32]
    """[1, length]"""
    wide: NDArray[np.float64]
    """[1, length], the same in 64 bits"""
    square: float
    """The square of its norm."""

    @property
    def upper(self) -> NDArray[np.uint16]:
        """[1, length], the upper halves"""
        return halves(self.single)[0]


def empty(length: int, capacity: int = 0) -> Rows:
    """Room for so many rows, with nothing in it."""
    shape = (capacity, length)
    return Rows(np.empty(shape, UPPER), np.empty(shape, LOWER), np.empty(capacity))


def rows_of(components: NDArray[np.float32]) -> Rows:
    """Rows of these vectors, [count, length], which must be finite and not zero."""
    made = empty(components.shape[1], len(components))
    for piece in pieces(len(components), _PIECE):
        numbers = scaled(components[piece])
        made.upper[piece], made.lower[piece] = halves(numbers)
        made.squares[piece] = squares(numbers.astype(np.float64))
    return made


def query_of(values: NDArray[np.float32], length: int) -> Query:
    """The query for a vector. Raises `ValueError` when it has another length, is zero, or not finite."""
    values = np.asarray(values, FLOAT)
    if values.shape != (length,):
        raise ValueError(f"the vector has the shape {values.shape}, not ({length},)")
    if not 0.0 < (largest := float(np.abs(values).max())) < math.inf:
        raise ValueError("the vector is zero or not finite")
    # As `scaled` does it, at less cost for one alone.
    wide = values[None] * np.float64(math.ldexp(1.0, -math.frexp(largest)[1]))
    return Query(wide.astype(FLOAT), wide, float(wide[0] @ wide[0]))


def decoded(blobs: Sequence[bytes], length: int) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The vectors in these bytes, [count, length], and whether each is one: of the right length, finite and not zero.

    In place of one that is none, there is something else.
    """
    size = length * FLOAT.itemsize
    fits = np.fromiter((len(blob) == size for blob in blobs), np.bool_, len(blobs))
    joint = b"".join(blobs) if fits.all() else b"".join(blob if len(blob) == size else bytes(size) for blob in blobs)
    components = np.frombuffer(joint, FLOAT).reshape(len(blobs), length)
    return components, fits & np.isfinite(components).all(1) & components.any(1)


def scaled(components: NDArray[np.float32]) -> NDArray[np.float32]:
    """The vectors, each multiplied by the power of two that brings its largest component to between 1/2 and 1."""
    _, exponents = np.frexp(np.abs(components).max(1))
    # In 64 bits, for the factor may be beyond 32. What then is lost is below 2**-149 times the largest component.
    numbers: NDArray[np.float32] = (components * np.ldexp(1.0, -exponents)[:, None]).astype(FLOAT)
    return numbers


def halves(numbers: NDArray[np.float32]) -> tuple[NDArray[np.uint16], NDArray[np.int16]]:
    """Both halves of numbers; `joined` is the inverse."""
    bits = np.ascontiguousarray(numbers, FLOAT).view("<u4")
    upper = ((bits + _HALF) >> _BITS).astype(UPPER)
    return upper, (bits - (upper.astype("<u4") << _BITS)).astype(UPPER).view(LOWER)


def joined(upper: NDArray[np.uint16], lower: NDArray[np.int16]) -> NDArray[np.float32]:
    """The numbers with these halves."""
    bits: NDArray[np.int32] = np.left_shift(upper, _BITS, dtype=np.uint32).view(np.int32)
    bits += lower
    numbers: NDArray[np.float32] = bits.view(FLOAT)
    return numbers


def dots(rows: NDArray[np.float64], vector: NDArray[np.float64]) -> NDArray[np.float64]:
    """The inner product of each row with the vector.

    Not by matrix product, whose sums depend on where a row stands: equal vectors have to have equal distances, and a
    vector the distance zero from itself.
    """
    products: NDArray[np.float64] = np.einsum("ij,j->i", rows, vector)
    return products


def squares(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The inner product of each row with itself, summed as `dots` does."""
    products: NDArray[np.float64] = np.einsum("ij,ij->i", rows, rows)
    return products


def distances(products: NDArray[np.float64], squares: NDArray[np.float64], square: float) -> NDArray[np.float64]:
    """1 - cosine, between 0 and 2, of inner products and the squares of the norms on both sides."""
    # What stands behind the twelfth decimal is noise, which would set images apart that are equally far.
    far: NDArray[np.float64] = 1.0 - products / np.sqrt(squares * square)
    # Step by step in place, for few at a time: that is a fifth of what `round` and `clip` take.
    far *= _DIGITS
    np.rint(far, out=far)
    far /= _DIGITS
    np.maximum(far, 0.0, out=far)
    return np.minimum(far, 2.0, out=far)


def pieces(count: int, size: int) -> Iterator[slice]:
    """Slices of at most `size` that make up `count`."""
    return (slice(start, min(start + size, count)) for start in range(0, count, size))

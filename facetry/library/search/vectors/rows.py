"""Rows: vectors of 32-bit floats, each split into two halves that reproduce every component exactly.

The upper half is the component rounded to 16 bits (bfloat16). A pass over all vectors reads only upper halves, at
memory bandwidth. The lower half is what rounding removed. It is read only for vectors that are near enough to be in the
result. There is thus one copy of each vector, of which a pass reads half, and distances are those of 32-bit floats.

Vectors are first scaled by a power of two, which changes neither digits nor angles. Without it, sums of squares of very
large or very small numbers would exceed the range of 32 bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from facetry.store.interruption import checkpoint

UPPER_DTYPE: Final = "<u2"
LOWER_DTYPE: Final = "<i2"
HALF_BYTES: Final = 2
FLOAT_DTYPE: Final = "<f4"
_FLOAT_BYTES: Final = 4
_ROUNDING_BIT: Final = 0x8000
_HALF_BITS: Final = 16
_DISTANCE_SCALE: Final = 1e12
_BATCH_SIZE: Final = 4_096
"""Number of rows that are processed at once, which bounds the size of intermediate arrays."""


@dataclass(frozen=True, slots=True, eq=False)
class SplitVectors:
    """Vectors, one in each row, split into halves."""

    upper: NDArray[np.uint16]
    """Upper halves, [count, length]."""
    lower: NDArray[np.int16]
    """Lower halves, [count, length]."""
    squared_norms: NDArray[np.float64]
    """The squares of the norms, [count]."""

    def __len__(self) -> int:
        return len(self.squared_norms)

    def take(self, positions: NDArray[np.intp] | slice) -> SplitVectors:
        """A copy of the rows at these positions."""
        return SplitVectors(self.upper[positions], self.lower[positions], self.squared_norms[positions])

    def to_float64(self, positions: NDArray[np.intp]) -> NDArray[np.float64]:
        """The components of the rows at these positions, in 64 bits, [positions, length]."""
        return join_halves(self.upper.take(positions, 0), self.lower.take(positions, 0)).astype(np.float64)

    def dot_products(self, positions: NDArray[np.intp], other: NDArray[np.float64]) -> NDArray[np.float64]:
        """The inner products of the rows at these positions with a vector, [positions]."""
        if len(positions) <= _BATCH_SIZE:
            return dot_products(self.to_float64(positions), other)
        products = []
        for piece in slices(len(positions), _BATCH_SIZE):
            checkpoint()
            products.append(dot_products(self.to_float64(positions[piece]), other))
        return np.concatenate(products)


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """A scaled query vector that rows are compared with."""

    float32: NDArray[np.float32]
    """The components, [1, length]."""
    float64: NDArray[np.float64]
    """The same components in 64 bits, [1, length]."""
    squared_norm: float
    """The square of the norm."""

    @property
    def upper(self) -> NDArray[np.uint16]:
        """The upper halves, [1, length]."""
        return halves(self.float32)[0]


def empty_vectors(length: int, capacity: int = 0) -> SplitVectors:
    """Uninitialised arrays with room for `capacity` rows."""
    shape = (capacity, length)
    return SplitVectors(np.empty(shape, UPPER_DTYPE), np.empty(shape, LOWER_DTYPE), np.empty(capacity))


def split_vectors(components: NDArray[np.float32]) -> SplitVectors:
    """Scale and split vectors, [count, length], which must be finite and not zero."""
    split = empty_vectors(components.shape[1], len(components))
    for piece in slices(len(components), _BATCH_SIZE):
        numbers = scale(components[piece])
        split.upper[piece], split.lower[piece] = halves(numbers)
        split.squared_norms[piece] = squared_norms(numbers.astype(np.float64))
    return split


def query_of(values: NDArray[np.float32], length: int) -> Query:
    """The query for a vector. Raises `ValueError` for a vector that has another length, is zero, or is not finite."""
    values = np.asarray(values, FLOAT_DTYPE)
    if values.shape != (length,):
        raise ValueError(f"the vector has the shape {values.shape}, not ({length},)")
    if not 0.0 < (largest := float(np.abs(values).max())) < math.inf:
        raise ValueError("the vector is zero or not finite")
    # The same as `scale`, but faster for a single vector.
    scaled = values[None] * np.float64(math.ldexp(1.0, -math.frexp(largest)[1]))
    return Query(scaled.astype(FLOAT_DTYPE), scaled, float(scaled[0] @ scaled[0]))


def decode_vectors(blobs: Sequence[bytes], length: int) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The vectors in these bytes, [count, length], and whether each is valid: of this length, finite and not zero.

    The content of an invalid row is meaningless.
    """
    size = length * _FLOAT_BYTES
    fits = np.fromiter((len(blob) == size for blob in blobs), np.bool_, len(blobs))
    buffer = b"".join(blobs) if fits.all() else b"".join(blob if len(blob) == size else bytes(size) for blob in blobs)
    components = np.frombuffer(buffer, FLOAT_DTYPE).reshape(len(blobs), length)
    return components, fits & np.isfinite(components).all(1) & components.any(1)


def scale(components: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each vector multiplied by the power of two that brings its largest component into [1/2, 1)."""
    _, exponents = np.frexp(np.abs(components).max(1))
    # In 64 bits, because the factor may exceed 32 bits. The loss is below 2**-149 times the largest component.
    scaled: NDArray[np.float32] = (components * np.ldexp(1.0, -exponents)[:, None]).astype(FLOAT_DTYPE)
    return scaled


def halves(numbers: NDArray[np.float32]) -> tuple[NDArray[np.uint16], NDArray[np.int16]]:
    """The upper and lower halves of numbers; `join_halves` is the inverse."""
    bits = np.ascontiguousarray(numbers, FLOAT_DTYPE).view("<u4")
    upper = ((bits + _ROUNDING_BIT) >> _HALF_BITS).astype(UPPER_DTYPE)
    return upper, (bits - (upper.astype("<u4") << _HALF_BITS)).astype(UPPER_DTYPE).view(LOWER_DTYPE)


def join_halves(upper: NDArray[np.uint16], lower: NDArray[np.int16]) -> NDArray[np.float32]:
    """The numbers with these halves."""
    bits: NDArray[np.int32] = np.left_shift(upper, _HALF_BITS, dtype=np.uint32).view(np.int32)
    bits += lower
    numbers: NDArray[np.float32] = bits.view(FLOAT_DTYPE)
    return numbers


def dot_products(rows: NDArray[np.float64], vector: NDArray[np.float64]) -> NDArray[np.float64]:
    """The inner product of each row with the vector.

    A matrix product is unsuitable, because its rounding depends on the position of a row. Equal vectors must have equal
    distances, and the distance of a vector to itself must be zero.
    """
    products: NDArray[np.float64] = np.einsum("ij,j->i", rows, vector)
    return products


def squared_norms(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """The inner product of each row with itself, with the same order of summation as `dot_products`."""
    products: NDArray[np.float64] = np.einsum("ij,ij->i", rows, rows)
    return products


def distances(
    products: NDArray[np.float64], row_squared_norms: NDArray[np.float64], query_squared_norm: float
) -> NDArray[np.float64]:
    """The distances, 1 - cosine between 0 and 2, from inner products and the squares of the norms."""
    # Digits after the twelfth decimal are noise, which would separate images at equal distances.
    results: NDArray[np.float64] = 1.0 - products / np.sqrt(row_squared_norms * query_squared_norm)
    # Operations in place take a fifth of the time of `round` and `clip` for small arrays.
    results *= _DISTANCE_SCALE
    np.rint(results, out=results)
    results /= _DISTANCE_SCALE
    np.maximum(results, 0.0, out=results)
    return np.minimum(results, 2.0, out=results)


def slices(count: int, size: int) -> Iterator[slice]:
    """Consecutive slices of at most `size` that cover `count` elements."""
    return (slice(start, min(start + size, count)) for start in range(0, count, size))

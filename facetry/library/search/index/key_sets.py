"""Sets of image keys (compressed bitmaps), arrays of image keys, and conversions between them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

Keys = NDArray[np.uint32]
"""Keys of images, in ascending order unless stated otherwise."""


def as_set(keys: NDArray[np.int64] | Keys) -> BitMap:
    """The set of these keys."""
    return BitMap(
        array("I", keys.astype(np.uint32).tobytes())
    )  # BitMap copies an `array` as a whole, a NumPy array element by element


def as_keys(images: BitMap) -> Keys:
    """The keys of a set, ascending."""
    return np.frombuffer(images.to_array(), np.uint32)


def union(sets: Iterable[BitMap]) -> BitMap:
    """The union of the sets, as a new set that the caller may change."""
    return BitMap.union(BitMap(), *sets)

"""Sets of images by their keys, and arrays of keys."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

Keys = NDArray[np.uint32]
"""Keys of images, ascending where nothing else is said."""


def as_set(keys: NDArray[np.int64] | Keys) -> BitMap:
    """The set of these keys."""
    return BitMap(array("I", keys.astype(np.uint32).tobytes()))  # an array is taken whole, NumPy's number by number


def as_keys(images: BitMap) -> Keys:
    """The keys of a set, ascending."""
    return np.frombuffer(images.to_array(), np.uint32)


def union(sets: Iterable[BitMap]) -> BitMap:
    """All that are in one of them; a set of its own, which may be changed."""
    return BitMap.union(BitMap(), *sets)

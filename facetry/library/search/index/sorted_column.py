"""Sorted columns: a number for each image, and the images in the order of these numbers."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from facetry.library.search.index.key_sets import Keys, as_keys, as_set
from facetry.store.interruption import begin_long_work

MAX_MOVES: Final = 2_000
"""Largest number of changed images that are moved one by one; for more, all images are sorted again."""

_SLICE_SHARE: Final = 8
"""A range with fewer than one in this many images is read from the order, and a larger one from the values."""


class SortedColumn:
    """The values of a column by image key, and the images in ascending order of their values, equal values by key.

    A changed value is set at once. The order is mended when it is next needed.
    """

    def __init__(self, order: Keys, values_in_order: NDArray[np.int64]) -> None:
        """`order` are the keys of all images in the order of the column, and `values_in_order` are their values."""
        self.values = np.zeros(int(order.max(initial=0)) + 1, np.int64)
        """The values by key; the value at a key without an image is meaningless."""
        self.values[order] = values_in_order
        self._order = order
        self._changed = BitMap()

    def set(self, key: int, value: int) -> None:
        """Set the value of an image, which may be new."""
        if key >= len(self.values):
            room = key + 1 + len(self.values) // 8
            self.values = np.concatenate([self.values, np.zeros(room - len(self.values), np.int64)])
        self.values[key] = value
        self._changed.add(key)

    def remove(self, images: BitMap) -> None:
        """Remove these images from the order."""
        self._changed |= images

    def order(self, all_images: BitMap) -> Keys:
        """The keys of all images in the order of the column. The array is never changed."""
        if self._changed:
            self._mend(all_images)
        return self._order

    def in_range(self, all_images: BitMap, minimum: int | None, maximum: int | None) -> BitMap:
        """The images whose value is at least `minimum` and at most `maximum`, as a new set; None for no bound."""
        order, values = self.order(all_images), self.values
        begin = 0 if minimum is None else _position(order, values, minimum, 0)
        end = len(order) if maximum is None else _position(order, values, maximum + 1, 0)
        if begin >= end:
            return BitMap()
        if (end - begin) * _SLICE_SHARE <= len(order):
            return as_set(np.sort(order[begin:end]))
        is_member = np.zeros(len(values), np.bool_)
        is_member[order[begin:end]] = True
        return as_set(np.flatnonzero(is_member))

    def _mend(self, all_images: BitMap) -> None:
        begin_long_work()
        is_changed = np.zeros(len(self.values), np.bool_)
        changed = as_keys(self._changed)
        is_changed[changed[changed < len(is_changed)]] = True
        if len(changed) > MAX_MOVES:
            keys = as_keys(all_images)
            self._order = keys[np.argsort(self.values[keys], kind="stable")]
        else:
            unchanged = self._order[~is_changed[self._order]]
            moved = sorted((int(self.values[key]), key) for key in self._changed & all_images)
            positions = [_position(unchanged, self.values, *value_and_key) for value_and_key in moved]
            self._order = np.insert(unchanged, positions, [key for _, key in moved])
        self._changed = BitMap()


def _position(order: Keys, values: NDArray[np.int64], value: int, key: int) -> int:
    """The position in an order of the first image that has no lower value, and no lower key with the same value."""
    return bisect_left(order, (value, key), key=lambda each: (int(values[each]), int(each)))

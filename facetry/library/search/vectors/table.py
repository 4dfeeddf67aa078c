"""The table of a space: its vectors, in files and in memory, and which of them are alive.

Slots are assigned in ascending order of keys: first to the vectors of the base segment, then to those that were added
after it (the tail). A slot is never reused, and it dies at most once. A snapshot is therefore defined by two numbers:
the number of slots, and the version, which says which deletions it sees. All snapshots share the same arrays, so a
change copies nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from facetry.library.search.vectors.base import IMAGE_DTYPE, KEY_DTYPE, BaseSegment, VectorBatch
from facetry.library.search.vectors.rows import SplitVectors, empty_vectors

INITIAL_CAPACITY: Final = 256
"""Number of vectors that a new tail has room for."""
_BATCH_SIZE: Final = 4_096
Slots = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TableSnapshot:
    """An immutable snapshot of a table; later changes of the table are not visible in it."""

    base: BaseSegment | None
    tail: SplitVectors
    tail_keys: NDArray[np.int64]
    tail_images: NDArray[np.uint32]
    length: int
    tail_start: int
    """The slots before this one belong to the base segment."""
    size: int
    """Number of slots, including dead ones."""
    version: int
    deletion_versions: NDArray[np.int32]
    """The version at which each slot died, 0 for never; deletions with a version above `version` are not visible."""
    one_based_slots: NDArray[np.int32]
    """By image key: its last slot plus one, 0 for none."""
    previous_slots: NDArray[np.int32]
    """By slot of the tail: the previous slot of its image plus one, 0 for none."""
    images: BitMap
    """The keys of the images that have a vector."""

    def is_alive(self, slots: Slots | slice) -> NDArray[np.bool_]:
        """Whether each of these slots is alive."""
        deletions = self.deletion_versions[slots]
        is_living: NDArray[np.bool_] = (deletions == 0) | (deletions > self.version)
        return is_living

    def last_slots_of(self, images: NDArray[np.uint32]) -> Slots:
        """The last slots of these images in this snapshot, alive or dead; -1 for an image that never had one.

        All keys must be below the length of `one_based_slots`.
        """
        slots = self.one_based_slots.take(images).astype(np.intp) - 1
        while (
            is_later := slots >= self.size
        ).any():  # assigned after this snapshot: follow the links to previous slots
            slots[is_later] = self.previous_slots.take(slots[is_later] - self.tail_start).astype(np.intp) - 1
        return slots

    def live_keys_of(self, images: NDArray[np.uint32]) -> NDArray[np.int64]:
        """The keys of the vectors of these images; 0 for an image without a vector."""
        keys = np.zeros(len(images), KEY_DTYPE)
        slots = self.live_slots_of(images)
        positions = np.flatnonzero(slots >= 0)
        keys[positions] = self.keys_of(slots[positions])
        return keys

    def live_slots_of(self, images: NDArray[np.uint32]) -> Slots:
        """The live slots of these images; -1 for an image without a vector."""
        slots = np.full(len(images), -1, np.intp)
        positions = np.flatnonzero(images < len(self.one_based_slots))
        slots[positions] = self.last_slots_of(images[positions])
        positions = np.flatnonzero(slots >= 0)
        slots[positions[~self.is_alive(slots[positions])]] = -1
        return slots

    def segments(self) -> Iterator[tuple[SplitVectors, int, int]]:
        """The rows of the base segment and of the tail, each with its first slot and the slot after its last."""
        if self.base is not None:
            yield self.base.vectors, 0, self.tail_start
        if self.tail_start < self.size:
            yield self.tail, self.tail_start, self.size

    def live_batches(self) -> Iterator[VectorBatch]:
        """Copies of all live vectors in the order of their slots, in batches."""
        for rows, first, last in self.segments():
            for start in range(first, last, _BATCH_SIZE):
                slots = np.arange(start, min(start + _BATCH_SIZE, last))
                slots = slots[self.is_alive(slots)]
                if len(slots):
                    yield self.keys_of(slots), self.images_of(slots), rows.take(slots - first)

    def images_of(self, slots: Slots) -> NDArray[np.uint32]:
        """The keys of the images of these slots."""
        return self._take(slots, None if self.base is None else self.base.images, self.tail_images)

    def keys_of(self, slots: Slots) -> NDArray[np.int64]:
        """The keys of the vectors in these slots."""
        return self._take(slots, None if self.base is None else self.base.keys, self.tail_keys)

    def _take(self, slots: Slots, base: NDArray[Any] | None, tail: NDArray[Any]) -> NDArray[Any]:
        if base is None:
            return tail.take(slots)
        if not len(slots) or int(slots.max()) < self.tail_start:
            return base.take(slots)
        in_tail = slots >= self.tail_start
        values = np.empty(len(slots), tail.dtype)
        values[in_tail] = tail.take(slots[in_tail] - self.tail_start)
        values[~in_tail] = base.take(slots[~in_tail])
        return values


class Table:
    """The mutable table. One thread at a time may change it; any thread may read its snapshots at the same time."""

    def __init__(self, base: BaseSegment | None, length: int) -> None:
        """A table with the vectors of the base segment, all alive. Raises `ValueError` when an image occurs twice."""
        self.base = base
        self.length = length
        self._tail_start = self._size = 0 if base is None else len(base)
        self._version = 0
        self._tail = empty_vectors(length, INITIAL_CAPACITY)
        self._tail_keys = np.empty(INITIAL_CAPACITY, KEY_DTYPE)
        self._tail_images = np.empty(INITIAL_CAPACITY, IMAGE_DTYPE)
        self._previous_slots = np.zeros(INITIAL_CAPACITY, np.int32)
        # The zeros take no memory: pages without a deletion are never touched.
        self._deletion_versions = np.zeros(self._tail_start + INITIAL_CAPACITY, np.int32)
        self._one_based_slots = np.zeros(1, np.int32)
        self._images = BitMap()
        if base is not None:
            self._one_based_slots = np.zeros(int(base.images.max()) + 1, np.int32)
            self._one_based_slots[base.images] = np.arange(1, len(base) + 1, dtype=np.int32)
            self._images = BitMap(base.images)
            if len(self._images) != len(base):
                raise ValueError("an image has two vectors")

    @property
    def count(self) -> int:
        """Number of live vectors."""
        return len(self._images)

    @property
    def tail_count(self) -> int:
        """Number of slots that are only in memory."""
        return self._size - self._tail_start

    @property
    def dead_count(self) -> int:
        """Number of dead slots."""
        return self._size - len(self._images)

    def snapshot(self) -> TableSnapshot:
        """A snapshot of the table as it is now."""
        return TableSnapshot(
            self.base,
            self._tail,
            self._tail_keys,
            self._tail_images,
            self.length,
            self._tail_start,
            self._size,
            self._version,
            self._deletion_versions,
            self._one_based_slots,
            self._previous_slots,
            self._images,
        )

    def has_room(self, batches: Sequence[VectorBatch]) -> bool:
        """Whether `replace` adds these vectors without copying the arrays into larger ones."""
        return self.tail_count + sum(len(keys) for keys, _, _ in batches) <= len(self._tail_keys) and all(
            int(images.max(initial=0)) < len(self._one_based_slots) for _, images, _ in batches
        )

    def replace(self, changed_images: NDArray[np.uint32], batches: Iterable[VectorBatch]) -> None:
        """Delete the vectors of the changed images, then add new vectors to images that have none.

        The keys of the new vectors are ascending, and greater than all keys so far. Earlier snapshots are not affected.
        """
        self._version += 1
        live_images = self._images.copy()
        removed = live_images & BitMap(changed_images)
        if removed:
            removed_keys = np.asarray(removed.to_array(), IMAGE_DTYPE)
            self._deletion_versions[self._one_based_slots[removed_keys] - 1] = self._version
            live_images -= removed
        for keys, images, rows in batches:
            if len(keys):
                self._append(keys, images, rows)
                live_images |= BitMap(images)
        self._images = live_images

    def _append(self, keys: NDArray[np.int64], images: NDArray[np.uint32], rows: SplitVectors) -> None:
        begin, end = self.tail_count, self.tail_count + len(keys)
        self._reserve(end, int(images.max()))
        tail_range = slice(begin, end)
        self._tail.upper[tail_range], self._tail.lower[tail_range] = rows.upper, rows.lower
        self._tail.squared_norms[tail_range] = rows.squared_norms
        self._tail_keys[tail_range] = keys
        self._tail_images[tail_range] = images
        self._previous_slots[tail_range] = self._one_based_slots[images]
        self._one_based_slots[images] = np.arange(self._size + 1, self._size + len(keys) + 1, dtype=np.int32)
        self._size += len(keys)

    def _reserve(self, tail_count: int, image: int) -> None:
        # Earlier snapshots keep the former arrays, and need nothing that is written to the new ones.
        if tail_count > len(self._tail_keys):
            capacity = max(2 * len(self._tail_keys), tail_count)
            self._tail = SplitVectors(
                *(
                    _extended(array, capacity)
                    for array in (self._tail.upper, self._tail.lower, self._tail.squared_norms)
                )
            )
            self._tail_keys = _extended(self._tail_keys, capacity)
            self._tail_images = _extended(self._tail_images, capacity)
            self._previous_slots = _extended(self._previous_slots, capacity)
            self._deletion_versions = _extended(self._deletion_versions, self._tail_start + capacity)
            # Earlier snapshots keep the former array: theirs has no links for the slots that are assigned from now on.
            self._one_based_slots = self._one_based_slots.copy()
        if image >= len(self._one_based_slots):
            self._one_based_slots = _extended(self._one_based_slots, max(2 * len(self._one_based_slots), image + 1))


def _extended(array: NDArray[Any], count: int) -> NDArray[Any]:
    longer = np.zeros((count, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer

"""The table of a space: which vectors there are, in files and in memory, and which of them are alive.

Slots are given in ascending order of keys, first to the vectors of the base, then to those that came after it (the
"tail"), and never again. A slot dies once. So what a reader needs of a moment are two numbers, how many slots there
were and which deaths it may know of, and all moments share the same arrays: a change copies nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from facetry.library.search.vectors.base import IMAGE, KEY, Base, Piece
from facetry.library.search.vectors.rows import Rows, empty

ROOM: Final = 256
"""Vectors that a new tail has room for."""
_AT_ONCE: Final = 4_096
Slots = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Moment:
    """A table as it was at one time. Changes that came later are not seen."""

    base: Base | None
    tail: Rows
    tail_keys: NDArray[np.int64]
    tail_images: NDArray[np.uint32]
    length: int
    split: int
    """The slots before this one are those of the base."""
    size: int
    """Slots, dead ones as well."""
    version: int
    died: NDArray[np.int32]
    """When each slot died, 0 for never; a number greater than `version` is of a later time."""
    slot_of: NDArray[np.int32]
    """By image: one more than the slot that it had last, 0 for none."""
    older: NDArray[np.int32]
    """By slot of the tail: one more than the slot that its image had before, 0 for none."""
    held: BitMap
    """The images that have a vector."""

    def alive(self, slots: Slots | slice) -> NDArray[np.bool_]:
        """Which of these slots are alive."""
        died = self.died[slots]
        living: NDArray[np.bool_] = (died == 0) | (died > self.version)
        return living

    def slots_of(self, images: NDArray[np.uint32]) -> Slots:
        """The last slots that these images had; none is beyond those that ever had one. -1 for none."""
        slots = self.slot_of.take(images).astype(np.intp) - 1
        while (late := slots >= self.size).any():  # given after this moment; what the image had before is linked
            slots[late] = self.older.take(slots[late] - self.split).astype(np.intp) - 1
        return slots

    def keys_for(self, images: NDArray[np.uint32]) -> NDArray[np.int64]:
        """The keys of the vectors of these images, 0 for one that has none."""
        keys = np.zeros(len(images), KEY)
        slots = self.slots_for(images)
        known = np.flatnonzero(slots >= 0)
        keys[known] = self.keys_of(slots[known])
        return keys

    def slots_for(self, images: NDArray[np.uint32]) -> Slots:
        """The slots of these images, -1 for one that has no vector."""
        slots = np.full(len(images), -1, np.intp)
        known = np.flatnonzero(images < len(self.slot_of))
        slots[known] = self.slots_of(images[known])
        known = np.flatnonzero(slots >= 0)
        slots[known[~self.alive(slots[known])]] = -1
        return slots

    def parts(self) -> Iterator[tuple[Rows, int, int]]:
        """The rows of the files and those in memory, with their first slot and the one after their last."""
        if self.base is not None:
            yield self.base.rows, 0, self.split
        if self.split < self.size:
            yield self.tail, self.split, self.size

    def living(self) -> Iterator[Piece]:
        """Copies of all living vectors, some at a time, in the order of their slots."""
        for rows, first, last in self.parts():
            for start in range(first, last, _AT_ONCE):
                slots = np.arange(start, min(start + _AT_ONCE, last))
                slots = slots[self.alive(slots)]
                if len(slots):
                    yield self.keys_of(slots), self.images_of(slots), rows.taken(slots - first)

    def images_of(self, slots: Slots) -> NDArray[np.uint32]:
        """The images of these slots."""
        return self._both(slots, None if self.base is None else self.base.images, self.tail_images)

    def keys_of(self, slots: Slots) -> NDArray[np.int64]:
        """The keys of the vectors in these slots."""
        return self._both(slots, None if self.base is None else self.base.keys, self.tail_keys)

    def _both(self, slots: Slots, base: NDArray[Any] | None, tail: NDArray[Any]) -> NDArray[Any]:
        if base is None:
            return tail.take(slots)
        if not len(slots) or int(slots.max()) < self.split:
            return base.take(slots)
        late = slots >= self.split
        found = np.empty(len(slots), tail.dtype)
        found[late] = tail.take(slots[late] - self.split)
        found[~late] = base.take(slots[~late])
        return found


class Table:
    """What changes. One thread at a time may change it; moments are read by any, all the while."""

    def __init__(self, base: Base | None, length: int) -> None:
        """The vectors of the base, all of them alive. Raises `ValueError` when an image has two of them."""
        self.base = base
        self.length = length
        self._split = self._size = 0 if base is None else len(base)
        self._version = 0
        self._tail = empty(length, ROOM)
        self._tail_keys = np.empty(ROOM, KEY)
        self._tail_images = np.empty(ROOM, IMAGE)
        self._older = np.zeros(ROOM, np.int32)
        self._died = np.zeros(self._split + ROOM, np.int32)  # pages that nothing died in are never touched
        self._slot_of = np.zeros(1, np.int32)
        self._held = BitMap()
        if base is not None:
            self._slot_of = np.zeros(int(base.images.max()) + 1, np.int32)
            self._slot_of[base.images] = np.arange(1, len(base) + 1, dtype=np.int32)
            self._held = BitMap(base.images)
            if len(self._held) != len(base):
                raise ValueError("an image has two vectors")

    @property
    def count(self) -> int:
        """Vectors that are alive."""
        return len(self._held)

    @property
    def tail(self) -> int:
        """Slots that are only in memory."""
        return self._size - self._split

    @property
    def dead(self) -> int:
        """Slots that are not alive."""
        return self._size - len(self._held)

    def moment(self) -> Moment:
        """The table as it is now."""
        return Moment(
            self.base,
            self._tail,
            self._tail_keys,
            self._tail_images,
            self.length,
            self._split,
            self._size,
            self._version,
            self._died,
            self._slot_of,
            self._older,
            self._held,
        )

    def replace(self, changed: NDArray[np.uint32], pieces: Iterable[Piece]) -> None:
        """These images lose their vectors, if they have any; then images get new ones, of those without.

        The keys are ascending, and greater than all there were. Earlier moments see nothing of it.
        """
        self._version += 1
        held = self._held.copy()
        leaving = held & BitMap(changed)
        if leaving:
            gone = np.asarray(leaving.to_array(), IMAGE)
            self._died[self._slot_of[gone] - 1] = self._version
            held -= leaving
        for keys, images, rows in pieces:
            if len(keys):
                self._append(keys, images, rows)
                held |= BitMap(images)
        self._held = held

    def _append(self, keys: NDArray[np.int64], images: NDArray[np.uint32], rows: Rows) -> None:
        begin, end = self.tail, self.tail + len(keys)
        self._make_room(end, int(images.max()))
        place = slice(begin, end)
        self._tail.upper[place], self._tail.lower[place] = rows.upper, rows.lower
        self._tail.squares[place] = rows.squares
        self._tail_keys[place] = keys
        self._tail_images[place] = images
        self._older[place] = self._slot_of[images]
        self._slot_of[images] = np.arange(self._size + 1, self._size + len(keys) + 1, dtype=np.int32)
        self._size += len(keys)

    def _make_room(self, tail: int, image: int) -> None:
        # Moments keep the arrays that they were made with, and need nothing of what is written to the new ones.
        if tail > len(self._tail_keys):
            room = max(2 * len(self._tail_keys), tail)
            self._tail = Rows(
                *(_longer(array, room) for array in (self._tail.upper, self._tail.lower, self._tail.squares))
            )
            self._tail_keys = _longer(self._tail_keys, room)
            self._tail_images = _longer(self._tail_images, room)
            self._older = _longer(self._older, room)
            self._died = _longer(self._died, self._split + room)
            self._slot_of = self._slot_of.copy()  # earlier moments have no room for the links of what it will tell
        if image >= len(self._slot_of):
            self._slot_of = _longer(self._slot_of, max(2 * len(self._slot_of), image + 1))


def _longer(array: NDArray[Any], count: int) -> NDArray[Any]:
    longer = np.zeros((count, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer

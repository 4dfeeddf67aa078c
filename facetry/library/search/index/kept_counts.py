"""Counts of tags in large sets of images, kept while tags change and used again for similar sets.

A person who turns pages, sorts again or waits for a scan asks about nearly the same images each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from pyroaring import BitMap

TagOfExtension = tuple[int, int]
"""The keys of a tag and of the extension that has set it."""
Counts = dict[TagOfExtension, int]

MAX_SETS: Final = 4
"""Number of sets whose counts are kept."""
MAX_COUNTS: Final = 20_000
"""Largest number of counts of one set (2 MB)."""
MAX_DIFFERENCES: Final = 200
"""Largest number of images in which two sets differ so that the counts of one are made of those of the other."""


@dataclass(slots=True)
class _CountedSet:
    images: BitMap
    counts: Counts


class KeptCounts:
    """The counts of the sets that were asked about last. The counts are those of the present tags."""

    def __init__(self) -> None:
        self._sets: list[_CountedSet] = []
        """The set that was asked about last comes first."""

    def find(self, images: BitMap, count_few: Callable[[BitMap], Counts]) -> Counts | None:
        """The counts of a set, if they are known or those of a similar set are; `count_few` counts the tags of the few
        images in which the sets differ. The result must not be changed.
        """
        for number, known in enumerate(self._sets):
            if abs(len(known.images) - len(images)) > MAX_DIFFERENCES:
                continue
            added, removed = images - known.images, known.images - images
            if len(added) + len(removed) > MAX_DIFFERENCES:
                continue
            if added or removed:
                gained, lost = count_few(added), count_few(removed)  # may fail, and then nothing has changed
                _add(known.counts, gained, 1)
                _add(known.counts, lost, -1)
                known.images = images.copy()
            self._sets.insert(0, self._sets.pop(number))
            return known.counts
        return None

    def keep(self, images: BitMap, counts: Counts) -> None:
        """Keep the counts of a set, instead of those that were not needed for the longest time."""
        if len(counts) <= MAX_COUNTS:
            self._sets.insert(0, _CountedSet(images.copy(), counts))
            del self._sets[MAX_SETS:]

    def change(self, image: int, tags: Iterable[TagOfExtension], sign: int) -> None:
        """Follow a change: the image has got these tags (`sign` is 1) or lost them (-1)."""
        concerned = [known for known in self._sets if image in known.images]
        if concerned:
            counts = dict.fromkeys(tags, 1)
            for known in concerned:
                _add(known.counts, counts, sign)

    def forget(self) -> None:
        """Forget all counts."""
        self._sets.clear()


def _add(counts: Counts, others: Counts, sign: int) -> None:
    for tag, count in others.items():
        counts[tag] = counts.get(tag, 0) + sign * count

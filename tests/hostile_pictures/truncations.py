"""Files that end too early: within the magic bytes, within the headers, in the middle of the data, a byte before the
end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.case import DAMAGED, REFUSED, Hostile
from tests.hostile_pictures.healthy import kinds
from tests.support import pictures

_EARLY: Final = (4, 7, 9, 13, 20, 30, 41)
_SHARES: Final = (0.15, 0.35, 0.6, 0.85)
_HEADERS: Final = 33


def cases(chance: Random) -> Iterator[Hostile]:
    """Every kind of every format, cut at points early and late."""
    for format in pictures.FORMATS:
        for kind, whole in kinds(format).items():
            points = {int(len(whole) * (share + chance.random() / 10)) for share in _SHARES}
            points |= {len(whole) - 12 - chance.randrange(8), len(whole) - 1}
            if kind == "plain":
                points |= set(_EARLY)
            for at in sorted(points):
                name = f"{format.lower()}-{kind}-{at:05}.{pictures.SUFFIXES[format]}"
                yield Hostile("truncations", name, whole[:at], REFUSED if at < _HEADERS else DAMAGED)

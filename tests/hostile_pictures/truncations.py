"""Truncated files: within the signature, within the headers, in the middle of the data, one byte before the end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.case import MUST_BE_REFUSED, READABLE_OR_REFUSED, HostileFile
from tests.hostile_pictures.healthy import sound_variants
from tests.support.imaging import pictures

_EARLY_OFFSETS: Final = (4, 7, 9, 13, 20, 30, 41)
_CUT_FRACTIONS: Final = (0.15, 0.35, 0.6, 0.85)
_HEADER_BYTES: Final = 33


def cases(chance: Random) -> Iterator[HostileFile]:
    """Every variant of every format, truncated at early and late offsets."""
    for format in pictures.FORMATS:
        for kind, whole in sound_variants(format).items():
            points = {int(len(whole) * (share + chance.random() / 10)) for share in _CUT_FRACTIONS}
            points |= {len(whole) - 12 - chance.randrange(8), len(whole) - 1}
            if kind == "plain":
                points |= set(_EARLY_OFFSETS)
            for at in sorted(points):
                name = f"{format.lower()}-{kind}-{at:05}.{pictures.SUFFIXES[format]}"
                yield HostileFile(
                    "truncations", name, whole[:at], MUST_BE_REFUSED if at < _HEADER_BYTES else READABLE_OR_REFUSED
                )

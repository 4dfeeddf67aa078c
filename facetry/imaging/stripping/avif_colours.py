"""The colour profile in an AVIF file."""

from __future__ import annotations

from typing import Final

from facetry.imaging.stripping.boxes import Box, UnusualFileError
from facetry.imaging.stripping.rewriting import Rewriting

_PROFILES: Final = (b"prof", b"rICC")
_NUMBERS: Final = b"nclx"
_SRGB_PRIMARIES: Final = frozenset({1, 2})  # BT.709, unspecified
_SRGB_TRANSFERS: Final = frozenset({1, 2, 6, 13})  # BT.709, unspecified, BT.601, sRGB


def profiles_among(rewriting: Rewriting, boxes: list[Box]) -> list[Box]:
    """The boxes with a colour profile, all of which are left out.

    Raises `UnusualFileError` when the numbers beside a profile say another colour space. They would count instead.
    """
    reader = rewriting.reader
    colours = [(box, reader.text(box.body, 4, box.end)) for box in boxes if box.kind == b"colr"]
    profiles = [box for box, kind in colours if kind in _PROFILES]
    for box, kind in colours:
        if profiles and kind == _NUMBERS:
            primaries, transfer = reader.numbers(box.body + 4, 2, 2, box.end)
            if primaries not in _SRGB_PRIMARIES or transfer not in _SRGB_TRANSFERS:
                raise UnusualFileError
    return profiles

"""Two hashes of a picture: one that is equal for equal pixels, and one that is close for pictures that look alike."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import xxhash
from PIL import Image

from facetry.imaging.miniature import Likeness
from facetry.imaging.pixels import in_rgba, strips

RAW_MODES: Final = frozenset({"CMYK", "I;16", "I;16L", "I;16B", "I;16N", "I", "F"})
"""Modes that lose something as RGBA; their pixels are hashed as they are, under the mode's name."""
_COLUMNS, _ROWS = 9, 8
_SHADE: Final = 1.0
_ALL_ONES: Final = (1 << 64) - 1


def pixel_hash(image: Image.Image, *, moves: bool) -> bytes:
    """XXH3-128 of the pixels as they are stored, whatever the file format and the kind of pixels: 16 bytes.

    Pixels that cannot be seen count as equal. Of an animation, which `moves`, it is the first frame, and differs from
    that of the frame alone.
    """
    hasher = xxhash.xxh3_128(b"%d %d " % image.size)
    if image.mode in RAW_MODES:
        hasher.update(image.mode.encode())
        for strip in strips(image):
            hasher.update(strip.tobytes())
    else:
        for piece in in_rgba(image):
            hasher.update(piece)
    if moves:
        hasher.update(b"moves")
    return hasher.digest()


def perceptual_hash(likeness: Likeness) -> int | None:
    """The difference hash of a picture as it is shown: for 9 × 8 parts whether each is lighter than its left neighbour.

    64 bits, row by row, the first in the highest place. None when they would not tell the picture from others: when no
    two neighbours differ by a shade, or all differ the same way.
    """
    shades = likeness.shades(_COLUMNS, _ROWS)
    steps = [
        right - left
        for top in range(0, _COLUMNS * _ROWS, _COLUMNS)
        for left, right in pairwise(shades[top : top + _COLUMNS])
    ]
    bits = 0
    for step in steps:
        bits = bits << 1 | (step > 0)
    flat = max(steps) < _SHADE and min(steps) > -_SHADE
    return None if flat or bits in (0, _ALL_ONES) else bits

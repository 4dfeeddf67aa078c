"""Two hashes of a picture: one is equal for equal pixels, the other is close for pictures that look similar."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import xxhash
from PIL import Image

from facetry.imaging.miniature import Miniature
from facetry.imaging.orientation import displayed_size, upright_strips
from facetry.imaging.pixels import iterate_rgba, iterate_strips

RAW_MODES: Final = frozenset({"CMYK", "I;16", "I;16L", "I;16B", "I;16N", "I", "F"})
"""Modes that lose information in RGBA. Their pixels are hashed unconverted, together with the name of the mode."""
_COLUMNS, _ROWS = 9, 8
_MIN_STEP: Final = 1.0
_ALL_ONES: Final = (1 << 64) - 1


def pixel_hash(image: Image.Image, *, orientation: int = 1, colours: bytes = b"", is_animation: bool = False) -> bytes:
    """XXH3-128 of the pixels of a picture as it is shown: 16 bytes.

    They are upright. `colours` says how they differ from sRGB, see `mark_of_colours`. The hash is independent of file
    format and mode where possible (`RAW_MODES`). Invisible pixels count as equal. For an animation, the first frame is
    hashed with a mark, so that the hash differs from that of the frame as a still picture.
    """
    hasher = xxhash.xxh3_128(b"%d %d " % displayed_size(image.size, orientation))
    is_raw = image.mode in RAW_MODES
    if is_raw:
        hasher.update(image.mode.encode())
    for strip in (image,) if orientation == 1 else upright_strips(image, orientation):
        for piece in (rows.tobytes() for rows in iterate_strips(strip)) if is_raw else iterate_rgba(strip):
            hasher.update(piece)
    hasher.update(colours)
    if is_animation:
        hasher.update(b"moves")
    return hasher.digest()


def perceptual_hash(miniature: Miniature) -> int | None:
    """The difference hash of a picture as shown: for 9 × 8 cells, whether each is lighter than its left neighbour.

    64 bits, row by row, the first in the highest bit. None when the bits do not distinguish the picture from others:
    no two neighbours differ by a shade, or all differ in the same direction.
    """
    shades = miniature.luminances(_COLUMNS, _ROWS)
    steps = [
        right - left
        for top in range(0, _COLUMNS * _ROWS, _COLUMNS)
        for left, right in pairwise(shades[top : top + _COLUMNS])
    ]
    bits = 0
    for step in steps:
        bits = bits << 1 | (step > 0)
    flat = max(steps) < _MIN_STEP and min(steps) > -_MIN_STEP
    return None if flat or bits in (0, _ALL_ONES) else bits

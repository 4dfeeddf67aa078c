"""ThumbHash: colours, aspect ratio and alpha of a picture in about 25 bytes, shown until the picture is loaded.

The format is by Evan Wallace (https://evanw.github.io/thumbhash); this implementation follows its description.
"""

from __future__ import annotations

import functools
import itertools
import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final

from PIL import Image

from facetry.imaging.miniature import Miniature

_GRID_SIDE: Final = 12
_COLOUR_REDUCTION: Final = 2
_MAX_COMPONENTS, _MAX_COMPONENTS_WITH_ALPHA, _COLOUR_COMPONENTS, _ALPHA_COMPONENTS = 7, 5, 3, 5
_MIN_COMPONENTS: Final = 3
_HEADER_MAXIMA: Final = (63, 63, 63, 31, 63, 63)
_NIBBLE_MAXIMUM: Final = 15
_MIN_AMPLITUDE: Final = 1e-6
"""Largest amplitude that counts as zero: it comes from rounding."""
_LPQ_MATRIX: Final = (
    *(255 / 765, 255 / 765, 255 / 765, 0.0),  # luminance: the mean of red, green and blue
    *(0.25, 0.25, -0.5, 127.5),  # yellow minus blue, mapped from -1…1 to 0…255
    *(0.5, -0.5, 0.0, 127.5),  # red minus green, mapped likewise
)


_FRACTION_BITS: Final = 46
_DIGIT_BYTES: Final = 8
"""A digit holds a sum over all pixels of a channel: 144 values of 8 bits times waves of `_FRACTION_BITS` bits."""
_UNCLEAR: Final = 1e-6
"""Distance from the border between two steps below which the last bits of a sum may decide on the step. Sums of
integers and sums of floats differ by less."""


@dataclass(frozen=True, slots=True)
class _Plane:
    """The values of a square channel, row by row; `zero` and `scale` map them to numbers from -1 or 0 to 1.

    `across` and `down`: the number of frequencies in each direction.
    """

    values: bytes
    side: int
    across: int
    down: int
    zero: float
    scale: float


@dataclass(frozen=True, slots=True)
class _Channel:
    """The cosine transform of a channel: its mean, its coefficients scaled to 0…1, and their largest amplitude."""

    mean: float
    coefficients: list[float]
    scale: float


class _UnclearRoundingError(Exception):
    """A coefficient lies between two steps, as those of symmetric pictures do."""


def placeholder(miniature: Miniature, size: tuple[int, int]) -> bytes:
    """The ThumbHash of a picture that has `size` as shown."""
    width, height = size
    cells = miniature.mean_colours(_GRID_SIDE, _GRID_SIDE)
    alpha = cells.getchannel("A") if cells.mode == "RGBA" else None
    if alpha is not None and alpha.getextrema() == (255, 255):
        alpha = None
    max_components = _MAX_COMPONENTS if alpha is None else _MAX_COMPONENTS_WITH_ALPHA
    across = max(1, _round_half_up(max_components * width / max(width, height)))
    down = max(1, _round_half_up(max_components * height / max(width, height)))
    planes = _planes(cells, alpha, max(_MIN_COMPONENTS, across), max(_MIN_COMPONENTS, down))
    try:
        channels = [_channel(plane, _cosine_transform(plane)) for plane in planes]
        return _pack(channels, across, down, is_wide=width > height, unclear=_UNCLEAR)
    except _UnclearRoundingError:  # decided as ever, so that a picture keeps its placeholder
        channels = [_channel(plane, _cosine_transform_in_floats(plane)) for plane in planes]
        return _pack(channels, across, down, is_wide=width > height, unclear=0.0)


def _planes(cells: Image.Image, alpha: Image.Image | None, across: int, down: int) -> list[_Plane]:
    lpq = _lpq(cells, alpha)
    colours, colour_side = lpq.reduce(_COLOUR_REDUCTION).tobytes(), _GRID_SIDE // _COLOUR_REDUCTION
    planes = [
        _Plane(lpq.tobytes()[::3], _GRID_SIDE, across, down, 0.0, 255.0),
        *(
            _Plane(colours[band::3], colour_side, _COLOUR_COMPONENTS, _COLOUR_COMPONENTS, 127.5, 127.5)
            for band in (1, 2)
        ),
    ]
    if alpha is not None:
        planes.append(_Plane(alpha.tobytes(), _GRID_SIDE, _ALPHA_COMPONENTS, _ALPHA_COMPONENTS, 0.0, 255.0))
    return planes


def _lpq(cells: Image.Image, alpha: Image.Image | None) -> Image.Image:
    """The bands luminance, yellow-blue and red-green. Transparent parts have the mean colour."""
    colours = cells.convert("RGB")
    if alpha is not None:
        mean = cells.resize((1, 1), Image.Resampling.BOX).convert("RGB")
        background = mean.resize(cells.size)
        background.paste(colours, mask=alpha)
        colours = background
    return colours.convert("RGB", _LPQ_MATRIX)


def _cosine_transform(plane: _Plane) -> list[float]:
    """The lowest frequencies, row by row, in the triangular selection of the format.

    One sum of long integers adds up all frequencies: each has a digit of its own. It takes a third of the time that
    sums of floats take.
    """
    total = sum(map(mul, plane.values, _packed_waves(plane.side, plane.across, plane.down)))
    offset = sum(plane.values) << _FRACTION_BITS
    count = _component_count(plane.across, plane.down)
    factor = 1 / ((plane.side**2 << _FRACTION_BITS) * plane.scale)
    digits = struct.unpack(f"<{count}Q", total.to_bytes(_DIGIT_BYTES * count, "little"))
    return [(digit - offset) * factor for digit in digits]


@functools.cache  # for at most 18 shapes of pictures
def _packed_waves(side: int, across: int, down: int) -> list[int]:
    """For each pixel, the amplitude there of each frequency plus one, as the digits of an integer."""
    table = _COSINE_TABLES[side]
    return [
        int.from_bytes(
            b"".join(
                (round((table[x][column] * table[y][row] + 1) * (1 << _FRACTION_BITS))).to_bytes(_DIGIT_BYTES, "little")
                for x, y in _components(across, down)
            ),
            "little",
        )
        for row in range(side)
        for column in range(side)
    ]


def _cosine_transform_in_floats(plane: _Plane) -> list[float]:
    """The same as `_cosine_transform`, with the rounding errors of floats."""
    side, values = plane.side, plane.values
    rows = [values[at : at + side] for at in range(0, side * side, side)]
    waves = _COSINE_TABLES[side]
    columns = [[sum(map(mul, row, wave)) for row in rows] for wave in waves[: plane.across]]
    factor = 1 / (side * side * plane.scale)
    return [sum(map(mul, columns[x], waves[y])) * factor for x, y in _components(plane.across, plane.down)]


def _components(across: int, down: int) -> Iterator[tuple[int, int]]:
    return ((x, y) for y in range(down) for x in range(across) if x * down < across * (down - y))


@functools.cache
def _component_count(across: int, down: int) -> int:
    return sum(1 for _ in _components(across, down))


def _channel(plane: _Plane, coefficients: list[float]) -> _Channel:
    """Raises `_UnclearRoundingError`."""
    mean = coefficients[0] - plane.zero / plane.scale
    amplitude = max(map(abs, coefficients[1:]))
    if amplitude < _MIN_AMPLITUDE:
        return _Channel(mean, [0.0] * (len(coefficients) - 1), 0.0)
    return _Channel(mean, [0.5 + 0.5 * wave / amplitude for wave in coefficients[1:]], amplitude)


def _pack(channels: Sequence[_Channel], across: int, down: int, *, is_wide: bool, unclear: float) -> bytes:
    """The bytes of the ThumbHash. Raises `_UnclearRoundingError` for a number within `unclear` of two steps."""
    luminance, yellow_blue, red_green, *alpha = channels
    numbers = [luminance.mean, (yellow_blue.mean + 1) / 2, (red_green.mean + 1) / 2]
    numbers += [channel.scale for channel in (luminance, yellow_blue, red_green)]
    for channel in alpha:
        numbers += [channel.mean, channel.scale]
    for channel in channels:
        numbers += channel.coefficients
    steps = _quantize(numbers, unclear)
    header = steps[0] | steps[1] << 6 | steps[2] << 12 | steps[3] << 18 | bool(alpha) << 23
    shape = (down if is_wide else across) | steps[4] << 3 | steps[5] << 9 | is_wide << 15
    packed = bytearray(header.to_bytes(3, "little") + shape.to_bytes(2, "little"))
    nibbles = steps[len(_HEADER_MAXIMA) :]
    if len(nibbles) % 2:
        nibbles.append(0)
    packed.extend(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2], strict=True))
    return bytes(packed)


def _quantize(numbers: list[float], unclear: float) -> list[int]:
    """Numbers from 0 to 1 as steps from 0 to the maximum of each. Raises `_UnclearRoundingError`."""
    maxima = (*_HEADER_MAXIMA, *itertools.repeat(_NIBBLE_MAXIMUM, len(numbers) - len(_HEADER_MAXIMA)))
    positions = [number * maximum + 0.5 for number, maximum in zip(numbers, maxima, strict=True)]
    fractions = [position % 1 for position in positions]
    if min(fractions) < unclear or max(fractions) > 1 - unclear:
        raise _UnclearRoundingError
    return list(map(math.floor, positions))


def _round_half_up(value: float) -> int:
    return math.floor(value + 0.5)


def _cosine_table(side: int) -> list[list[float]]:
    return [[math.cos(math.pi / side * n * (x + 0.5)) for x in range(side)] for n in range(_MAX_COMPONENTS)]


_COSINE_TABLES: Final = {side: _cosine_table(side) for side in (_GRID_SIDE, _GRID_SIDE // _COLOUR_REDUCTION)}

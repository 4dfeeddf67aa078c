"""ThumbHash: colours, aspect ratio and alpha of a picture in about 25 bytes, shown until the picture is loaded.

The format is by Evan Wallace (https://evanw.github.io/thumbhash); this implementation follows its description.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final

from PIL import Image

from facetry.imaging.miniature import Miniature

_GRID_SIDE: Final = 12
_COLOUR_REDUCTION: Final = 2
_MAX_COMPONENTS, _MAX_COMPONENTS_WITH_ALPHA, _COLOUR_COMPONENTS, _ALPHA_COMPONENTS = 7, 5, 3, 5
_MIN_COMPONENTS: Final = 3
_MIN_AMPLITUDE: Final = 1e-6
"""Largest amplitude that counts as zero: it comes from rounding."""
_LPQ_MATRIX: Final = (
    *(255 / 765, 255 / 765, 255 / 765, 0.0),  # luminance: the mean of red, green and blue
    *(0.25, 0.25, -0.5, 127.5),  # yellow minus blue, mapped from -1…1 to 0…255
    *(0.5, -0.5, 0.0, 127.5),  # red minus green, mapped likewise
)


@dataclass(frozen=True, slots=True)
class _Channel:
    """The cosine transform of a channel: its mean, its coefficients scaled to 0…1, and their largest amplitude."""

    mean: float
    coefficients: list[float]
    scale: float


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
    luminance, yellow_blue, red_green = _lpq_channels(cells, alpha)
    channels = [
        _cosine_transform(luminance, max(_MIN_COMPONENTS, across), max(_MIN_COMPONENTS, down), 0.0, 255.0),
        _cosine_transform(yellow_blue.reduce(_COLOUR_REDUCTION), _COLOUR_COMPONENTS, _COLOUR_COMPONENTS, 127.5, 127.5),
        _cosine_transform(red_green.reduce(_COLOUR_REDUCTION), _COLOUR_COMPONENTS, _COLOUR_COMPONENTS, 127.5, 127.5),
    ]
    if alpha is not None:
        channels.append(_cosine_transform(alpha, _ALPHA_COMPONENTS, _ALPHA_COMPONENTS, 0.0, 255.0))
    return _pack(channels, across, down, is_wide=width > height)


def _lpq_channels(cells: Image.Image, alpha: Image.Image | None) -> tuple[Image.Image, ...]:
    """The channels luminance, yellow-blue and red-green. Transparent parts have the mean colour."""
    colours = cells.convert("RGB")
    if alpha is not None:
        mean = cells.resize((1, 1), Image.Resampling.BOX).convert("RGB")
        background = mean.resize(cells.size)
        background.paste(colours, mask=alpha)
        colours = background
    return colours.convert("RGB", _LPQ_MATRIX).split()


def _cosine_transform(channel: Image.Image, across: int, down: int, zero: float, scale: float) -> _Channel:
    """The lowest frequencies of a square channel, row by row, in the triangular selection of the format."""
    side = channel.width
    values = channel.tobytes()
    rows = [values[at : at + side] for at in range(0, side * side, side)]
    waves = _COSINE_TABLES[side]
    columns = [[sum(map(mul, row, wave)) for row in rows] for wave in waves[:across]]
    factor = 1 / (side * side * scale)
    coefficients = [
        sum(map(mul, columns[x], waves[y])) * factor
        for y in range(down)
        for x in range(across)
        if x * down < across * (down - y)
    ]
    amplitude = max(map(abs, coefficients[1:]))
    if amplitude < _MIN_AMPLITUDE:
        return _Channel(coefficients[0] - zero / scale, [0.0] * (len(coefficients) - 1), 0.0)
    shares = [0.5 + 0.5 * wave / amplitude for wave in coefficients[1:]]
    return _Channel(coefficients[0] - zero / scale, shares, amplitude)


def _pack(channels: Sequence[_Channel], across: int, down: int, *, is_wide: bool) -> bytes:
    luminance, yellow_blue, red_green, *alpha = channels
    header = (
        _quantize(luminance.mean, 63)
        | _quantize((yellow_blue.mean + 1) / 2, 63) << 6
        | _quantize((red_green.mean + 1) / 2, 63) << 12
    )
    header |= _quantize(luminance.scale, 31) << 18 | bool(alpha) << 23
    shape = (down if is_wide else across) | _quantize(yellow_blue.scale, 63) << 3 | _quantize(red_green.scale, 63) << 9
    packed = bytearray(header.to_bytes(3, "little") + (shape | is_wide << 15).to_bytes(2, "little"))
    if alpha:
        packed.append(_quantize(alpha[0].mean, 15) | _quantize(alpha[0].scale, 15) << 4)
    nibbles = [_quantize(wave, 15) for channel in channels for wave in channel.coefficients]
    if len(nibbles) % 2:
        nibbles.append(0)
    packed.extend(low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2], strict=True))
    return bytes(packed)


def _quantize(value: float, maximum: int) -> int:
    return min(maximum, max(0, _round_half_up(value * maximum)))


def _round_half_up(value: float) -> int:
    return math.floor(value + 0.5)


def _cosine_table(side: int) -> list[list[float]]:
    return [[math.cos(math.pi / side * n * (x + 0.5)) for x in range(side)] for n in range(_MAX_COMPONENTS)]


_COSINE_TABLES: Final = {side: _cosine_table(side) for side in (_GRID_SIDE, _GRID_SIDE // _COLOUR_REDUCTION)}

"""ThumbHash: a picture's colours, shape and alpha in some 25 bytes, to be shown until the picture is there.

The format is Evan Wallace's (https://evanw.github.io/thumbhash), written here from its description.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final

from PIL import Image

from facetry.imaging.miniature import Likeness

_SIDE: Final = 12
_COARSE: Final = 2
_MOST_WAVES, _MOST_WAVES_BESIDE_ALPHA, _COLOUR_WAVES, _ALPHA_WAVES = 7, 5, 3, 5
_LEAST_WAVES: Final = 3
_STILL: Final = 1e-6
"""A strongest wave below this is none: it comes from rounding."""
_LIGHT_AND_COLOURS: Final = (
    *(255 / 765, 255 / 765, 255 / 765, 0.0),  # how light: the mean of red, green and blue
    *(0.25, 0.25, -0.5, 127.5),  # yellow against blue, from -1…1 to 0…255
    *(0.5, -0.5, 0.0, 127.5),  # red against green, likewise
)


@dataclass(frozen=True, slots=True)
class _Channel:
    """The cosine transform of a channel: its mean, and the waves as shares of the strongest, from 0 to 1."""

    mean: float
    waves: list[float]
    strength: float


def placeholder(likeness: Likeness, size: tuple[int, int]) -> bytes:
    """The ThumbHash of a picture that is shown in `size`."""
    width, height = size
    cells = likeness.cells(_SIDE, _SIDE)
    alpha = cells.getchannel("A") if cells.mode == "RGBA" else None
    if alpha is not None and alpha.getextrema() == (255, 255):
        alpha = None
    most = _MOST_WAVES if alpha is None else _MOST_WAVES_BESIDE_ALPHA
    across = max(1, _rounded(most * width / max(width, height)))
    down = max(1, _rounded(most * height / max(width, height)))
    light, yellow, red = _light_and_colours(cells, alpha)
    channels = [
        _transformed(light, max(_LEAST_WAVES, across), max(_LEAST_WAVES, down), 0.0, 255.0),
        _transformed(yellow.reduce(_COARSE), _COLOUR_WAVES, _COLOUR_WAVES, 127.5, 127.5),
        _transformed(red.reduce(_COARSE), _COLOUR_WAVES, _COLOUR_WAVES, 127.5, 127.5),
    ]
    if alpha is not None:
        channels.append(_transformed(alpha, _ALPHA_WAVES, _ALPHA_WAVES, 0.0, 255.0))
    return _packed(channels, across, down, is_wide=width > height)


def _light_and_colours(cells: Image.Image, alpha: Image.Image | None) -> tuple[Image.Image, ...]:
    """Three channels in the place of red, green and blue; what is transparent has the mean colour."""
    colours = cells.convert("RGB")
    if alpha is not None:
        mean = cells.resize((1, 1), Image.Resampling.BOX).convert("RGB")
        ground = mean.resize(cells.size)
        ground.paste(colours, mask=alpha)
        colours = ground
    return colours.convert("RGB", _LIGHT_AND_COLOURS).split()


def _transformed(channel: Image.Image, across: int, down: int, zero: float, scale: float) -> _Channel:
    """The lowest waves of a square channel, in the triangle that the format has, row by row."""
    side = channel.width
    values = channel.tobytes()
    rows = [values[at : at + side] for at in range(0, side * side, side)]
    waves = _WAVES[side]
    columns = [[sum(map(mul, row, wave)) for row in rows] for wave in waves[:across]]
    factor = 1 / (side * side * scale)
    found = [
        sum(map(mul, columns[x], waves[y])) * factor
        for y in range(down)
        for x in range(across)
        if x * down < across * (down - y)
    ]
    strength = max(map(abs, found[1:]))
    if strength < _STILL:
        return _Channel(found[0] - zero / scale, [0.0] * (len(found) - 1), 0.0)
    shares = [0.5 + 0.5 * wave / strength for wave in found[1:]]
    return _Channel(found[0] - zero / scale, shares, strength)


def _packed(channels: Sequence[_Channel], across: int, down: int, *, is_wide: bool) -> bytes:
    light, yellow, red, *rest = channels
    head = _share(light.mean, 63) | _share((yellow.mean + 1) / 2, 63) << 6 | _share((red.mean + 1) / 2, 63) << 12
    head |= _share(light.strength, 31) << 18 | bool(rest) << 23
    shape = (down if is_wide else across) | _share(yellow.strength, 63) << 3 | _share(red.strength, 63) << 9
    packed = bytearray(head.to_bytes(3, "little") + (shape | is_wide << 15).to_bytes(2, "little"))
    if rest:
        packed.append(_share(rest[0].mean, 15) | _share(rest[0].strength, 15) << 4)
    halves = [_share(wave, 15) for channel in channels for wave in channel.waves]
    if len(halves) % 2:
        halves.append(0)
    packed.extend(low | high << 4 for low, high in zip(halves[::2], halves[1::2], strict=True))
    return bytes(packed)


def _share(value: float, most: int) -> int:
    return min(most, max(0, _rounded(value * most)))


def _rounded(value: float) -> int:
    return math.floor(value + 0.5)


def _cosines(side: int) -> list[list[float]]:
    return [[math.cos(math.pi / side * n * (x + 0.5)) for x in range(side)] for n in range(_MOST_WAVES)]


_WAVES: Final = {side: _cosines(side) for side in (_SIDE, _SIDE // _COARSE)}

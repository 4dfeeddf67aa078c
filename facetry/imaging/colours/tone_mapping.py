"""Pictures of a high dynamic range (PQ and HLG of ITU-R BT.2100) on a display of standard range.

The light is scaled so that 203 candelas per square metre are white (ITU-R BT.2408). What is brighter is compressed by
the operator of SMPTE ST 2094-50 that browsers apply to pictures without a curve of their own: the largest of the three
primaries of BT.2020 decides about a pixel, so its hue stays.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from PIL import Image, ImageMath

from facetry.imaging.colours.numbers import Numbers
from facetry.imaging.colours.standards import PRIMARIES, SRGB, Matrix, inverse, product
from facetry.imaging.pixels import iterate_strips

_WHITE: Final = 203.0
_PEAK: Final = 1_000.0
"""The brightest pixel where the file does not say it, and of HLG: candelas per square metre."""
_KNEE_SHARE: Final = 0.65
_DARKENING: Final = 0.5
"""How much darker white becomes at most, to leave room for what is brighter."""
_STEPS: Final = 65_535
_SMALLEST_SHARE: Final = 1e-6
_LUMINANCES: Final = (0.2627, 0.6780, 0.0593)
_HLG_GAMMA: Final = 1.2
_PQ: Final = (2610 / 16384, 2523 / 4096 * 128, 3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32)
_PQ_PEAK: Final = 10_000.0


def to_standard_range(picture: Image.Image, numbers: Numbers) -> Image.Image:
    """The picture in `L`, `LA`, `RGB` or `RGBA`, whose transfer is `pq` or `hlg`, in sRGB and the same mode."""
    mapping = _mapping_of(numbers)
    if picture.mode in ("L", "LA"):
        return picture.point(mapping.shades if picture.mode == "L" else [*mapping.shades, *range(256)])
    result = picture.copy()
    top = 0
    for strip in iterate_strips(picture):  # the numbers of a whole picture would need much memory
        result.paste(mapping.convert(strip), (0, top))
        top += strip.height
    return result


class _Curve:
    """The compression of light, where 1 is white, for a picture whose brightest pixel has this luminance."""

    def __init__(self, peak: float) -> None:
        self.peak = max(peak / _WHITE, 1.0)
        usual = math.log2(_PEAK / _WHITE)
        self.white = 1 - _DARKENING * min(1.0, math.log2(self.peak) / usual)
        middle_x = (1 - _KNEE_SHARE) + _KNEE_SHARE / self.white
        middle_y = (1 - _KNEE_SHARE) * self.white + _KNEE_SHARE
        self._x = (1 - 2 * middle_x + self.peak, 2 * middle_x - 2, 1.0)
        self._is_straight = abs(self._x[0]) < _SMALLEST_SHARE
        self._y = (self.white - 2 * middle_y + 1, 2 * middle_y - 2 * self.white, self.white)

    def gain(self, light: float) -> float:
        """The factor for a pixel whose largest primary has this light."""
        if light <= 1:
            return self.white
        if light >= self.peak:
            return 1 / light
        a, b, c = self._x[0], self._x[1], self._x[2] - light
        t = -c / b if self._is_straight else (math.sqrt(b * b - 4 * a * c) - b) / (2 * a)
        return ((self._y[0] * t + self._y[1]) * t + self._y[2]) / light

    def gains(self, light: Image.Image) -> Image.Image:
        """The factors for an image of lights."""
        (a, b, one), (y_a, y_b, y_c), white, peak = self._x, self._y, self.white, self.peak

        def factor(v: dict[str, Any]) -> Any:
            inner = v["min"](v["max"](v["x"], 1.0), peak)
            if self._is_straight:
                t = (inner - one) / b
            else:
                t = ((inner - one) * (4 * a) + b * b) ** 0.5 / (2 * a) - b / (2 * a)
            mapped = (t * y_a + y_b) * t + y_c
            is_bright = v["x"] > 1.0
            return is_bright * (mapped / v["max"](v["x"], 1.0)) + (1 - is_bright) * white

        return _computed(factor, light)


class _Mapping:
    """The conversion of samples to those of sRGB."""

    def __init__(self, numbers: Numbers) -> None:
        self._is_hlg = numbers.transfer.kind == "hlg"
        self._curve = _Curve(_PEAK if self._is_hlg else numbers.peak or _PEAK)
        light_of = _light_of_hlg if self._is_hlg else _light_of_pq
        self._lights = [light_of(sample / 255) for sample in range(256)]
        wide, narrow = PRIMARIES[9].to_xyz(), PRIMARIES[1].to_xyz()
        self._to_wide = product(inverse(wide), numbers.chromaticities.to_xyz())
        self._to_srgb = product(inverse(narrow), wide)
        self.shades = [_encoded(self._shade(light)) for light in self._lights]
        """The shades of grey."""

    def convert(self, picture: Image.Image) -> Image.Image:
        """A picture in `RGB` or `RGBA`, in sRGB."""
        bands = picture.split()
        light = _multiplied(self._to_wide, [band.point(self._lights, "F") for band in bands[:3]])
        if self._is_hlg:
            (luminance,) = _weighted([_LUMINANCES], light)
            factor = _computed(lambda v: v["max"](v["x"], 0.0) ** (_HLG_GAMMA - 1) * (_PEAK / _WHITE), luminance)
            light = [_computed(lambda v: v["x"] * v["y"], band, factor) for band in light]
        largest = _computed(lambda v: v["max"](v["max"](v["x"], v["y"]), v["z"]), *light)
        gain = self._curve.gains(largest)
        light = [_computed(lambda v: v["x"] * v["y"], band, gain) for band in light]
        converted = [_to_samples(band) for band in _multiplied(self._to_srgb, light)]
        return Image.merge(picture.mode, [*converted, *bands[3:]])

    def _shade(self, light: float) -> float:
        if self._is_hlg:
            light = light**_HLG_GAMMA * _PEAK / _WHITE
        return light * self._curve.gain(light)


@functools.lru_cache(maxsize=4)
def _mapping_of(numbers: Numbers) -> _Mapping:
    return _Mapping(numbers)


def _multiplied(matrix: Matrix, light: list[Image.Image]) -> list[Image.Image]:
    is_identity = all(abs(matrix[i][j] - (i == j)) < _SMALLEST_SHARE for i in range(3) for j in range(3))
    return light if is_identity else _weighted(matrix, light)


def _weighted(rows: Sequence[Sequence[float]], light: list[Image.Image]) -> list[Image.Image]:
    def weigh(row: Sequence[float]) -> Image.Image:
        r, g, b = row
        return _computed(lambda v: v["x"] * r + v["y"] * g + v["z"] * b, *light)

    return [weigh(row) for row in rows]


def _computed(expression: Callable[[dict[str, Any]], Any], *images: Image.Image) -> Image.Image:
    """An image of numbers, of images of numbers that are called x, y and z."""
    result: Image.Image = ImageMath.lambda_eval(expression, **dict(zip("xyz", images, strict=False)))
    return result


def _to_samples(light: Image.Image) -> Image.Image:
    steps = _computed(lambda v: v["int"](v["min"](v["max"](v["x"], 0.0), 1.0) * _STEPS + 0.5), light)
    return steps.point(_encodings(), "L")


@functools.lru_cache(maxsize=1)
def _encodings() -> list[int]:
    return [_encoded(step / _STEPS) for step in range(_STEPS + 1)]


def _light_of_pq(sample: float) -> float:
    m1, m2, c1, c2, c3 = _PQ
    root = sample ** (1 / m2)
    light: float = (max(root - c1, 0.0) / (c2 - c3 * root)) ** (1 / m1)
    return light * _PQ_PEAK / _WHITE


def _light_of_hlg(sample: float) -> float:
    if sample <= 0.5:
        return sample * sample / 3
    return (math.exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12


def _encoded(light: float) -> int:
    light = min(1.0, max(0.0, light))
    return round(255 * (light * 12.92 if light <= SRGB.start / 12.92 else 1.055 * light ** (1 / SRGB.exponent) - 0.055))

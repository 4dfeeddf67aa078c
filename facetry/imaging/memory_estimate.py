"""How much memory decoding a picture takes, told from its first bytes, so that it is known before it is taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetry.imaging.formats import Format

Size = tuple[int, int]

# Bytes a pixel at the peak, measured. The picture itself takes four; the rest is what the decoders hold beside it.
# Told much too low, a picture would be called damaged: that is what some of them say when memory ends, and one aborts.
_BYTES_A_PIXEL: Final[dict[Format, float]] = {
    "PNG": 4.2,
    "JPEG": 4.2,
    "GIF": 2.0,
    "WEBP": 16.2,  # two canvases of the animation, the frame as bytes, and the picture
    "AVIF": 9.6,  # planes, the frame as RGB, the same as bytes, and the picture
    "HEIF": 7.8,
}
_FOUR_INKS: Final = 9.0
"""What turning CMYK into colours takes, besides."""

_ENCODING: Final[dict[Format, float]] = {"WEBP": 7.0, "AVIF": 30.0, "GIF": 13.0}
"""What encoders hold beside the picture, for each pixel of what they make; the others work row by row."""
_RESIZING: Final = 8.0
ANIMATION: Final = 6.0
"""Bytes a pixel of all its frames that an animation takes when it is written, at most: PNG keeps them."""

_SOI_BYTES: Final = 2
_SOS: Final = 0xDA
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SEQUENTIAL: Final = frozenset({0xC0, 0xC1})


def bytes_a_pixel(data: bytes, format: Format, reduction: int = 1) -> float:
    """How many bytes of memory a picture takes for each of its pixels while it is decoded, the file itself apart.

    The sides of a JPEG may be divided meanwhile.
    """
    if format != "JPEG":
        return _BYTES_A_PIXEL[format]
    frame = _frame_of(data)
    pixel = _BYTES_A_PIXEL["JPEG"] + (_FOUR_INKS if frame.components == 4 else 0)
    return pixel / reduction**2 + frame.coefficients


def bytes_to_decode(data: bytes, format: Format, size: Size, made: Size) -> float:
    """How many bytes of memory decoding takes for a picture of the size `made`, out of one that is stored in `size`."""
    return bytes_a_pixel(data, format, _reduction(size, made)) * size[0] * size[1]


def bytes_to_make(format: Format, size: Size, made: Size, target: Format) -> float:
    """About how many more it takes to make that picture, in the format `target`, of what has been decoded."""
    pixels = made[0] * made[1]
    if made == size:
        return _ENCODING.get(target, 0.0) * pixels
    multiplied = 0.0 if format == "JPEG" else 4.0 * size[0] * size[1]  # by alpha, which JPEG does not have, in a copy
    return multiplied + (_RESIZING + _ENCODING.get(target, 0.0)) * pixels


@dataclass(frozen=True, slots=True)
class _Frame:
    """What the headers of a JPEG say. `coefficients`: bytes a pixel that wait until the last scan has been read."""

    components: int = 0
    coefficients: float = 0.0


def _frame_of(data: bytes) -> _Frame:
    at, frame = _SOI_BYTES, b""
    is_sequential = True
    while at + 4 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # padding
            at += 1
            continue
        body = data[at + 4 : at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")]
        if kind == _SOS:
            is_sequential = is_sequential and body[:1] == frame[5:6]  # all components in one scan
            break
        if kind in _FRAMES:
            frame = body
            is_sequential = kind in _SEQUENTIAL
        at += 4 + len(body)
    if len(frame) < 6:
        return _Frame()
    samples = [(sampling >> 4, sampling & 15) for sampling in frame[7::3]]
    area = max((h for h, _ in samples), default=0) * max((v for _, v in samples), default=0)
    coefficients = 2 * sum(h * v for h, v in samples) / area if area and not is_sequential else 0.0
    return _Frame(frame[5], coefficients)


def _reduction(size: Size, made: Size) -> int:
    """By how much the sides of a JPEG are divided when it is decoded for a smaller picture: 1, 2, 4 or 8."""
    scale = min(side / to for side, to in zip(size, made, strict=True)) / 1.6  # the reserve of `render`, and more
    return next((factor for factor in (8, 4, 2) if scale >= factor), 1)

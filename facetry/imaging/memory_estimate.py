"""Estimate, from the header of a picture, of the memory that decoding and encoding it take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetry.imaging.formats import ENCODINGS, TRAITS, Format, Size

_CMYK_BYTES_PER_PIXEL: Final = 9.0
"""Additional memory for the conversion of CMYK to RGB."""
_RESIZE_BYTES_PER_PIXEL: Final = 8.0
ANIMATION_BYTES_PER_PIXEL: Final = 6.0
"""Largest number of bytes for each pixel of all frames of a written animation: the PNG encoder keeps all frames."""

_SOI_BYTES: Final = 2
_SOS: Final = 0xDA
_FRAME_MARKERS: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SEQUENTIAL_MARKERS: Final = frozenset({0xC0, 0xC1})


def bytes_per_pixel(data: bytes, format: Format, reduction: int = 1) -> float:
    """Bytes of memory for each pixel of the picture while it is decoded, without the bytes of the file.

    `reduction` divides the sides of a JPEG while it is decoded; other formats ignore it.
    """
    pixel = TRAITS[format].decoder_bytes_per_pixel
    if format != "JPEG":
        return pixel
    frame = _frame_of(data)
    pixel += _CMYK_BYTES_PER_PIXEL if frame.components == 4 else 0
    return pixel / reduction**2 + frame.coefficient_bytes


def bytes_to_decode(data: bytes, format: Format, size: Size, output_size: Size) -> float:
    """Bytes of memory for decoding a picture of `size` that is then rendered in `output_size`."""
    return bytes_per_pixel(data, format, _reduction(size, output_size)) * size[0] * size[1]


def bytes_to_encode(format: Format, size: Size, output_size: Size, target: Format) -> float:
    """Estimated bytes of memory, besides `bytes_to_decode`, for resizing the picture and writing it as `target`."""
    pixels = output_size[0] * output_size[1]
    encoder_bytes = ENCODINGS[target].bytes_per_pixel if target in ENCODINGS else 0.0
    if output_size == size:
        return encoder_bytes * pixels
    premultiplied_copy = 4.0 * size[0] * size[1] if TRAITS[format].has_alpha else 0.0  # by alpha, for resizing
    return premultiplied_copy + (_RESIZE_BYTES_PER_PIXEL + encoder_bytes) * pixels


@dataclass(frozen=True, slots=True)
class _JpegFrame:
    """The headers of a JPEG. `coefficient_bytes`: bytes a pixel that the decoder keeps until the last scan is read."""

    components: int = 0
    coefficient_bytes: float = 0.0


def _frame_of(data: bytes) -> _JpegFrame:
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
        if kind in _FRAME_MARKERS:
            frame = body
            is_sequential = kind in _SEQUENTIAL_MARKERS
        at += 4 + len(body)
    if len(frame) < 6:
        return _JpegFrame()
    samples = [(sampling >> 4, sampling & 15) for sampling in frame[7::3]]
    area = max((h for h, _ in samples), default=0) * max((v for _, v in samples), default=0)
    coefficients = 2 * sum(h * v for h, v in samples) / area if area and not is_sequential else 0.0
    return _JpegFrame(frame[5], coefficients)


def _reduction(size: Size, output_size: Size) -> int:
    """The divisor of the sides when a JPEG is decoded for a smaller picture: 1, 2, 4 or 8."""
    ratios = (side / output_side for side, output_side in zip(size, output_size, strict=True))
    scale = min(ratios) / 1.6  # a little more than `_DRAFT_RESERVE` of `render`, so that the estimate is not too low
    return next((factor for factor in (8, 4, 2) if scale >= factor), 1)

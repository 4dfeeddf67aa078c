"""What a file says of its colours in numbers: in chunks of a PNG, in a property of an AVIF or HEIF."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from facetry.imaging.colours.standards import PRIMARIES, TRANSFERS, Chromaticities, Transfer, power
from facetry.imaging.formats import Format
from facetry.imaging.item_properties import properties_of
from facetry.imaging.stripping.png import SIGNATURE, chunks_of

_CHUNKS: Final = {b"cICP": 4, b"sRGB": 1, b"gAMA": 4, b"cHRM": 32, b"mDCV": 24, b"cLLI": 8}
"""The chunks with numbers of colours, and their sizes."""
_FIXED_POINT: Final = 100_000
_LUMINANCE_STEPS: Final = 10_000
_USUAL_GAMMA: Final = 2.2
_INSIGNIFICANT: Final = 0.05
"""A gamma that differs less from the usual one, without primaries, stands for sRGB. So do browsers and libpng."""
_NCLX: Final = b"nclx"
_UNSPECIFIED, _USUAL_PRIMARIES, _SRGB_TRANSFER = 2, 1, 13
_SRGB_LIKE: Final = frozenset({1, 2, 6, 14, 15})
"""The transfers of video, which browsers take for that of sRGB in an AVIF, and for that of a display in a PNG."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The colours: chromaticities of the primaries and of white, and how samples become light.

    `peak` is the luminance of the brightest pixel in candelas per square metre, if the file says it. It counts for the
    transfers of a high dynamic range.
    """

    chromaticities: Chromaticities
    transfer: Transfer
    peak: float | None = None


def numbers_of(data: bytes, format: Format, *, has_profile: bool) -> Numbers | None:
    """The colours as browsers take them from the file; None for sRGB, for what is not said, and where a profile counts.

    `has_profile` says whether the file has an ICC profile. In a PNG, `cICP` counts before it.
    """
    if format == "PNG":
        return _of_png(data, has_profile=has_profile)
    if format in ("AVIF", "HEIF") and not has_profile:
        return _of_items(data)
    return None


def _of_png(data: bytes, *, has_profile: bool) -> Numbers | None:
    chunks = _colour_chunks(data)
    if (code_points := chunks.get(b"cICP")) is not None and code_points[2:] == b"\0\1":
        found = _of_code_points(code_points[0], code_points[1], _peak(chunks))
        if found is not None:
            return found
    if has_profile or b"sRGB" in chunks or b"gAMA" not in chunks:
        return None
    (gamma,) = struct.unpack(">I", chunks[b"gAMA"])
    if gamma == 0:
        return None
    chromaticities = PRIMARIES[1]
    body = chunks.get(b"cHRM")
    if body is None and abs(gamma / _FIXED_POINT * _USUAL_GAMMA - 1) < _INSIGNIFICANT:
        return None
    if body is not None:
        white_x, white_y, *primaries = (value / _FIXED_POINT for value in struct.unpack(">8I", body))
        chromaticities = Chromaticities((white_x, white_y), *zip(primaries[::2], primaries[1::2], strict=True))
        if not chromaticities.are_sound:
            return None
    return Numbers(chromaticities, power(_FIXED_POINT / gamma))


def _colour_chunks(data: bytes) -> dict[bytes, bytes]:
    """The first chunk of each kind before the pixels, if its size is right."""
    found: dict[bytes, bytes] = {}
    for kind, start, end in chunks_of(data) if data.startswith(SIGNATURE) else ():
        if kind == b"IDAT":
            break
        body = data[start + 8 : end - 4]
        if _CHUNKS.get(kind) == len(body):
            found.setdefault(kind, body)
    return found


def _peak(chunks: dict[bytes, bytes]) -> float | None:
    """The brightest pixel, else the brightest that the display of the author could show."""
    if (light := chunks.get(b"cLLI")) is not None and (level := struct.unpack(">2I", light)[0]):
        return float(level / _LUMINANCE_STEPS)
    if (display := chunks.get(b"mDCV")) is not None and (level := struct.unpack(">8H2I", display)[8]):
        return float(level / _LUMINANCE_STEPS)
    return None


def _of_items(data: bytes) -> Numbers | None:
    properties = properties_of(data)
    colours = next((body for kind, body in properties if kind == b"colr" and body[:4] == _NCLX), b"")
    if len(colours) < 8:
        return None
    primaries, transfer = struct.unpack(">2H", colours[4:8])
    primaries = _USUAL_PRIMARIES if primaries == _UNSPECIFIED else primaries
    transfer = _SRGB_TRANSFER if transfer in _SRGB_LIKE else transfer
    if (primaries, transfer) == (_USUAL_PRIMARIES, _SRGB_TRANSFER):
        return None
    light = next((body for kind, body in properties if kind == b"clli" and len(body) == 4), b"")
    peak = float(struct.unpack(">2H", light)[0]) if light else 0.0
    return _of_code_points(primaries, transfer, peak or None)


def _of_code_points(primaries: int, transfer: int, peak: float | None) -> Numbers | None:
    if primaries not in PRIMARIES or transfer not in TRANSFERS:
        return None
    return Numbers(PRIMARIES[primaries], TRANSFERS[transfer], peak)

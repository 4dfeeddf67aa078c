"""Colour profiles for tests, with functions that compute their effect."""

import struct
from typing import Final

# Primaries adapted to D50: the matrix of Display P3 to XYZ, and the matrix of XYZ to sRGB.
_P3: Final = ((0.51512, 0.29198, 0.15710), (0.24120, 0.69225, 0.06657), (-0.00105, 0.04189, 0.78407))
_FROM_XYZ: Final = (
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)
GAMMA: Final = 2.2

Colour = tuple[int, int, int]


def wide_gamut() -> bytes:
    """The profile of a screen with the primaries of Display P3 and a gamma of 2.2."""
    columns = [[row[column] for row in _P3] for column in range(3)]
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(GAMMA * 256))
    tags = {b"desc": _description("Wide by hand"), b"wtpt": _xyz((0.9642, 1.0, 0.8249))}
    tags |= {name: _xyz(column) for name, column in zip((b"rXYZ", b"gXYZ", b"bXYZ"), columns, strict=True)}
    return _profile(b"RGB ", b"XYZ ", b"mntr", tags | {b"rTRC": curve, b"gTRC": curve, b"bTRC": curve})


def wide_gamut_in_srgb(colour: Colour) -> Colour:
    """The sRGB values of a colour in the profile `wide_gamut`."""
    linear = [(value / 255) ** GAMMA for value in colour]
    xyz = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in _P3]
    r, g, b = (_srgb(sum(a * b for a, b in zip(row, xyz, strict=True))) for row in _FROM_XYZ)
    return r, g, b


def linear_grey() -> bytes:
    """The profile of a linear grey: values are proportional to light."""
    curve = b"curv\0\0\0\0" + struct.pack(">I", 0)
    tags = {b"desc": _description("Grey by hand"), b"wtpt": _xyz((0.9642, 1.0, 0.8249)), b"kTRC": curve}
    return _profile(b"GRAY", b"XYZ ", b"mntr", tags)


def linear_grey_in_srgb(shade: int) -> int:
    """The sRGB value of a shade in the profile `linear_grey`."""
    return _srgb(shade / 255)


def purple_ink() -> bytes:
    """The CMYK profile of a printer whose cyan ink is purple, Lab (40, 60, -60); paper is white and black is black."""
    corners = bytearray()
    for corner in range(16):
        cyan, magenta, yellow, black = (corner >> bit & 1 for bit in (3, 2, 1, 0))
        lab = (40, 60, -60) if cyan else (100, 0, 0)
        if magenta or yellow:
            lab = (50, 0, 0)
        if black:
            lab = (0, 0, 0)
        corners += bytes((round(lab[0] * 2.55), lab[1] + 128, lab[2] + 128))
    straight = bytes(range(256))
    identity = struct.pack(">9i", *(65536, 0, 0, 0, 65536, 0, 0, 0, 65536))
    table = b"mft1\0\0\0\0" + bytes((4, 3, 2, 0)) + identity + straight * 4 + bytes(corners) + straight * 3
    tags = {b"desc": _description("Purple ink"), b"wtpt": _xyz((0.9642, 1.0, 0.8249)), b"A2B0": table}
    return _profile(b"CMYK", b"Lab ", b"prtr", tags)


def _srgb(linear: float) -> int:
    linear = min(1.0, max(0.0, linear))
    encoded = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return round(255 * encoded)


def _xyz(values: tuple[float, ...] | list[float]) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(value * 65536) for value in values))


def _description(text: str) -> bytes:
    return b"desc\0\0\0\0" + struct.pack(">I", len(text) + 1) + text.encode() + b"\0" + bytes(4 + 4 + 2 + 1 + 67)


def _profile(space: bytes, connection: bytes, kind: bytes, tags: dict[bytes, bytes]) -> bytes:
    directory, body = struct.pack(">I", len(tags)), b""
    start = 128 + 4 + 12 * len(tags)
    for name, tag in tags.items():
        directory += name + struct.pack(">II", start + len(body), len(tag))
        body += tag + bytes(-len(tag) % 4)
    size = struct.pack(">I", start + len(body))
    illuminant = struct.pack(">3i", 63190, 65536, 54061)
    head = size + b"\0\0\0\0" + b"\2\x10\0\0" + kind + space + connection + bytes(12) + b"acsp" + bytes(28) + illuminant
    return head.ljust(128, b"\0") + directory + body

"""The format of a picture, told from its first bytes."""

from __future__ import annotations

from typing import Final, Literal, get_args

Format = Literal["PNG", "JPEG", "WEBP", "GIF", "AVIF", "HEIF"]

FORMATS: Final[frozenset[str]] = frozenset(get_args(Format))
HEAD_BYTES: Final = 4096
"""How much of a file's beginning the functions here want; they cope with less."""

_SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".gif", ".avif", ".heic", ".heif", ".hif")
_AVIF_BRANDS: Final = frozenset({b"avif", b"avis"})
_HEIF_BRANDS: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"})
_CONTAINER_BRANDS: Final = frozenset({b"mif1", b"mif2", b"msf1", b"miaf"})


def format_of(head: bytes) -> Format | None:
    """The format that the first bytes of a file speak of, or None when it is none of the six."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if head.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if head.startswith((b"GIF87a", b"GIF89a")):
        return "GIF"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "WEBP"
    if head[4:8] == b"ftyp":
        return _brand(head)
    return None


def claims(name: str) -> bool:
    """Whether a file name claims to be a picture of one of the six formats."""
    return name.lower().endswith(_SUFFIXES)


def webp_size(head: bytes) -> tuple[int, int] | None:
    """Width and height that a WEBP file announces, or None when its header is damaged.

    The decoder reserves the whole canvas when a file is opened, so the pixel cap must be judged before.
    """
    kind, body = head[12:16], head[20:30]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if kind == b"VP8L" and body[0] == 0x2F:
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF
    return None


def is_lossless_webp(data: bytes) -> bool:
    """Whether the first picture in a file is WEBP in its lossless kind."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return False
    at = 12
    while (kind := data[at : at + 4]) not in (b"VP8 ", b"VP8L", b""):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8 + (16 if kind == b"ANMF" else size + size % 2)  # a frame of an animation holds chunks of its own
    return kind == b"VP8L"


def _brand(head: bytes) -> Format | None:
    """AVIF and HEIF share a container. The major brand decides; when it names only the container, the first
    compatible brand that names a codec does.
    """
    major = head[8:12]
    end = min(int.from_bytes(head[:4], "big"), len(head))
    brands = [major]
    if major in _CONTAINER_BRANDS:
        brands += [head[at : at + 4] for at in range(16, end - 3, 4)]
    for brand in brands:
        if brand in _AVIF_BRANDS:
            return "AVIF"
        if brand in _HEIF_BRANDS:
            return "HEIF"
    return "HEIF" if major in _CONTAINER_BRANDS else None

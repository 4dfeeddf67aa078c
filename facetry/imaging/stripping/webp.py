"""WEBP files without metadata."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_Chunk = tuple[bytes, bytes]

_RIFF_HEADER_BYTES: Final = 12
_CHUNK_HEADER_BYTES: Final = 8
_EXTENDED_HEADER_BYTES: Final = 10
_FRAME_HEADER_BYTES: Final = 16
_ANIMATION_FLAG: Final = 0x02
_ALPHA_FLAG: Final = 0x10
_BITSTREAMS: Final = (b"VP8 ", b"VP8L")


def strip_webp(data: bytes) -> bytes | None:
    """The WEBP with only the chunks of its pixels and of its animation, and without data after the picture.

    A colour profile is left out. None when the chunks are not complete.
    """
    end = _CHUNK_HEADER_BYTES + int.from_bytes(data[4:8], "little")
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or end > len(data):
        return None
    chunks = _chunks(data[_RIFF_HEADER_BYTES:end])
    if not chunks:
        return None
    kind, header = chunks[0]
    if kind in _BITSTREAMS:
        return _file(chunks[:1])
    if kind != b"VP8X" or len(header) < _EXTENDED_HEADER_BYTES:
        return None
    is_animation = bool(header[0] & _ANIMATION_FLAG)
    kept = _frames(chunks[1:]) if is_animation else _still_picture(chunks[1:])
    if kept is None:
        return None
    flags = header[0] & (_ANIMATION_FLAG | _ALPHA_FLAG)
    return _file([(kind, bytes((flags, 0, 0, 0)) + header[4:_EXTENDED_HEADER_BYTES]), *kept])


def _frames(chunks: list[_Chunk]) -> list[_Chunk] | None:
    """The chunks of an animation, each frame with its pixels only. None when it has no frame, or a damaged one."""
    kept: list[_Chunk] = []
    for kind, body in chunks:
        if kind == b"ANIM":
            kept.append((kind, body))
        elif kind == b"ANMF":
            parts = _chunks(body[_FRAME_HEADER_BYTES:])
            picture = None if parts is None else _still_picture(parts)
            if picture is None:
                return None
            kept.append((kind, body[:_FRAME_HEADER_BYTES] + _join(picture)))
    return kept if any(kind == b"ANMF" for kind, _ in kept) else None


def _still_picture(chunks: list[_Chunk]) -> list[_Chunk] | None:
    """The first bitstream, with the alpha plane before it. None when there is no bitstream."""
    alpha: list[_Chunk] = []
    for kind, body in chunks:
        if kind == b"ALPH" and not alpha:
            alpha = [(kind, body)]
        elif kind in _BITSTREAMS:
            return [*alpha, (kind, body)]
    return None


def _chunks(data: bytes) -> list[_Chunk] | None:
    """Type and body of each chunk. None when the last one is not complete."""
    chunks: list[_Chunk] = []
    at = 0
    while at < len(data):
        start = at + _CHUNK_HEADER_BYTES
        size = int.from_bytes(data[at + 4 : start], "little")
        kind, at = data[at : at + 4], start + size + size % 2
        if at > len(data):
            return None
        chunks.append((kind, data[start : start + size]))
    return chunks


def _join(chunks: Iterable[_Chunk]) -> bytes:
    return b"".join(kind + len(body).to_bytes(4, "little") + body + bytes(len(body) % 2) for kind, body in chunks)


def _file(chunks: Iterable[_Chunk]) -> bytes:
    body = b"WEBP" + _join(chunks)
    return b"RIFF" + len(body).to_bytes(4, "little") + body

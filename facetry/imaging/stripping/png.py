"""PNG files without metadata."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
CHUNK_BYTES: Final = 12
"""Size of a chunk without its body: length, type and checksum."""
_ANIMATION_CHUNKS: Final = frozenset({b"acTL", b"fcTL", b"fdAT"})
_DECODING_CHUNKS: Final = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}) | _ANIMATION_CHUNKS
_END: Final = b"\0\0\0\0IEND\xaeB`\x82"
_PIECE_BYTES: Final = 1024 * 1024
_COLOUR_CHUNKS: Final[Mapping[bytes, int]] = {
    b"gAMA": 4,
    b"cHRM": 32,
    b"sRGB": 1,
    b"cICP": 4,
    b"mDCV": 24,
    b"cLLI": 8,
}
"""The size of each chunk that says, in numbers alone, which colours the pixels are. Browsers apply them."""
_REPLACED_BY_PROFILE: Final = frozenset({b"gAMA", b"cHRM"})


def strip_png(data: bytes) -> bytes | None:
    """The PNG with only the chunks of its pixels and the numbers of its colours, and without data after the picture.

    A colour profile is left out, with the numbers that it replaces. None when the chunks are not complete.
    """
    if not data.startswith(SIGNATURE):
        return None
    chunks = list(chunks_of(data))
    if not chunks or chunks[-1][0] != b"IEND":
        return None
    kinds = {kind for kind, _, _ in chunks}
    has_profile, has_frames = b"iCCP" in kinds, {b"acTL", b"fcTL"} <= kinds
    view = memoryview(data)
    pieces: list[bytes | memoryview] = [SIGNATURE]
    colour_chunks: set[bytes] = set()
    for kind, start, end in chunks:
        if kind in _ANIMATION_CHUNKS and not has_frames:
            continue  # readers refuse an animation of which a part is missing
        if kind in _DECODING_CHUNKS:
            pieces.append(view[start:end])
        elif kind not in colour_chunks and _is_sound_colour_chunk(data, kind, start, end):
            if not (has_profile and kind in _REPLACED_BY_PROFILE):
                pieces.append(view[start:end])
            colour_chunks.add(kind)
    return b"".join(pieces)


def only_decoding_chunks(data: bytes) -> bytes | None:
    """The PNG with only the chunks that its decoder needs. None when it does not begin with the PNG signature."""
    if not data.startswith(SIGNATURE):
        return None
    view = memoryview(data)
    kept = [view[start:end] for kind, start, end in chunks_of(data) if kind in _DECODING_CHUNKS]
    return b"".join([SIGNATURE, *kept])


def up_to_pixels(data: bytes) -> bytes:
    """The PNG without what follows the pixels of its picture; the same object if that is only its end.

    Pillow refuses a picture when all pixels are decoded: for a text that is too long, a chunk that the end of the file
    cuts off, or frames of an animation that are out of order.
    """
    if not data.startswith(SIGNATURE):
        return data
    pixels = [(start, end) for kind, start, end in chunks_of(data) if kind == b"IDAT"]
    if pixels and pixels[-1][1] > len(data) and _is_whole(data, pixels[:-1]):
        pixels.pop()
    if not pixels:
        return data
    (first, _), (_, last) = pixels[0], pixels[-1]
    if sum(end - start for start, end in pixels) == last - first and data[last : last + CHUNK_BYTES] in (_END, b""):
        return data
    view = memoryview(data)
    return b"".join([view[:first], *(view[start:end] for start, end in pixels), _END])


def _is_whole(data: bytes, chunks: Sequence[tuple[int, int]]) -> bool:
    """Whether these chunks have all pixels: the compressed data of a picture says where it ends."""
    inflater = zlib.decompressobj()
    try:
        for start, end in chunks:
            rest = data[start + 8 : end - 4]
            while rest and not inflater.eof:
                inflater.decompress(rest, _PIECE_BYTES)
                rest = inflater.unconsumed_tail
    except zlib.error:
        return False
    return inflater.eof


def chunks_of(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Type, start and end of each chunk up to the end of the picture. The last one may be longer than the data."""
    at = len(SIGNATURE)
    while at + CHUNK_BYTES <= len(data):
        kind, end = data[at + 4 : at + 8], at + CHUNK_BYTES + int.from_bytes(data[at : at + 4], "big")
        yield kind, at, end
        if kind == b"IEND":
            return
        at = end


def _is_sound_colour_chunk(data: bytes, kind: bytes, start: int, end: int) -> bool:
    """Whether a decoder accepts the chunk; the picture may have been decoded without it."""
    if _COLOUR_CHUNKS.get(kind) != end - start - CHUNK_BYTES:
        return False
    return zlib.crc32(data[start + 4 : end - 4]) == int.from_bytes(data[end - 4 : end], "big")

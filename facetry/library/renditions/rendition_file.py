"""The form of cached renditions, in files and in objects: a magic number, an XXH3-128 checksum, and the bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import xxhash

MAX_RENDITION_BYTES: Final = 8 * 1024 * 1024
"""Maximum size of a cached rendition: a few larger ones would evict thousands of thumbnails."""
MAGIC: Final = b"FCR1"
HEADER_BYTES: Final = len(MAGIC) + 16


def checksum(content_hash: bytes, slug: str, pieces: Iterable[bytes]) -> bytes:
    """The checksum of a rendition, 16 bytes. It includes the content hash and the slug, so that swapped files are
    detected.
    """
    hasher = xxhash.xxh3_128(content_hash + slug.encode("ascii"))
    for piece in pieces:
        hasher.update(piece)
    return hasher.digest()


def pack(content_hash: bytes, slug: str, data: bytes) -> bytes:
    """A rendition with its magic number and checksum, as the files of the cache have it."""
    return MAGIC + checksum(content_hash, slug, (data,)) + data


def unpack(content_hash: bytes, slug: str, packed: bytes) -> bytes | None:
    """The rendition in a `pack` value; None when it is damaged, or belongs to another original or slug."""
    data = packed[HEADER_BYTES:]
    return data if packed[:HEADER_BYTES] == MAGIC + checksum(content_hash, slug, (data,)) else None


def etag_of(header: bytes | bytearray) -> str | None:
    """The entity tag in the header of a file; None when it is no header."""
    is_header = len(header) == HEADER_BYTES and header.startswith(MAGIC)
    return header[len(MAGIC) :].hex() if is_header else None

"""Bodies that are compressed, decoded in small steps: a small one may stand for more bytes than there is memory."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final

STEP_BYTES: Final = 65_536
"""No step decodes more."""
MAX_CODINGS: Final = 4
"""An answer with more of them is not decoded. Each has a buffer."""

_HEADER_BYTES: Final = 2
"""Those by which a text of zlib is recognized."""


class CodingError(Exception):
    """A body is not what its Content-Encoding says, or says too much; the message is a phrase."""


def decoded(parts: Iterable[bytes], codings: str, max_bytes: int) -> Iterator[bytes]:
    """The decoded parts of a body with this Content-Encoding. Like in httpx, codings that nobody has asked for are
    passed over, and so is what follows the end of a compressed text.

    Raises `CodingError`. No coding of several may decode to more than `max_bytes` either.
    """
    named = [each.strip().lower() for each in codings.split(",")]
    decoders = [_DECODERS[name] for name in named if name in _DECODERS]
    if len(decoders) > MAX_CODINGS:
        raise CodingError(f"it has more than {MAX_CODINGS} codings")
    result = _bounded(parts, max_bytes)
    for decode in reversed(decoders):
        result = _bounded(decode(result), max_bytes)
    return result


def _bounded(parts: Iterable[bytes], max_bytes: int) -> Iterator[bytes]:
    size = 0
    for part in parts:
        size += len(part)
        if size > max_bytes:
            raise CodingError(f"the body of the answer has more than {max_bytes} bytes")
        yield part


def _gunzip(parts: Iterable[bytes]) -> Iterator[bytes]:
    return _inflate(parts, zlib.decompressobj(zlib.MAX_WBITS | 16))


def _inflate_any(parts: Iterable[bytes]) -> Iterator[bytes]:
    """With the header of zlib or, as some servers send it, without."""
    remaining, first = iter(parts), b""
    while len(first) < _HEADER_BYTES and (part := next(remaining, None)) is not None:
        first += part
    try:
        zlib.decompressobj().decompress(first, 1)
        window = zlib.MAX_WBITS
    except zlib.error:
        window = -zlib.MAX_WBITS
    yield from _inflate(_chained(first, remaining), zlib.decompressobj(window))


def _chained(first: bytes, remaining: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from remaining


def _inflate(parts: Iterable[bytes], decompressor: zlib._Decompress) -> Iterator[bytes]:
    for part in parts:
        data, piece = part, b""
        while not decompressor.eof and (data or len(piece) == STEP_BYTES):
            try:
                piece = decompressor.decompress(data, STEP_BYTES)
            except zlib.error as error:
                raise CodingError(str(error)) from None
            data = decompressor.unconsumed_tail
            if piece:
                yield piece


_DECODERS: Final[dict[str, Callable[[Iterable[bytes]], Iterator[bytes]]]] = {
    "gzip": _gunzip,
    "deflate": _inflate_any,
}
ACCEPTED: Final = ", ".join(_DECODERS)
"""The value of Accept-Encoding for answers that `decoded` decodes."""

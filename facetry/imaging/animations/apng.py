"""The frames of an animated PNG, by the chunks of its file (PNG, third edition)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from facetry.imaging.animations.frames import Disposal, Frame
from facetry.imaging.stripping.png import SIGNATURE, chunks_of

_CONTROL: Final = struct.Struct(">4x4I2H2B")
"""Width, height, left, top, numerator and denominator of the duration, disposal and blending; after a number."""
_NUMBER_BYTES: Final = 4
_NUMBERS_PER_SECOND: Final = 100
"""The denominator of a duration whose own one is 0."""
_DISPOSALS: Final[tuple[Disposal, ...]] = ("keep", "clear", "restore")
_OF_EVERY_FRAME: Final = frozenset({b"PLTE", b"tRNS"})


@dataclass(slots=True)
class _Open:
    """A frame whose data is being read."""

    control: tuple[int, ...]
    data: list[memoryview] = field(default_factory=list)


def frames_of(data: bytes) -> Iterator[Frame]:
    """The frames, in their order; none for a still picture. What breaks the standard ends them.

    The picture of a file may be none of its frames: it is for readers that show no animation.
    """
    view, header, shared, is_animated = memoryview(data), b"", list[bytes](), False
    current: _Open | None = None
    for kind, start, end in chunks_of(data) if data.startswith(SIGNATURE) else ():
        body = view[start + 8 : end - 4]
        if end > len(data):
            break
        if kind == b"IHDR":
            header = bytes(body)
        elif kind in _OF_EVERY_FRAME:
            shared.append(bytes(view[start:end]))
        elif kind == b"acTL":
            is_animated = True
        elif kind == b"fcTL" and is_animated:
            if current is not None and current.data:
                yield _frame(current, header, shared)
            if len(body) != _CONTROL.size:
                return
            current = _Open(_CONTROL.unpack(body))
        elif kind == b"IDAT" and current is not None:
            current.data.append(body)
        elif kind == b"fdAT" and current is not None:
            current.data.append(body[_NUMBER_BYTES:])
        elif kind == b"IDAT" and not is_animated:
            return
    if current is not None and current.data:
        yield _frame(current, header, shared)


def _frame(found: _Open, header: bytes, shared: list[bytes]) -> Frame:
    width, height, left, top, numerator, denominator, disposal, blending = found.control
    size = struct.pack(">2I", width, height)
    return Frame(
        (
            SIGNATURE,
            _chunk(b"IHDR", size + header[len(size) :]),
            *shared,
            _chunk(b"IDAT", *found.data),
            _chunk(b"IEND"),
        ),
        (left, top),
        (width, height),
        1000 * numerator / (denominator or _NUMBERS_PER_SECOND),
        _DISPOSALS[disposal] if disposal < len(_DISPOSALS) else "keep",
        is_over=blending == 1,
    )


def _chunk(kind: bytes, *pieces: bytes | memoryview) -> bytes:
    body = b"".join([kind, *pieces])
    return struct.pack(">I", len(body) - len(kind)) + body + struct.pack(">I", zlib.crc32(body))

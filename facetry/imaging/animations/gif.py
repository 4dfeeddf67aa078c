"""The frames of a GIF, by the blocks of its file (GIF89a)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from facetry.imaging.animations.frames import Disposal, Frame
from facetry.imaging.stripping.gif import (
    CONTROL,
    EXTENSION,
    FRAME,
    HEADER_BYTES,
    block_end,
    palette_bytes,
)

_SIGNATURES: Final = (b"GIF87a", b"GIF89a")
_DISPOSALS: Final[tuple[Disposal, ...]] = ("keep", "keep", "clear", "restore", "restore")
"""Old writers took the third bit for "restore", as browsers do."""
_CONTROL_BYTES: Final = 4
_UNIT_MILLISECONDS: Final = 10
_HAS_TRANSPARENCY: Final = 1
_TRAILER: Final = b"\x3b"


def frames_of(data: bytes) -> Iterator[Frame]:
    """The frames that are complete, in their order. A block that is damaged ends them."""
    if data[:6] not in _SIGNATURES or len(data) < HEADER_BYTES:
        return
    view, at = memoryview(data), HEADER_BYTES + palette_bytes(data[10])
    palette, flags = view[HEADER_BYTES:at], data[10:HEADER_BYTES]
    control = b""
    while at < len(data):
        end = block_end(data, at)
        if end is None:
            return
        if data[at] == FRAME:
            yield _frame(view[at:end], flags, palette, control)
            control = b""
        elif data[at] == EXTENSION and data[at + 1] == CONTROL and data[at + 2] == _CONTROL_BYTES:
            control = data[at + 3 : at + 3 + _CONTROL_BYTES]
        at = end


def _frame(block: memoryview, flags: bytes, palette: memoryview, control: bytes) -> Frame:
    left, top, width, height = struct.unpack("<4H", block[1:9])
    settings, hundredths, transparent = struct.unpack("<BHB", control or bytes(_CONTROL_BYTES))
    extension = bytes((EXTENSION, CONTROL, _CONTROL_BYTES, settings & _HAS_TRANSPARENCY, 0, 0, transparent, 0))
    disposal = settings >> 2 & 7
    return Frame(
        (
            _SIGNATURES[1] + struct.pack("<2H", width, height) + flags,
            palette,
            extension,
            bytes((FRAME, 0, 0, 0, 0)),
            block[5:],
            _TRAILER,
        ),
        (left, top),
        (width, height),
        float(hundredths * _UNIT_MILLISECONDS),
        _DISPOSALS[disposal] if disposal < len(_DISPOSALS) else "keep",
        is_over=True,
    )

"""GIF files without metadata."""

from __future__ import annotations

from typing import Final

HEADER_BYTES: Final = 13
_FRAME_HEADER_BYTES: Final = 10
EXTENSION, FRAME, _TRAILER = 0x21, 0x2C, 0x3B
CONTROL, APPLICATION = 0xF9, 0xFF
_CONTROL_BYTES: Final = 4
_LOOP_NAMES: Final = (b"NETSCAPE2.0", b"ANIMEXTS1.0")
_LOOP_START: Final = b"\3\1"
_LOOP_BYTES: Final = 4


def strip_gif(data: bytes) -> bytes | None:
    """The GIF with only its frames, their timing and the number of plays, and without data after the picture.

    None when its blocks are not complete, or when one of them is unknown.
    """
    if data[:6] not in (b"GIF87a", b"GIF89a") or len(data) < HEADER_BYTES:
        return None
    at = HEADER_BYTES + palette_bytes(data[10])
    pieces = [data[:at]]
    control = b""
    has_frame = False
    while at < len(data):
        if data[at] == _TRAILER:
            return b"".join([*pieces, bytes((_TRAILER,))]) if has_frame else None
        end = block_end(data, at)
        if end is None:
            return None
        block, at = data[at:end], end
        if block[0] == FRAME:
            pieces += [control, block]
            control, has_frame = b"", True
        elif block[1] == CONTROL:
            if block[2] != _CONTROL_BYTES:
                return None
            control = block[: 3 + _CONTROL_BYTES] + b"\0"
        elif block[1] == APPLICATION:
            pieces.append(_loop(block))
    return None


def block_end(data: bytes, at: int) -> int | None:
    """The end of the frame or the extension that starts at `at`; None when it is unknown or not complete."""
    if data[at] == FRAME and at + _FRAME_HEADER_BYTES < len(data):
        at += _FRAME_HEADER_BYTES + palette_bytes(data[at + 9]) + 1
    elif data[at] == EXTENSION:
        at += 2
    else:
        return None
    while at < len(data):
        size = data[at]
        at += 1 + size
        if size == 0:
            return at
    return None


def palette_bytes(flags: int) -> int:
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _loop(extension: bytes) -> bytes:
    """The application extension without other data, if it has the number of plays; empty otherwise."""
    name_end = 3 + extension[2]
    loop = extension[name_end : name_end + _LOOP_BYTES]
    is_loop = extension[3:name_end] in _LOOP_NAMES and loop.startswith(_LOOP_START) and len(loop) == _LOOP_BYTES
    return extension[:name_end] + loop + b"\0" if is_loop else b""

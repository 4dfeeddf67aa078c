"""The layout of HEIF files, as far as their reader has to be protected from it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_HEAD_BYTES: Final = 8
_LONG_HEAD_BYTES: Final = 16
_FULL: Final = 4
"""Version and flags, which many boxes begin with."""


def items_are_named(data: bytes) -> bool:
    """Whether kinds and names of the file's items are text. pi_heif makes strings of them, and crashes on others."""
    for kind, start, end in _boxes(data, 0, len(data)):
        if kind == b"meta":
            for inner, begin, until in _boxes(data, start + _FULL, end):
                if inner == b"iinf" and not all(map(_is_text, _infos(data, begin, until))):
                    return False
    return True


def _infos(data: bytes, start: int, end: int) -> Iterator[bytes]:
    """What the entries of an item list say of each item: four letters for its kind, then names."""
    entries = start + _FULL + (2 if data[start : start + 1] == b"\0" else 4)
    for kind, begin, until in _boxes(data, entries, end):
        if kind == b"infe":
            version = data[begin : begin + 1]
            yield data[begin + _FULL + (6 if version == b"\3" else 4) : until]


def _is_text(said: bytes) -> bool:
    try:
        said.decode()
    except UnicodeDecodeError:
        return False
    return said[:4].isascii()


def _boxes(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Kind, start of the content and end of each box."""
    while at + _HEAD_BYTES <= end:
        size, head = int.from_bytes(data[at : at + 4], "big"), _HEAD_BYTES
        if size == 1:
            size, head = int.from_bytes(data[at + 8 : at + 16], "big"), _LONG_HEAD_BYTES
        until = end if size == 0 else min(end, at + size)
        yield data[at + 4 : at + 8], at + head, until
        at = until if until >= at + head else end

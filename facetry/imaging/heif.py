"""Check of the box structure of HEIF files, for faults that crash their reader."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_BOX_HEADER_BYTES: Final = 8
_LONG_BOX_HEADER_BYTES: Final = 16
_FULL_BOX_BYTES: Final = 4
"""Size of the version and flags at the start of a full box (ISO 14496-12)."""


def has_text_item_names(data: bytes) -> bool:
    """Whether types and names of the items in the file are text. pi_heif decodes them as text or crashes."""
    for kind, start, end in _boxes(data, 0, len(data)):
        if kind == b"meta":
            for inner, inner_start, inner_end in _boxes(data, start + _FULL_BOX_BYTES, end):
                if inner == b"iinf" and not all(map(_is_text, _item_descriptions(data, inner_start, inner_end))):
                    return False
    return True


def _item_descriptions(data: bytes, start: int, end: int) -> Iterator[bytes]:
    """The type and the names in each entry of the item list. The type has four letters."""
    first_entry = start + _FULL_BOX_BYTES + (2 if data[start : start + 1] == b"\0" else 4)
    for kind, entry_start, entry_end in _boxes(data, first_entry, end):
        if kind == b"infe":
            version = data[entry_start : entry_start + 1]
            yield data[entry_start + _FULL_BOX_BYTES + (6 if version == b"\3" else 4) : entry_end]


def _is_text(description: bytes) -> bool:
    try:
        description.decode()
    except UnicodeDecodeError:
        return False
    return description[:4].isascii()


def _boxes(data: bytes, at: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Type, start of the content and end of each box."""
    while at + _BOX_HEADER_BYTES <= end:
        size, header_bytes = int.from_bytes(data[at : at + 4], "big"), _BOX_HEADER_BYTES
        if size == 1:
            size, header_bytes = int.from_bytes(data[at + 8 : at + 16], "big"), _LONG_BOX_HEADER_BYTES
        box_end = end if size == 0 else min(end, at + size)
        yield data[at + 4 : at + 8], at + header_bytes, box_end
        at = box_end if box_end >= at + header_bytes else end

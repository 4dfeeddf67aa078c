"""Kinds of JPEG that the decoder does not read: the file is whole, and other programs show it."""

from __future__ import annotations

from typing import Final

from facetry.imaging.stripping.jpeg import BrokenSegmentError, segments_of

_KINDS: Final = {
    0xC3: "without loss",
    0xC5: "hierarchical",
    0xC6: "hierarchical",
    0xC7: "hierarchical",
    0xCB: "without loss",
    0xCD: "hierarchical",
    0xCE: "hierarchical",
    0xCF: "hierarchical",
    0xF7: "JPEG-LS",
}
"""The kinds by the marker that begins a picture of this kind (ITU-T T.81, table B.1; T.87)."""
_READ: Final = (0xC0, 0xC1, 0xC2, 0xC9, 0xCA)
_READ_BITS: Final = 8


def unread_variant(data: bytes) -> str | None:
    """What the file is, in the words of a message; None for the usual kinds and for a damaged file."""
    try:
        for marker, start, _ in segments_of(data):
            if marker in _KINDS:
                return f"is {_KINDS[marker]}"
            if marker in _READ:
                bits = data[start + 4]
                return f"has {bits} bits per sample" if bits > _READ_BITS else None
    except (BrokenSegmentError, IndexError):
        return None
    return None

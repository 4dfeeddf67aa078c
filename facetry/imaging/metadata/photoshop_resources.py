"""The resources of Photoshop, one of which is the IPTC block of a picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_NAMES: Final = (b"8BIM", b"PHUT", b"DCSR", b"AgHg", b"MeSa")
"""How a resource begins: that of Photoshop, and those of other programs."""
_IPTC: Final = 0x0404


def iptc_in(resources: bytes) -> bytes:
    """The IPTC block among resources: the first one with fields.

    What does not begin as a resource does is IPTC itself.
    """
    if not resources.startswith(_NAMES):
        return resources
    return next((block for number, block in _resources(resources) if number == _IPTC and block), b"")


def _resources(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while data[at : at + 4] in _NAMES:
        number, name_bytes = int.from_bytes(data[at + 4 : at + 6], "big"), data[at + 6 : at + 7]
        start = at + 6 + (1 + (name_bytes[0] if name_bytes else 0) + 1) // 2 * 2 + 4
        size = int.from_bytes(data[start - 4 : start], "big")
        yield number, data[start : start + size]
        at = start + size + size % 2

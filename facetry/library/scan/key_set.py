"""The keys of the images that a walk has found, as a bit set: a million keys take 128 KiB."""

from __future__ import annotations


class KeySet:
    """A set of small non-negative integers."""

    def __init__(self) -> None:
        self._bits = bytearray()

    def add(self, key: int) -> None:
        """Add the key."""
        byte, bit = divmod(key, 8)
        if byte >= len(self._bits):
            self._bits.extend(bytes(max(byte + 1 - len(self._bits), len(self._bits))))
        self._bits[byte] |= 1 << bit

    def discard(self, key: int) -> None:
        """Remove the key if it is in the set."""
        byte, bit = divmod(key, 8)
        if byte < len(self._bits):
            self._bits[byte] &= ~(1 << bit) & 0xFF

    def __contains__(self, key: int) -> bool:
        byte, bit = divmod(key, 8)
        return byte < len(self._bits) and bool(self._bits[byte] >> bit & 1)

"""Which images a walk has met: a bit for each key, so that a million take 128 KiB."""

from __future__ import annotations


class Seen:
    """A set of small integers."""

    def __init__(self) -> None:
        self._bits = bytearray()

    def add(self, key: int) -> None:
        """Take the key in."""
        byte, bit = divmod(key, 8)
        if byte >= len(self._bits):
            self._bits.extend(bytes(max(byte + 1 - len(self._bits), len(self._bits))))
        self._bits[byte] |= 1 << bit

    def discard(self, key: int) -> None:
        """Take the key out again, if it is in."""
        byte, bit = divmod(key, 8)
        if byte < len(self._bits):
            self._bits[byte] &= ~(1 << bit) & 0xFF

    def __contains__(self, key: int) -> bool:
        byte, bit = divmod(key, 8)
        return byte < len(self._bits) and bool(self._bits[byte] >> bit & 1)

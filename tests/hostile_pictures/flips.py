"""Sound pictures with some of their bits turned, bytes overwritten, and stretches moved, doubled or lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.case import Hostile
from tests.hostile_pictures.healthy import kinds
from tests.support import pictures


def cases(chance: Random) -> Iterator[Hostile]:
    """Every kind of every format, damaged in ten ways; the first twelve bytes stay, so that a decoder looks further."""
    for format in pictures.FORMATS:
        for kind, whole in kinds(format).items():
            for way, damage in _WAYS.items():
                data = bytearray(whole)
                damage(data, chance)
                name = f"{format.lower()}-{kind}-{way}.{pictures.SUFFIXES[format]}"
                yield Hostile("flips", name, bytes(data))


def _flip(count: int, until: int | None = None) -> Callable[[bytearray, Random], None]:
    def flip(data: bytearray, chance: Random) -> None:
        for _ in range(count):
            data[chance.randrange(12, min(until or len(data), len(data)))] ^= 1 << chance.randrange(8)

    return flip


def _fill(value: int) -> Callable[[bytearray, Random], None]:
    def fill(data: bytearray, chance: Random) -> None:
        at = chance.randrange(12, len(data) - 8)
        length = min(chance.randrange(4, 64), len(data) - at)
        data[at : at + length] = bytes([value]) * length

    return fill


def _stretch(data: bytearray, chance: Random) -> tuple[int, int]:
    at = chance.randrange(12, len(data) - 8)
    return at, min(at + chance.randrange(1, 200), len(data))


def _lose(data: bytearray, chance: Random) -> None:
    start, end = _stretch(data, chance)
    del data[start:end]


def _double(data: bytearray, chance: Random) -> None:
    start, end = _stretch(data, chance)
    data[start:start] = data[start:end]


def _move(data: bytearray, chance: Random) -> None:
    start, end = _stretch(data, chance)
    moved = data[start:end]
    del data[start:end]
    at = chance.randrange(12, len(data))
    data[at:at] = moved


def _noise(data: bytearray, chance: Random) -> None:
    data[len(data) // 2 :] = chance.randbytes(len(data) - len(data) // 2)


_WAYS: Final[dict[str, Callable[[bytearray, Random], None]]] = {
    "one-bit": _flip(1),
    "one-bit-in-the-header": _flip(1, 200),
    "five-bits-in-the-header": _flip(5, 400),
    "twenty-bits": _flip(20),
    "zeroes": _fill(0),
    "ones": _fill(0xFF),
    "lost": _lose,
    "doubled": _double,
    "moved": _move,
    "noise": _noise,
}

"""Valid pictures with flipped bits, overwritten bytes, and ranges moved, duplicated or deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.case import HostileFile
from tests.hostile_pictures.healthy import sound_variants
from tests.support.imaging import pictures


def cases(chance: Random) -> Iterator[HostileFile]:
    """Every variant of every format, damaged in ten ways. The first twelve bytes stay, so that a decoder reads on."""
    for format in pictures.FORMATS:
        for kind, whole in sound_variants(format).items():
            for way, damage in _DAMAGES.items():
                data = bytearray(whole)
                damage(data, chance)
                name = f"{format.lower()}-{kind}-{way}.{pictures.SUFFIXES[format]}"
                yield HostileFile("flips", name, bytes(data))


def _flip_bits(count: int, until: int | None = None) -> Callable[[bytearray, Random], None]:
    def flip(data: bytearray, chance: Random) -> None:
        for _ in range(count):
            data[chance.randrange(12, min(until or len(data), len(data)))] ^= 1 << chance.randrange(8)

    return flip


def _fill_range(value: int) -> Callable[[bytearray, Random], None]:
    def fill(data: bytearray, chance: Random) -> None:
        at = chance.randrange(12, len(data) - 8)
        length = min(chance.randrange(4, 64), len(data) - at)
        data[at : at + length] = bytes([value]) * length

    return fill


def _random_range(data: bytearray, chance: Random) -> tuple[int, int]:
    at = chance.randrange(12, len(data) - 8)
    return at, min(at + chance.randrange(1, 200), len(data))


def _delete_range(data: bytearray, chance: Random) -> None:
    start, end = _random_range(data, chance)
    del data[start:end]


def _duplicate_range(data: bytearray, chance: Random) -> None:
    start, end = _random_range(data, chance)
    data[start:start] = data[start:end]


def _move_range(data: bytearray, chance: Random) -> None:
    start, end = _random_range(data, chance)
    moved = data[start:end]
    del data[start:end]
    at = chance.randrange(12, len(data))
    data[at:at] = moved


def _fill_with_noise(data: bytearray, chance: Random) -> None:
    data[len(data) // 2 :] = chance.randbytes(len(data) - len(data) // 2)


_DAMAGES: Final[dict[str, Callable[[bytearray, Random], None]]] = {
    "one-bit": _flip_bits(1),
    "one-bit-in-the-header": _flip_bits(1, 200),
    "five-bits-in-the-header": _flip_bits(5, 400),
    "twenty-bits": _flip_bits(20),
    "zeroes": _fill_range(0),
    "ones": _fill_range(0xFF),
    "lost": _delete_range,
    "doubled": _duplicate_range,
    "moved": _move_range,
    "noise": _fill_with_noise,
}

"""The structure of an EXIF block: directories of tags with the bytes of their values (EXIF 3.0, TIFF 6).

Values are kept as bytes, so that a rendition has exactly those of the original, whatever encoding a text has.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final, Literal

from facetry.imaging.metadata.json_values import MAX_ITEMS

ByteOrder = Literal["<", ">"]
DirectoryName = Literal["main", "Exif", "GPSInfo", "Interoperability"]

MAX_BLOCK_BYTES: Final = 4 * 1024 * 1024
_PREFIX: Final = b"Exif\0\0"
_ORDERS: Final[Mapping[bytes, ByteOrder]] = {b"II": "<", b"MM": ">"}
_HEADER_BYTES: Final = 8
_ENTRY_BYTES: Final = 12
_INLINE_BYTES: Final = 4


class Kind(IntEnum):
    """The types of values."""

    BYTE = 1
    ASCII = 2
    SHORT = 3
    LONG = 4
    RATIONAL = 5
    SBYTE = 6
    UNDEFINED = 7
    SSHORT = 8
    SLONG = 9
    SRATIONAL = 10
    FLOAT = 11
    DOUBLE = 12
    IFD = 13
    UTF8 = 129


TEXT_KINDS: Final = frozenset({Kind.ASCII, Kind.UTF8})
BYTE_KINDS: Final = frozenset({Kind.BYTE, Kind.UNDEFINED})
_NUMBERS: Final[Mapping[Kind, str]] = {
    Kind.BYTE: "B",
    Kind.SHORT: "H",
    Kind.LONG: "I",
    Kind.RATIONAL: "I",
    Kind.SBYTE: "b",
    Kind.SSHORT: "h",
    Kind.SLONG: "i",
    Kind.SRATIONAL: "i",
    Kind.FLOAT: "f",
    Kind.DOUBLE: "d",
    Kind.IFD: "I",
}
"""How `struct` calls the numbers of each type; a rational has two."""
_INTEGERS: Final = frozenset({Kind.SHORT, Kind.LONG, Kind.SSHORT, Kind.SLONG, Kind.IFD})
_RATIONALS: Final = frozenset({Kind.RATIONAL, Kind.SRATIONAL})

EXIF_POINTER: Final = 0x8769
GPS_POINTER: Final = 0x8825
INTEROPERABILITY_POINTER: Final = 0xA005
_POINTERS: Final[Mapping[DirectoryName, tuple[DirectoryName, int]]] = {
    "Exif": ("main", EXIF_POINTER),
    "GPSInfo": ("main", GPS_POINTER),
    "Interoperability": ("Exif", INTEROPERABILITY_POINTER),
}
"""For each directory in another one: that one, and the tag with its offset."""


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a tag: its type and its bytes, in the byte order of the block."""

    kind: Kind
    data: bytes
    order: ByteOrder

    @classmethod
    def of(cls, kind: Kind, order: ByteOrder, *numbers: int) -> Value:
        """A value of whole numbers."""
        return cls(kind, struct.pack(f"{order}{len(numbers)}{_NUMBERS[kind]}", *numbers), order)

    @property
    def count(self) -> int:
        """How many numbers or characters it has."""
        return len(self.data) // _size(self.kind)

    def numbers(self) -> tuple[float | None, ...]:
        """The numbers of the value; None for a fraction by zero."""
        letter = _NUMBERS.get(self.kind, "B")
        found = struct.unpack(f"{self.order}{len(self.data) // struct.calcsize(letter)}{letter}", self.data)
        if self.kind not in _RATIONALS:
            return found
        pairs = zip(found[::2], found[1::2], strict=True)
        return tuple(numerator / denominator if denominator else None for numerator, denominator in pairs)


Directory = Mapping[int, Value]
"""Values by tag."""


@dataclass(frozen=True, slots=True)
class ExifBlock:
    """The directories of an EXIF block, except that of the thumbnail."""

    order: ByteOrder
    directories: Mapping[DirectoryName, Directory]

    def find(self, name: DirectoryName, tag: int) -> Value | None:
        """The value of a tag; None without it."""
        return self.directories.get(name, {}).get(tag)

    def integer(self, name: DirectoryName, tag: int) -> int | None:
        """The value of a tag that is one whole number; None otherwise."""
        value = self.find(name, tag)
        if value is None or value.kind not in _INTEGERS:
            return None
        number = value.numbers()[0]
        return int(number) if value.count == 1 and number is not None else None

    def changed(self, values: Mapping[tuple[DirectoryName, int], Value | None]) -> ExifBlock:
        """The block with other values; None removes a tag."""
        directories = {name: dict(tags) for name, tags in self.directories.items()}
        for (name, tag), value in values.items():
            tags = directories.setdefault(name, {})
            if value is None:
                tags.pop(tag, None)
            else:
                tags[tag] = value
        return replace(self, directories=directories)


def read_block(data: bytes) -> ExifBlock:
    """The block in `data`, which may begin with its name. Values that lie outside are left out.

    Raises ValueError for what is no EXIF block.
    """
    while data.startswith(_PREFIX):
        data = data[len(_PREFIX) :]
    if len(data) > MAX_BLOCK_BYTES:
        raise ValueError(f"the block has more than {MAX_BLOCK_BYTES} bytes")
    order = _ORDERS.get(data[:2])
    if order is None or len(data) < _HEADER_BYTES or struct.unpack_from(f"{order}H", data, 2) != (42,):
        raise ValueError("the block does not begin as an EXIF block does")
    (start,) = struct.unpack_from(f"{order}I", data, 4)
    if start + 2 > len(data):
        raise ValueError("the block ends before its first directory")
    directories: dict[DirectoryName, Directory] = {"main": dict(_entries(data, start, order))}
    for name, (parent, pointer) in _POINTERS.items():
        offset = ExifBlock(order, directories).integer(parent, pointer)
        if offset is not None and offset + 2 <= len(data):
            directories[name] = dict(_entries(data, offset, order))
    return ExifBlock(order, directories)


def _entries(data: bytes, start: int, order: ByteOrder) -> Iterator[tuple[int, Value]]:
    (count,) = struct.unpack_from(f"{order}H", data, start)
    for number in range(min(count, MAX_ITEMS)):
        at = start + 2 + number * _ENTRY_BYTES
        if at + _ENTRY_BYTES > len(data):
            return
        tag, kind_number, value_count = struct.unpack_from(f"{order}HHI", data, at)
        if kind_number not in _KINDS:
            continue
        kind = Kind(kind_number)
        size, offset = value_count * _size(kind), at + _ENTRY_BYTES - _INLINE_BYTES
        if size > _INLINE_BYTES:
            (offset,) = struct.unpack_from(f"{order}I", data, offset)
        if size and offset + size <= len(data):
            yield tag, Value(kind, data[offset : offset + size], order)


def _size(kind: Kind) -> int:
    """The bytes of one number or character."""
    return struct.calcsize(f"={_NUMBERS.get(kind, 'B')}") * (2 if kind in _RATIONALS else 1)


def write_block(block: ExifBlock) -> bytes:
    """The bytes of a block, without its name; empty for one without tags."""
    directories = {name: dict(tags) for name, tags in block.directories.items() if tags}
    for name, (parent, pointer) in _POINTERS.items():
        directories.get(parent, {}).pop(pointer, None)
        if name in directories:
            directories.setdefault(parent, {})[pointer] = Value.of(Kind.LONG, block.order, 0)
    if not directories.get("main"):
        return b""
    offsets: dict[DirectoryName, int] = {}
    at = _HEADER_BYTES
    for name, tags in directories.items():
        offsets[name] = at
        at += _directory_bytes(tags)
    for name, (parent, pointer) in _POINTERS.items():
        if name in directories:
            directories[parent][pointer] = Value.of(Kind.LONG, block.order, offsets[name])
    mark = b"II" if block.order == "<" else b"MM"
    header = mark + struct.pack(f"{block.order}HI", 42, offsets["main"])
    return header + b"".join(_written(directories[name], offsets[name], block.order) for name in directories)


def _directory_bytes(tags: Directory) -> int:
    return 2 + len(tags) * _ENTRY_BYTES + 4 + sum(map(_outlying_bytes, tags.values()))


def _outlying_bytes(value: Value) -> int:
    """The bytes of a value that does not fit into its entry, with what makes their number even."""
    return 0 if len(value.data) <= _INLINE_BYTES else len(value.data) + len(value.data) % 2


def _written(tags: Directory, at: int, order: ByteOrder) -> bytes:
    entries, values = [struct.pack(f"{order}H", len(tags))], b""
    first = at + 2 + len(tags) * _ENTRY_BYTES + 4
    for tag, value in sorted(tags.items()):
        entry = struct.pack(f"{order}HHI", tag, value.kind, value.count)
        if _outlying_bytes(value):
            entry += struct.pack(f"{order}I", first + len(values))
            values += value.data.ljust(_outlying_bytes(value), b"\0")
        else:
            entry += value.data.ljust(_INLINE_BYTES, b"\0")
        entries.append(entry)
    return b"".join([*entries, bytes(4), values])


_KINDS: Final = frozenset(Kind)

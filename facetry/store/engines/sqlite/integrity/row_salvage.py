"""Rows of tables of which pages are damaged, read from the intact pages: https://sqlite.org/fileformat2.html

SQLite itself cannot read what lies behind a damaged page. Only pages whose checksum is right are believed.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from facetry.store.engines.sqlite.connections import PAGE_BYTES
from facetry.store.engines.sqlite.integrity.page_image import PageImage

Value = int | float | str | bytes | None

_INTERIOR: Final = 5
_LEAF: Final = 13
_INDEX_INTERIOR: Final = 2
_INDEX_LEAF: Final = 10
_MAX_DEPTH: Final = 20
_LOCK_PAGE: Final = (1 << 30) // PAGE_BYTES + 1
"""The page at 1 GiB, which SQLite never uses."""
_INTEGER_BYTES: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


@dataclass(slots=True)
class TablePages:
    """The pages of one table."""

    leaves: list[int] = field(default_factory=list)
    """Intact pages with rows."""
    damaged: list[int] = field(default_factory=list)
    """Pages that are damaged or belong to something else."""
    reached: set[int] = field(default_factory=set)


def walk_table(image: PageImage, root: int) -> TablePages:
    """The pages of the table whose tree begins at `root`. Raises `OSError`."""
    pages = TablePages()
    waiting = [(root, 0)]
    while waiting:
        number, depth = waiting.pop()
        page = image.page(number)
        offset = 100 if number == 1 else 0
        if page is None or page[offset] not in (_INTERIOR, _LEAF) or number in pages.reached or depth > _MAX_DEPTH:
            pages.damaged.append(number)
        elif page[offset] == _LEAF:
            pages.leaves.append(number)
        else:
            children = [int.from_bytes(page[at : at + 4], "big") for at in _cells(page, offset)]
            last = int.from_bytes(page[offset + 8 : offset + 12], "big")
            waiting += [(child, depth + 1) for child in reversed([*children, last])]
        pages.reached.add(number)
    return pages


def rows_of(image: PageImage, leaves: list[int]) -> Iterator[tuple[int, list[Value] | None]]:
    """The rowid and the values of each row of these pages; None for a row of which a part is damaged."""
    for number in leaves:
        page = image.page(number)
        if page is None:
            continue
        for at in _cells(page, 100 if number == 1 else 0):
            size, at = _varint(page, at)
            rowid, at = _varint(page, at)
            payload = _payload(image, page, at, size)
            try:
                yield _signed(rowid), None if payload is None else _values(payload)
            except (UnicodeDecodeError, IndexError, struct.error):
                yield _signed(rowid), None


def damaged_pages_of(image: PageImage) -> list[int]:
    """The pages that are damaged and not free. Raises `OSError`."""
    damaged = set(np.flatnonzero(~image.are_intact[1:]) + 1)
    damaged.discard(_LOCK_PAGE)
    if damaged:
        damaged -= free_pages(image) or set()
    return sorted(map(int, damaged))


def index_entries(image: PageImage, root: int) -> tuple[list[list[Value]], bool]:
    """The entries of an index, each with the rowid at its end, and whether all its pages are intact."""
    entries: list[list[Value]] = []
    waiting, reached, is_whole = [root], set[int](), True
    while waiting:
        number = waiting.pop()
        page = image.page(number)
        if page is None or page[0] not in (_INDEX_INTERIOR, _INDEX_LEAF) or number in reached:
            is_whole = False
            continue
        reached.add(number)
        for at in _cells(page, 0):
            if page[0] == _INDEX_INTERIOR:
                waiting.append(int.from_bytes(page[at : at + 4], "big"))
                at += 4
            size, at = _varint(page, at)
            payload = _payload(image, page, at, size, (_usable_bytes(image) - 12) * 64 // 255 - 23)
            if payload is None:
                is_whole = False
            else:
                entries.append(_values(payload))
        if page[0] == _INDEX_INTERIOR:
            waiting.append(int.from_bytes(page[8:12], "big"))
    return entries, is_whole


def free_pages(image: PageImage) -> set[int] | None:
    """The pages that hold nothing; None when the list of them is damaged. Raises `OSError`."""
    first = image.page(1)
    if first is None:
        return None
    trunk, free = int.from_bytes(first[32:36], "big"), set[int]()
    while trunk:
        page = image.page(trunk)
        if page is None or trunk in free:
            return None
        free.add(trunk)
        count = int.from_bytes(page[4:8], "big")
        free |= set(struct.unpack_from(f">{min(count, PAGE_BYTES // 4 - 2)}I", page, 8))
        trunk = int.from_bytes(page[:4], "big")
    return free


def orphaned_leaves(image: PageImage, reached: set[int], column_count: int) -> list[int]:
    """Intact pages with rows of so many columns, that no intact page leads to. Raises `OSError`."""
    orphans = []
    for number in range(2, image.count + 1):
        page = None if number in reached else image.page(number)
        if page is not None and page[0] == _LEAF:
            values = [values for _, values in rows_of(image, [number]) if values is not None]
            if values and all(len(row) <= column_count for row in values):
                orphans.append(number)
    return orphans


def _usable_bytes(image: PageImage) -> int:
    return PAGE_BYTES - (8 if image.has_checksums else 0)


def _cells(page: bytes, offset: int) -> list[int]:
    """Where the cells of a page begin."""
    count = int.from_bytes(page[offset + 3 : offset + 5], "big")
    begin = offset + (12 if page[offset] in (_INTERIOR, _INDEX_INTERIOR) else 8)
    count = min(count, (PAGE_BYTES - begin) // 2)
    return [at for at in struct.unpack_from(f">{count}H", page, begin) if begin <= at < PAGE_BYTES - 4]


def _payload(image: PageImage, page: bytes, at: int, size: int, most: int | None = None) -> bytes | None:
    """The bytes of a record, of which the end may lie on overflow pages; None when one of them is damaged.

    `most` is the number of bytes that fit into the page itself; by default that of a table.
    """
    usable = _usable_bytes(image)
    most = usable - 35 if most is None else most
    if size <= most:
        return page[at : at + size]
    least = (usable - 12) * 32 // 255 - 23
    local = least + (size - least) % (usable - 4)
    local = local if local <= most else least
    parts, left = [page[at : at + local]], size - local
    following = int.from_bytes(page[at + local : at + local + 4], "big")
    while left > 0:
        overflow = image.page(following)
        if overflow is None:
            return None
        parts.append(overflow[4 : 4 + min(left, usable - 4)])
        left -= usable - 4
        following = int.from_bytes(overflow[:4], "big")
    return b"".join(parts)


def _values(payload: bytes) -> list[Value]:
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    return values


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind == 7:
        return struct.unpack_from(">d", payload, at)[0], at + 8
    if kind in _INTEGER_BYTES:
        length = _INTEGER_BYTES[kind]
        return int.from_bytes(payload[at : at + length], "big", signed=True), at + length
    length = (kind - 12) // 2
    data = payload[at : at + length]
    if len(data) < length:
        raise IndexError(kind)
    return (data.decode() if kind % 2 else data), at + length


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for position in range(8):
        byte = data[at + position]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + position + 1
    return value << 8 | data[at + 8], at + 9


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value

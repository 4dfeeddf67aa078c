"""The items of an AVIF file without metadata."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Final

from facetry.imaging.stripping.avif_colours import profiles_among
from facetry.imaging.stripping.boxes import FULL_BOX_BYTES, Box, UnusualFileError
from facetry.imaging.stripping.rewriting import Rewriting

_KEPT_KINDS: Final = frozenset({b"hdlr", b"pitm", b"iloc", b"iinf", b"iref", b"iprp", b"idat", b"grpl", b"dinf"})
_REQUIRED_KINDS: Final = frozenset({b"hdlr", b"pitm", b"iloc", b"iinf", b"iprp"})
_XML_KINDS: Final = frozenset({b"xml ", b"bxml"})
_PICTURE_ITEMS: Final = frozenset({b"av01", b"grid", b"iovl", b"iden", b"tmap"})
_DESCRIBING_PROPERTIES: Final = frozenset({b"udes", b"altt", b"crtt", b"mdft", b"free", b"skip", b"uuid"})
_THUMBNAIL: Final = b"thmb"
_DEPENDENT: Final = frozenset({b"auxl", b"cdsc"})
"""References of an item that has no meaning without the items that it refers to."""
_IN_FILE, _IN_IDAT = 0, 1
_NUMBER_BYTES: Final = frozenset({0, 4, 8})


@dataclass(frozen=True, slots=True)
class _Reference:
    """A reference from an item to others, with its box."""

    box: Box
    item: int
    targets: frozenset[int]


def strip_items(rewriting: Rewriting, meta: Box) -> None:
    """Remove all items but pictures from a `meta` box, and thumbnails, descriptions and colour profiles."""
    rewriting.adapt_size(meta)
    boxes = rewriting.kept_boxes(meta.body + FULL_BOX_BYTES, meta.end, _KEPT_KINDS, unused_kinds=_XML_KINDS)
    by_kind = {box.kind: box for box in boxes}
    if len(by_kind) < len(boxes) or not by_kind.keys() >= _REQUIRED_KINDS:
        raise UnusualFileError
    entries = list(_items(rewriting, by_kind[b"iinf"]))
    items = {item: (kind, box) for item, kind, box in entries}
    if len(items) < len(entries):
        raise UnusualFileError
    references = list(_references(rewriting, by_kind[b"iref"])) if b"iref" in by_kind else []
    removed = _removed_items({item: kind for item, (kind, _) in items.items()}, references)
    primary = by_kind[b"pitm"]
    if rewriting.reader.number(primary.body + FULL_BOX_BYTES, _id_bytes(rewriting, primary), primary.end) in removed:
        raise UnusualFileError
    _strip_item_list(rewriting, by_kind[b"iinf"], [items[item][1] for item in removed])
    if references:
        _strip_references(rewriting, by_kind[b"iref"], references, removed)
    if b"grpl" in by_kind:
        _require_no_group(rewriting, by_kind[b"grpl"], removed)
    if b"idat" in by_kind:
        rewriting.add_area(by_kind[b"idat"])
    _strip_locations(rewriting, by_kind[b"iloc"], by_kind.get(b"idat"), removed)
    _strip_properties(rewriting, by_kind[b"iprp"], removed)


def _id_bytes(rewriting: Rewriting, box: Box) -> int:
    """The size of an item's number in a `pitm`, `iref` or `ipma` box, or of the count of items in an `iinf` box."""
    return 2 if rewriting.reader.number(box.body, 1, box.end) == 0 else 4


def _items(rewriting: Rewriting, box: Box) -> Iterator[tuple[int, bytes, Box]]:
    """Number, type and entry of each item in an `iinf` box."""
    reader = rewriting.reader
    for entry in reader.boxes(box.body + FULL_BOX_BYTES + _id_bytes(rewriting, box), box.end):
        version = reader.number(entry.body, 1, entry.end)
        if entry.kind != b"infe" or version not in (2, 3):
            raise UnusualFileError
        start, id_bytes = entry.body + FULL_BOX_BYTES, 2 if version == 2 else 4
        if reader.number(start + id_bytes, 2, entry.end):  # protected
            raise UnusualFileError
        yield reader.number(start, id_bytes, entry.end), reader.text(start + id_bytes + 2, 4, entry.end), entry


def _references(rewriting: Rewriting, box: Box) -> Iterator[_Reference]:
    reader, id_bytes = rewriting.reader, _id_bytes(rewriting, box)
    for entry in reader.boxes(box.body + FULL_BOX_BYTES, box.end):
        count = reader.number(entry.body + id_bytes, 2, entry.end)
        targets = reader.numbers(entry.body + id_bytes + 2, count, id_bytes, entry.end)
        yield _Reference(entry, reader.number(entry.body, id_bytes, entry.end), frozenset(targets))


def _removed_items(kinds: dict[int, bytes], references: list[_Reference]) -> set[int]:
    """The items that are not pictures, the thumbnails, and what only belongs to one of both."""
    removed = {item for item, kind in kinds.items() if kind not in _PICTURE_ITEMS}
    removed |= {reference.item for reference in references if reference.box.kind == _THUMBNAIL}
    dependent = [reference for reference in references if reference.box.kind in _DEPENDENT and reference.targets]
    for _ in range(2):  # what describes an auxiliary picture of a thumbnail
        removed |= {reference.item for reference in dependent if reference.targets <= removed}
    if not removed <= kinds.keys():
        raise UnusualFileError
    return removed


def _strip_item_list(rewriting: Rewriting, box: Box, entries: list[Box]) -> None:
    rewriting.adapt_size(box)
    for entry in entries:
        rewriting.cut(entry.start, entry.end)
    _reduce_count(rewriting, box.body + FULL_BOX_BYTES, _id_bytes(rewriting, box), box.end, len(entries))


def _reduce_count(rewriting: Rewriting, at: int, size: int, end: int, removed: int) -> None:
    count = rewriting.reader.number(at, size, end) - removed
    if count < 0:
        raise UnusualFileError
    rewriting.patch(at, count.to_bytes(size, "big"))


def _strip_references(rewriting: Rewriting, box: Box, references: list[_Reference], removed: Set[int]) -> None:
    kept = [reference for reference in references if reference.item not in removed]
    if any(not reference.targets.isdisjoint(removed) for reference in kept):
        raise UnusualFileError
    if not kept:
        rewriting.cut(box.start, box.end)
        return
    rewriting.adapt_size(box)
    for reference in references:
        if reference.item in removed:
            rewriting.cut(reference.box.start, reference.box.end)


def _require_no_group(rewriting: Rewriting, box: Box, removed: Set[int]) -> None:
    """Raise `UnusualFileError` when a group of items in a `grpl` box has one of those that are removed."""
    reader = rewriting.reader
    for group in reader.boxes(box.body, box.end):
        start = group.body + FULL_BOX_BYTES + 4
        members = reader.numbers(start + 4, reader.number(start, 4, group.end), 4, group.end)
        if not removed.isdisjoint(members):
            raise UnusualFileError


def _strip_locations(rewriting: Rewriting, box: Box, idat: Box | None, removed: Set[int]) -> None:
    """Remove items from an `iloc` box, keep the bytes of the others, and adapt their offsets."""
    reader, at = rewriting.reader, box.body + FULL_BOX_BYTES
    version = reader.number(box.body, 1, box.end)
    if version > 2:
        raise UnusualFileError
    sizes = reader.numbers(at, 2, 1, box.end)
    offset_bytes, length_bytes, base_bytes, index_bytes = (half for size in sizes for half in (size >> 4, size & 15))
    index_bytes = index_bytes if version else 0
    if not {offset_bytes, length_bytes, base_bytes, index_bytes} <= _NUMBER_BYTES or not length_bytes:
        raise UnusualFileError
    count_at, id_bytes = at + 2, 2 if version < 2 else 4
    at = count_at + id_bytes
    removed_count = 0
    for _ in range(reader.number(count_at, id_bytes, box.end)):
        start, item = at, reader.number(at, id_bytes, box.end)
        at += id_bytes
        method = reader.number(at, 2, box.end) & 15 if version else _IN_FILE
        at += 2 if version else 0
        is_kept = item not in removed
        if is_kept and (reader.number(at, 2, box.end) or method not in (_IN_FILE, _IN_IDAT)):
            raise UnusualFileError
        origin = idat.body if idat is not None and method == _IN_IDAT else 0
        base = origin + reader.number(at + 2, base_bytes, box.end)
        if is_kept:
            rewriting.adapt_distance(at + 2, base_bytes, origin, base)
        at += 2 + base_bytes
        extent_count = reader.number(at, 2, box.end)
        at += 2
        for _ in range(extent_count):
            at += index_bytes
            offset = base + reader.number(at, offset_bytes, box.end)
            length = reader.number(at + offset_bytes, length_bytes, box.end)
            if is_kept:
                if not length or (method == _IN_IDAT and (idat is None or not idat.body <= offset < idat.end)):
                    raise UnusualFileError
                rewriting.use(offset, length)
                rewriting.adapt_distance(at, offset_bytes, base, offset)
            at += offset_bytes + length_bytes
        if not is_kept:
            rewriting.cut(start, at)
            removed_count += 1
    if at > box.end:
        raise UnusualFileError
    rewriting.adapt_size(box)
    _reduce_count(rewriting, count_at, id_bytes, box.end, removed_count)


def _strip_properties(rewriting: Rewriting, box: Box, removed: Set[int]) -> None:
    """Remove colour profiles and descriptions from an `iprp` box, and write again which item has which property."""
    rewriting.adapt_size(box)
    children = list(rewriting.reader.boxes(box.body, box.end))
    if [child.kind for child in children[:1]] != [b"ipco"] or any(child.kind != b"ipma" for child in children[1:]):
        raise UnusualFileError
    container, *associations = children
    rewriting.adapt_size(container)
    properties = list(rewriting.reader.boxes(container.body, container.end))
    profiles = profiles_among(rewriting, properties)
    numbers: dict[int, int] = {0: 0}
    for number, item_property in enumerate(properties, 1):
        if item_property in profiles or item_property.kind in _DESCRIBING_PROPERTIES:
            rewriting.cut(item_property.start, item_property.end)
        else:
            numbers[number] = len(numbers)
    for association in associations:
        _strip_associations(rewriting, association, removed, numbers)


def _strip_associations(rewriting: Rewriting, box: Box, removed: Set[int], numbers: dict[int, int]) -> None:
    """Write an `ipma` box again. `numbers` has the new number of each property that is kept."""
    reader, id_bytes = rewriting.reader, _id_bytes(rewriting, box)
    size = 2 if reader.number(box.body + 3, 1, box.end) & 1 else 1
    essential = 1 << 8 * size - 1
    count_at = box.body + FULL_BOX_BYTES
    at = count_at + 4
    entries: list[bytes] = []
    for _ in range(reader.number(count_at, 4, box.end)):
        item, count = reader.number(at, id_bytes, box.end), reader.number(at + id_bytes, 1, box.end)
        at += id_bytes + 1
        values = reader.numbers(at, count, size, box.end)
        at += count * size
        if item not in removed:
            kept = [
                value & essential | numbers[value & ~essential] for value in values if value & ~essential in numbers
            ]
            entry = item.to_bytes(id_bytes, "big") + bytes((len(kept),))
            entries.append(entry + b"".join(value.to_bytes(size, "big") for value in kept))
    rewriting.adapt_size(box)
    rewriting.cut(count_at, box.end, len(entries).to_bytes(4, "big") + b"".join(entries))

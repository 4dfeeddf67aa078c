"""Zip archives, strictly: headers that agree, parts that lie side by side, bytes that are as many as was said.

Python's own reader takes what it finds: entries that share their bytes, and headers that contradict each other.
"""

import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetry.extensions.packages.entries import Entry, Limits, named, refused

MAGIC: Final = b"PK\x03\x04"
_CENTRAL: Final = b"PK\x01\x02"
_END: Final = b"PK\x05\x06"
_DESCRIPTOR: Final = b"PK\x07\x08"
_LOCAL_HEAD: Final = struct.Struct("<4s5H3I2H")
_CENTRAL_HEAD: Final = struct.Struct("<4s6H3I5H2I")
_END_HEAD: Final = struct.Struct("<4s4H2IH")
_ENCRYPTED: Final = 0x2041  # as a whole, strongly, or its headers
_DESCRIBED_AFTER: Final = 0x0008
_PATCHED: Final = 0x0020
_STORED: Final = 0
_DEFLATED: Final = 8
_ZIP64: Final = 0x0001
_LARGEST: Final = 0xFFFFFFFF
_CHUNK: Final = 65_536
_FOLDER_OF_DOS: Final = 0x10


class _Head(NamedTuple):
    """What the two headers of an entry both say."""

    flags: int
    method: int
    checksum: int
    packed: int
    size: int


@dataclass(frozen=True, slots=True)
class _Packed:
    """An entry, what its header says, and where its bytes are."""

    entry: Entry
    head: _Head
    start: int


def entries(data: bytes, limits: Limits) -> list[Entry]:
    """The entries of an archive, which is refused unless all that it says of itself is consistent."""
    return [packed.entry for packed in _read(data, limits)]


def contents(data: bytes, limits: Limits) -> Iterator[tuple[Entry, Iterator[bytes]]]:
    """Each entry with its bytes, piece by piece."""
    for packed in _read(data, limits):
        yield packed.entry, _unpacked(data, packed)


def _read(data: bytes, limits: Limits) -> list[_Packed]:
    end, count, first = _ending(data)
    if count > limits.entries:
        raise refused("entries", f"The archive has more than {limits.entries} entries.")
    found: list[tuple[int, int, _Packed]] = []
    total, at = 0, first
    for _ in range(count):
        if data[at : at + 4] != _CENTRAL or at + _CENTRAL_HEAD.size > end:
            raise refused("structure", "The directory of the archive is damaged.")
        at, offset, raw, head, entry = _listed(data, at, end)
        total += head.size
        if total > limits.unpacked_bytes:
            raise refused("unpacked", f"Unpacked it is larger than {limits.unpacked_bytes} bytes.", raw)
        if head.size > limits.ratio_from and head.size > limits.ratio * head.packed:
            raise refused("ratio", f"It is packed {limits.ratio} times smaller than it is, or more.", raw)
        start, after = _placed(data, offset, first, raw, head)
        found.append((offset, after, _Packed(entry, head, start)))
    if at != end:
        raise refused("structure", "The directory of the archive is longer than it says.")
    _hold_side_by_side(found, first)
    return [packed for _, _, packed in found]


def _ending(data: bytes) -> tuple[int, int, int]:
    """(where the record at the end is, how many entries there are, where the directory begins)."""
    found = []
    at = data.rfind(_END)
    while at >= 0 and at >= len(data) - _END_HEAD.size - 0xFFFF:
        head = data[at : at + _END_HEAD.size]
        if len(head) == _END_HEAD.size and at + _END_HEAD.size + _END_HEAD.unpack(head)[7] == len(data):
            found.append((at, head))
        at = data.rfind(_END, 0, at + len(_END) - 1)
    if not found:
        raise refused("truncated", "The archive has no end, or something stands after it.")
    if len(found) > 1:
        raise refused("structure", "The archive has more than one end.")
    ((end, head),) = found
    _, disk, first_disk, here, count, length, first, _ = _END_HEAD.unpack(head)
    if disk or first_disk or here != count or count == 0xFFFF or _LARGEST in (length, first) or first + length != end:
        raise refused("structure", "The end of the archive does not say where its directory is.")
    return end, count, first


def _listed(data: bytes, at: int, end: int) -> tuple[int, int, bytes, _Head, Entry]:
    """An entry of the directory: (what comes next, where its header is, its name, what is said of it, the entry)."""
    (
        _,
        _,
        _,
        flags,
        method,
        _,
        _,
        checksum,
        packed,
        size,
        name_length,
        extra_length,
        note_length,
        disk,
        _,
        mode,
        offset,
    ) = _CENTRAL_HEAD.unpack_from(data, at)
    at += _CENTRAL_HEAD.size
    raw, extra = data[at : at + name_length], data[at + name_length : at + name_length + extra_length]
    at += name_length + extra_length + note_length
    if at > end:
        raise refused("structure", "The directory of the archive is cut.", raw)
    name = named(raw)
    if flags & _ENCRYPTED:
        raise refused("encrypted", "It is encrypted.", raw)
    if method not in (_STORED, _DEFLATED) or flags & _PATCHED:
        raise refused("method", f"Its method of compression, {method}, is not supported.", raw, "Use deflate.")
    if disk or _LARGEST in (packed, size, offset) or _has_zip64(extra, raw):
        raise refused("structure", "It asks for more than archives of this size need.", raw)
    if method == _STORED and packed != size:
        raise refused("length", "It is stored as it is, but has two lengths.", raw)
    is_folder = raw.endswith(b"/")
    _hold_to_kind(raw, mode, is_folder)
    if is_folder and size:
        raise refused("structure", "A folder has no bytes.", raw)
    entry = Entry(name, size, is_folder, is_executable=bool((mode >> 16) & stat.S_IXUSR) and not is_folder)
    return at, offset, raw, _Head(flags, method, checksum, packed, size), entry


def _hold_to_kind(raw: bytes, mode: int, is_folder: bool) -> None:
    kind = stat.S_IFMT(mode >> 16)
    if kind == stat.S_IFLNK:
        raise refused("link", "It is a link.", raw)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise refused("special", "It is neither a file nor a folder.", raw)
    if (kind == stat.S_IFDIR or mode & _FOLDER_OF_DOS) and not is_folder:
        raise refused("special", "It is called a folder, but not named like one.", raw)
    if kind == stat.S_IFREG and is_folder:
        raise refused("special", "It is called a file, but named like a folder.", raw)


def _has_zip64(extra: bytes, raw: bytes) -> bool:
    at = 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind == _ZIP64:
            return True
        at += 4 + length
    if at > len(extra):
        raise refused("structure", "What is said of it further is cut.", raw)
    return False


def _placed(data: bytes, offset: int, first: int, raw: bytes, head: _Head) -> tuple[int, int]:
    """Where the bytes of an entry begin, and where it ends; its own header has to agree with the directory."""
    if offset + _LOCAL_HEAD.size > first or data[offset : offset + 4] != MAGIC:
        raise refused("structure", "It is not where the directory says.", raw)
    _, _, flags, method, _, _, checksum, packed, size, name_length, extra_length = _LOCAL_HEAD.unpack_from(data, offset)
    at = offset + _LOCAL_HEAD.size
    said = _Head(flags, method, checksum, packed, size)
    later = head._replace(checksum=0, packed=0, size=0)
    if data[at : at + name_length] != raw or (said != head and not (flags & _DESCRIBED_AFTER and said == later)):
        raise refused("header", "Its header and the directory disagree.", raw)
    extra = data[at + name_length : at + name_length + extra_length]
    start = at + name_length + extra_length
    after = start + head.packed
    if _has_zip64(extra, raw) or after > first:
        raise refused("structure", "It reaches beyond the end of what is packed.", raw)
    if flags & _DESCRIBED_AFTER:
        after += len(_DESCRIPTOR) if data[after : after + 4] == _DESCRIPTOR else 0
        if data[after : after + 12] != struct.pack("<3I", head.checksum, head.packed, head.size) or after + 12 > first:
            raise refused("header", "What follows it and the directory disagree.", raw)
        after += 12
    return start, after


def _hold_side_by_side(found: list[tuple[int, int, _Packed]], first: int) -> None:
    at = 0
    for offset, after, packed in sorted(found, key=lambda each: each[0]):
        if offset < at:
            raise refused("overlap", "It shares bytes with another entry.", packed.entry.name)
        if offset > at:
            raise refused("structure", "Something that no entry names stands before it.", packed.entry.name)
        at = after
    if at != first:
        raise refused("structure", "Something that no entry names stands before the directory.")


def _unpacked(data: bytes, packed: _Packed) -> Iterator[bytes]:
    """The bytes of an entry: neither more nor less than the header says, nor others."""
    head, name = packed.head, packed.entry.name
    length = checksum = 0
    pieces = _stored(data, packed) if head.method == _STORED else _inflated(data, packed)
    for piece in pieces:
        length += len(piece)
        if length > head.size:
            raise refused("length", "It is longer than its header says.", name)
        checksum = zlib.crc32(piece, checksum)
        yield piece
    if length != head.size:
        raise refused("length", "It is shorter than its header says.", name)
    if checksum != head.checksum:
        raise refused("checksum", "Its bytes are not those that were packed.", name)


def _stored(data: bytes, packed: _Packed) -> Iterator[bytes]:
    for at in range(packed.start, packed.start + packed.head.packed, _CHUNK):
        yield data[at : min(at + _CHUNK, packed.start + packed.head.packed)]


def _inflated(data: bytes, packed: _Packed) -> Iterator[bytes]:
    inflating = zlib.decompressobj(-zlib.MAX_WBITS)
    fed = 0
    for piece in _stored(data, packed):
        fed += len(piece)
        waiting, is_more = piece, True
        while is_more and not inflating.eof:
            try:
                made = inflating.decompress(waiting, _CHUNK)
            except zlib.error:
                raise refused("checksum", "Its bytes are damaged.", packed.entry.name) from None
            yield made
            waiting = inflating.unconsumed_tail
            is_more = bool(waiting) or len(made) == _CHUNK
        if inflating.eof:
            break
    if not inflating.eof:
        raise refused("length", "It is cut.", packed.entry.name)
    if inflating.unused_data or fed != packed.head.packed:
        raise refused("length", "Something stands after its end.", packed.entry.name)

"""Reads zip archives strictly: headers that agree, entries without gaps or overlaps, and exact sizes.

The `zipfile` module of Python also accepts entries that overlap, and headers that contradict each other.
"""

import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetry.extensions.packages.entries import ArchiveBytes, ArchiveEntry, ArchiveLimits, archive_error, entry_path

MAGIC: Final = b"PK\x03\x04"
_CENTRAL: Final = b"PK\x01\x02"
_END: Final = b"PK\x05\x06"
_DESCRIPTOR: Final = b"PK\x07\x08"
_LOCAL_HEAD: Final = struct.Struct("<4s5H3I2H")
_CENTRAL_HEAD: Final = struct.Struct("<4s6H3I5H2I")
_END_HEAD: Final = struct.Struct("<4s4H2IH")
_ENCRYPTED: Final = 0x2041  # encryption, strong encryption, or encrypted headers
_DATA_DESCRIPTOR_FLAG: Final = 0x0008
_PATCHED: Final = 0x0020
_STORED: Final = 0
_DEFLATED: Final = 8
_ZIP64: Final = 0x0001
_ZIP64_SENTINEL: Final = 0xFFFFFFFF
_CHUNK: Final = 65_536
_DOS_FOLDER_ATTRIBUTE: Final = 0x10


class _Head(NamedTuple):
    """The fields that the local header and the central header of an entry share."""

    flags: int
    method: int
    checksum: int
    compressed_size: int
    size: int


@dataclass(frozen=True, slots=True)
class _LocatedEntry:
    """An entry, its header, and the offset of its data."""

    entry: ArchiveEntry
    head: _Head
    data_offset: int


def entries(data: ArchiveBytes, limits: ArchiveLimits) -> list[ArchiveEntry]:
    """The entries of an archive. Raises `FaultError` unless all its headers are consistent."""
    return [located.entry for located in _read_directory(data, limits)]


def contents(data: ArchiveBytes, limits: ArchiveLimits) -> Iterator[tuple[ArchiveEntry, Iterator[bytes]]]:
    """Each entry with its content, in chunks."""
    for located in _read_directory(data, limits):
        yield located.entry, _decompress(data, located)


def _read_directory(data: ArchiveBytes, limits: ArchiveLimits) -> list[_LocatedEntry]:
    end, count, directory_start = _read_end_record(data)
    if count > limits.entries:
        raise archive_error("entries", f"The archive has more than {limits.entries} entries.")
    located_entries: list[tuple[int, int, _LocatedEntry]] = []
    total, position = 0, directory_start
    for _ in range(count):
        if data[position : position + 4] != _CENTRAL or position + _CENTRAL_HEAD.size > end:
            raise archive_error("structure", "The directory of the archive is damaged.")
        position, offset, raw, head, entry = _read_directory_entry(data, position, end)
        total += head.size
        if total > limits.unpacked_bytes:
            raise archive_error("unpacked", f"Unpacked, the archive is larger than {limits.unpacked_bytes} bytes.", raw)
        if head.size > limits.ratio_min_bytes and head.size > limits.ratio * head.compressed_size:
            raise archive_error("ratio", f"The entry is compressed more than {limits.ratio} times.", raw)
        data_start, entry_end = _locate_data(data, offset, directory_start, raw, head)
        located_entries.append((offset, entry_end, _LocatedEntry(entry, head, data_start)))
    if position != end:
        raise archive_error("structure", "Bytes follow the last entry of the directory of the archive.")
    _require_contiguous(located_entries, directory_start)
    return [located for _, _, located in located_entries]


def _read_end_record(data: ArchiveBytes) -> tuple[int, int, int]:
    """(offset of the end record, number of entries, offset of the central directory)."""
    candidates = []
    start = max(0, len(data) - _END_HEAD.size - 0xFFFF)
    position = data.rfind(_END, start)
    while position >= 0:
        head = data[position : position + _END_HEAD.size]
        if len(head) == _END_HEAD.size and position + _END_HEAD.size + _END_HEAD.unpack(head)[7] == len(data):
            candidates.append((position, head))
        position = data.rfind(_END, start, position + len(_END) - 1)
    if not candidates:
        raise archive_error("truncated", "The archive has no end record, or bytes follow it.")
    if len(candidates) > 1:
        raise archive_error("structure", "The archive has more than one end record.")
    ((end, head),) = candidates
    _, disk, first_disk, count_on_disk, count, directory_size, directory_start, _ = _END_HEAD.unpack(head)
    if (
        disk
        or first_disk
        or count_on_disk != count
        or count == 0xFFFF
        or _ZIP64_SENTINEL in (directory_size, directory_start)
        or directory_start + directory_size != end
    ):
        raise archive_error("structure", "The end record of the archive does not match its directory.")
    return end, count, directory_start


def _read_directory_entry(data: ArchiveBytes, position: int, end: int) -> tuple[int, int, bytes, _Head, ArchiveEntry]:
    """An entry of the directory: (offset of the next one, offset of its local header, raw name, header, entry)."""
    (
        _,
        _,
        _,
        flags,
        method,
        _,
        _,
        checksum,
        compressed_size,
        size,
        name_length,
        extra_length,
        comment_length,
        disk,
        _,
        mode,
        offset,
    ) = _CENTRAL_HEAD.unpack_from(data, position)
    position += _CENTRAL_HEAD.size
    raw, extra = (
        data[position : position + name_length],
        data[position + name_length : position + name_length + extra_length],
    )
    position += name_length + extra_length + comment_length
    if position > end:
        raise archive_error("structure", "The directory of the archive is truncated.", raw)
    name = entry_path(raw)
    if flags & _ENCRYPTED:
        raise archive_error("encrypted", "The entry is encrypted.", raw)
    if method not in (_STORED, _DEFLATED) or flags & _PATCHED:
        raise archive_error(
            "method", f"The compression method {method} of the entry is not supported.", raw, "Use the method deflate."
        )
    if disk or _ZIP64_SENTINEL in (compressed_size, size, offset) or _has_zip64(extra, raw):
        raise archive_error("structure", "The entry uses Zip64 or a second disk, which are not supported.", raw)
    if method == _STORED and compressed_size != size:
        raise archive_error(
            "length", "The entry is not compressed, but its compressed size differs from its size.", raw
        )
    is_folder = raw.endswith(b"/")
    _require_file_or_folder(raw, mode, is_folder)
    if is_folder and size:
        raise archive_error("structure", "The entry is a folder, but has content.", raw)
    entry = ArchiveEntry(name, size, is_folder, is_executable=bool((mode >> 16) & stat.S_IXUSR) and not is_folder)
    return position, offset, raw, _Head(flags, method, checksum, compressed_size, size), entry


def _require_file_or_folder(raw: bytes, mode: int, is_folder: bool) -> None:
    kind = stat.S_IFMT(mode >> 16)
    if kind == stat.S_IFLNK:
        raise archive_error("link", "The entry is a link.", raw)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise archive_error("special", "The entry is neither a file nor a folder.", raw)
    if (kind == stat.S_IFDIR or mode & _DOS_FOLDER_ATTRIBUTE) and not is_folder:
        raise archive_error("special", "The entry is marked as a folder, but its name does not end with a slash.", raw)
    if kind == stat.S_IFREG and is_folder:
        raise archive_error("special", "The entry is marked as a file, but its name ends with a slash.", raw)


def _has_zip64(extra: bytes, raw: bytes) -> bool:
    position = 0
    while position + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, position)
        if kind == _ZIP64:
            return True
        position += 4 + length
    if position > len(extra):
        raise archive_error("structure", "The extra field of the entry is truncated.", raw)
    return False


def _locate_data(data: ArchiveBytes, offset: int, directory_start: int, raw: bytes, head: _Head) -> tuple[int, int]:
    """(offset of an entry's data, offset of its end). Raises `FaultError` unless its local header matches `head`."""
    if offset + _LOCAL_HEAD.size > directory_start or data[offset : offset + 4] != MAGIC:
        raise archive_error("structure", "The entry is not at the offset in the directory.", raw)
    _, _, flags, method, _, _, checksum, compressed_size, size, name_length, extra_length = _LOCAL_HEAD.unpack_from(
        data, offset
    )
    position = offset + _LOCAL_HEAD.size
    local_head = _Head(flags, method, checksum, compressed_size, size)
    deferred_head = head._replace(checksum=0, compressed_size=0, size=0)
    if data[position : position + name_length] != raw or (
        local_head != head and not (flags & _DATA_DESCRIPTOR_FLAG and local_head == deferred_head)
    ):
        raise archive_error("header", "The header of the entry and the directory disagree.", raw)
    extra = data[position + name_length : position + name_length + extra_length]
    data_start = position + name_length + extra_length
    entry_end = data_start + head.compressed_size
    if _has_zip64(extra, raw) or entry_end > directory_start:
        raise archive_error("structure", "The entry reaches into the directory, or uses Zip64.", raw)
    if flags & _DATA_DESCRIPTOR_FLAG:
        entry_end += len(_DESCRIPTOR) if data[entry_end : entry_end + 4] == _DESCRIPTOR else 0
        if (
            data[entry_end : entry_end + 12] != struct.pack("<3I", head.checksum, head.compressed_size, head.size)
            or entry_end + 12 > directory_start
        ):
            raise archive_error("header", "The data descriptor of the entry and the directory disagree.", raw)
        entry_end += 12
    return data_start, entry_end


def _require_contiguous(located_entries: list[tuple[int, int, _LocatedEntry]], directory_start: int) -> None:
    position = 0
    for offset, entry_end, located in sorted(located_entries, key=lambda item: item[0]):
        if offset < position:
            raise archive_error("overlap", "The entry overlaps another entry.", located.entry.path)
        if offset > position:
            raise archive_error("structure", "Bytes that belong to no entry precede the entry.", located.entry.path)
        position = entry_end
    if position != directory_start:
        raise archive_error("structure", "Bytes that belong to no entry precede the directory.")


def _decompress(data: ArchiveBytes, located: _LocatedEntry) -> Iterator[bytes]:
    """The content of an entry, in chunks. Raises `FaultError` unless its length and checksum match the header."""
    head, name = located.head, located.entry.path
    length = checksum = 0
    chunks = _stored_chunks(data, located) if head.method == _STORED else _inflated_chunks(data, located)
    for chunk in chunks:
        length += len(chunk)
        if length > head.size:
            raise archive_error("length", "The entry is longer than its header says.", name)
        checksum = zlib.crc32(chunk, checksum)
        yield chunk
    if length != head.size:
        raise archive_error("length", "The entry is shorter than its header says.", name)
    if checksum != head.checksum:
        raise archive_error("checksum", "The content of the entry does not match its checksum.", name)


def _stored_chunks(data: ArchiveBytes, located: _LocatedEntry) -> Iterator[bytes]:
    for position in range(located.data_offset, located.data_offset + located.head.compressed_size, _CHUNK):
        yield data[position : min(position + _CHUNK, located.data_offset + located.head.compressed_size)]


def _inflated_chunks(data: ArchiveBytes, located: _LocatedEntry) -> Iterator[bytes]:
    decompressor = zlib.decompressobj(-zlib.MAX_WBITS)
    consumed_bytes = 0
    for chunk in _stored_chunks(data, located):
        consumed_bytes += len(chunk)
        pending, is_more = chunk, True
        while is_more and not decompressor.eof:
            try:
                inflated = decompressor.decompress(pending, _CHUNK)
            except zlib.error:
                raise archive_error(
                    "checksum", "The compressed data of the entry is damaged.", located.entry.path
                ) from None
            yield inflated
            pending = decompressor.unconsumed_tail
            is_more = bool(pending) or len(inflated) == _CHUNK
        if decompressor.eof:
            break
    if not decompressor.eof:
        raise archive_error("length", "The compressed data of the entry is truncated.", located.entry.path)
    if decompressor.unused_data or consumed_bytes != located.head.compressed_size:
        raise archive_error("length", "Bytes follow the end of the entry's compressed data.", located.entry.path)

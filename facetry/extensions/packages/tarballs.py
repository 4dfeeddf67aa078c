"""Reads gzipped tar archives strictly: files, folders, and only harmless extensions of the format.

Everything else in the headers (other names and sizes, links, sparse files) is refused: there readers of tar differ,
and there attacks are found.
"""

import re
import zlib
from collections.abc import Iterator
from typing import Final

from facetry.extensions.packages.entries import ArchiveBytes, ArchiveEntry, ArchiveLimits, archive_error, entry_path

MAGIC: Final = b"\x1f\x8b\x08"
_BLOCK: Final = 512
_CHUNK: Final = 65_536
_END: Final = bytes(_BLOCK)
_POSIX: Final = b"ustar\x0000"
_GNU: Final = b"ustar  \x00"
_NUMBER: Final = re.compile(rb" *([0-7]+)[ \0]*")
_LINKS: Final = b"12"
_DEVICES: Final = b"346"
_PAX_TYPES: Final = b"xg"
_MAX_PAX_BYTES: Final = 65_536
_RECORD: Final = re.compile(rb"([1-9][0-9]{0,5}) ([^=\n]+)=")
_HARMLESS_KEYWORDS: Final = frozenset({b"atime", b"mtime", b"ctime", b"comment", b"uid", b"gid", b"uname", b"gname"})
_HARMLESS_PREFIXES: Final = (
    b"LIBARCHIVE.",
    b"SCHILY.xattr.",
    b"SCHILY.fflags",
    b"SCHILY.dev",
    b"SCHILY.ino",
    b"SCHILY.nlink",
)
"""Metadata of files, mostly of macOS, which is not unpacked."""
_EXECUTABLE: Final = 0o100


def entries(data: ArchiveBytes, limits: ArchiveLimits) -> list[ArchiveEntry]:
    """The entries of an archive. Raises `FaultError` unless the archive can be read to its end."""
    all_entries: list[ArchiveEntry] = []
    for entry, _ in contents(data, limits):
        all_entries.append(entry)
        if len(all_entries) > limits.entries:
            raise archive_error("entries", f"The archive has more than {limits.entries} entries.")
    return all_entries


def contents(data: ArchiveBytes, limits: ArchiveLimits) -> Iterator[tuple[ArchiveEntry, Iterator[bytes]]]:
    """Each entry with its content, in chunks; chunks not read before the next entry are skipped."""
    stream = _GzipReader(data, limits)
    extended_count = 0
    while (block := stream.read_exactly(_BLOCK)) != _END:
        kind = _validate_header(block)
        size = _parse_octal(block[124:136], block)
        if kind in _PAX_TYPES:
            extended_count += 1
            if size > _MAX_PAX_BYTES or extended_count > limits.entries:
                raise archive_error(
                    "pax",
                    "The archive has an extended header that is too large, or too many of them.",
                    _raw_name(block),
                )
            _require_harmless(stream.read_exactly(_padded(size))[:size])
            continue
        entry = _parse_entry(block, kind, size)
        chunks = stream.read_chunks(size)
        yield entry, chunks
        for _ in chunks:
            pass
        stream.read_exactly(_padded(size) - size)
    stream.require_end()


def _validate_header(block: bytes) -> bytes:
    """The type flag of an entry, from a header whose checksum is correct."""
    checksum = _parse_octal(block[148:156], block)
    if checksum != sum(block) - sum(block[148:156]) + 8 * ord(" "):
        raise archive_error("header", "The checksum of a header is wrong.", _raw_name(block))
    if block[257:265] not in (_POSIX, _GNU) and block[257:265] != bytes(8):
        raise archive_error("header", "The format of a header is unknown.", _raw_name(block))
    return block[156:157]


def _parse_octal(field: bytes, block: bytes) -> int:
    match = _NUMBER.fullmatch(field)
    if match is None:
        raise archive_error("header", "A number in a header is not octal.", _raw_name(block))
    return int(match[1], 8)


def _raw_name(block: bytes) -> bytes:
    """The raw name of an entry. GNU headers have no prefix field."""
    name, prefix = block[:100].partition(b"\0")[0], block[345:500].partition(b"\0")[0]
    return prefix + b"/" + name if prefix and block[257:265] == _POSIX else name


def _parse_entry(block: bytes, kind: bytes, size: int) -> ArchiveEntry:
    raw = _raw_name(block)
    if kind in _LINKS:
        raise archive_error("link", "The entry is a link.", raw)
    if kind in _DEVICES:
        raise archive_error("special", "The entry is neither a file nor a folder.", raw)
    if kind == b"S":
        raise archive_error("sparse", "The entry is a sparse file.", raw)
    if kind not in b"05\0":
        printable_kind = kind.decode("ascii", "backslashreplace")
        remedy = "Pack the archive in the format ustar, with names of at most 100 bytes, or as zip."
        raise archive_error("pax", f"Entries of the type {printable_kind} are not supported.", raw, remedy)
    if block[:100].partition(b"\0")[2].strip(b"\0") or block[157:257].strip(b"\0"):
        raise archive_error(
            "header", "Bytes follow the end of the name, or an entry that is no link has a link target.", raw
        )
    name = entry_path(raw)
    is_folder = kind == b"5"
    if is_folder and size:
        raise archive_error("structure", "The entry is a folder, but has content.", raw)
    if raw.endswith(b"/") and not is_folder:
        raise archive_error("special", "The entry is marked as a file, but its name ends with a slash.", raw)
    return ArchiveEntry(
        name, size, is_folder, bool(_parse_octal(block[100:108], block) & _EXECUTABLE) and not is_folder
    )


def _require_harmless(text: bytes) -> None:
    """Require that all records of an extended header (pax) are harmless. Raises `FaultError`."""
    position = 0
    while position < len(text):
        record = _RECORD.match(text, position)
        if (
            record is None
            or position + int(record[1]) > len(text)
            or text[position + int(record[1]) - 1 : position + int(record[1])] != b"\n"
        ):
            raise archive_error("pax", "An extended header is not a list of records.")
        if record[2] not in _HARMLESS_KEYWORDS and not record[2].startswith(_HARMLESS_PREFIXES):
            member = record[2].decode("utf-8", "backslashreplace")[:64]
            remedy = "Pack the archive in the format ustar, with short names of ASCII letters, or as zip."
            raise archive_error("pax", f"The record {member!a} of an extended header is not supported.", None, remedy)
        position += int(record[1])


def _padded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


class _GzipReader:
    """Decompresses the single gzip member of an archive, and enforces the limits on its size."""

    def __init__(self, data: ArchiveBytes, limits: ArchiveLimits) -> None:
        self._data = data
        self._limits = limits
        self._decompressor = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self._consumed_bytes = 0
        self._inflated_bytes = 0
        self._buffer = b""

    def read_exactly(self, length: int) -> bytes:
        """Exactly `length` bytes; for lengths that fit into memory. Raises `FaultError` at the end of the archive."""
        return b"".join(self.read_chunks(length))

    def read_chunks(self, length: int) -> Iterator[bytes]:
        """Exactly `length` bytes, in chunks. Raises `FaultError` at the end of the archive."""
        while length:
            if not self._buffer and not self._fill_buffer():
                raise archive_error("truncated", "The archive ends too early.")
            chunk, self._buffer = self._buffer[:length], self._buffer[length:]
            length -= len(chunk)
            yield chunk

    def require_end(self) -> None:
        """Require that only blocks of zeros, at least one, follow the first block of zeros. Raises `FaultError`."""
        count = 0
        while self._buffer or self._fill_buffer():
            if self._buffer.strip(b"\0"):
                raise archive_error("trailing", "Bytes follow the end of the archive.")
            count += len(self._buffer)
            self._buffer = b""
        if count < _BLOCK or count % _BLOCK:
            raise archive_error("truncated", "The archive ends without its two blocks of zeros.")
        if self._decompressor.unused_data or self._consumed_bytes < len(self._data):
            raise archive_error("trailing", "Bytes follow the end of the archive.")

    def _fill_buffer(self) -> bool:
        """Decompress until the buffer has bytes; False at the end of the data."""
        while not self._decompressor.eof:
            compressed = self._decompressor.unconsumed_tail
            if not compressed:
                compressed = self._data[self._consumed_bytes : self._consumed_bytes + _CHUNK]
                self._consumed_bytes += len(compressed)
            try:
                self._buffer = self._decompressor.decompress(compressed, _CHUNK)
            except zlib.error:
                raise archive_error("checksum", "The bytes of the archive are damaged.") from None
            if self._buffer:
                self._check_limits(len(self._buffer))
                return True
            if not compressed and not self._decompressor.eof:
                raise archive_error("truncated", "The archive ends too early.")
        return False

    def _check_limits(self, length: int) -> None:
        self._inflated_bytes += length
        if self._inflated_bytes > self._limits.unpacked_bytes:
            raise archive_error(
                "unpacked", f"Unpacked, the archive is larger than {self._limits.unpacked_bytes} bytes."
            )
        if self._inflated_bytes > self._limits.ratio_min_bytes and self._inflated_bytes > self._limits.ratio * len(
            self._data
        ):
            raise archive_error("ratio", f"The archive is compressed more than {self._limits.ratio} times.")

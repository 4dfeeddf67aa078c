"""Tar archives in gzip, strictly: files and folders, and of what extends the format only what does no harm.

What the headers say beyond that (other names and sizes, links, holes) is where readers differ and archives attack.
"""

import re
import zlib
from collections.abc import Iterator
from typing import Final

from facetry.extensions.packages.entries import Entry, Limits, named, refused

MAGIC: Final = b"\x1f\x8b\x08"
_BLOCK: Final = 512
_CHUNK: Final = 65_536
_END: Final = bytes(_BLOCK)
_POSIX: Final = b"ustar\x0000"
_GNU: Final = b"ustar  \x00"
_NUMBER: Final = re.compile(rb" *([0-7]+)[ \0]*")
_LINKS: Final = b"12"
_DEVICES: Final = b"346"
_EXTENDED: Final = b"xg"
_EXTENDED_BYTES: Final = 65_536
_RECORD: Final = re.compile(rb"([1-9][0-9]{0,5}) ([^=\n]+)=")
_HARMLESS: Final = frozenset({b"atime", b"mtime", b"ctime", b"comment", b"uid", b"gid", b"uname", b"gname"})
_ATTRIBUTES: Final = (b"LIBARCHIVE.", b"SCHILY.xattr.", b"SCHILY.fflags", b"SCHILY.dev", b"SCHILY.ino", b"SCHILY.nlink")
"""What macOS says of files, which is not kept."""
_EXECUTABLE: Final = 0o100


def entries(data: bytes, limits: Limits) -> list[Entry]:
    """The entries of an archive, which is refused unless it can be read to its very end."""
    found: list[Entry] = []
    for entry, _ in contents(data, limits):
        found.append(entry)
        if len(found) > limits.entries:
            raise refused("entries", f"The archive has more than {limits.entries} entries.")
    return found


def contents(data: bytes, limits: Limits) -> Iterator[tuple[Entry, Iterator[bytes]]]:
    """Each entry with its bytes, piece by piece; those not asked for before the next entry are passed over."""
    stream = _Stream(data, limits)
    extended = 0
    while (block := stream.exactly(_BLOCK)) != _END:
        kind = _checked(block)
        size = _number(block[124:136], block)
        if kind in _EXTENDED:
            extended += 1
            if size > _EXTENDED_BYTES or extended > limits.entries:
                raise refused("pax", "What is said of entries is too much.", _raw(block))
            _hold_harmless(stream.exactly(_padded(size))[:size])
            continue
        entry = _entry(block, kind, size)
        pieces = stream.pieces(size)
        yield entry, pieces
        for _ in pieces:
            pass
        stream.exactly(_padded(size) - size)
    stream.end()


def _checked(block: bytes) -> bytes:
    """The kind of an entry, by a header whose checksum is right."""
    told = _number(block[148:156], block)
    if told != sum(block) - sum(block[148:156]) + 8 * ord(" "):
        raise refused("header", "The checksum of a header is wrong.", _raw(block))
    if block[257:265] not in (_POSIX, _GNU) and block[257:265] != bytes(8):
        raise refused("header", "A header has no form that is known.", _raw(block))
    return block[156:157]


def _number(field: bytes, block: bytes) -> int:
    found = _NUMBER.fullmatch(field)
    if found is None:
        raise refused("header", "A number of a header is no octal one.", _raw(block))
    return int(found[1], 8)


def _raw(block: bytes) -> bytes:
    """The name of an entry as it is written; of names in two parts GNU knows nothing."""
    name, above = block[:100].partition(b"\0")[0], block[345:500].partition(b"\0")[0]
    return above + b"/" + name if above and block[257:265] == _POSIX else name


def _entry(block: bytes, kind: bytes, size: int) -> Entry:
    raw = _raw(block)
    if kind in _LINKS:
        raise refused("link", "It is a link.", raw)
    if kind in _DEVICES:
        raise refused("special", "It is neither a file nor a folder.", raw)
    if kind == b"S":
        raise refused("sparse", "It is a file with holes.", raw)
    if kind not in b"05\0":
        shown = kind.decode("ascii", "backslashreplace")
        remedy = "Pack the archive in the format ustar, with names of at most 100 bytes, or as zip."
        raise refused("pax", f"Entries of the kind {shown} are not supported.", raw, remedy)
    if block[:100].partition(b"\0")[2].strip(b"\0") or block[157:257].strip(b"\0"):
        raise refused("header", "Something stands behind the name, or where only links have something.", raw)
    name = named(raw)
    is_folder = kind == b"5"
    if is_folder and size:
        raise refused("structure", "A folder has no bytes.", raw)
    if raw.endswith(b"/") and not is_folder:
        raise refused("special", "It is called a file, but named like a folder.", raw)
    return Entry(name, size, is_folder, bool(_number(block[100:108], block) & _EXECUTABLE) and not is_folder)


def _hold_harmless(text: bytes) -> None:
    """Of the members of an extended header, only those that change nothing are permitted."""
    at = 0
    while at < len(text):
        record = _RECORD.match(text, at)
        if (
            record is None
            or at + int(record[1]) > len(text)
            or text[at + int(record[1]) - 1 : at + int(record[1])] != b"\n"
        ):
            raise refused("pax", "What is said of an entry is no list of members.")
        if record[2] not in _HARMLESS and not record[2].startswith(_ATTRIBUTES):
            member = record[2].decode("utf-8", "backslashreplace")[:64]
            remedy = "Pack the archive in the format ustar, with short names of plain letters, or as zip."
            raise refused("pax", f"The member {member!a} of an extended header is not supported.", None, remedy)
        at += int(record[1])


def _padded(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


class _Stream:
    """The inflated bytes of the one gzip member that the archive is, counted."""

    def __init__(self, data: bytes, limits: Limits) -> None:
        self._data = data
        self._limits = limits
        self._inflating = zlib.decompressobj(16 + zlib.MAX_WBITS)
        self._fed = 0
        self._made = 0
        self._ready = b""

    def exactly(self, length: int) -> bytes:
        """So many bytes, few enough to be held."""
        return b"".join(self.pieces(length))

    def pieces(self, length: int) -> Iterator[bytes]:
        """So many bytes, piece by piece."""
        while length:
            if not self._ready and not self._more():
                raise refused("truncated", "The archive ends too early.")
            piece, self._ready = self._ready[:length], self._ready[length:]
            length -= len(piece)
            yield piece

    def end(self) -> None:
        """After the first block of zeros there are more of them, at least one, and nothing else."""
        count = 0
        while self._ready or self._more():
            if self._ready.strip(b"\0"):
                raise refused("trailing", "Something stands after the end of the archive.")
            count += len(self._ready)
            self._ready = b""
        if count < _BLOCK or count % _BLOCK:
            raise refused("truncated", "The archive has no end.")
        if self._inflating.unused_data or self._fed < len(self._data):
            raise refused("trailing", "Something stands after the end of the archive.")

    def _more(self) -> bool:
        """Inflates on, until there is something; whether there was."""
        while not self._inflating.eof:
            waiting = self._inflating.unconsumed_tail
            if not waiting:
                waiting = self._data[self._fed : self._fed + _CHUNK]
                self._fed += len(waiting)
            try:
                self._ready = self._inflating.decompress(waiting, _CHUNK)
            except zlib.error:
                raise refused("checksum", "The bytes of the archive are damaged.") from None
            if self._ready:
                self._count(len(self._ready))
                return True
            if not waiting and not self._inflating.eof:
                raise refused("truncated", "The archive ends too early.")
        return False

    def _count(self, length: int) -> None:
        self._made += length
        if self._made > self._limits.unpacked_bytes:
            raise refused("unpacked", f"Unpacked it is larger than {self._limits.unpacked_bytes} bytes.")
        if self._made > self._limits.ratio_from and self._made > self._limits.ratio * len(self._data):
            raise refused("ratio", f"The archive is packed {self._limits.ratio} times smaller than it is, or more.")

"""Archives made byte by byte, so that they can be made wrong in one thing."""

import gzip
import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MANIFEST: Final = "manifest.json"
REGULAR: Final = 0o100644
FOLDER: Final = 0o040755
LINK: Final = 0o120777


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """An entry of a zip archive; what is not None or empty is written instead of what is true."""

    name: str | bytes = MANIFEST
    data: bytes = b"{}"
    mode: int = REGULAR
    flags: int = 0x0800
    method: int = 8
    packed: bytes | None = None
    central: Mapping[str, Any] = field(default_factory=dict)
    local: Mapping[str, Any] = field(default_factory=dict)
    before: bytes = b""
    after: bytes = b""
    offset: int | None = None


def deflated(data: bytes) -> bytes:
    """As zip archives have it."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packing.compress(data) + packing.flush()


def zipped(*members: Member, end: Mapping[str, Any] | None = None, note: bytes = b"", gap: bytes = b"") -> bytes:
    """A zip archive; `end` has other values for its last record."""
    body, directory = b"", b""
    for member in members:
        raw = member.name.encode() if isinstance(member.name, str) else member.name
        packed = member.packed
        if packed is None:
            packed = deflated(member.data) if member.method == 8 else member.data
        said = {
            "name": raw,
            "flags": member.flags,
            "method": member.method,
            "checksum": zlib.crc32(member.data),
            "packed": len(packed),
            "size": len(member.data),
            "extra": b"",
            "mode": member.mode << 16,
        }
        body += member.before
        offset = len(body) if member.offset is None else member.offset
        if member.offset is None:
            here = {**said, **member.local}
            body += struct.pack(
                "<4s5H3I2H",
                b"PK\x03\x04",
                20,
                here["flags"],
                here["method"],
                0,
                0x21,
                here["checksum"],
                here["packed"],
                here["size"],
                len(here["name"]),
                len(here["extra"]),
            )
            body += here["name"] + here["extra"] + packed + member.after
        there = {**said, "offset": offset, "disk": 0, **member.central}
        directory += struct.pack(
            "<4s6H3I5H2I",
            b"PK\x01\x02",
            0x031E,
            20,
            there["flags"],
            there["method"],
            0,
            0x21,
            there["checksum"],
            there["packed"],
            there["size"],
            len(there["name"]),
            len(there["extra"]),
            0,
            there["disk"],
            0,
            there["mode"],
            there["offset"],
        )
        directory += there["name"] + there["extra"]
    body += gap
    last = {
        "disk": 0,
        "first_disk": 0,
        "here": len(members),
        "count": len(members),
        "length": len(directory),
        "first": len(body),
        **(end or {}),
    }
    return body + directory + struct.pack("<4s4H2IH", b"PK\x05\x06", *last.values(), len(note)) + note


def header(
    name: str | bytes = MANIFEST,
    size: int | bytes = 2,
    *,
    kind: bytes = b"0",
    mode: bytes = b"0000644\0",
    magic: bytes = b"ustar\x0000",
    link: bytes = b"",
    above: bytes = b"",
    checksum: int | None = None,
) -> bytes:
    """The block before an entry of a tar archive."""
    raw = name.encode() if isinstance(name, str) else name
    length = b"%011o\0" % size if isinstance(size, int) else size
    parts = [
        raw.ljust(100, b"\0"),
        mode,
        b"0000000\0" * 2,
        length,
        b"00000000000\0",
        b" " * 8,
        kind,
        link.ljust(100, b"\0"),
        magic,
        bytes(80),
        above.ljust(155, b"\0"),
        bytes(12),
    ]
    block = b"".join(parts)
    assert len(block) == 512
    return block[:148] + b"%06o\0 " % (sum(block) if checksum is None else checksum) + block[156:]


def filed(name: str | bytes = MANIFEST, data: bytes = b"{}", **members: Any) -> bytes:
    """A file of a tar archive."""
    return header(name, len(data), **members) + padded(data)


def padded(data: bytes) -> bytes:
    """As many bytes as there are in whole blocks."""
    return data + bytes(-len(data) % 512)


def pax(members: Iterable[tuple[bytes, bytes]], kind: bytes = b"x") -> bytes:
    """A header with further members, for the entry after it."""
    text = b""
    for key, value in members:
        rest = b" " + key + b"=" + value + b"\n"
        length = len(rest) + 1
        while len(b"%d" % length) + len(rest) != length:
            length = len(b"%d" % length) + len(rest)
        text += b"%d" % length + rest
    return filed("PaxHeaders/x", text, kind=kind)


def tarred(*parts: bytes, end: bytes = bytes(1024)) -> bytes:
    """A gzipped tar archive."""
    return gzip.compress(b"".join(parts) + end, 9, mtime=0)

"""Builds archives byte by byte, so that single fields can be wrong."""

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
    """An entry of a zip archive. Optional fields that are set replace the correct values."""

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


def deflate(data: bytes) -> bytes:
    """Raw deflate data, as in zip archives."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return compressor.compress(data) + compressor.flush()


def zip_archive(
    *members: Member, end: Mapping[str, Any] | None = None, comment: bytes = b"", gap: bytes = b""
) -> bytes:
    """A zip archive; `end` replaces values of its end record."""
    body, directory = bytearray(), bytearray()  # bytes would be copied for each member
    for member in members:
        raw = member.name.encode() if isinstance(member.name, str) else member.name
        compressed = member.packed
        if compressed is None:
            compressed = deflate(member.data) if member.method == 8 else member.data
        headers = {
            "name": raw,
            "flags": member.flags,
            "method": member.method,
            "checksum": zlib.crc32(member.data),
            "packed": len(compressed),
            "size": len(member.data),
            "extra": b"",
            "mode": member.mode << 16,
        }
        body += member.before
        offset = len(body) if member.offset is None else member.offset
        if member.offset is None:
            local = {**headers, **member.local}
            body += struct.pack(
                "<4s5H3I2H",
                b"PK\x03\x04",
                20,
                local["flags"],
                local["method"],
                0,
                0x21,
                local["checksum"],
                local["packed"],
                local["size"],
                len(local["name"]),
                len(local["extra"]),
            )
            body += local["name"] + local["extra"] + compressed + member.after
        central = {**headers, "offset": offset, "disk": 0, **member.central}
        directory += struct.pack(
            "<4s6H3I5H2I",
            b"PK\x01\x02",
            0x031E,
            20,
            central["flags"],
            central["method"],
            0,
            0x21,
            central["checksum"],
            central["packed"],
            central["size"],
            len(central["name"]),
            len(central["extra"]),
            0,
            central["disk"],
            0,
            central["mode"],
            central["offset"],
        )
        directory += central["name"] + central["extra"]
    body += gap
    end_record = {
        "disk": 0,
        "first_disk": 0,
        "here": len(members),
        "count": len(members),
        "length": len(directory),
        "first": len(body),
        **(end or {}),
    }
    last = struct.pack("<4s4H2IH", b"PK\x05\x06", *end_record.values(), len(comment))
    return b"".join((body, directory, last, comment))


def tar_header(
    name: str | bytes = MANIFEST,
    size: int | bytes = 2,
    *,
    kind: bytes = b"0",
    mode: bytes = b"0000644\0",
    magic: bytes = b"ustar\x0000",
    link: bytes = b"",
    prefix: bytes = b"",
    checksum: int | None = None,
) -> bytes:
    """The header block of an entry of a tar archive."""
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
        prefix.ljust(155, b"\0"),
        bytes(12),
    ]
    block = b"".join(parts)
    assert len(block) == 512
    return block[:148] + b"%06o\0 " % (sum(block) if checksum is None else checksum) + block[156:]


def tar_file(name: str | bytes = MANIFEST, data: bytes = b"{}", **members: Any) -> bytes:
    """A file of a tar archive."""
    return tar_header(name, len(data), **members) + padded(data)


def padded(data: bytes) -> bytes:
    """The data, padded with zeros to whole blocks of 512 bytes."""
    return data + bytes(-len(data) % 512)


def pax(members: Iterable[tuple[bytes, bytes]], kind: bytes = b"x") -> bytes:
    """An extended header (pax) with records for the next entry."""
    text = b""
    for key, value in members:
        rest = b" " + key + b"=" + value + b"\n"
        length = len(rest) + 1
        while len(b"%d" % length) + len(rest) != length:
            length = len(b"%d" % length) + len(rest)
        text += b"%d" % length + rest
    return tar_file("PaxHeaders/x", text, kind=kind)


def tar_archive(*parts: bytes, end: bytes = bytes(1024)) -> bytes:
    """A gzipped tar archive."""
    return gzip.compress(b"".join(parts) + end, 9, mtime=0)

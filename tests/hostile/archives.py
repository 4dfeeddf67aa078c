"""Hostile archives, each with the rule that refuses it and the entry that the refusal names (M2)."""

import gzip
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from tests.support.extensions.archives import (
    FOLDER,
    LINK,
    MANIFEST,
    Member,
    deflate,
    pax,
    tar_archive,
    tar_file,
    tar_header,
    zip_archive,
)

SOUND: Final = Member()
PLAIN: Final = tar_file()
ZIP64: Final = struct.pack("<2HQ", 1, 8, 2)


@dataclass(frozen=True, slots=True)
class Archive:
    """A hostile archive. The refusal has to contain `names`, the entry at fault."""

    what: str
    data: bytes
    rule: str
    names: str = ""


PATHS: Final[Mapping[str, tuple[str | bytes, str]]] = {
    "upwards": ("../x", "path"),
    "upwards inside": ("a/../../x", "path"),
    "upwards and down again": ("a/../x", "path"),
    "to the manifest": ("../manifest.json", "path"),
    "upwards at the end": ("a/..", "path"),
    "absolute": ("/facetry-escaped", "path"),
    "two slashes": ("//tmp/x", "path"),
    "drive": ("C:/x", "path"),
    "drive, relative": ("c:x", "path"),
    "backslashes": ("..\\x", "name"),
    "share": ("\\\\host\\x", "name"),
    "dot": (".", "path"),
    "dot before": ("./x", "path"),
    "empty step": ("a//x", "path"),
    "slash alone": ("/", "path"),
    "newline": ("a\nb", "name"),
    "escape": ("a\x1b[2Jb", "name"),
    "delete": ("a\x7f", "name"),
    "right-to-left override": ("a\u202egpj.exe", "name"),
    "no-width space": ("a\u200b", "name"),
    "line separator": ("a\u2028b", "name"),
    "256 bytes": ("n" * 256, "name"),
    "86 characters of three bytes": ("\u20ac" * 86, "name"),
    "1,100 bytes": ("/".join(["n" * 100] * 11), "name"),
    "not UTF-8": (b"a\xff", "name"),
    "overlong slash": (b"..\xc0\xafx", "name"),
    "surrogate": (b"a\xed\xa0\x80", "name"),
}


def archives() -> Iterator[Archive]:
    """All hostile archives."""
    yield from _named()
    yield from _zips()
    yield from _tarballs()
    yield from _bombs()
    for what, data in {
        "empty": b"",
        "four bytes": b"PK\x03\x04",
        "three bytes": b"\x1f\x8b\x08",
        "text": b"{}",
        "RAR": b"Rar!\x1a\x07\x01\x00" + bytes(50),
        "7z": b"7z\xbc\xaf\x27\x1c" + bytes(50),
        "xz": b"\xfd7zXZ\x00" + bytes(50),
        "tar without gzip": gzip.decompress(tar_archive(PLAIN)),
        "empty zip": zip_archive(),
        "zip behind a program": b"#!/bin/sh\n" + zip_archive(SOUND),
    }.items():
        yield Archive(f"kind: {what}", data, "truncated" if what in ("four bytes", "three bytes") else "kind")
    yield Archive("8 MiB and a byte", zip_archive(SOUND) + bytes(8_388_609), "size")


def _named() -> Iterator[Archive]:
    for what, (name, rule) in PATHS.items():
        raw = name.encode() if isinstance(name, str) else name
        shown = ascii(raw.decode("utf-8", "backslashreplace"))[1:-1][:8]
        names = "" if len(shown) < 3 or "\\" in shown else shown
        yield Archive(f"zip: {what}", zip_archive(SOUND, Member(name=raw)), rule, names)
        if len(raw) <= 100:
            yield Archive(f"tar: {what}", tar_archive(PLAIN, tar_file(raw)), rule, names)
    yield Archive("zip: NUL", zip_archive(SOUND, Member(name="a\0b")), "name", "a\\u0000b")
    yield Archive("tar: something behind the name", tar_archive(PLAIN, tar_file(b"a\0../x")), "header", "a")
    yield Archive("zip: no name", zip_archive(SOUND, Member(name="")), "name")
    yield Archive("tar: no name", tar_archive(PLAIN, tar_file("")), "name")
    yield Archive(
        "tar: name of two parts, upwards", tar_archive(PLAIN, tar_file("x", prefix=b"../..")), "path", "../../x"
    )
    for what, paths, rule in [
        ("twice", ("a", "a"), "duplicate"),
        ("two manifests", (MANIFEST, MANIFEST), "duplicate"),
        ("other case", ("Read.me", "read.ME"), "twin"),
        ("other case of a folder", ("Src/a", "src/b"), "twin"),
        ("manifest in capitals", (MANIFEST, "Manifest.JSON"), "twin"),
        ("sharp s", ("stra\u00dfe", "STRASSE"), "twin"),
        ("accent apart", ("\u00e9", "e\u0301"), "twin"),
        ("kelvin", ("\u212a", "k"), "twin"),
        ("file that is a folder", ("a", "a/b"), "conflict"),
        ("folder that is a file", ("a/b/c", "a/b"), "conflict"),
        ("manifest that is a folder", (MANIFEST, f"{MANIFEST}/a"), "conflict"),
    ]:
        first = [] if MANIFEST in paths else [MANIFEST]
        shown = "" if what in ("accent apart", "kelvin", "sharp s") else paths[-1][:4]
        yield Archive(f"zip: {what}", zip_archive(*(Member(name=path) for path in (*first, *paths))), rule, shown)
        yield Archive(f"tar: {what}", tar_archive(*map(tar_file, (*first, *paths))), rule, shown)
    yield Archive(
        "zip: folder twice", zip_archive(SOUND, *[Member(name="a/", data=b"", mode=FOLDER)] * 2), "duplicate", "a"
    )
    yield Archive("tar: folder twice", tar_archive(PLAIN, *[tar_header("a/", 0, kind=b"5")] * 2), "duplicate", "a")
    for what, name in [("none", "a"), ("in capitals", "MANIFEST.JSON"), ("of macOS", f"__MACOSX/{MANIFEST}")]:
        yield Archive(f"zip: manifest, {what}", zip_archive(Member(name=name)), "manifest")
        yield Archive(f"tar: manifest, {what}", tar_archive(tar_file(name)), "manifest")
    yield Archive(
        "zip: manifest, a folder", zip_archive(Member(name=f"{MANIFEST}/", data=b"", mode=FOLDER)), "manifest"
    )
    yield Archive("tar: nothing", tar_archive(), "manifest")


def _zips() -> Iterator[Archive]:
    other = partial(Member, name="other", data=b"hello")
    for what, wrong, rule in [
        ("link", Member(name="link", data=b"/etc/passwd", mode=LINK), "link"),
        ("device", Member(name="device", mode=0o060600), "special"),
        ("terminal", Member(name="device", mode=0o020600), "special"),
        ("fifo", Member(name="fifo", mode=0o010600), "special"),
        ("socket", Member(name="socket", mode=0o140600), "special"),
        ("folder that is named as a file", Member(name="folder", mode=FOLDER), "special"),
        ("folder of DOS that is named as a file", Member(name="folder", central={"mode": 0x10}), "special"),
        ("file that is named as a folder", Member(name="file/", data=b""), "special"),
        ("folder with bytes", Member(name="folder/", data=b"x", mode=FOLDER), "structure"),
        ("encrypted", other(flags=0x0801), "encrypted"),
        ("strongly encrypted", other(flags=0x0841), "encrypted"),
        ("masked headers", other(flags=0x2800), "encrypted"),
        ("patch", other(flags=0x0820), "method"),
        ("AES", other(method=99), "method"),
        ("bzip2", other(method=12), "method"),
        ("LZMA", other(method=14), "method"),
        ("deflate64", other(method=9), "method"),
        ("method that is none", other(method=65535), "method"),
        ("shorter than it says", other(central={"size": 9}, local={"size": 9}), "length"),
        ("longer than it says", other(central={"size": 2}, local={"size": 2}), "length"),
        ("says it is empty", other(central={"size": 0}, local={"size": 0}), "length"),
        ("stored, of two lengths", other(method=0, central={"size": 9}, local={"size": 9}), "length"),
        ("cut", other(packed=deflate(b"hello")[:-2]), "length"),
        ("something behind the bytes", other(packed=deflate(b"hello") + b"x"), "length"),
        ("damaged", other(packed=b"\xff" * 20), "checksum"),
        ("other bytes", other(packed=deflate(b"hallo")), "checksum"),
        ("other checksum", other(central={"checksum": 1}, local={"checksum": 1}), "checksum"),
        ("other name inside", other(local={"name": b"../xx"}), "header"),
        ("other checksum inside", other(local={"checksum": 1}), "header"),
        ("other size inside", other(local={"size": 10**9}), "header"),
        ("other method inside", other(local={"method": 0}), "header"),
        ("encrypted inside", other(local={"flags": 0x0801}), "header"),
        ("described after, by nothing", other(flags=0x0808), "header"),
        ("described after, wrongly", other(flags=0x0808, after=b"PK\x07\x08" + bytes(12)), "header"),
        ("zip64", other(central={"extra": ZIP64}), "structure"),
        ("zip64 inside", other(local={"extra": ZIP64}), "structure"),
        ("zip64 by its size", other(central={"size": 0xFFFFFFFF, "extra": ZIP64}), "structure"),
        ("cut extra", other(central={"extra": b"\x99\x00\xff\x00"}), "structure"),
        ("on another disk", other(central={"disk": 1}), "structure"),
        ("beyond the end", other(central={"packed": 10**6}, local={"packed": 10**6}), "structure"),
        ("nowhere", other(central={"offset": 10**6}), "structure"),
        ("in the middle of another", other(central={"offset": 4}), "structure"),
        ("something hidden before it", other(before=b"hidden"), "structure"),
        ("something hidden after it", other(after=b"hidden"), "structure"),
        ("same bytes as another", Member(name=MANIFEST + "2", offset=0, local={}), "header"),
    ]:
        names = wrong.name if isinstance(wrong.name, str) and what != "something hidden after it" else ""
        yield Archive(f"zip: {what}", zip_archive(SOUND, wrong), rule, names.rstrip("/"))
    whole = zip_archive(SOUND, other())
    for what, data, rule in [
        ("cut by a byte", whole[:-1], "truncated"),
        ("cut in half", whole[: len(whole) // 2], "truncated"),
        ("something after it", whole + b"x", "truncated"),
        ("another archive after it", whole + zip_archive(SOUND), "structure"),
        ("two ends", zip_archive(SOUND, comment=zip_archive(SOUND)[-22:]), "structure"),
        ("gap before the directory", zip_archive(SOUND, gap=b"gap"), "structure"),
        ("fewer entries than there are", zip_archive(SOUND, SOUND, end={"here": 1, "count": 1}), "structure"),
        ("more entries than there are", zip_archive(SOUND, end={"here": 2, "count": 2}), "structure"),
        ("two counts", zip_archive(SOUND, end={"here": 2}), "structure"),
        ("two disks", zip_archive(SOUND, end={"disk": 1}), "structure"),
        ("directory elsewhere", zip_archive(SOUND, end={"first": 3}), "structure"),
        ("zip64 by its count", zip_archive(SOUND, end={"here": 0xFFFF, "count": 0xFFFF}), "structure"),
        ("manifest only in the directory", zip_archive(Member(name="a"), Member(offset=0)), "header"),
    ]:
        yield Archive(f"zip: {what}", data, rule)


def _tarballs() -> Iterator[Archive]:
    for what, block, rule in [
        ("link", tar_header("link", 0, kind=b"2", link=b"/etc/passwd"), "link"),
        ("link upwards", tar_header("link", 0, kind=b"2", link=b".."), "link"),
        ("hard link", tar_header("link", 0, kind=b"1", link=b"/etc/passwd"), "link"),
        ("terminal", tar_header("device", 0, kind=b"3"), "special"),
        ("device", tar_header("device", 0, kind=b"4"), "special"),
        ("fifo", tar_header("fifo", 0, kind=b"6"), "special"),
        ("file that is named as a folder", tar_header("file/", 0), "special"),
        ("folder with bytes", tar_header("folder/", 2, kind=b"5") + bytes(512), "structure"),
        ("sparse", tar_header("holes", 0, kind=b"S"), "sparse"),
        ("long name of GNU", tar_file("././@LongLink", b"../x\0", kind=b"L"), "pax"),
        ("long link of GNU", tar_file("././@LongLink", b"../x\0", kind=b"K"), "pax"),
        ("several volumes", tar_header("volume", 0, kind=b"M"), "pax"),
        ("volume", tar_header("volume", 0, kind=b"V"), "pax"),
        ("contiguous", tar_header("file", 0, kind=b"7"), "pax"),
        ("kind that is none", tar_header("file", 0, kind=b"\xff"), "pax"),
        ("path of pax", pax([(b"path", b"../x")]), "pax"),
        ("path of pax for all", pax([(b"path", b"../x")], b"g"), "pax"),
        ("size of pax", pax([(b"size", b"99999999")]), "pax"),
        ("link of pax", pax([(b"linkpath", b"/etc")]), "pax"),
        ("holes of pax", pax([(b"GNU.sparse.major", b"1")]), "pax"),
        ("charset of pax", pax([(b"hdrcharset", b"BINARY")]), "pax"),
        ("pax that lies about its length", tar_file("x", b"99 mtime=1\n", kind=b"x"), "pax"),
        ("pax without end", tar_file("x", b"10 mtime=11", kind=b"x"), "pax"),
        ("pax of zero length", tar_file("x", b"0 mtime=1\n", kind=b"x"), "pax"),
        ("much pax", tar_header("x", 70_000, kind=b"x") + bytes(70_144), "pax"),
        ("wrong checksum", tar_header("file", 0, checksum=1), "header"),
        ("negative size", tar_header("file", b"-0000000001\0"), "header"),
        ("size in another base", tar_header("file", b"\x80" + bytes(10) + b"\x02"), "header"),
        ("negative size in another base", tar_header("file", b"\xff" * 12), "header"),
        ("no size", tar_header("file", bytes(12)), "header"),
        ("mode that is none", tar_header("file", 0, mode=b"rwxr-xr\0"), "header"),
        ("another format", tar_header("file", 0, magic=b"tarball\0"), "header"),
        ("file with a link", tar_header("file", 0, link=b"/etc/passwd"), "header"),
        ("8 GiB", tar_header("file", b"77777777777\0"), "truncated"),
    ]:
        name = "" if rule == "truncated" or block[156:157] in b"xg" else block[:100].partition(b"\0")[0].decode()
        yield Archive(f"tar: {what}", tar_archive(PLAIN, block), rule, name.rstrip("/"))
    whole = tar_archive(PLAIN, tar_file("other", b"hello" * 1_000))
    for what, data, rule in [
        ("cut by a byte", whole[:-1], "truncated"),
        ("cut in half", whole[: len(whole) // 2], "truncated"),
        ("without its end", tar_archive(PLAIN, end=b""), "truncated"),
        ("with half of its end", tar_archive(PLAIN, end=bytes(512)), "truncated"),
        ("with an odd end", tar_archive(PLAIN, end=bytes(1_100)), "truncated"),
        ("something after its end", tar_archive(PLAIN, end=bytes(1_024) + b"x" * 512), "trailing"),
        (
            "another archive after its end",
            tar_archive(PLAIN, end=bytes(1_024) + tar_file("x") + bytes(1_024)),
            "trailing",
        ),
        ("something after gzip", whole + b"x", "trailing"),
        ("zeros after gzip", whole + bytes(10), "trailing"),
        ("two members of gzip", whole + whole, "trailing"),
        ("an empty member before", gzip.compress(b"") + whole, "truncated"),
        ("wrong checksum of gzip", whole[:-8] + b"\0\0\0\0" + whole[-4:], "checksum"),
        ("wrong length of gzip", whole[:-4] + b"\0\0\0\0", "checksum"),
        ("damaged", whole[:30] + b"\xff" * 8 + whole[38:], "checksum"),
        ("a zip inside", gzip.compress(zip_archive(SOUND)), ""),
        ("gzip in gzip", gzip.compress(whole), ""),
    ]:
        yield Archive(f"tar: {what}", data, rule)


def _bombs() -> Iterator[Archive]:
    zeros = bytes(20_000_000)
    yield Archive("zip: 20 MB of zeros", zip_archive(SOUND, Member(name="bomb", data=zeros)), "ratio", "bomb")
    yield Archive("tar: 20 MB of zeros", tar_archive(PLAIN, tar_file("bomb", zeros)), "ratio")
    packed = deflate(zeros)
    lie = {"size": 1_000_000}
    lying = Member(name="bomb", data=zeros, packed=packed, central=lie, local=lie)
    yield Archive("zip: 20 MB that say they are 1 MB", zip_archive(SOUND, lying), "length", "bomb")
    million = bytes(1_000_000)
    packed_million = deflate(million)
    quoted = Member(name="b", data=million)
    listed = {"packed": len(packed_million)}
    same = [Member(name=f"b{n}", data=million, packed=b"", offset=0, central=listed) for n in range(200)]
    yield Archive("zip: 200 entries of the same bytes", zip_archive(quoted, *same), "header", "b0")
    yield Archive("zip: 200 entries within one another", _nested(200), "overlap", "")
    many = [Member(name=f"b{n}", data=million, packed=packed_million) for n in range(300)]
    yield Archive("zip: 300 times 1 MB of zeros", zip_archive(SOUND, *many), "unpacked", "b2")
    yield Archive(
        "zip: 5,001 entries", zip_archive(SOUND, *(Member(name=f"f{n}", data=b"") for n in range(5_000))), "entries"
    )
    yield Archive("zip: 60,000 entries", zip_archive(*[Member(name="f", data=b"", offset=0)] * 60_000), "kind")
    yield Archive(
        "zip: 60,000 entries, one file", zip_archive(SOUND, *[Member(name="f", offset=0)] * 60_000), "entries"
    )
    yield Archive("tar: 5,001 entries", tar_archive(PLAIN, *(tar_header(f"f{n}", 0) for n in range(5_000))), "entries")
    yield Archive("tar: 5,001 extended headers", tar_archive(PLAIN, *[pax([(b"mtime", b"1")])] * 5_001), "")
    yield Archive("tar: 270 MB at a ratio below 100", _large(), "unpacked")


def _nested(count: int) -> bytes:
    """Overlapping entries: each one is stored within the data of the previous one."""
    body = b""
    for number in range(count, 0, -1):
        inner = zip_archive(Member(name=f"n{number}", data=body, method=0))
        body = inner[: len(body) + 30 + len(f"n{number}")]
    members, at = [], 0
    for number in range(1, count + 1):
        data = body[at + 30 + len(f"n{number}") :]
        members.append(Member(name=f"n{number}", data=data, method=0, offset=at))
        at += 30 + len(f"n{number}")
    whole = zip_archive(*members)
    directory = whole[: len(whole) - 22]
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, count, count, len(directory), len(body), 0)
    return body + directory + end


def _large() -> bytes:
    """A tar archive of 270 MB in few bytes, just below the permitted compression ratio."""
    packing = zlib.compressobj(1, zlib.DEFLATED, 31)
    data = packing.compress(PLAIN) + packing.compress(tar_file("salt", Random(5).randbytes(3_000_000)))
    data += packing.compress(tar_header("zeros", 270_000_128))
    data += b"".join(packing.compress(bytes(1_000_000)) for _ in range(270))
    return data + packing.compress(bytes(128 + 1_024)) + packing.flush()

"""Pictures with suffixes of other formats, and other file types with suffixes of pictures."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from collections.abc import Iterator
from random import Random
from typing import Final

from PIL import Image

from tests.hostile_pictures.case import FORMAT_REFUSED, MUST_BE_READABLE, HostileFile
from tests.support.imaging import pictures

KIND: Final = "disguises"
_SVG: Final = (
    b'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY file SYSTEM "file:///etc/passwd">]><svg '
    b'xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script><text>&file;</text></svg>'
)


def cases(chance: Random) -> Iterator[HostileFile]:
    """Each format with the suffix of each other one, which is accepted, and other file types with every suffix."""
    for number, format in enumerate(pictures.FORMATS):
        for other, suffix in pictures.SUFFIXES.items():
            if other != format:
                data = pictures.picture(format, seed=1_000 + 10 * number + len(other) + ord(other[0]))
                yield HostileFile(KIND, f"{format.lower()}.{suffix}", data, MUST_BE_READABLE)
        data = pictures.picture(format, seed=2_000 + number)
        yield HostileFile(KIND, f"{format.lower()}-named-a-program.exe", data, MUST_BE_READABLE)
    suffixes = [*pictures.SUFFIXES.values(), "jpeg", "PNG", "jfif", "hif"]
    for number, (name, data) in enumerate(_other_file_types(chance)):
        yield HostileFile(KIND, f"{name}.{suffixes[number % len(suffixes)]}", data, FORMAT_REFUSED)


def _other_file_types(chance: Random) -> Iterator[tuple[str, bytes]]:
    image = pictures.pattern(40, 30, 5)
    for format in ("BMP", "TIFF", "PPM", "TGA", "ICO", "PCX", "SGI", "DDS", "EPS", "JPEG2000", "PDF", "ICNS"):
        yield f"really-{format.lower()}", _encode(image, format)
    yield "really-svg", _SVG
    yield "really-svg-packed", gzip.compress(_SVG, mtime=0)
    yield "really-psd", b"8BPS\0\1" + bytes(6) + struct.pack(">HIIHH", 3, 30_000, 30_000, 8, 3) + bytes(2_000)
    yield "really-fits", b"SIMPLE  =                    T" + b" " * 2_850
    yield "really-xpm", b'/* XPM */\nstatic char *x[] = {"1 1 1 1", "a c #000000", "a"};'
    yield "really-xbm", b"#define x_width 8\n#define x_height 1\nstatic char x_bits[] = {0x00};"
    yield "really-mvg", b'push graphic-context\nviewbox 0 0 640 480\nfill "url(https://example.org/|touch hi)"\n'
    yield "really-msl", b'<?xml version="1.0"?><image><read filename="/etc/passwd"/></image>'
    yield "really-postscript", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file\n"
    yield (
        "really-pdf-by-hand",
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n",
    )
    yield "really-jpegxl", b"\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl \0\0\0\0jxl " + bytes(100)
    yield "really-film", b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + bytes(500)
    yield "really-raw", b"\0\0\0\x18ftypcrx \0\0\0\1crx isom" + bytes(500)
    yield "really-sound", b"RIFF\x24\0\0\0WAVEfmt " + bytes(60)
    yield "really-film-of-frames", b"RIFF\x24\0\0\0AVI LIST" + bytes(60)
    yield "really-page", b"<!doctype html><script>document.location='//example.org'</script>"
    yield "really-php", b"<?php system($_GET['c']); ?>"
    yield "really-script", b"#!/bin/sh\ntouch /tmp/pwned\n"
    yield "really-program", b"\x7fELF\2\1\1\0" + bytes(200)
    yield "really-other-program", b"MZ\x90\0" + bytes(200)
    yield "really-json", b'{"format":"PNG"}'
    yield "really-zip", _zip()
    yield "really-pickle", b"\x80\x04\x95\x1b\0\0\0\0\0\0\0\x8c\x02os\x8c\x06system\x93\x8c\x02id\x85R."
    yield "really-sqlite", b"SQLite format 3\0" + bytes(200)
    yield "really-zeroes", bytes(100_000)
    yield "really-noise", b"\x01" + chance.randbytes(5_000)
    yield "really-text-with-mark", b"\xef\xbb\xbfGIF89a"
    yield "really-png-after-a-space", b" " + pictures.picture("PNG", seed=3)
    yield "really-png-of-7-bits", bytes(each & 0x7F for each in pictures.picture("PNG", seed=4))
    yield "really-png-with-unix-ends", pictures.picture("PNG", seed=5).replace(b"\r\n", b"\n", 1)
    yield "really-jpeg-backwards", pictures.picture("JPEG", seed=6)[::-1]
    yield "really-gif-of-90", pictures.picture("GIF", seed=7).replace(b"GIF8", b"GIF9", 1)
    yield "really-mng", b"\x8aMNG\r\n\x1a\n" + pictures.picture("PNG", seed=8)[8:]
    yield "really-flif", b"FLIF" + bytes(60)
    yield "really-bpg", b"BPG\xfb" + bytes(60)
    yield "really-bigtiff", b"II+\0\x08\0\0\0" + bytes(80)


def _encode(image: Image.Image, format: str) -> bytes:
    target = io.BytesIO()
    if format == "PDF":
        image.save(target, format, producer="Facetry", creationDate=None, modDate=None)
    else:
        image.save(target, format)
    return target.getvalue()


def _zip() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(zipfile.ZipInfo("../../escaped.png"), b"x")
    return target.getvalue()

"""Files that are a picture and something else: a script, a page, an archive, a document, a second picture."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.boxes import box, single
from tests.hostile_pictures.case import DAMAGED, SOUND, Hostile
from tests.hostile_pictures.healthy import XMP, app1_xmp, kinds
from tests.hostile_pictures.parts import (
    blocks,
    canvas,
    chunk,
    flat_codes,
    flat_jpeg,
    gif,
    inserted,
    lossless,
    piece,
    riff,
    segment,
    shown,
    tiny_png,
)
from tests.support import pictures

KIND: Final = "polyglots"
PAGE: Final = b"<html><body><script>document.title='run'</script><img src=x onerror=document.title='run'></body></html>"
SCRIPT: Final = b"*/=1;document.title='run';/*"
PHP: Final = b"<?php echo shell_exec($_GET['c']); __halt_compiler(); ?>"
SHELL: Final = b"\n#!/bin/sh\ntouch /tmp/pwned\nexit\n"
PDF: Final = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n"
    b"2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


def cases(chance: Random) -> Iterator[Hostile]:
    """All of them are sound as pictures, but for a few that bend their format."""
    for name, data in (*_scripts(), *_hidden(), *_appended(chance)):
        yield Hostile(KIND, name, data, SOUND)
    for name, data in _bent():
        yield Hostile(KIND, name, data, DAMAGED)


def _scripts() -> Iterator[tuple[str, bytes]]:
    image = shown(4, 4, flat_codes(16))
    yield "gif-and-script.gif", b"GIF89a" + b"/*" + gif(4, 4, image)[8:] + SCRIPT + b"*/"
    yield "gif-and-script-in-a-comment.gif", gif(4, 4, b"!\xfe" + blocks(SCRIPT), image)
    yield "gif-and-page.gif", gif(4, 4, b"!\xfe" + blocks(PAGE), image)
    yield "gif-and-shell.gif", gif(4, 4, b"!\xfe" + blocks(SHELL), image)
    sound = flat_jpeg(16, 8)
    yield "jpeg-and-script.jpg", inserted(sound, segment(0xE0, b"/*".ljust(0x2F28, b"\0")), segment(0xFE, SCRIPT))
    yield "jpeg-and-page.jpg", inserted(sound, segment(0xFE, PAGE))
    yield "png-and-page.png", tiny_png(chunk(b"tEXt", b"Comment\0" + PAGE))
    yield "png-and-page-packed.png", tiny_png(chunk(b"zTXt", b"Comment\0\0" + zlib.compress(PAGE)))
    yield "png-and-php-palette.png", tiny_png(chunk(b"PLTE", (PHP + b"   ")[: len(PHP) // 3 * 3]))
    yield "png-and-php-unknown-chunk.png", tiny_png(chunk(b"phPs", PHP))
    yield "webp-and-page.webp", riff(canvas(16, 16), lossless(16, 16, 1), piece(b"PAGE", PAGE))
    for format in ("AVIF", "HEIF"):
        suffix = pictures.SUFFIXES[format]
        yield f"{format.lower()}-and-page.{suffix}", single(format) + box(b"free", PAGE)
        yield f"{format.lower()}-and-script-in-the-description.{suffix}", single(format, more=box(b"skip", SCRIPT))


def _hidden() -> Iterator[tuple[str, bytes]]:
    exif = b"Exif\0\0II*\0\x08\0\0\0\1\0\x0e\x01\2\0" + struct.pack("<II", len(PAGE) + 1, 26) + bytes(4) + PAGE + b"\0"
    sound = flat_jpeg(16, 8)
    yield "jpeg-page-in-exif.jpg", inserted(sound, segment(0xE1, exif))
    yield "png-page-in-exif.png", tiny_png(chunk(b"eXIf", exif[6:]))
    yield "webp-page-in-exif.webp", riff(canvas(16, 16, 0x18), lossless(16, 16, 2), piece(b"EXIF", exif))
    packet = XMP.replace(b"heron", b"<![CDATA[" + PAGE + b"]]>")
    yield "jpeg-page-in-xmp.jpg", inserted(sound, app1_xmp(packet))
    yield "png-page-in-xmp.png", tiny_png(chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + packet))
    yield "webp-page-in-xmp.webp", riff(canvas(16, 16, 0x14), lossless(16, 16, 3), piece(b"XMP ", packet))
    yield "jpeg-page-in-profile.jpg", inserted(sound, segment(0xE2, b"ICC_PROFILE\0\1\1" + PAGE))
    yield "jpeg-php-in-quanta.jpg", inserted(sound, segment(0xDB, b"\3" + PHP.ljust(64, b" ")[:64]))
    yield "jpeg-page-in-iptc.jpg", inserted(sound, segment(0xED, b"Photoshop 3.0\0" + _caption(PAGE)))


def _caption(text: bytes) -> bytes:
    told = b"\x1c\x02\x78" + struct.pack(">H", len(text)) + text
    return b"8BIM\x04\x04\0\0" + struct.pack(">I", len(told)) + told + b"\0" * (len(told) % 2)


def _appended(chance: Random) -> Iterator[tuple[str, bytes]]:
    tails = {
        "zip": _zip({"run.class": b"\xca\xfe\xba\xbe", "../../escaped.txt": b"x"}),
        "pdf": PDF,
        "page": PAGE,
        "php": PHP,
        "program": b"\x7fELF\2\1\1\0" + bytes(500),
        "noise": chance.randbytes(1_000_000),
        "zeroes": bytes(3_000_000),
    }
    for format in pictures.FORMATS:
        sound = pictures.picture(format, seed=300 + len(format))
        for name, tail in tails.items():
            end = box(b"free", tail) if format in ("AVIF", "HEIF") else tail
            yield f"{format.lower()}-then-{name}.{pictures.SUFFIXES[format]}", sound + end
    for first, second in (("PNG", "JPEG"), ("JPEG", "PNG"), ("GIF", "WEBP"), ("WEBP", "GIF"), ("JPEG", "JPEG")):
        data = kinds(first)["plain"] + kinds(second)["rich"]
        yield f"{first.lower()}-then-{second.lower()}.{pictures.SUFFIXES[first]}", data
    sound = kinds("PNG")["plain"]
    yield "png-then-itself-a-thousand-times.png", sound * 1_000


def _zip(members: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return target.getvalue()


def _bent() -> Iterator[tuple[str, bytes]]:
    jpeg, png = kinds("JPEG")["plain"], kinds("PNG")["plain"]
    yield "jpeg-within-a-png.png", png[:33] + chunk(b"jPEG", jpeg) + png[33:]
    yield "png-within-a-jpeg.jpg", inserted(jpeg, segment(0xE9, png[:60_000]))
    yield "jpeg-and-pdf.jpg", inserted(jpeg, segment(0xFE, b"\n" + PDF + b"stream\n")) + b"\nendstream\nendobj\n" + PDF
    yield "png-and-avif.png", png[:8] + box(b"ftyp", b"avif\0\0\0\0avifmif1") + png[8:]
    yield "avif-and-heif.avif", single("AVIF") + single("HEIF")
    yield "heif-and-avif.heic", single("HEIF") + single("AVIF")
    yield "webp-and-sound.webp", riff(lossless(16, 16, 7), piece(b"fmt ", bytes(16)), piece(b"data", bytes(900)))
    yield "gif-and-tiff.gif", b"GIF89aII*\0\x08\0\0\0" + bytes(100)

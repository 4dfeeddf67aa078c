"""Files that are both a picture and another type: a script, a page, an archive, a document, a second picture."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.boxes import box, single_picture
from tests.hostile_pictures.case import MUST_BE_READABLE, READABLE_OR_REFUSED, HostileFile
from tests.hostile_pictures.healthy import XMP, sound_variants, xmp_segment
from tests.hostile_pictures.parts import (
    flat_jpeg,
    flat_lzw_data,
    gif,
    gif_blocks,
    gif_image,
    insert_segments,
    lossless_webp_chunk,
    png_chunk,
    riff,
    riff_chunk,
    segment,
    tiny_png,
    webp_canvas,
)
from tests.support.imaging import pictures

KIND: Final = "polyglots"
PAGE: Final = b"<html><body><script>document.title='run'</script><img src=x onerror=document.title='run'></body></html>"
SCRIPT: Final = b"*/=1;document.title='run';/*"
PHP: Final = b"<?php echo shell_exec($_GET['c']); __halt_compiler(); ?>"
SHELL: Final = b"\n#!/bin/sh\ntouch /tmp/pwned\nexit\n"
PDF: Final = (
    b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n"
    b"2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
)


def cases(chance: Random) -> Iterator[HostileFile]:
    """All cases are valid pictures, except a few that violate their format."""
    for name, data in (*_scripts(), *_hidden_in_metadata(), *_with_appended_data(chance)):
        yield HostileFile(KIND, name, data, MUST_BE_READABLE)
    for name, data in _nested_formats():
        yield HostileFile(KIND, name, data, READABLE_OR_REFUSED)


def _scripts() -> Iterator[tuple[str, bytes]]:
    image = gif_image(4, 4, flat_lzw_data(16))
    yield "gif-and-script.gif", b"GIF89a" + b"/*" + gif(4, 4, image)[8:] + SCRIPT + b"*/"
    yield "gif-and-script-in-a-comment.gif", gif(4, 4, b"!\xfe" + gif_blocks(SCRIPT), image)
    yield "gif-and-page.gif", gif(4, 4, b"!\xfe" + gif_blocks(PAGE), image)
    yield "gif-and-shell.gif", gif(4, 4, b"!\xfe" + gif_blocks(SHELL), image)
    sound = flat_jpeg(16, 8)
    yield (
        "jpeg-and-script.jpg",
        insert_segments(sound, segment(0xE0, b"/*".ljust(0x2F28, b"\0")), segment(0xFE, SCRIPT)),
    )
    yield "jpeg-and-page.jpg", insert_segments(sound, segment(0xFE, PAGE))
    yield "png-and-page.png", tiny_png(png_chunk(b"tEXt", b"Comment\0" + PAGE))
    yield "png-and-page-packed.png", tiny_png(png_chunk(b"zTXt", b"Comment\0\0" + zlib.compress(PAGE)))
    yield "png-and-php-palette.png", tiny_png(png_chunk(b"PLTE", (PHP + b"   ")[: len(PHP) // 3 * 3]))
    yield "png-and-php-unknown-chunk.png", tiny_png(png_chunk(b"phPs", PHP))
    yield "webp-and-page.webp", riff(webp_canvas(16, 16), lossless_webp_chunk(16, 16, 1), riff_chunk(b"PAGE", PAGE))
    for format in ("AVIF", "HEIF"):
        suffix = pictures.SUFFIXES[format]
        yield f"{format.lower()}-and-page.{suffix}", single_picture(format) + box(b"free", PAGE)
        yield (
            f"{format.lower()}-and-script-in-the-description.{suffix}",
            single_picture(format, extra_boxes=box(b"skip", SCRIPT)),
        )


def _hidden_in_metadata() -> Iterator[tuple[str, bytes]]:
    exif = b"Exif\0\0II*\0\x08\0\0\0\1\0\x0e\x01\2\0" + struct.pack("<II", len(PAGE) + 1, 26) + bytes(4) + PAGE + b"\0"
    sound = flat_jpeg(16, 8)
    yield "jpeg-page-in-exif.jpg", insert_segments(sound, segment(0xE1, exif))
    yield "png-page-in-exif.png", tiny_png(png_chunk(b"eXIf", exif[6:]))
    yield (
        "webp-page-in-exif.webp",
        riff(webp_canvas(16, 16, 0x18), lossless_webp_chunk(16, 16, 2), riff_chunk(b"EXIF", exif)),
    )
    packet = XMP.replace(b"heron", b"<![CDATA[" + PAGE + b"]]>")
    yield "jpeg-page-in-xmp.jpg", insert_segments(sound, xmp_segment(packet))
    yield "png-page-in-xmp.png", tiny_png(png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + packet))
    yield (
        "webp-page-in-xmp.webp",
        riff(webp_canvas(16, 16, 0x14), lossless_webp_chunk(16, 16, 3), riff_chunk(b"XMP ", packet)),
    )
    yield "jpeg-page-in-profile.jpg", insert_segments(sound, segment(0xE2, b"ICC_PROFILE\0\1\1" + PAGE))
    yield "jpeg-php-in-quanta.jpg", insert_segments(sound, segment(0xDB, b"\3" + PHP.ljust(64, b" ")[:64]))
    yield "jpeg-page-in-iptc.jpg", insert_segments(sound, segment(0xED, b"Photoshop 3.0\0" + _iptc_caption(PAGE)))


def _iptc_caption(text: bytes) -> bytes:
    record = b"\x1c\x02\x78" + struct.pack(">H", len(text)) + text
    return b"8BIM\x04\x04\0\0" + struct.pack(">I", len(record)) + record + b"\0" * (len(record) % 2)


def _with_appended_data(chance: Random) -> Iterator[tuple[str, bytes]]:
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
        data = sound_variants(first)["plain"] + sound_variants(second)["rich"]
        yield f"{first.lower()}-then-{second.lower()}.{pictures.SUFFIXES[first]}", data
    sound = sound_variants("PNG")["plain"]
    yield "png-then-itself-a-thousand-times.png", sound * 1_000


def _zip(members: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return target.getvalue()


def _nested_formats() -> Iterator[tuple[str, bytes]]:
    jpeg, png = sound_variants("JPEG")["plain"], sound_variants("PNG")["plain"]
    yield "jpeg-within-a-png.png", png[:33] + png_chunk(b"jPEG", jpeg) + png[33:]
    yield "png-within-a-jpeg.jpg", insert_segments(jpeg, segment(0xE9, png[:60_000]))
    yield (
        "jpeg-and-pdf.jpg",
        insert_segments(jpeg, segment(0xFE, b"\n" + PDF + b"stream\n")) + b"\nendstream\nendobj\n" + PDF,
    )
    yield "png-and-avif.png", png[:8] + box(b"ftyp", b"avif\0\0\0\0avifmif1") + png[8:]
    yield "avif-and-heif.avif", single_picture("AVIF") + single_picture("HEIF")
    yield "heif-and-avif.heic", single_picture("HEIF") + single_picture("AVIF")
    yield (
        "webp-and-sound.webp",
        riff(lossless_webp_chunk(16, 16, 7), riff_chunk(b"fmt ", bytes(16)), riff_chunk(b"data", bytes(900))),
    )
    yield "gif-and-tiff.gif", b"GIF89aII*\0\x08\0\0\0" + bytes(100)

"""Small valid pictures in every format, and invalid picture files, for tests and benchmarks."""

import io
import os
import random
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from facetry.contract.example_requests.pictures import FORMATS, HEIF_SIZE, SUFFIXES, camera_exif, pattern, picture

__all__ = [
    "FORMATS",
    "HEIF_SIZE",
    "SUFFIXES",
    "broken_pictures",
    "camera_exif",
    "flat_png",
    "pattern",
    "picture",
    "png",
    "webp_header",
    "write_megapixel_jpegs",
    "write_pictures",
]


def png(width: int, height: int, rows: bytes = b"") -> bytes:
    """A PNG with this size in its header, and independent data."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + data


def flat_png(side: int) -> bytes:
    """A valid PNG of one grey, `side` pixels wide and high: a few kilobytes that decode to side² bytes."""
    return png(side, side, bytes((side + 1) * side))


def webp_header(width: int, height: int) -> bytes:
    """The start of a WEBP file with this size of its canvas in the header."""
    body = b"\x10\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    chunk = b"VP8X" + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def broken_pictures() -> Iterator[tuple[str, bytes, str]]:
    """Invalid picture files: name, bytes, and the rule that each breaks."""
    yield "text.jpg", b"this is not a picture\n" * 20, "decode.format"
    yield "page.PNG", b"<!doctype html><script>alert(1)</script>", "decode.format"
    yield "drawing.gif", b'<svg xmlns="http://www.w3.org/2000/svg"/>', "decode.format"
    yield "postscript.jpeg", b"%!PS-Adobe-3.0 EPSF-3.0\n", "decode.format"
    yield "bitmap.webp", b"BM" + bytes(200), "decode.format"
    yield "film.heic", b"\0\0\0\x18ftypisom\0\0\0\0isommp41", "decode.format"
    yield "empty.jpg", b"", "decode.truncated"
    yield "bomb.png", png(60_000, 60_000), "decode.pixels"
    yield "bomb.webp", webp_header(16_384, 16_384), "decode.pixels"
    yield "bomb.gif", b"GIF89a\xff\xff\xff\xff\0\0\0,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;", "decode.pixels"
    for format in ("PNG", "JPEG"):
        whole = picture(format, size=(320, 240))
        yield f"cut.{SUFFIXES[format]}", whole[: len(whole) // 2], "decode.truncated"
    for format in ("PNG", "WEBP", "AVIF", "HEIF"):
        whole = picture(format)
        head = whole[:40]
        yield f"noise.{SUFFIXES[format]}", head + random.Random(format).randbytes(len(whole) - 40), "decode.corrupt"


def write_pictures(
    folder: Path, count: int, *, size: tuple[int, int] = HEIF_SIZE, formats: tuple[str, ...] = FORMATS
) -> None:
    """Write `count` different pictures into `folder`, a hundred to a subfolder, in each of the formats by turns."""
    for number in range(count):
        format = formats[number % len(formats)]
        target = folder / f"{number // 100:03}" / f"{number:05}.{SUFFIXES[format]}"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(picture(format, seed=number, size=size))


def write_megapixel_jpegs(folder: Path, count: int, sources: int = 40) -> None:
    """Write `count` different JPEGs of a megapixel, about 300 KB: `sources` pictures, each with different comments."""
    folder.mkdir(parents=True, exist_ok=True)
    data = []
    for seed in range(sources):
        noise = Image.frombytes("RGB", (1200, 834), random.Random(seed).randbytes(1200 * 834 * 3))
        target = io.BytesIO()
        Image.blend(pattern(1200, 834, seed), noise, 0.12).save(target, "JPEG", quality=88)
        data.append(target.getvalue())
    for number in range(count):
        whole = data[number % sources]
        comment = b"\xff\xfe\x00\x0a" + struct.pack(">Q", number)
        place = folder / f"{number // 500:03}"
        place.mkdir(exist_ok=True)
        with (place / f"{number:05}.jpg").open("wb") as file:
            file.write(whole[:2] + comment + whole[2:])
    os.sync()

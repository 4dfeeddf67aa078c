"""Small valid pictures in every format, and invalid picture files, for tests and benchmarks."""

import base64
import io
import os
import random
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image, PngImagePlugin

FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF", "AVIF", "HEIF")
SUFFIXES: Final = {"PNG": "png", "JPEG": "jpg", "WEBP": "webp", "GIF": "gif", "AVIF": "avif", "HEIF": "heic"}
HEIF_SIZE: Final = (64, 48)

_HEIF: Final = (
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAX1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAA"
    "AAAERAAAEAAQAAAAABoQABAAAAAAAAALgAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA/WlwcnAA"
    "AADdaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AAAAMAkA"
    "AAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAA"
    "AAAoY2xhcAAAAEAAAAABAAAAMAAAAAEAAAAAAAAAAv////AAAAACAAAAEHBpeGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAAAM"
    "BtZGF0AAAAtCgBrwtg9eYstIZEHePeqjv462STn5qtXb2v7iRjR6WQrYpA6Ci/C8c2P9JUixZ+JL8kRWsY4lfLqD3WAwI1PZwEGzPWap195CB3"
    "p+ktAqZ3v7AuuLC941jVm+ZWK+c05r2pz9IweaghafDsWXTHGSEGWn0HxakdgY3SxH6fjWFV7qkJAR27Z6qKDoMD4EPY/GpLmuHdJF45syyEl1"
    "8x6EAmH1AmIy7yW+hMBTRFMYZmgjdoRg=="
)
_HEIF_DESCRIBED: Final = (
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAb5tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAA"
    "AAAERAAAIAAQAAAAAB4gABAAAAAAAAANMAAgAAAAACtQABAAAAAAAAAEAAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABodmMxAAAAABVp"
    "bmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAAA/WlwcnAAAADdaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGE"
    "ABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkA"
    "AAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xhcAAAADAAAAABAAAAQAAAAAH////wAAAAAgAAAAAAAAACAAAAEH"
    "BpeGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAAABppcmVmAAAAAAAAAA5jZHNjAAIAAQABAAABG21kYXQAAADPKAGvC2D15iy0"
    "hkQd496qO/jrZJOfmq1dva/uJGNHpZCtikDoKL8LxzY/0lSLFn4kv0QNEt9qrl4DkjKAYsuM+yJV6XpI6sXMRImIkOMu2XK55PR88MRCuqfy0s"
    "kyO8KU38tZ3cimfrjd0mkgfbX3goX8RrZySurnMJl73Ihpdy5wyGuhglpBFffqmeKwqnJGQmb/aRgTqeLgDxeSEQo9UUvKGWVc6MuA+TJdy+3N"
    "XqRiik0UKNM5UAF98XmbPKLuklLAlqZN35uWpdtYdSfwAAAABkV4aWYAAE1NACoAAAAIAAIBDwACAAAACAAAACYBEAACAAAABwAAAC4AAAAARm"
    "FjZXRyeQBTYW1wbGUAAA=="
)


def pattern(width: int, height: int, seed: int = 0) -> Image.Image:
    """A picture with smooth shades, different for each seed."""
    chance = random.Random(seed)
    coarse = Image.new("RGB", (8, 8))
    coarse.putdata([(chance.randrange(256), chance.randrange(256), chance.randrange(256)) for _ in range(64)])
    return coarse.resize((width, height), Image.Resampling.BICUBIC)


def picture(format: str, *, seed: int = 0, size: tuple[int, int] = HEIF_SIZE, with_exif: bool = False) -> bytes:
    """The bytes of a small picture in `format`; different bytes for each seed. With `with_exif` it has EXIF tags.

    The HEIF picture is constant, 64 × 48 pixels, because no HEIF encoder is available; the seed is in a box that
    readers skip.
    """
    if format == "HEIF":
        data = base64.b64decode(_HEIF_DESCRIBED if with_exif else _HEIF)
        return data + struct.pack(">I4sQ", 16, b"free", seed)
    target = io.BytesIO()
    options: dict[str, object] = {"exif": camera_exif().tobytes()} if with_exif and format != "GIF" else {}
    if format == "PNG":
        texts = PngImagePlugin.PngInfo()
        texts.add_text("parameters", f"a heron at dawn, seed {seed}")
        options["pnginfo"] = texts
    if format == "WEBP":
        options["lossless"] = True
    if format == "AVIF":
        options["max_threads"] = 1  # several threads would make the bytes vary
    pattern(*size, seed=seed).save(target, format, **options)
    return target.getvalue()


def camera_exif() -> Image.Exif:
    """EXIF tags as a camera writes them."""
    tags = Image.Exif()
    tags[0x010F] = "Facetry"
    tags[0x0110] = "Sample"
    tags[0x0112] = 6  # shown rotated by 90 degrees; stored sizes are not rotated
    tags[0x9003] = "2024:05:06 07:08:09"
    return tags


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

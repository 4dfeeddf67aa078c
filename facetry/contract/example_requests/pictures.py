"""Small valid pictures in every format."""

import base64
import io
import random
import struct
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

"""The one transparent colour of a PNG without an alpha channel (`tRNS`), in the depth of the file's samples.

Pillow keeps it in `info` as it is in the file, and compares it with samples that it has scaled to 8 bits. That is wrong
for grey of 2 or 4 bits, and for colours of 16 bits, of which it reads the high bytes only.
"""

from __future__ import annotations

import io
import struct
from typing import Final

from PIL import Image, ImageChops

from facetry.imaging.stripping.png import SIGNATURE, chunks_of

_GREY, _COLOUR = 0, 2
_EIGHT_BITS: Final = 8
_HIGH_BYTES, _LOW_BYTES = "RGB;16B", "RGB;16L"
"""Pillow's names for samples of 16 bits, of which the first or the second byte becomes the sample of 8 bits."""


def apply_transparent_colour(image: Image.Image, data: bytes) -> Image.Image:
    """The loaded picture of the file `data`, with the pixels of its transparent colour made transparent.

    Pictures that Pillow reads right are returned as they are. Raises the exceptions of the decoder.
    """
    if "transparency" not in image.info:
        return image
    depth, kind, key = _depth_kind_and_key(data)
    mask = (1 << depth) - 1  # the standard: other bits do not count
    if kind == _COLOUR and depth > _EIGHT_BITS and len(key) == 3:
        return _without_colour(image, data, key)
    if kind == _GREY and depth <= _EIGHT_BITS and key:
        image.info["transparency"] = (key[0] & mask) * 255 // mask
    elif kind == _COLOUR and depth == _EIGHT_BITS and len(key) == 3:
        image.info["transparency"] = tuple(sample & mask for sample in key)
    return image


def _without_colour(image: Image.Image, data: bytes, key: tuple[int, ...]) -> Image.Image:
    high = _equal(image.convert("RGB"), tuple(sample >> 8 for sample in key))
    mask = ImageChops.multiply(high, _equal(_low_bytes(data), tuple(sample & 255 for sample in key)))
    result = image.convert("RGB")
    result.info = {name: value for name, value in image.info.items() if name != "transparency"}
    result.putalpha(ImageChops.invert(mask))
    return result


def _low_bytes(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
        image.tile = [tile._replace(args=_LOW_BYTES) if tile.args == _HIGH_BYTES else tile for tile in image.tile]
        image.load()
        image.info.pop("transparency", None)
        return image.convert("RGB")


def _equal(image: Image.Image, colour: tuple[int, ...]) -> Image.Image:
    """255 where all samples of a pixel are those of the colour, 0 elsewhere."""
    masks = [
        band.point([255 * (value == sample) for value in range(256)])
        for band, sample in zip(image.split(), colour, strict=True)
    ]
    return ImageChops.multiply(ImageChops.multiply(masks[0], masks[1]), masks[2])


def _depth_kind_and_key(data: bytes) -> tuple[int, int, tuple[int, ...]]:
    """The bits of a sample, the kind of colours, and the samples of the transparent colour; zeros without them."""
    depth = kind = 0
    for name, start, end in chunks_of(data) if data.startswith(SIGNATURE) else ():
        if name == b"IHDR" and end <= len(data):
            depth, kind = data[start + 16], data[start + 17]
        elif name == b"tRNS":
            body = data[start + 8 : end - 4]
            return depth, kind, struct.unpack(f">{len(body) // 2}H", body[: len(body) // 2 * 2])
        elif name == b"IDAT":
            break
    return depth, kind, ()

"""Synthetic JPEGs, generated once: small ones, and photographs with the detail, metadata and size of a camera's.

No two of them have the same pixels, although only a few pictures are drawn: see `_vary`.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageCms

from tests.support.imaging.pictures import pattern

WIDTH, HEIGHT = 4000, 3000
_OCTAVES: Final = 9
_ROUGHNESS: Final = 0.75
_GRAIN: Final = 3.0
_QUALITY: Final = 94
_PLACES: Final = ((48.0, 51.0, 29.6), (2.0, 17.0, 40.2))
_SMALL: Final = (1200, 834)
_FOLDER_FILES: Final = 500
_TABLE: Final = b"\xff\xdb"
_VARIED_ENTRIES: Final = (10, 24)
"""The range of quantisation table entries that distinguish files: neither too fine to have an effect nor too coarse."""


def photographs(data: Path, count: int) -> Path:
    """The folder of `count` photographs of 12 megapixels, 4 MB each."""
    return _create(data / f"photographs-{count}", photograph, 12, count)


def megapixels(data: Path, count: int) -> Path:
    """The folder of `count` JPEGs of a megapixel, 300 KB each, without metadata."""
    return _create(data / f"megapixels-{count}", lambda seed: soft_shapes(seed, _SMALL), 40, count)


def sized(data: Path, count: int, size: tuple[int, int]) -> Path:
    """The folder of `count` JPEGs of this width and height, without metadata."""
    width, height = size
    return _create(data / f"jpegs-{width}x{height}-{count}", lambda seed: soft_shapes(seed, size), 40, count)


def _create(folder: Path, draw: Callable[[int], bytes], source_count: int, count: int) -> Path:
    if not folder.exists():
        partial_folder = folder.with_suffix(".making")
        print(f"making {count:,} JPEGs in {folder}…", flush=True)
        sources: list[bytes] = []
        for number in range(count):
            if number < source_count:
                sources.append(draw(number))
            file = partial_folder / f"{number // _FOLDER_FILES:03}" / f"{number:05}.jpg"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(_vary(sources[number % source_count], number // source_count))
        os.sync()
        partial_folder.rename(folder)
    return folder


def _vary(jpeg: bytes, number: int) -> bytes:
    """The same JPEG with other pixels: the bits of `number` are added to entries of its first quantisation table."""
    data, table = bytearray(jpeg), jpeg.index(_TABLE) + 5
    for bit, entry in enumerate(range(*_VARIED_ENTRIES)):
        data[table + entry] += number >> bit & 1
    if number >> (_VARIED_ENTRIES[1] - _VARIED_ENTRIES[0]):
        raise ValueError(f"there are not {number} different tables")
    return bytes(data)


def soft_shapes(seed: int, size: tuple[int, int]) -> bytes:
    """A JPEG of this width and height: soft shapes under noise."""
    width, height = size
    noise = Image.fromarray(np.random.default_rng(seed).integers(0, 256, (height, width, 3), np.uint8))
    target = io.BytesIO()
    Image.blend(pattern(width, height, seed), noise, 0.12).save(target, "JPEG", quality=88)
    return target.getvalue()


def photograph(seed: int) -> bytes:
    """A JPEG of 12 megapixels with EXIF tags, a maker's note, a place and a colour profile. Every fourth has
    an orientation of a quarter turn; every second has the colour profile of a phone display, the others have sRGB.
    """
    profile = _wide_profile() if seed % 2 else ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    target = io.BytesIO()
    exif = _exif(seed).tobytes()
    Image.fromarray(_scene(seed)).save(target, "JPEG", quality=_QUALITY, exif=exif, icc_profile=profile)
    return target.getvalue()


def _scene(seed: int) -> NDArray[np.uint8]:
    """Shapes of every size, fainter the smaller they are, and sensor grain; [height, width, 3]."""
    rng = np.random.default_rng(seed)
    size = (WIDTH >> _OCTAVES, HEIGHT >> _OCTAVES)
    scene = rng.normal(128, 60, (size[1], size[0], 3)).astype(np.float32)
    amplitude = 30.0
    for octave in reversed(range(_OCTAVES)):
        size = (WIDTH >> octave, HEIGHT >> octave)
        scene = _enlarge(scene, size)
        light = rng.standard_normal((size[1], size[0], 1), np.float32)
        scene += amplitude * light  # details differ in light more than in colour
        amplitude *= _ROUGHNESS
    scene += _GRAIN * rng.standard_normal(scene.shape, np.float32)
    return np.clip(scene, 0, 255).astype(np.uint8)


def _enlarge(scene: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    bands = [Image.fromarray(scene[:, :, band]).resize(size, Image.Resampling.BICUBIC) for band in range(3)]
    return np.stack([np.asarray(band, np.float32) for band in bands], axis=2)


def _exif(seed: int) -> Image.Exif:
    tags = Image.Exif()
    tags[ExifTags.Base.Make] = "Facetry"
    tags[ExifTags.Base.Model] = "Synthetic 12"
    tags[ExifTags.Base.Software] = "bench"
    tags[ExifTags.Base.Orientation] = 1 if seed % 4 else 6
    tags[ExifTags.Base.DateTime] = "2024:05:06 07:08:09"
    details = tags.get_ifd(ExifTags.IFD.Exif)
    details[ExifTags.Base.DateTimeOriginal] = "2024:05:06 07:08:09"
    details[ExifTags.Base.ExposureTime] = (1, 250)
    details[ExifTags.Base.FNumber] = (9, 5)
    details[ExifTags.Base.ISOSpeedRatings] = 64
    details[ExifTags.Base.FocalLength] = (57, 10)
    details[ExifTags.Base.MakerNote] = np.random.default_rng(seed).bytes(12_000).replace(b"\xff", b"")  # no markers
    place = tags.get_ifd(ExifTags.IFD.GPSInfo)
    for name, reference, value in zip((1, 3), ("N", "E"), _PLACES, strict=True):
        place[name] = reference
        place[name + 1] = value
    return tags


def _wide_profile() -> bytes:
    """An ICC profile (version 2) of a display with the primaries of DCI-P3, white at D65, and gamma 2.2."""

    def fixed(*values: float) -> bytes:
        return struct.pack(f">{len(values)}i", *(round(value * 65_536) for value in values))

    def xyz(*values: float) -> bytes:
        return b"XYZ \0\0\0\0" + fixed(*values)

    description = b"Bench P3\0"
    curve = b"curv" + struct.pack(">4xIHxx", 1, round(2.2 * 256))
    description_tag = b"desc" + struct.pack(">4xI", len(description)) + description + bytes(78)
    tags = {
        b"desc": description_tag + bytes(-len(description_tag) % 4),
        b"cprt": b"text\0\0\0\0none\0\0\0\0",
        b"wtpt": xyz(0.9642, 1.0, 0.8249),
        b"rXYZ": xyz(0.51512, 0.24120, -0.00105),
        b"gXYZ": xyz(0.29198, 0.69225, 0.04189),
        b"bXYZ": xyz(0.15710, 0.06657, 0.78407),
        **dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), curve),
    }
    offset, table, body = 132 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for name, content in tags.items():
        table += name + struct.pack(">II", offset + len(body), len(content))
        body += content
    head = struct.pack(">I4x4B4s4s4s12x4s", offset + len(body), 2, 0x40, 0, 0, b"mntr", b"RGB ", b"XYZ ", b"acsp")
    return head.ljust(68, b"\0") + fixed(0.9642, 1.0, 0.8249) + bytes(48) + table + body

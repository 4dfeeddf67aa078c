"""Animations of chosen frames, written chunk by chunk, and a naive reader of what they show."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PIL import Image

Colour = tuple[int, int, int, int]
Disposal = Literal["keep", "clear", "restore"]
DISPOSALS: Final[tuple[Disposal, ...]] = ("keep", "clear", "restore")
CLEAR: Final[Colour] = (0, 0, 0, 0)
PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
GIF_COLOURS: Final[tuple[Colour, ...]] = ((200, 0, 0, 255), (0, 200, 0, 255), (0, 0, 200, 255), CLEAR)
"""The palette of the GIFs here; the last one is transparent."""


@dataclass(frozen=True, slots=True)
class StoredFrame:
    """A frame: its left upper corner, its picture in `RGBA`, and what it does to what is there."""

    position: tuple[int, int]
    picture: Image.Image
    disposal: Disposal = "keep"
    is_over: bool = True
    milliseconds: int = 100


def png_chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG with its checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def apng(size: tuple[int, int], frames: Sequence[StoredFrame], default: Image.Image | None = None) -> bytes:
    """An animated PNG. `default` is a picture of its own, which is no frame; otherwise the first frame fills `size`."""
    chunks = [png_chunk(b"IHDR", struct.pack(">2I5B", *size, 8, 6, 0, 0, 0))]
    chunks.append(png_chunk(b"acTL", struct.pack(">2I", len(frames), 0)))
    if default is not None:
        chunks.append(png_chunk(b"IDAT", _packed(default)))
    number = 0
    for position, frame in enumerate(frames):
        control = struct.pack(">5I", number, *frame.picture.size, *frame.position)
        control += struct.pack(">2H2B", frame.milliseconds, 1000, DISPOSALS.index(frame.disposal), int(frame.is_over))
        chunks.append(png_chunk(b"fcTL", control))
        number += 1
        if position == 0 and default is None:
            chunks.append(png_chunk(b"IDAT", _packed(frame.picture)))
        else:
            chunks.append(png_chunk(b"fdAT", struct.pack(">I", number) + _packed(frame.picture)))
            number += 1
    return b"".join([PNG_SIGNATURE, *chunks, png_chunk(b"IEND", b"")])


def gif(size: tuple[int, int], frames: Sequence[StoredFrame], *, has_transparent_colour: bool = True) -> bytes:
    """A GIF. The colours of the frames are those of `GIF_COLOURS`."""
    pieces = [b"GIF89a" + struct.pack("<2H3B", *size, 0x91, 0, 0), *(bytes(colour[:3]) for colour in GIF_COLOURS)]
    for frame in frames:
        disposal = DISPOSALS.index(frame.disposal) + 1
        flags = disposal << 2 | has_transparent_colour
        pieces.append(b"\x21\xf9\x04" + struct.pack("<BHB", flags, frame.milliseconds // 10, 3) + b"\0")
        pieces.append(b"\x2c" + struct.pack("<4HB", *frame.position, *frame.picture.size, 0))
        pieces.append(_lzw([GIF_COLOURS.index(colour) for colour in pixels_of(frame.picture)]))
    return b"".join([*pieces, b"\x3b"])


def shown(size: tuple[int, int], frames: Sequence[StoredFrame]) -> list[list[Colour]]:
    """What is shown at each frame, pixel by pixel, by the rules of the standards."""
    canvas = [CLEAR] * (size[0] * size[1])
    found = []
    for frame in frames:
        before, (width, _) = list(canvas), frame.picture.size
        area = []
        for number, colour in enumerate(pixels_of(frame.picture)):
            x, y = frame.position[0] + number % width, frame.position[1] + number // width
            if x < size[0] and y < size[1]:
                at = y * size[0] + x
                area.append(at)
                canvas[at] = _over(colour, canvas[at]) if frame.is_over else colour
        found.append(list(canvas))
        if frame.disposal == "restore":
            canvas = before
        elif frame.disposal == "clear":
            for at in area:
                canvas[at] = CLEAR
    return found


def random_frames(
    seed: int, size: tuple[int, int], colours: Sequence[Colour] | None, *, fills_first: bool
) -> list[StoredFrame]:
    """Some frames of random places, sizes, colours and kinds. `colours`: those that occur, or None for any."""
    rng = random.Random(seed)
    frames = []
    for number in range(rng.randint(2, 6)):
        width, height = rng.randint(1, size[0]), rng.randint(1, size[1])
        position = (rng.randint(0, size[0] - width), rng.randint(0, size[1] - height))
        if number == 0 and fills_first:
            (width, height), position = size, (0, 0)
        picture = Image.new("RGBA", (width, height))
        picture.putdata([_random_colour(rng, colours) for _ in range(width * height)])
        is_over = colours is not None or rng.random() < 0.6
        frames.append(StoredFrame(position, picture, rng.choice(DISPOSALS), is_over, rng.randint(2, 40) * 10))
    return frames


def pixels_of(picture: Image.Image) -> list[Colour]:
    """The pixels of a picture in `RGBA`, row by row."""
    data = picture.tobytes()
    return [(data[at], data[at + 1], data[at + 2], data[at + 3]) for at in range(0, len(data), 4)]


def _random_colour(rng: random.Random, colours: Sequence[Colour] | None) -> Colour:
    if colours is not None:
        return rng.choice(colours)
    return (rng.randrange(256), rng.randrange(256), rng.randrange(256), rng.choice((0, 255, rng.randrange(256))))


def _over(upper: Colour, lower: Colour) -> Colour:
    above, below = upper[3] / 255, lower[3] / 255
    alpha = above + below * (1 - above)
    if alpha == 0:
        return CLEAR
    mixed = [round((u * above + w * below * (1 - above)) / alpha) for u, w in zip(upper[:3], lower[:3], strict=True)]
    return (mixed[0], mixed[1], mixed[2], round(alpha * 255))


def _packed(picture: Image.Image) -> bytes:
    rows = (b"\0" + picture.crop((0, y, picture.width, y + 1)).tobytes() for y in range(picture.height))
    return zlib.compress(b"".join(rows))


def _lzw(indices: Sequence[int]) -> bytes:
    """Indices of 2 bits, uncompressed: the table is cleared before it needs longer codes."""
    codes = [4]
    for number, index in enumerate(indices):
        if number and number % 2 == 0:
            codes.append(4)
        codes.append(index)
    codes.append(5)
    bits = sum(code << 3 * at for at, code in enumerate(codes))
    data = bits.to_bytes((3 * len(codes) + 7) // 8, "little")
    blocks = [bytes((len(data[at : at + 255]),)) + data[at : at + 255] for at in range(0, len(data), 255)]
    return b"\2" + b"".join(blocks) + b"\0"


def picture_file(picture: Image.Image) -> bytes:
    """The picture as a PNG."""
    target = io.BytesIO()
    picture.save(target, "PNG")
    return target.getvalue()

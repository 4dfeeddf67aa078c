"""The frames of an animation as its file stores them, and the pictures that they are together."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from PIL import Image

from facetry.imaging.colours.conversion import to_working_mode
from facetry.imaging.formats import Format
from facetry.imaging.transparent_colours import apply_transparent_colour

_CLEAR: Final = (0, 0, 0, 0)

Disposal = Literal["keep", "clear", "restore"]
"""What becomes of the area of a frame before the next one: it stays, becomes transparent, or what it was before."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame as it is stored: a part of the animation's area.

    `pieces` are the bytes of a still picture of its own, in the format of the animation. `position` is its left upper
    corner. With `is_over` its transparent pixels show what was there before; otherwise they replace it.
    """

    pieces: tuple[bytes | memoryview, ...]
    position: tuple[int, int]
    size: tuple[int, int]
    milliseconds: float
    disposal: Disposal
    is_over: bool

    def covers(self, size: tuple[int, int]) -> bool:
        """Whether it fills an area of this size."""
        return self.position == (0, 0) and self.size == size


def composed(frames: Iterable[Frame], format: Format, size: tuple[int, int]) -> Iterator[tuple[Image.Image, float]]:
    """The animation of this size as browsers show it: a picture in `RGBA` for each frame, and its milliseconds.

    What no frame has painted is transparent. Each picture is the caller's. Raises the exceptions of decoders.
    """
    canvas = Image.new("RGBA", size, _CLEAR)
    for frame in frames:
        before = canvas.copy() if frame.disposal == "restore" else None
        box = _paint(canvas, frame, format)
        yield canvas.copy(), frame.milliseconds
        if before is not None:
            canvas = before
        elif frame.disposal == "clear" and box is not None:
            canvas.paste(_CLEAR, box)


def _paint(canvas: Image.Image, frame: Frame, format: Format) -> tuple[int, int, int, int] | None:
    """Paint the frame, and return the area that it has on the canvas, if any."""
    (left, top), (width, height) = frame.position, (min(s, c) for s, c in zip(_end(frame), canvas.size, strict=True))
    if left >= width or top >= height:
        return None
    box = (left, top, width, height)
    picture = _decoded(frame, format).crop((0, 0, width - left, height - top))
    if frame.is_over:
        canvas.alpha_composite(picture, frame.position)
    else:
        canvas.paste(picture, frame.position)
    return box


def _end(frame: Frame) -> tuple[int, int]:
    return frame.position[0] + frame.size[0], frame.position[1] + frame.size[1]


def _decoded(frame: Frame, format: Format) -> Image.Image:
    data = b"".join(frame.pieces)
    with Image.open(io.BytesIO(data), formats=(format,)) as image:
        image.load()
        return to_working_mode(apply_transparent_colour(image, data)).convert("RGBA")

"""Conversion of an animation from one format to another, one frame at a time."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from PIL import Image, ImageFile, PngImagePlugin

from facetry.imaging.encode import EncoderOptions, compression_options, metadata_options, to_palette
from facetry.imaging.formats import Format

_DEFAULT_FRAME_MILLISECONDS: Final = 100
"""Duration that browsers give a frame without a duration."""
_MAX_PLAYS: Final = 65_535
_DISPOSE_TO_BACKGROUND: Final = 2
_UNITS: Final[Mapping[Format, int]] = {"GIF": 10}
"""The milliseconds of which durations are multiples, where that is not one."""
_WEBP_EXTENSION: Final = slice(12, 16)
_WEBP_FLAGS: Final = 20
_WEBP_ALPHA: Final = 0x10


class Animation(Image.Image):
    """The frames of an animation, as the image that Pillow's encoders seek in.

    `durations` holds the duration in milliseconds of each frame that was sought so far, 0 for the others.
    """

    def __init__(self, frames: Callable[[], Iterator[tuple[Image.Image, int]]], count: int) -> None:
        """`frames` begins the animation: it returns its pictures, all in one mode, and their milliseconds."""
        super().__init__()
        self._begin = frames
        self._frames = frames()
        self._frame: int = -1
        self.n_frames: int = count
        self.is_animated: bool = True
        self.durations: list[int] = [0] * count
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Decode and convert a frame. Raises EOFError past the last frame, OSError when the file ends too early."""
        if frame == self._frame:
            return
        if frame >= self.n_frames:
            raise EOFError("no more frames")
        if frame < self._frame:
            self._frames, self._frame = self._begin(), -1
        while self._frame < frame:
            try:
                picture, milliseconds = next(self._frames)
            except StopIteration:
                raise OSError("truncated animation: a frame is missing") from None
            self._frame += 1
            self.durations[self._frame] = milliseconds
        if self._size != (0, 0) and picture.size != self._size:  # a frame of a GIF may be larger than the first
            picture = picture.crop((0, 0, *self._size))
        self.im = picture.im
        self._mode = picture.mode
        self._size = picture.size
        self.palette = picture.palette
        self.info = {key: value for key, value in picture.info.items() if key == "transparency"}

    def tell(self) -> int:
        """The number of the current frame."""
        return self._frame


def shown_milliseconds(milliseconds: float, target: Format) -> int:
    """How long a frame is shown in a format: whole milliseconds, in a GIF hundredths of a second, and never 0.

    A frame without a duration is shown as long as browsers show it.
    """
    unit = _UNITS.get(target, 1)
    return max(unit, int(milliseconds / unit + 0.5) * unit) if milliseconds else _DEFAULT_FRAME_MILLISECONDS


def encode_animation(
    frames: Callable[[], Iterator[tuple[Image.Image, float]]],
    count: int,
    plays: int,
    target: Format,
    encoding: EncoderOptions,
) -> tuple[bytes, tuple[int, int]]:
    """Encode `count` frames, all RGB or all RGBA, with milliseconds. Returns the bytes and the size in pixels.

    `frames` begins the animation anew at each call. Durations are kept, see `shown_milliseconds`. `plays` is the number
    of plays, 0 for without end. The encoder may merge equal consecutive frames. Raises the exceptions of decoders and
    encoders.
    """
    options = compression_options(target, encoding) | metadata_options(target, encoding)

    def begin() -> Iterator[tuple[Image.Image, int]]:
        for picture, milliseconds in frames():
            prepared = to_palette(picture) if target == "GIF" else picture
            yield prepared, shown_milliseconds(milliseconds, target)

    first, _ = next(frames())
    size, mode = first.size, first.mode
    animation = Animation(begin, count)
    if target == "GIF":
        if mode == "RGBA":
            options["disposal"] = _DISPOSE_TO_BACKGROUND
        if plays != 1:
            options["loop"] = max(0, plays - 1)
    else:
        options["loop"] = plays
    if target == "PNG":
        options |= {"blend": PngImagePlugin.Blend.OP_SOURCE, "disposal": PngImagePlugin.Disposal.OP_NONE}
        options["default_image"] = False
    output = io.BytesIO()
    animation.save(output, target, save_all=True, duration=animation.durations, **options)
    data = output.getvalue()
    return (_with_alpha_mark(data) if target == "WEBP" and mode == "RGBA" else data), size


def _with_alpha_mark(data: bytes) -> bytes:
    """The animated WebP with the mark that it has transparent pixels.

    libwebp 1.6 leaves it out if pixels become transparent by the disposal of a frame alone. Readers that go by it,
    Pillow among them, then show these pixels as black.
    """
    if data[_WEBP_EXTENSION] != b"VP8X":
        return data
    return data[:_WEBP_FLAGS] + bytes((data[_WEBP_FLAGS] | _WEBP_ALPHA,)) + data[_WEBP_FLAGS + 1 :]


def play_count(source: ImageFile.ImageFile, format: Format) -> int:
    """The number of times that the animation plays; 0 for without end."""
    loop = source.info.get("loop")
    if format == "AVIF":  # its reader does not report the number
        return 0
    if format == "GIF":  # has the number of repetitions; without one, the animation plays once
        return 1 if loop is None else min(_MAX_PLAYS, loop + 1) if loop else 0
    return min(_MAX_PLAYS, loop) if isinstance(loop, int) else 0

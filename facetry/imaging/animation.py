"""Conversion of an animation from one format to another, one frame at a time."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final

from PIL import Image, ImageFile, PngImagePlugin

from facetry.imaging.colours import has_alpha
from facetry.imaging.encode import EncoderOptions, compression_options, metadata_options, to_palette
from facetry.imaging.formats import Format

_DEFAULT_FRAME_MILLISECONDS: Final = 100
"""Duration that browsers give a frame without a duration."""
_MAX_PLAYS: Final = 65_535
_DISPOSE_TO_BACKGROUND: Final = 2


class Animation(Image.Image):
    """The frames of an opened picture, as the image that Pillow's encoders seek in.

    `convert_frame` is applied to each frame when an encoder seeks to it. `durations` holds the duration in milliseconds
    of each frame that was sought so far, 0 for the others.
    """

    def __init__(self, source: ImageFile.ImageFile, convert_frame: Callable[[Image.Image], Image.Image]) -> None:
        super().__init__()
        self._source: ImageFile.ImageFile = source
        self._convert_frame: Callable[[Image.Image], Image.Image] = convert_frame
        # The default image of a PNG is no frame: only readers that show no animation show it.
        self._first_frame: int = 1 if getattr(source, "default_image", False) else 0
        self._frame: int = -1
        self.n_frames: int = frame_count(source)
        self.is_animated: bool = True
        self.durations: list[int] = [0] * self.n_frames
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Decode and convert a frame. Raises EOFError past the last frame, OSError when the file ends too early."""
        if frame == self._frame:
            return
        if frame >= self.n_frames:
            raise EOFError("no more frames")
        try:
            self._source.seek(self._first_frame + frame)
            self._source.load()
        except EOFError as error:
            raise OSError(f"truncated animation: {error}") from error
        picture = self._convert_frame(self._source)
        if self._frame >= 0 and picture.size != self._size:  # a frame of a GIF may be larger than the first
            picture = picture.crop((0, 0, *self._size))
        self.im = picture.im
        self._mode = picture.mode
        self._size = picture.size
        self.palette = picture.palette
        self.info = {key: value for key, value in picture.info.items() if key == "transparency"}
        self.durations[frame] = round(self._source.info.get("duration") or _DEFAULT_FRAME_MILLISECONDS)
        self._frame = frame

    def tell(self) -> int:
        """The number of the current frame."""
        return self._frame


def frame_count(source: ImageFile.ImageFile) -> int:
    """The number of frames that are shown one after the other."""
    return int(getattr(source, "n_frames", 1)) - (1 if getattr(source, "default_image", False) else 0)


def has_transparent_frames(source: ImageFile.ImageFile) -> bool:
    """Whether a frame of a GIF has transparent pixels."""
    frames = Animation(source, lambda frame: frame.convert("RGBA") if has_alpha(frame) else frame.convert("L"))
    for frame in range(frames.n_frames):
        frames.seek(frame)
        if frames.mode == "RGBA" and frames.getchannel("A").getextrema() != (255, 255):
            return True
    return False


def encode_animation(
    source: ImageFile.ImageFile,
    convert_frame: Callable[[Image.Image], Image.Image],
    formats: tuple[Format, Format],
    encoding: EncoderOptions,
) -> tuple[bytes, tuple[int, int]]:
    """Encode the frames of `source`. Returns the bytes and the size in pixels. `formats`: of the source, of the result.

    `convert_frame` converts every frame to one mode, RGB or RGBA. Durations are kept, in a GIF rounded to a hundredth
    of a second. The number of plays is kept. The encoder may merge equal consecutive frames. Raises the exceptions of
    decoders and encoders.
    """
    source_format, target = formats
    plays = _play_count(source, source_format)
    options = compression_options(target, encoding) | metadata_options(target, encoding)
    animation = Animation(source, convert_frame)
    size, mode = animation.size, animation.mode
    if target == "GIF":
        animation = Animation(source, lambda frame: to_palette(convert_frame(frame)))
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
    return output.getvalue(), size


def _play_count(source: ImageFile.ImageFile, format: Format) -> int:
    """The number of times that the animation plays; 0 for without end."""
    loop = source.info.get("loop")
    if format == "AVIF":  # its reader does not report the number
        return 0
    if format == "GIF":  # has the number of repetitions; without one, the animation plays once
        return 1 if loop is None else min(_MAX_PLAYS, loop + 1) if loop else 0
    return min(_MAX_PLAYS, loop) if isinstance(loop, int) else 0

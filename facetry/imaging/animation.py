"""A moving picture on its way from one format to another, one frame at a time."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Final

from PIL import Image, ImageFile, PngImagePlugin

from facetry.imaging.colours import has_alpha
from facetry.imaging.encode import Encoding, block_options, in_palette, lossy_options
from facetry.imaging.formats import Format

_UNSAID_MILLISECONDS: Final = 100
"""How long browsers show a frame that does not say how long."""
_MOST_PLAYS: Final = 65_535
_CLEARED: Final = 2


class Animation(Image.Image):
    """The frames of an opened picture as Pillow's writers ask for them, each made `ready` when they come to it.

    `durations` has the milliseconds of each frame that they have come to.
    """

    def __init__(self, source: ImageFile.ImageFile, ready: Callable[[Image.Image], Image.Image]) -> None:
        super().__init__()
        self._source: ImageFile.ImageFile = source
        self._ready: Callable[[Image.Image], Image.Image] = ready
        self._first: int = 1 if getattr(source, "default_image", False) else 0  # of a PNG, for those who show no others
        self._frame: int = -1
        self.n_frames: int = frames_of(source)
        self.is_animated: bool = True
        self.durations: list[int] = [0] * self.n_frames
        self.seek(0)

    def seek(self, frame: int) -> None:
        """Show another frame. Raises EOFError past the last, and OSError when the file ends before it."""
        if frame == self._frame:
            return
        if frame >= self.n_frames:
            raise EOFError("no more frames")
        try:
            self._source.seek(self._first + frame)
            self._source.load()
        except EOFError as error:
            raise OSError(f"truncated animation: {error}") from error
        picture = self._ready(self._source)
        if self._frame >= 0 and picture.size != self._size:  # a frame of a GIF may reach beyond the first
            picture = picture.crop((0, 0, *self._size))
        self.im = picture.im
        self._mode = picture.mode
        self._size = picture.size
        self.palette = picture.palette
        self.info = {key: value for key, value in picture.info.items() if key == "transparency"}
        self.durations[frame] = round(self._source.info.get("duration") or _UNSAID_MILLISECONDS)
        self._frame = frame

    def tell(self) -> int:
        """The number of the frame that is shown."""
        return self._frame


def frames_of(source: ImageFile.ImageFile) -> int:
    """How many frames are shown one after the other."""
    return int(getattr(source, "n_frames", 1)) - (1 if getattr(source, "default_image", False) else 0)


def sees_through(source: ImageFile.ImageFile) -> bool:
    """Whether a frame of a GIF has transparent pixels."""
    frames = Animation(source, lambda frame: frame.convert("RGBA") if has_alpha(frame) else frame.convert("L"))
    for frame in range(frames.n_frames):
        frames.seek(frame)
        if frames.mode == "RGBA" and frames.getchannel("A").getextrema() != (255, 255):
            return True
    return False


def encode_animation(
    source: ImageFile.ImageFile,
    ready: Callable[[Image.Image], Image.Image],
    formats: tuple[Format, Format],
    encoding: Encoding,
) -> tuple[bytes, tuple[int, int]]:
    """The frames of a picture in the first format, written in the second: the bytes, and the size.

    `ready` brings every frame into the same of the modes RGB and RGBA. Durations are kept, to a hundredth of a second
    in a GIF, and so is how often it plays. Frames that show nothing new may be joined. Raises what decoders and
    encoders raise.
    """
    come_from, target = formats
    plays = _plays(source, come_from)
    options = lossy_options(target, encoding) | block_options(target, encoding)
    animation = Animation(source, ready)
    size, mode = animation.size, animation.mode
    if target == "GIF":
        animation = Animation(source, lambda frame: in_palette(ready(frame)))
        if mode == "RGBA":
            options["disposal"] = _CLEARED
        if plays != 1:
            options["loop"] = max(0, plays - 1)
    else:
        options["loop"] = plays
    if target == "PNG":
        options |= {"blend": PngImagePlugin.Blend.OP_SOURCE, "disposal": PngImagePlugin.Disposal.OP_NONE}
        options["default_image"] = False
    written = io.BytesIO()
    animation.save(written, target, save_all=True, duration=animation.durations, **options)
    return written.getvalue(), size


def _plays(source: ImageFile.ImageFile, format: Format) -> int:
    """How often the animation plays; 0 is for ever."""
    loop = source.info.get("loop")
    if format == "AVIF":  # whose reader does not say
        return 0
    if format == "GIF":  # tells of repetitions, of none when it says nothing
        return 1 if loop is None else min(_MOST_PLAYS, loop + 1) if loop else 0
    return min(_MOST_PLAYS, loop) if isinstance(loop, int) else 0

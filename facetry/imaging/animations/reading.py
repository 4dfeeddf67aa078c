"""The frames of an opened file as they are shown, one after the other, and its first picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final

from PIL import Image, ImageFile

from facetry.imaging.animations import apng, gif
from facetry.imaging.animations.frames import Frame, composed
from facetry.imaging.formats import TRAITS, Format

_FRAMES_OF: Final[Mapping[Format, Callable[[bytes], Iterator[Frame]]]] = {"PNG": apng.frames_of, "GIF": gif.frames_of}
COMPOSED_FORMATS: Final = frozenset(_FRAMES_OF)
"""The formats whose frames are composed here: Pillow blends and disposes of some frames otherwise than browsers."""


def is_animated(image: Image.Image, data: bytes, format: Format) -> bool:
    """Whether an opened picture has several frames, in a format that shows frames one after the other.

    Call it before the pixels are loaded.
    """
    if format in _FRAMES_OF:
        return len(list(islice(_FRAMES_OF[format](data), 2))) > 1
    return TRAITS[format].is_animatable and frame_count(image, data, format) > 1


def frame_count(image: Image.Image, data: bytes, format: Format) -> int:
    """The number of frames that are shown one after the other."""
    if format in _FRAMES_OF:
        return sum(1 for _ in _FRAMES_OF[format](data))
    return int(getattr(image, "n_frames", 1))


def shown_frames(image: ImageFile.ImageFile, data: bytes, format: Format) -> Iterator[tuple[Image.Image, float]]:
    """Each frame as it is shown, and its duration in milliseconds, 0 if the file has none.

    Raises the exceptions of decoders, and OSError when the file ends too early.
    """
    if format in _FRAMES_OF:
        yield from composed(_FRAMES_OF[format](data), format, image.size)
        return
    for frame in range(frame_count(image, data, format)):
        try:
            image.seek(frame)
            image.load()
        except EOFError as error:
            raise OSError(f"truncated animation: {error}") from error
        yield image.copy(), image.info.get("duration") or 0  # the decoder paints the next frame on this one


def first_picture(image: ImageFile.ImageFile, data: bytes, format: Format) -> Image.Image | None:
    """The first frame of an opened picture as it is shown, if that is not what Pillow decodes; None otherwise.

    That is so if the picture of a PNG is none of its frames, and if the first frame of a GIF leaves a part of the area
    free. Raises the exceptions of decoders.
    """
    if format == "PNG" and not getattr(image, "default_image", False):
        return None
    frame = next(_FRAMES_OF[format](data), None) if format in _FRAMES_OF else None
    if frame is None or (format == "GIF" and frame.covers(image.size)):
        return None
    return next(composed((frame,), format, image.size))[0]

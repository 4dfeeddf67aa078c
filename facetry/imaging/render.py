"""Rendering a picture: in another size or format, without what it says about itself. For the worker process."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from PIL import Image, ImageFile

from facetry.imaging.animation import encode_animation, frames_of, sees_through
from facetry.imaging.colours import has_alpha, in_srgb, is_srgb, keeps_profile, working
from facetry.imaging.decode import RefusedError, is_animated, opened
from facetry.imaging.encode import HOLD_ANIMATION, HOLD_PROFILE, LONGEST_SIDE, Encoding, can_stay, encode
from facetry.imaging.formats import Format, is_lossless_webp
from facetry.imaging.metadata.exif import carried_exif
from facetry.imaging.metadata.icc import colour_space, profile_of
from facetry.imaging.metadata.xmp import carried_packet
from facetry.imaging.orientation import orientation_of, shown, upright
from facetry.imaging.protocol import Rendering
from facetry.imaging.stripping import bare_jpeg

_LOAD_RESERVE: Final = 1.5
"""A JPEG is decoded in an eighth, a quarter or half of its size where that is still this much larger than wanted."""
_REDUCING_GAP: Final = 3.0


@dataclass(frozen=True, slots=True)
class _Job:
    """What is to be done: the bytes in one format, and what is wanted of them in another."""

    data: bytes
    source: Format
    target: Format
    rendering: Rendering


@dataclass(slots=True)
class _Prepared:
    """A picture on its way to the encoder, not turned yet. Not frozen, so that it is not in memory twice when it is."""

    picture: Image.Image
    orientation: int
    encoding: Encoding
    bare: bytes | None = None
    """A JPEG that only loses its metadata keeps its pixels, to the last bit."""


def render(
    data: bytes, source: Format, rendering: Rendering, max_pixels: int, max_frames_pixels: int
) -> tuple[bytes, Format, int, int]:
    """The picture `data`, which is of the format `source`, as `rendering` wants it: bytes, format, width and height.

    It is never enlarged, and always turned as its orientation says. Stripped, it is in sRGB and says nothing about
    itself; else its EXIF, XMP and colour profile go with it where the format holds them. An animation stays one where
    no size is asked for and the format can hold it, of at most `max_frames_pixels` in all its frames. Raises
    `RefusedError`.
    """
    job = _Job(data, source, _target(source, rendering), rendering)
    with opened(data, source, max_pixels) as image:
        if _moves(image, job):
            return _animation(image, job, max_frames_pixels)
        prepared = _prepared(image, job)
        del image  # its memory is wanted
    return _written(prepared, job.target)


def fitted(size: tuple[int, int], rendering: Rendering) -> tuple[int, int]:
    """The size in which a picture that is shown in `size` is rendered: within or around the box, never larger."""
    wanted = zip((rendering.width, rendering.height), size, strict=True)
    scales = [Fraction(asked, side) for asked, side in wanted if asked is not None]
    if not scales:
        return size
    scale = min(Fraction(1), min(scales) if rendering.render == "inbox" else max(scales))
    width, height = (max(1, round(side * scale)) for side in size)
    return width, height


def _target(source: Format, rendering: Rendering) -> Format:
    target = rendering.format or ("JPEG" if source == "HEIF" else source)
    if target == "HEIF":
        reason = "HEIF is not written, for its encoders are under the GPL. Ask for AVIF, which is as small."
        raise RefusedError("format.not-writable", reason)
    return target


def _moves(image: ImageFile.ImageFile, job: _Job) -> bool:
    sized = job.rendering.width is not None or job.rendering.height is not None
    if sized or job.target not in HOLD_ANIMATION:
        return False
    return is_animated(image, job.source) and frames_of(image) > 1


def _prepared(image: ImageFile.ImageFile, job: _Job) -> _Prepared:
    full, rendering = image.size, job.rendering
    box = _load(image, job)
    orientation = orientation_of(image, job.source)
    size = fitted(shown(full, orientation), rendering)
    _judge_sides(size, job.target)
    stored = shown(size, orientation)
    profile = profile_of(image)
    keeps = not rendering.strip and keeps_profile(image.mode, profile, job.target)
    same_colours = keeps or is_srgb(image.mode, profile)
    picture: Image.Image = image
    if stored != full:
        picture = working(image).resize(stored, Image.Resampling.LANCZOS, box, _REDUCING_GAP)
    elif not (same_colours and can_stay(image, job.target)):
        picture = working(image)
    if not same_colours:
        picture = in_srgb(picture, profile)
    unchanged = picture is image and same_colours and orientation == 1 and rendering.quality is None
    unchanged = unchanged and job.source == job.target == "JPEG"
    encoding = Encoding(
        rendering.quality,
        as_was=unchanged and image.format == "JPEG",  # and not of several pictures, of which Pillow keeps no quality
        lossless=stored == full and rendering.quality is None and is_lossless_webp(job.data),
        profile=profile if keeps else b"",
    )
    if not rendering.strip:
        encoding = replace(encoding, exif=carried_exif(image, size), xmp=carried_packet(image))
    bare = bare_jpeg(job.data) if unchanged and rendering.strip else None
    return _Prepared(picture, orientation, encoding, bare)


def _load(image: ImageFile.ImageFile, job: _Job) -> tuple[float, float, float, float] | None:
    """Decode the picture; a JPEG in a fraction of its size where that is enough, and then where it lies within."""
    box = None
    if job.source == "JPEG":
        orientation = orientation_of(image, job.source)
        wide, high = shown(fitted(shown(image.size, orientation), job.rendering), orientation)
        if (wide, high) != image.size:
            drafted = image.draft(None, (math.ceil(wide * _LOAD_RESERVE), math.ceil(high * _LOAD_RESERVE)))
            box = drafted[1] if drafted else None
    image.load()
    return box


def _animation(image: ImageFile.ImageFile, job: _Job, max_frames_pixels: int) -> tuple[bytes, Format, int, int]:
    frames, (width, height) = frames_of(image), image.size
    if frames * width * height > max_frames_pixels:
        told = f"The animation has {frames} frames of {width} × {height} pixels, more than are rendered at once."
        raise RefusedError("image.frames", f"{told} Ask for a size: then it is its first frame.")
    _judge_sides((max(width, height),) * 2, job.target)
    profile = profile_of(image)
    carries = not job.rendering.strip and job.target in HOLD_PROFILE and colour_space(profile) == "RGB"
    orientation = orientation_of(image, job.source)
    encoding = Encoding(
        job.rendering.quality,
        lossless=job.rendering.quality is None and is_lossless_webp(job.data),
        profile=profile if carries else b"",
    )
    if not job.rendering.strip:
        exif = carried_exif(image, shown(image.size, orientation))
        encoding = replace(encoding, exif=exif, xmp=carried_packet(image))
    mode = "RGBA" if has_alpha(image) or (job.source == "GIF" and sees_through(image)) else "RGB"

    def ready(frame: Image.Image) -> Image.Image:
        picture = working(frame)
        if picture is frame:  # which the next one is painted upon
            picture = frame.copy()
        if not (carries or is_srgb(picture.mode, profile)):
            picture = in_srgb(picture, profile)
        return upright(picture.convert(mode), orientation)

    data, size = encode_animation(image, ready, (job.source, job.target), encoding)
    return data, job.target, *size


def _written(prepared: _Prepared, target: Format) -> tuple[bytes, Format, int, int]:
    if prepared.bare is not None:
        return prepared.bare, target, *prepared.picture.size
    try:
        prepared.picture = upright(prepared.picture, prepared.orientation)
        return encode(prepared.picture, target, prepared.encoding), target, *prepared.picture.size
    except MemoryError:
        width, height = prepared.picture.size
        reason = f"Writing {width} × {height} pixels as {target} takes more memory than a picture may take."
        raise RefusedError("render.memory", reason) from None
    except Exception as error:  # encoders raise anything; whatever it is, it is told
        said = " ".join(str(error).split())[:160] or type(error).__name__
        raise RefusedError("render.failed", f"The picture cannot be written as {target}: {said}.") from None


def _judge_sides(size: tuple[int, int], target: Format) -> None:
    most = LONGEST_SIDE[target]
    if max(size) > most:
        reason = f"A {target} has at most {most} pixels a side. Ask for a smaller size, or for another format."
        raise RefusedError("render.size", reason)

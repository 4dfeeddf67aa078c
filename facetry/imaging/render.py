"""Rendering a picture in another size or format, with or without its metadata. Imported by the worker process only."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from PIL import Image, ImageFile

from facetry.imaging.animations.conversion import encode_animation, play_count
from facetry.imaging.animations.reading import COMPOSED_FORMATS, frame_count, is_animated, shown_frames
from facetry.imaging.colours.conversion import (
    Colours,
    can_keep_profile,
    colours_of,
    has_alpha,
    is_srgb,
    to_srgb,
    to_working_mode,
)
from facetry.imaging.decode import RefusedError, load_picture, open_picture, shown_part
from facetry.imaging.encode import MAX_EXIF_BYTES, EncoderOptions, can_keep_mode, encode
from facetry.imaging.formats import (
    ANIMATION_FORMATS,
    CONTAINER_ORIENTATION_FORMATS,
    ENCODINGS,
    FALLBACK_FORMAT,
    LOSSLESS_FORMATS,
    MAX_SIDE_PIXELS,
    PROFILE_FORMATS,
    TRAITS,
    Format,
    is_lossless_webp,
)
from facetry.imaging.metadata.blocks import Blocks, blocks_of
from facetry.imaging.metadata.exif import exif_for_rendition
from facetry.imaging.metadata.icc import colour_space, profile_of
from facetry.imaging.metadata.xmp_rendition import packet_for_rendition
from facetry.imaging.orientation import displayed_size, orientation_of, turn_upright
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.stripping.strippers import STRIPPERS

_DRAFT_RESERVE: Final = 1.5
"""A JPEG is decoded at 1/8, 1/4 or 1/2 of its size where that is at least this factor larger than the result."""
_REDUCING_GAP: Final = 3.0


@dataclass(frozen=True, slots=True)
class _RenderJob:
    """A render job: the bytes in the format `source`, and how they are rendered as `target`."""

    data: bytes
    source: Format
    target: Format
    rendering: RenderOptions

    @property
    def is_sized(self) -> bool:
        """Whether the result has to fit a size."""
        return self.rendering.width is not None or self.rendering.height is not None


@dataclass(slots=True)
class _PreparedPicture:
    """A picture before rotation and encoding. Not frozen, so that rotation replaces it and only one is in memory."""

    picture: Image.Image
    orientation: int
    encoding: EncoderOptions
    stripped: bytes | None = None
    """The result for a picture that only loses its metadata: its pixels are not encoded again."""


def render(
    data: bytes, source: Format, rendering: RenderOptions, max_pixels: int, max_animation_pixels: int
) -> tuple[bytes, Format, int, int]:
    """Render the picture `data` of the format `source`. Returns bytes, format, width and height.

    The picture is never enlarged, and its orientation is applied. A stripped picture is in sRGB and has no metadata;
    when nothing else changes, its pixels are copied as they are encoded. Otherwise EXIF, XMP and colour profile are
    kept where the format holds them. An animation stays animated when `rendering` has no size and the format is
    animated; all frames of one that is encoded again have together at most `max_animation_pixels`.
    Raises `RefusedError`.
    """
    job = _RenderJob(data, source, _target(source, rendering), rendering)
    with open_picture(data, source, max_pixels) as image:
        blocks = blocks_of(image, data, source)
        if _is_rendered_as_animation(image, job):
            return _render_animation(image, job, blocks, max_animation_pixels)
        prepared = _prepare_picture(image, job, blocks)
        del image  # frees its memory before encoding
    return _write_picture(prepared, job.target)


def fit_size(size: tuple[int, int], rendering: RenderOptions) -> tuple[int, int]:
    """The size of the rendition of a picture that has `size` as shown: within or around the box, never enlarged."""
    sides = zip((rendering.width, rendering.height), size, strict=True)
    scales = [Fraction(requested, side) for requested, side in sides if requested is not None]
    if not scales:
        return size
    scale = min(Fraction(1), min(scales) if rendering.fit == "inbox" else max(scales))
    width, height = (max(1, round(side * scale)) for side in size)
    return width, height


def _target(source: Format, rendering: RenderOptions) -> Format:
    target = rendering.format or (source if source in ENCODINGS else FALLBACK_FORMAT)
    if target not in ENCODINGS:
        traits = TRAITS[target]
        reason = f"{target} is read, but not written: {traits.read_only_reason}. {traits.read_only_remedy}"
        raise RefusedError("format.not-writable", reason)
    return target


def _is_rendered_as_animation(image: ImageFile.ImageFile, job: _RenderJob) -> bool:
    if job.is_sized or job.target not in ANIMATION_FORMATS:
        return False
    return is_animated(image, job.data, job.source)


def _prepare_picture(image: ImageFile.ImageFile, job: _RenderJob, blocks: Blocks) -> _PreparedPicture:
    rendering = job.rendering
    shows_first_frame_only = job.is_sized and is_animated(image, job.data, job.source)
    orientation = orientation_of(image, job.source, blocks)
    part = shown_part(image, job.data, job.source)
    stored_size = image.size if part is None else (part[2] - part[0], part[3] - part[1])
    original, box = _load(image, job, orientation)
    size = fit_size(displayed_size(stored_size, orientation), rendering)
    _check_sides(size, job.target)
    unturned_size = displayed_size(size, orientation)
    if unturned_size == stored_size and not shows_first_frame_only:
        stripped = _strip(original, job, orientation)
        if stripped is not None:
            return _PreparedPicture(original, orientation, EncoderOptions(), stripped)
    colours = colours_of(original, job.data, job.source)
    keeps_profile = not rendering.strip and can_keep_profile(original.mode, colours, job.target)
    same_colours = keeps_profile or is_srgb(original.mode, colours)
    picture = original
    if unturned_size != stored_size:
        picture = to_working_mode(original).resize(unturned_size, Image.Resampling.LANCZOS, box, _REDUCING_GAP)
    elif not (same_colours and can_keep_mode(original, job.target)):
        picture = to_working_mode(original)
    if not same_colours:
        picture = to_srgb(picture, colours)
    is_unchanged = picture is image and same_colours and orientation == 1 and rendering.quality is None
    is_unchanged = is_unchanged and job.source == job.target == "JPEG"
    encoding = EncoderOptions(
        rendering.quality,
        keep_quality=is_unchanged
        and image.format == "JPEG",  # not "MPO", a file of several pictures, for which Pillow cannot keep the quality
        lossless=unturned_size == stored_size and rendering.quality is None and is_lossless_webp(job.data),
        profile=colours.profile if keeps_profile else b"",
    )
    if not rendering.strip:
        encoding = _with_metadata(encoding, blocks, size, job.target)
    return _PreparedPicture(picture, orientation, encoding)


def _with_metadata(encoding: EncoderOptions, blocks: Blocks, size: tuple[int, int], target: Format) -> EncoderOptions:
    has_orientation = target not in CONTAINER_ORIENTATION_FORMATS  # Pillow would write all texts of the block again
    exif = exif_for_rendition(blocks.exif, size, has_orientation=has_orientation, max_bytes=MAX_EXIF_BYTES.get(target))
    packet = packet_for_rendition(blocks.xmp[0], size) if blocks.xmp else b""
    return replace(encoding, exif=exif, xmp=packet)


def _strip(image: Image.Image, job: _RenderJob, orientation: int) -> bytes | None:
    """The file of a decoded picture without its metadata, if nothing else has to change; None otherwise."""
    is_same_encoding = job.rendering.quality is None or job.target in LOSSLESS_FORMATS
    if not job.rendering.strip or job.source != job.target or not is_same_encoding:
        return None
    if orientation != 1 and job.source not in CONTAINER_ORIENTATION_FORMATS:
        return None
    # Numbers of colours stay in the file, so that only its profile counts.
    return STRIPPERS[job.target](job.data) if is_srgb(image.mode, Colours(profile_of(image))) else None


def _load(
    image: ImageFile.ImageFile, job: _RenderJob, orientation: int
) -> tuple[Image.Image, tuple[float, float, float, float] | None]:
    """Decode the picture, a JPEG in reduced size where possible; then also returns the box of the picture in it."""
    box = None
    if job.source == "JPEG":
        width, height = displayed_size(fit_size(displayed_size(image.size, orientation), job.rendering), orientation)
        if (width, height) != image.size:
            drafted = image.draft(None, (math.ceil(width * _DRAFT_RESERVE), math.ceil(height * _DRAFT_RESERVE)))
            box = drafted[1] if drafted else None
    return load_picture(image, job.data, job.source), box


def _render_animation(
    image: ImageFile.ImageFile, job: _RenderJob, blocks: Blocks, max_animation_pixels: int
) -> tuple[bytes, Format, int, int]:
    frames, part = frame_count(image, job.data, job.source), shown_part(image, job.data, job.source)
    (width, height), plays = image.size, play_count(image, job.source)
    orientation = orientation_of(image, job.source, blocks)
    if job.rendering.strip and job.source == job.target:
        first = load_picture(image, job.data, job.source)  # a damaged first frame is refused
        stripped = _strip(first, job, orientation)
        if stripped is not None:
            return stripped, job.target, *displayed_size(first.size, orientation)
    if frames * width * height > max_animation_pixels:
        reason = f"The animation has {frames} frames of {width} × {height} pixels, more than can be rendered."
        raise RefusedError("image.frames", f"{reason} Ask for a size to get its first frame.")
    _check_sides((max(width, height),) * 2, job.target)
    colours = colours_of(image, job.data, job.source)
    space = colour_space(colours.profile)
    keeps_profile = not job.rendering.strip and job.target in PROFILE_FORMATS and space == "RGB"
    encoding = EncoderOptions(
        job.rendering.quality,
        lossless=job.rendering.quality is None and is_lossless_webp(job.data),
        profile=colours.profile if keeps_profile else b"",
    )
    mode = "RGBA" if _has_transparent_frames(image, job) else "RGB"

    def frames_to_encode() -> Iterator[tuple[Image.Image, float]]:
        for frame, milliseconds in shown_frames(image, job.data, job.source):
            picture = to_working_mode(frame.convert("LA") if space == "GRAY" else frame)
            picture = picture if part is None else picture.crop(part)
            if not (keeps_profile or is_srgb(picture.mode, colours)):
                picture = to_srgb(picture, colours)
            yield turn_upright(picture.convert(mode), orientation), milliseconds

    if not job.rendering.strip:
        size = (width, height) if part is None else (part[2] - part[0], part[3] - part[1])
        encoding = _with_metadata(encoding, blocks, displayed_size(size, orientation), job.target)
    data, size = encode_animation(frames_to_encode, frames, plays, job.target, encoding)
    return data, job.target, *size


def _has_transparent_frames(image: ImageFile.ImageFile, job: _RenderJob) -> bool:
    """Whether a frame has transparent pixels, or may have: the first one says so for other formats."""
    if job.source not in COMPOSED_FORMATS:
        return has_alpha(image)
    frames = shown_frames(image, job.data, job.source)
    return any(frame.getchannel("A").getextrema() != (255, 255) for frame, _ in frames)


def _write_picture(prepared: _PreparedPicture, target: Format) -> tuple[bytes, Format, int, int]:
    if prepared.stripped is not None:
        return prepared.stripped, target, *displayed_size(prepared.picture.size, prepared.orientation)
    try:
        prepared.picture = turn_upright(prepared.picture, prepared.orientation)
        return encode(prepared.picture, target, prepared.encoding), target, *prepared.picture.size
    except MemoryError:
        width, height = prepared.picture.size
        reason = f"Writing {width} × {height} pixels as {target} exceeds the memory limit for one picture."
        raise RefusedError("render.memory", reason) from None
    except Exception as error:  # encoders raise any exception; all become refusals
        message = " ".join(str(error).split())[:160] or type(error).__name__
        raise RefusedError("render.failed", f"The picture cannot be written as {target}: {message}.") from None


def _check_sides(size: tuple[int, int], target: Format) -> None:
    limit = MAX_SIDE_PIXELS[target]
    if max(size) > limit:
        reason = f"A picture in {target} has at most {limit} pixels a side. Ask for a smaller size or another format."
        raise RefusedError("render.size", reason)

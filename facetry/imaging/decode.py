"""Decoding one picture, in full, within caps. Imported by the worker process only."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from pi_heif import options as heif_options
from pi_heif import register_heif_opener
from PIL import (
    AvifImagePlugin,
    GifImagePlugin,
    Image,
    ImageFile,
    JpegImagePlugin,
    MpoImagePlugin,
    PngImagePlugin,
    TiffImagePlugin,
    UnidentifiedImageError,
    WebPImagePlugin,
)

from facetry.imaging.formats import HEAD_BYTES, Format, webp_size
from facetry.imaging.hashes import perceptual_hash, pixel_hash
from facetry.imaging.heif import items_are_named
from facetry.imaging.metadata.texts import LEFT_OUT, metadata_of
from facetry.imaging.miniature import likeness_of
from facetry.imaging.orientation import orientation_of, shown
from facetry.imaging.pixels import prepare_memory
from facetry.imaging.placeholder import placeholder
from facetry.imaging.rules import Rule
from facetry.imaging.stripping import bare_jpeg, bare_png

PLUGINS: Final = (
    *(AvifImagePlugin, GifImagePlugin, JpegImagePlugin, PngImagePlugin, WebPImagePlugin),
    *(MpoImagePlugin, TiffImagePlugin),
)
"""Image.open(formats=…) only knows plugins that were imported: five of them and HEIF are all that ever are asked for.
JPEG uses the sixth for files of several pictures, EXIF the last.
"""
_ANIMATED: Final = frozenset({"GIF", "WEBP", "PNG", "AVIF"})


@dataclass(frozen=True, slots=True)
class Decoded:
    """A picture that decodes. Width and height are those in which it is shown, its EXIF orientation applied.

    `pixel_hash` has 16 bytes, `perceptual_hash` 64 bits; `placeholder` is a ThumbHash. See `hashes` and `placeholder`.
    """

    width: int
    height: int
    metadata: dict[str, str]
    pixel_hash: bytes | None
    perceptual_hash: int | None
    placeholder: bytes | None


class RefusedError(Exception):
    """The picture breaks `rule`; the message says how, for a person."""

    def __init__(self, rule: Rule, reason: str) -> None:
        super().__init__(reason)
        self.rule: Rule = rule


def prepare() -> None:
    """Set the libraries up for hostile input; once per process."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    warnings.simplefilter("ignore")  # of metadata that is slightly wrong; the one that matters is an error:
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    # A prompt or a workflow in a text chunk may be long, a bomb may not.
    PngImagePlugin.MAX_TEXT_CHUNK = 8 * 1024 * 1024
    PngImagePlugin.MAX_TEXT_MEMORY = 32 * 1024 * 1024
    # One file uses one core: the pool has a process for each.
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    heif_options.DECODE_THREADS = 1
    heif_options.THUMBNAILS = heif_options.DEPTH_IMAGES = heif_options.AUX_IMAGES = False
    register_heif_opener()
    prepare_memory()
    Image.preinit()  # now, and not with the first file


def decode(data: bytes, format: Format, max_pixels: int) -> Decoded:
    """Decode the first frame of the picture, every pixel of it, and read its metadata.

    Raises `RefusedError`. The pixel cap is judged from the header, before memory is reserved.
    """
    with opened(data, format, max_pixels) as image:
        return _decoded(image, format)


def _decoded(image: ImageFile.ImageFile, format: Format) -> Decoded:
    """What is to be known of an opened picture. Its own memory is the last to be freed: Pillow hands that out first."""
    moves = is_animated(image, format)
    image.load()
    orientation = orientation_of(image, format)
    size = shown(image.size, orientation)
    likeness = likeness_of(image, orientation)
    return Decoded(
        *size,
        pixel_hash=pixel_hash(image, moves=moves),
        perceptual_hash=perceptual_hash(likeness),
        placeholder=placeholder(likeness, size),
        metadata=metadata_of(image),
    )


@contextmanager
def opened(data: bytes, format: Format, max_pixels: int) -> Iterator[ImageFile.ImageFile]:
    """The picture, opened and not decoded yet. Whatever a decoder raises within becomes a `RefusedError`."""
    Image.MAX_IMAGE_PIXELS = max_pixels
    if format == "WEBP":
        size = webp_size(data[:HEAD_BYTES])
        if size is None:
            raise RefusedError("decode.corrupt", "The header of the WEBP file is damaged.")
        if size[0] * size[1] > max_pixels:
            raise _too_many_pixels(max_pixels)
    if format == "HEIF" and not items_are_named(data):
        raise RefusedError("decode.corrupt", "The names of the HEIF file's items are damaged.")
    try:
        with _open(data, format) as image:
            image.decodermaxblock = len(data) + 1  # one piece, where Pillow would put many together
            yield image
    except RefusedError:
        raise
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise _too_many_pixels(max_pixels) from None
    except MemoryError:
        raise RefusedError("decode.memory", "Decoding needs more memory than a picture may take.") from None
    except Exception as error:  # decoders raise anything on hostile data; whatever it is, it is told
        raise _refusal(error, format) from None


def _open(data: bytes, format: Format) -> ImageFile.ImageFile:
    """A picture whose metadata the reader stumbles over is a picture: then it is opened without."""
    try:
        return Image.open(io.BytesIO(data), formats=(format,))
    except UnidentifiedImageError:
        bare = {"JPEG": bare_jpeg, "PNG": bare_png}.get(format)
        rest = bare(data) if bare else None
        if rest is None:
            raise
        image = Image.open(io.BytesIO(rest), formats=(format,))
        image.info[LEFT_OUT] = True
        return image


def is_animated(image: Image.Image, format: Format) -> bool:
    """Whether an opened picture moves: has several frames, in a format where they are shown one after the other.

    To be asked before the pixels are loaded, for a GIF forgets them.
    """
    if format not in _ANIMATED:
        return False
    try:
        return bool(getattr(image, "is_animated", False))
    except Exception:  # what follows the first frame of a GIF is damaged: nothing follows that could be shown
        return False


def _too_many_pixels(max_pixels: int) -> RefusedError:
    return RefusedError("decode.pixels", f"The picture has more than {max_pixels} pixels.")


def _refusal(error: Exception, format: Format) -> RefusedError:
    said = " ".join(str(error).split())[:160] or type(error).__name__
    if isinstance(error, UnidentifiedImageError):
        said = "its header cannot be read"
    lower = said.lower()
    if "maximum image size" in lower:  # of the HEIF decoder, which calls it a lack of memory
        return RefusedError("decode.pixels", f"The picture has more pixels than its decoder takes: {said}.")
    if "memory" in lower:
        return RefusedError("decode.memory", f"Decoding needs more memory than a picture may take: {said}.")
    if isinstance(error, EOFError) or "truncated" in lower or "end of file" in lower or "premature end" in lower:
        return RefusedError("decode.truncated", f"The {format} data ends too early: {said}.")
    return RefusedError("decode.corrupt", f"The {format} data is damaged: {said}.")

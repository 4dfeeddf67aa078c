"""Decoding and examining one picture completely, within limits. Imported by the worker process only."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Final

import pi_heif
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

from facetry.imaging.animations.reading import first_picture, is_animated
from facetry.imaging.colours.conversion import colours_of, mark_of_colours
from facetry.imaging.formats import HEAD_BYTES, TRAITS, Format
from facetry.imaging.hashes import perceptual_hash, pixel_hash
from facetry.imaging.heif import has_text_item_names
from facetry.imaging.item_properties import clean_aperture
from facetry.imaging.jpeg_end import with_end
from facetry.imaging.jpeg_variants import unread_variant
from facetry.imaging.metadata.blocks import METADATA_OMITTED, blocks_of
from facetry.imaging.metadata.texts import metadata_of
from facetry.imaging.miniature import miniature_of
from facetry.imaging.orientation import displayed_size, orientation_of
from facetry.imaging.pixels import configure_memory
from facetry.imaging.placeholder import placeholder
from facetry.imaging.rules import Rule
from facetry.imaging.stripping.jpeg import strip_jpeg
from facetry.imaging.stripping.png import only_decoding_chunks, up_to_pixels
from facetry.imaging.transparent_colours import apply_transparent_colour

DECODERS: Final[Mapping[Format, ModuleType]] = {
    "PNG": PngImagePlugin,
    "JPEG": JpegImagePlugin,
    "WEBP": WebPImagePlugin,
    "GIF": GifImagePlugin,
    "AVIF": AvifImagePlugin,
    "HEIF": pi_heif,
}
"""The module with the decoder of each format. `Image.open(formats=…)` finds only decoders that were imported."""
_AUXILIARY_PLUGINS: Final = (MpoImagePlugin, TiffImagePlugin)
"""Pillow's JPEG decoder needs the first for files of several pictures, EXIF needs the second."""
_METADATA_STRIPPERS: Final[Mapping[Format, Callable[[bytes], bytes | None]]] = {
    "JPEG": strip_jpeg,
    "PNG": only_decoding_chunks,
}


@dataclass(frozen=True, slots=True)
class DecodedPicture:
    """What was read from a decoded picture. Width and height are those after the EXIF orientation is applied.

    `pixel_hash` has 16 bytes, `perceptual_hash` 64 bits; `placeholder` is a ThumbHash. See `hashes` and `placeholder`.
    """

    width: int
    height: int
    metadata: dict[str, str]
    pixel_hash: bytes | None
    perceptual_hash: int | None
    placeholder: bytes | None


class RefusedError(Exception):
    """The picture breaks `rule`; the message describes the fault for a person."""

    def __init__(self, rule: Rule, reason: str) -> None:
        super().__init__(reason)
        self.rule: Rule = rule


def configure_libraries() -> None:
    """Configure the libraries for hostile input. Call once per process."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    warnings.simplefilter("ignore")  # about slightly wrong metadata; only the next one matters
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    # A prompt or a workflow in a text chunk may be long. The limits stop decompression bombs.
    PngImagePlugin.MAX_TEXT_CHUNK = 8 * 1024 * 1024
    PngImagePlugin.MAX_TEXT_MEMORY = 32 * 1024 * 1024
    # Decode with one thread: the pool runs one process for each core.
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    heif_options = pi_heif.options
    heif_options.DECODE_THREADS = 1
    heif_options.THUMBNAILS = heif_options.DEPTH_IMAGES = heif_options.AUX_IMAGES = False
    pi_heif.register_heif_opener()
    configure_memory()
    Image.preinit()  # at start, so that the first file is not slower


def decode(data: bytes, format: Format, max_pixels: int) -> DecodedPicture:
    """Decode the first frame of the picture, every pixel of it, and read its metadata.

    Raises `RefusedError`. The pixel cap is checked by the header, before memory is allocated.
    """
    with open_picture(data, format, max_pixels) as image:
        return _examine(image, data, format)


def _examine(image: ImageFile.ImageFile, data: bytes, format: Format) -> DecodedPicture:
    """Examine an opened picture. Its pixel memory is freed last, because Pillow first reuses what was freed last."""
    is_moving = is_animated(image, data, format)
    picture = load_picture(image, data, format)
    blocks = blocks_of(image, data, format)
    orientation = orientation_of(image, format, blocks)
    size = displayed_size(picture.size, orientation)
    miniature = miniature_of(picture, orientation)
    return DecodedPicture(
        *size,
        pixel_hash=pixel_hash(
            picture,
            orientation=orientation,
            colours=mark_of_colours(picture.mode, colours_of(picture, data, format)),
            is_animation=is_moving,
        ),
        perceptual_hash=perceptual_hash(miniature),
        placeholder=placeholder(miniature, size),
        metadata=metadata_of(image, blocks),
    )


def load_picture(image: ImageFile.ImageFile, data: bytes, format: Format) -> Image.Image:
    """Decode an opened picture as it is shown but for its orientation and colours: the first frame of an animation.

    Raises the exceptions of decoders.
    """
    first = first_picture(image, data, format)
    if first is not None:
        first.info = {name: value for name, value in image.info.items() if name != "transparency"}
        return first
    image.load()
    if format == "PNG":
        return apply_transparent_colour(image, data)
    part = shown_part(image, data, format)
    return image if part is None else image.crop(part)


def shown_part(image: Image.Image, data: bytes, format: Format) -> tuple[int, int, int, int] | None:
    """The part of the stored picture that is shown, as a box; None for all of it. The HEIF reader applies it itself."""
    return clean_aperture(data, image.size) if format == "AVIF" else None


@contextmanager
def open_picture(
    data: bytes, format: Format, max_pixels: int, *, header_only: bool = False
) -> Iterator[ImageFile.ImageFile]:
    """Open the picture. Exceptions of a decoder within the block become a `RefusedError`.

    Only a JPEG without an end mark is decoded, to see whether it lacks more. With `header_only`, nothing is decoded,
    and the block may not decode it either.
    """
    Image.MAX_IMAGE_PIXELS = max_pixels
    header_size = TRAITS[format].header_size
    if header_size is not None:
        size = header_size(data[:HEAD_BYTES])
        if size is None:
            raise RefusedError("decode.corrupt", f"The header of the {format} file is damaged.")
        if size[0] * size[1] > max_pixels:
            raise _too_many_pixels(max_pixels)
    if format == "HEIF" and not has_text_item_names(data):
        raise RefusedError("decode.corrupt", "The item names in the HEIF file are damaged.")
    try:
        if format == "JPEG" and not header_only:
            data = with_end(data)
        with _open_image(data, format) as image:
            image.decodermaxblock = len(data) + 1  # feed the decoder once; Pillow would otherwise join pieces
            yield image
    except RefusedError:
        raise
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise _too_many_pixels(max_pixels) from None
    except MemoryError:
        raise RefusedError("decode.memory", "Decoding the picture exceeds the memory limit for one picture.") from None
    except Exception as error:  # decoders raise any exception on hostile data; all become refusals
        raise _refusal(error, data, format) from None


def _open_image(data: bytes, format: Format) -> ImageFile.ImageFile:
    """Open the picture. When the reader fails on metadata of a JPEG or PNG, open it without its metadata."""
    if format == "PNG":
        data = up_to_pixels(data)
    try:
        return Image.open(io.BytesIO(data), formats=(format,))
    except (UnidentifiedImageError, ValueError):  # a ValueError is about a text that is too long
        strip = _METADATA_STRIPPERS.get(format)
        stripped = strip(data) if strip else None
        if stripped is None:
            raise
        image = Image.open(io.BytesIO(stripped), formats=(format,))
        image.info[METADATA_OMITTED] = True
        return image


def _too_many_pixels(max_pixels: int) -> RefusedError:
    return RefusedError("decode.pixels", f"The picture has more than {max_pixels} pixels.")


def _refusal(error: Exception, data: bytes, format: Format) -> RefusedError:
    variant = unread_variant(data) if format == "JPEG" else None
    if variant is not None:
        return RefusedError("decode.unsupported", f"The JPEG {variant}, a kind that the service does not read.")
    message = " ".join(str(error).split())[:160] or type(error).__name__
    if isinstance(error, UnidentifiedImageError):
        message = "its header cannot be read"
    lower_message = message.lower()
    if "maximum image size" in lower_message:  # the HEIF decoder reports too many pixels as lack of memory
        return RefusedError("decode.pixels", f"The picture has more pixels than its decoder accepts: {message}.")
    if "memory" in lower_message:
        return RefusedError(
            "decode.memory", f"Decoding the picture exceeds the memory limit for one picture: {message}."
        )
    if "unsupported" in lower_message:
        return RefusedError("decode.unsupported", f"The {format} file is of a kind that is not read: {message}.")
    if (
        isinstance(error, EOFError)
        or "truncated" in lower_message
        or "end of file" in lower_message
        or "premature end" in lower_message
    ):
        return RefusedError("decode.truncated", f"The {format} data ends too early: {message}.")
    return RefusedError("decode.corrupt", f"The {format} data is damaged: {message}.")

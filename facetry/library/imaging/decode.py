"""Decoding one picture, in full, within caps. Imported by the worker process only."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass

from pi_heif import options as heif_options
from pi_heif import register_heif_opener
from PIL import (
    AvifImagePlugin,
    GifImagePlugin,
    Image,
    ImageFile,
    JpegImagePlugin,
    PngImagePlugin,
    UnidentifiedImageError,
    WebPImagePlugin,
)

from facetry.library.imaging.metadata import metadata_of
from facetry.library.imaging.rules import Rule
from facetry.library.imaging.sniff import HEAD_BYTES, Format, webp_size

# Image.open(formats=…) only knows plugins that were imported; these five and HEIF are all that ever are asked for.
PLUGINS = (AvifImagePlugin, GifImagePlugin, JpegImagePlugin, PngImagePlugin, WebPImagePlugin)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A picture that decodes. Width and height are those of the file, its EXIF orientation not applied."""

    width: int
    height: int
    metadata: dict[str, str]


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
    heif_options.THUMBNAILS = False
    register_heif_opener()


def decode(data: bytes, format: Format, max_pixels: int) -> Decoded:
    """Decode the first frame of the picture, every pixel of it, and read its metadata.

    Raises `RefusedError`. The pixel cap is judged from the header, before memory is reserved.
    """
    Image.MAX_IMAGE_PIXELS = max_pixels
    if format == "WEBP":
        size = webp_size(data[:HEAD_BYTES])
        if size is None:
            raise RefusedError("decode.corrupt", "The header of the WEBP file is damaged.")
        if size[0] * size[1] > max_pixels:
            raise _too_many_pixels(max_pixels)
    try:
        with Image.open(io.BytesIO(data), formats=(format,)) as image:
            width, height = image.size
            image.load()
            return Decoded(width, height, metadata_of(image))
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise _too_many_pixels(max_pixels) from None
    except MemoryError:
        raise RefusedError("decode.memory", "Decoding needs more memory than a picture may take.") from None
    except Exception as error:  # decoders raise anything on hostile data; whatever it is, it is told
        raise _refusal(error, format) from None


def _too_many_pixels(max_pixels: int) -> RefusedError:
    return RefusedError("decode.pixels", f"The picture has more than {max_pixels} pixels.")


def _refusal(error: Exception, format: Format) -> RefusedError:
    said = " ".join(str(error).split())[:160] or type(error).__name__
    if isinstance(error, UnidentifiedImageError):
        said = "its header cannot be read"
    lower = said.lower()
    if "memory" in lower:
        return RefusedError("decode.memory", f"Decoding needs more memory than a picture may take: {said}.")
    if isinstance(error, EOFError) or "truncated" in lower or "end of file" in lower or "premature end" in lower:
        return RefusedError("decode.truncated", f"The {format} data ends too early: {said}.")
    return RefusedError("decode.corrupt", f"The {format} data is damaged: {said}.")

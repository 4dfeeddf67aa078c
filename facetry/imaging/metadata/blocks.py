"""The blocks of metadata in a picture, unparsed: those that its reader has found, and those that it passes over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from facetry.imaging.formats import Format
from facetry.imaging.metadata import gif_blocks, item_blocks, jpeg_blocks, png_blocks
from facetry.imaging.metadata.json_values import decoded_text
from facetry.imaging.metadata.photoshop_resources import iptc_in
from facetry.imaging.metadata.xmp_packets import utf8_packet

METADATA_OMITTED: Final = "facetry-left-out"
"""Key in `info` of an image that was opened without its metadata, because the metadata is damaged."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks: EXIF, packets of XMP, of which the first is the main one, IPTC, texts with their keys, the keys of
    texts that are too long, and the date in the header of a sequence, in seconds since the epoch.
    """

    exif: bytes = b""
    xmp: tuple[bytes, ...] = ()
    iptc: bytes = b""
    texts: tuple[tuple[str, str], ...] = ()
    left_out: tuple[str, ...] = ()
    movie_date: int | None = None


def blocks_of(image: Image.Image, data: bytes, format: Format) -> Blocks:
    """The blocks of an opened picture and its file. Damaged ones are left out, or are what could be read of them."""
    found = Blocks(_bytes(image.info.get("exif")), _packets(image.info.get("xmp")))
    read = _READERS.get(format)
    return found if read is None else read(found, data)


def _of_jpeg(found: Blocks, data: bytes) -> Blocks:
    segments = jpeg_blocks.read_segments(data)
    packets = (*(found.xmp[:1] or segments.packets[:1]), *segments.extensions(found.xmp[:1]))
    return replace(found, xmp=packets, iptc=iptc_in(segments.resources), texts=_as_comments(segments.comments))


def _of_gif(found: Blocks, data: bytes) -> Blocks:
    extensions = gif_blocks.read_extensions(data)
    return replace(found, xmp=_packets(extensions.packet), texts=_as_comments(extensions.comments))


def _of_png(_: Blocks, data: bytes) -> Blocks:
    chunks = png_blocks.read_chunks(data)
    profiles = png_blocks.raw_profiles(chunks.texts)
    packet = chunks.packet or profiles.packet
    return Blocks(
        chunks.exif or profiles.exif,
        (packet,) if packet else (),
        profiles.iptc,
        tuple(text for text in chunks.texts if not png_blocks.is_block(text[0])),
        tuple(chunks.left_out),
    )


def _of_items(found: Blocks, data: bytes) -> Blocks:
    """Both readers change the orientation in the block to that of the container."""
    exif = item_blocks.exif_of(data)
    return replace(found, exif=found.exif if exif is None else exif, movie_date=item_blocks.movie_date_of(data))


_READERS: Final[Mapping[Format, Callable[[Blocks, bytes], Blocks]]] = {
    "JPEG": _of_jpeg,
    "PNG": _of_png,
    "GIF": _of_gif,
    "AVIF": _of_items,
    "HEIF": _of_items,
}


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else b""


def _packets(value: object) -> tuple[bytes, ...]:
    packet = utf8_packet(value.encode("utf-8", "replace") if isinstance(value, str) else _bytes(value))
    return (packet,) if packet else ()


def _as_comments(comments: Sequence[bytes]) -> tuple[tuple[str, str], ...]:
    return tuple(("comment", decoded_text(comment)) for comment in comments)

"""The picture formats: one record for each with all facts that are data, and detection by the first bytes of a file.

`TRAITS` is the one home of these facts. An algorithm of one format, such as its encoder, lies in the module that runs
it; `tests/facetry/imaging/test_formats.py` names the places that a new record still lacks. The module imports the
standard library alone: the server needs it too, and never imports Pillow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

Format = Literal["PNG", "JPEG", "WEBP", "GIF", "AVIF", "HEIF"]
"""Names of the formats, which are those of the API (`ImageFormat`) and of Pillow."""
Signature = tuple[tuple[int, bytes], ...]
"""Bytes that a file of the format has, each with its offset."""
Size = tuple[int, int]

HEAD_BYTES: Final = 4096
"""Number of leading bytes that `format_of` and `FormatTraits.header_size` need at most; fewer are accepted."""

_CONTAINER_BRANDS: Final = frozenset({b"mif1", b"mif2", b"msf1", b"miaf"})
_CONTAINER_FORMAT: Final = "HEIF"
"""Format of a file whose brands name the container and no codec."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingTraits:
    """How a format is written.

    `bytes_per_pixel`: memory of the encoder besides the picture, for each pixel that it writes; 0 for an encoder that
    works row by row. `default_quality`: from 1 to 100, None for a format that is written without loss.
    `holds_metadata`: EXIF, XMP and a colour profile can be written. `profile_spaces`: colour spaces, as ICC names them,
    whose profiles stay valid for the pixels that are written.
    """

    max_side_pixels: int
    default_quality: int | None
    bytes_per_pixel: float
    holds_metadata: bool
    profile_spaces: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatTraits:
    """What is particular to a format.

    `suffixes`: lower case, with the dot; new files get the first. A file is recognized by one of the `signatures`, or
    by one of the `brands` in its ISO base media container (`ftyp`). `decoder_bytes_per_pixel`: memory at the peak of
    decoding, the picture included, the file excluded; measured. Too low an estimate makes a decoder that runs out of
    memory call a sound file damaged, or abort. `reuses_memory`: the decoder takes no memory of its own before the
    picture gets its own, so the memory of an earlier picture counts as available. `is_animatable`: frames are shown
    one after the other. `uses_exif_orientation`: False where the reader has turned the pixels, or EXIF is not read.
    `has_container_orientation`: every reader turns the pixels by what the container says, not by EXIF.
    `header_size`: reads width and height from the first bytes, None when they are damaged; for a decoder that
    allocates the canvas when the file is opened. `encoding` is None for a format that is only read; then
    `read_only_reason` and `read_only_remedy` say why, and what to ask for instead.
    """

    name: Format
    media_type: str
    suffixes: tuple[str, ...]
    signatures: tuple[Signature, ...] = ()
    brands: frozenset[bytes] = frozenset()
    decoder_bytes_per_pixel: float
    reuses_memory: bool
    has_alpha: bool
    is_animatable: bool
    uses_exif_orientation: bool
    has_container_orientation: bool = False
    header_size: Callable[[bytes], Size | None] | None = None
    encoding: EncodingTraits | None
    read_only_reason: str = ""
    read_only_remedy: str = ""


def webp_size(head: bytes) -> Size | None:
    """Width and height in the header of a WEBP file; None when the header is damaged.

    The decoder allocates the whole canvas when a file is opened, so the pixel cap is checked before.
    """
    kind, body = head[12:16], head[20:30]
    if len(body) < 10:
        return None
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if kind == b"VP8L" and body[0] == 0x2F:
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        return int.from_bytes(body[6:8], "little") & 0x3FFF, int.from_bytes(body[8:10], "little") & 0x3FFF
    return None


_RECORDS: Final = (
    FormatTraits(
        name="PNG",
        media_type="image/png",
        suffixes=(".png",),
        signatures=(((0, b"\x89PNG\r\n\x1a\n"),),),
        decoder_bytes_per_pixel=4.2,  # the picture takes 4
        reuses_memory=True,
        has_alpha=True,
        is_animatable=True,
        uses_exif_orientation=True,
        encoding=EncodingTraits(
            max_side_pixels=2**31 - 1,
            default_quality=None,
            bytes_per_pixel=0.0,
            holds_metadata=True,
            profile_spaces=frozenset({"RGB", "GRAY"}),
        ),
    ),
    FormatTraits(
        name="JPEG",
        media_type="image/jpeg",
        suffixes=(".jpg", ".jpeg", ".jpe", ".jfif"),
        signatures=(((0, b"\xff\xd8\xff"),),),
        decoder_bytes_per_pixel=4.2,  # of a file in one scan; `memory_estimate` adds what others take
        reuses_memory=True,
        has_alpha=False,
        is_animatable=False,
        uses_exif_orientation=True,
        encoding=EncodingTraits(
            max_side_pixels=65_500,
            default_quality=85,
            bytes_per_pixel=0.0,
            holds_metadata=True,
            profile_spaces=frozenset({"RGB", "GRAY"}),
        ),
    ),
    FormatTraits(
        name="WEBP",
        media_type="image/webp",
        suffixes=(".webp",),
        signatures=(((0, b"RIFF"), (8, b"WEBP")),),
        decoder_bytes_per_pixel=16.2,  # two canvases of the animation, the frame as bytes, and the picture
        reuses_memory=False,
        has_alpha=True,
        is_animatable=True,
        uses_exif_orientation=True,
        header_size=webp_size,
        encoding=EncodingTraits(
            max_side_pixels=16_383,
            default_quality=80,
            bytes_per_pixel=7.0,
            holds_metadata=True,
            profile_spaces=frozenset({"RGB"}),  # grey is written as colours
        ),
    ),
    FormatTraits(
        name="GIF",
        media_type="image/gif",
        suffixes=(".gif",),
        signatures=(((0, b"GIF87a"),), ((0, b"GIF89a"),)),
        decoder_bytes_per_pixel=2.0,
        reuses_memory=False,
        has_alpha=True,
        is_animatable=True,
        uses_exif_orientation=False,
        encoding=EncodingTraits(
            max_side_pixels=65_535,
            default_quality=None,
            bytes_per_pixel=13.0,
            holds_metadata=False,
            profile_spaces=frozenset(),
        ),
    ),
    FormatTraits(
        name="AVIF",
        media_type="image/avif",
        suffixes=(".avif",),
        brands=frozenset({b"avif", b"avis"}),
        decoder_bytes_per_pixel=9.6,  # planes, the frame as RGB, the same as bytes, and the picture
        reuses_memory=False,
        has_alpha=True,
        is_animatable=True,
        uses_exif_orientation=True,
        has_container_orientation=True,
        encoding=EncodingTraits(
            max_side_pixels=65_536,
            default_quality=60,
            bytes_per_pixel=30.0,
            holds_metadata=True,
            profile_spaces=frozenset({"RGB"}),  # grey with alpha is written as colours
        ),
    ),
    FormatTraits(
        name="HEIF",
        media_type="image/heif",
        suffixes=(".heic", ".heif", ".hif"),
        brands=frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}),
        decoder_bytes_per_pixel=7.8,
        reuses_memory=False,
        has_alpha=True,
        is_animatable=False,
        uses_exif_orientation=False,
        encoding=None,
        read_only_reason="its free encoders are under a licence that this service is not",
        read_only_remedy="Ask for AVIF, which is as small.",
    ),
)

TRAITS: Final[Mapping[str, FormatTraits]] = {traits.name: traits for traits in _RECORDS}
"""The record of each format by its name, in the order of the API's `ImageFormat`."""
FORMATS: Final[frozenset[str]] = frozenset(TRAITS)
ENCODINGS: Final[Mapping[str, EncodingTraits]] = {
    name: traits.encoding for name, traits in TRAITS.items() if traits.encoding is not None
}
"""The formats that are written."""
MAX_SIDE_PIXELS: Final = {name: encoding.max_side_pixels for name, encoding in ENCODINGS.items()}
PROFILE_FORMATS: Final = frozenset(name for name, encoding in ENCODINGS.items() if encoding.profile_spaces)
CONTAINER_ORIENTATION_FORMATS: Final = frozenset(name for name in ENCODINGS if TRAITS[name].has_container_orientation)
ANIMATION_FORMATS: Final = frozenset(name for name in ENCODINGS if TRAITS[name].is_animatable)
LOSSLESS_FORMATS: Final = frozenset(name for name, encoding in ENCODINGS.items() if encoding.default_quality is None)
FALLBACK_FORMAT: Final = "JPEG"
"""Format of a rendition that names none, where the format of its source is not written."""
UNKNOWN_FORMAT_REASON: Final = f"The content is none of {' and '.join(', '.join(TRAITS).rsplit(', ', 1))}."

_SUFFIXES: Final = tuple(suffix for traits in TRAITS.values() for suffix in traits.suffixes)
_FORMAT_OF_BRAND: Final = {brand: traits.name for traits in TRAITS.values() for brand in traits.brands}


def format_of(head: bytes) -> Format | None:
    """The format of a file by its first bytes; None when it is none of `TRAITS`."""
    for traits in TRAITS.values():
        for signature in traits.signatures:
            if all(head.startswith(part, offset) for offset, part in signature):
                return traits.name
    return _format_of_container(head) if head[4:8] == b"ftyp" else None


def has_picture_suffix(name: str) -> bool:
    """Whether a file name ends with a suffix of one of the formats."""
    return name.lower().endswith(_SUFFIXES)


def is_lossless_webp(data: bytes) -> bool:
    """Whether the first picture in a file is a lossless WEBP."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return False
    at = 12
    while (kind := data[at : at + 4]) not in (b"VP8 ", b"VP8L", b""):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8 + (
            16 if kind == b"ANMF" else size + size % 2
        )  # step into a frame of an animation, which holds chunks of its own
    return kind == b"VP8L"


def _format_of_container(head: bytes) -> Format | None:
    """The format of a file in the container that AVIF and HEIF share; None for another content.

    The major brand decides. When it names only the container, the first compatible brand that names a codec decides.
    """
    major = head[8:12]
    end = min(int.from_bytes(head[:4], "big"), len(head))
    brands = [major]
    if major in _CONTAINER_BRANDS:
        brands += [head[at : at + 4] for at in range(16, end - 3, 4)]
    for brand in brands:
        if brand in _FORMAT_OF_BRAND:
            return _FORMAT_OF_BRAND[brand]
    return _CONTAINER_FORMAT if major in _CONTAINER_BRANDS else None

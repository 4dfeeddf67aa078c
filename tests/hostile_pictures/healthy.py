"""Valid pictures with all features of their formats, from which the damaged ones are made."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from typing import Final

from PIL import Image, ImageCms, PngImagePlugin

from tests.hostile_pictures.boxes import find_box
from tests.hostile_pictures.parts import insert_segments, segment
from tests.support.imaging import pictures

SIZE: Final = (96, 72)
XMP: Final = (
    b'<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
    b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
    b'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">heron</rdf:li>'
    b'</rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
)
IPTC: Final = b"\x1c\x02\x05\x00\x05heron\x1c\x02\x19\x00\x04pond"


@cache
def sound_profile() -> bytes:
    """A valid colour profile with a constant date."""
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return profile[:24] + bytes.fromhex("07e800050006000700080009") + profile[36:]


def photoshop_block(resource: bytes, number: int = 0x0404, *, length: int | None = None) -> bytes:
    """A Photoshop resource block, as in the APP13 segment of a JPEG; `length` replaces its true length."""
    announced_length = (len(resource) if length is None else length) & 0xFFFFFFFF
    body = b"8BIM" + number.to_bytes(2, "big") + b"\0\0" + announced_length.to_bytes(4, "big") + resource
    return body + b"\0" * (len(resource) % 2)


def app13_segment(body: bytes) -> bytes:
    """The APP13 segment of a JPEG, which holds Photoshop resource blocks."""
    return segment(0xED, b"Photoshop 3.0\0" + body)


def xmp_segment(packet: bytes) -> bytes:
    """The segment of a JPEG that holds an XMP packet."""
    return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet)


@cache
def picture_with_metadata(format: str) -> bytes:
    """A picture with EXIF, XMP, a colour profile and texts, animated in WEBP and GIF."""
    target = io.BytesIO()
    first, second = pictures.pattern(*SIZE, seed=11), pictures.pattern(*SIZE, seed=12)
    exif = pictures.camera_exif().tobytes()
    if format == "PNG":
        texts = PngImagePlugin.PngInfo()
        texts.add_text("parameters", "a heron at dawn")
        texts.add_text("workflow", '{"nodes":[]}' * 50, zip=True)
        texts.add_itxt("XML:com.adobe.xmp", XMP.decode())
        first.putalpha(200)
        first.save(target, "PNG", pnginfo=texts, exif=exif, icc_profile=sound_profile())
    elif format == "JPEG":
        first.save(target, "JPEG", exif=exif, icc_profile=sound_profile(), progressive=True, comment=b"pond")
        return insert_segments(target.getvalue(), xmp_segment(XMP), app13_segment(photoshop_block(IPTC)))
    elif format == "WEBP":
        options = {"exif": exif, "xmp": XMP, "icc_profile": sound_profile()}
        first.save(target, "WEBP", save_all=True, append_images=[second], duration=40, **options)
    elif format == "GIF":
        first.save(target, "GIF", save_all=True, append_images=[second], comment=b"pond", loop=0)
    elif format == "AVIF":
        first.save(target, "AVIF", exif=exif, xmp=XMP, icc_profile=sound_profile(), speed=8)
    else:
        return pictures.picture("HEIF", with_exif=True)
    return target.getvalue()


@cache
def sound_variants(format: str) -> dict[str, bytes]:
    """Valid pictures of one format by name, which use different code paths of its decoder."""
    variants = {"plain": pictures.picture(format, seed=7), "rich": picture_with_metadata(format)}
    variants.update(_variants(format))
    return variants


def _variants(format: str) -> Iterator[tuple[str, bytes]]:
    base = pictures.pattern(*SIZE, seed=21)
    if format == "PNG":
        yield "deep", _encode(base.convert("I;16"), "PNG")
        yield "palette", _encode(base.quantize(16), "PNG", transparency=3)
        yield "moving", _encode(base, "PNG", save_all=True, append_images=[pictures.pattern(*SIZE, seed=22)])
    elif format == "JPEG":
        yield "cmyk", _encode(base.convert("CMYK"), "JPEG")
        yield "restarts", _encode(base, "JPEG", restart_marker_blocks=2, subsampling=0)
    elif format == "WEBP":
        yield "lossy", _encode(base, "WEBP", quality=70)
    elif format == "AVIF":
        moving = _encode(base, "AVIF", save_all=True, append_images=[pictures.pattern(*SIZE, seed=23)], speed=8)
        yield "moving", _without_dates(moving)


def _without_dates(sequence: bytes) -> bytes:
    """An AVIF sequence with its dates set to zero."""
    for kinds in ((b"moov", b"mvhd"), (b"moov", b"trak", b"tkhd"), (b"moov", b"trak", b"mdia", b"mdhd")):
        start, _ = find_box(sequence, *kinds)
        dates = 16 if sequence[start + 8] else 8
        sequence = sequence[: start + 12] + bytes(dates) + sequence[start + 12 + dates :]
    return sequence


def _encode(image: Image.Image, format: str, **options: object) -> bytes:
    target = io.BytesIO()
    image.save(target, format, **options)
    return target.getvalue()

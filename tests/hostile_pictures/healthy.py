"""Sound pictures with all that their formats can hold: what the damaged ones are made from."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from typing import Final

from PIL import Image, ImageCms, PngImagePlugin

from tests.hostile_pictures.boxes import place_of
from tests.hostile_pictures.parts import inserted, segment
from tests.support import pictures

SIZE: Final = (96, 72)
XMP: Final = (
    b'<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
    b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
    b'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">heron</rdf:li>'
    b'</rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
)
IPTC: Final = b"\x1c\x02\x05\x00\x05heron\x1c\x02\x19\x00\x04pond"


@cache
def profile() -> bytes:
    """A sound colour profile, of one date whenever it is made."""
    made = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    return made[:24] + bytes.fromhex("07e800050006000700080009") + made[36:]


def photoshop(resource: bytes, number: int = 0x0404, *, length: int | None = None) -> bytes:
    """A block of Photoshop's, as JPEG has them in APP13; its length is right unless given."""
    told = (len(resource) if length is None else length) & 0xFFFFFFFF
    body = b"8BIM" + number.to_bytes(2, "big") + b"\0\0" + told.to_bytes(4, "big") + resource
    return body + b"\0" * (len(resource) % 2)


def app13(body: bytes) -> bytes:
    """The segment of a JPEG that holds blocks of Photoshop's."""
    return segment(0xED, b"Photoshop 3.0\0" + body)


def app1_xmp(packet: bytes) -> bytes:
    """The segment of a JPEG that holds an XMP packet."""
    return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet)


@cache
def rich(format: str) -> bytes:
    """A picture with EXIF, XMP, a colour profile and texts, moving where the format can."""
    target = io.BytesIO()
    first, second = pictures.pattern(*SIZE, seed=11), pictures.pattern(*SIZE, seed=12)
    exif = pictures.camera().tobytes()
    if format == "PNG":
        texts = PngImagePlugin.PngInfo()
        texts.add_text("parameters", "a heron at dawn")
        texts.add_text("workflow", '{"nodes":[]}' * 50, zip=True)
        texts.add_itxt("XML:com.adobe.xmp", XMP.decode())
        first.putalpha(200)
        first.save(target, "PNG", pnginfo=texts, exif=exif, icc_profile=profile())
    elif format == "JPEG":
        first.save(target, "JPEG", exif=exif, icc_profile=profile(), progressive=True, comment=b"pond")
        return inserted(target.getvalue(), app1_xmp(XMP), app13(photoshop(IPTC)))
    elif format == "WEBP":
        options = {"exif": exif, "xmp": XMP, "icc_profile": profile()}
        first.save(target, "WEBP", save_all=True, append_images=[second], duration=40, **options)
    elif format == "GIF":
        first.save(target, "GIF", save_all=True, append_images=[second], comment=b"pond", loop=0)
    elif format == "AVIF":
        first.save(target, "AVIF", exif=exif, xmp=XMP, icc_profile=profile(), speed=8)
    else:
        return pictures.picture("HEIF", described=True)
    return target.getvalue()


@cache
def kinds(format: str) -> dict[str, bytes]:
    """Sound pictures of one format that take different ways through its decoder, by a word for each."""
    found = {"plain": pictures.picture(format, seed=7), "rich": rich(format)}
    found.update(_variants(format))
    return found


def _variants(format: str) -> Iterator[tuple[str, bytes]]:
    base = pictures.pattern(*SIZE, seed=21)
    if format == "PNG":
        yield "deep", _saved(base.convert("I;16"), "PNG")
        yield "palette", _saved(base.quantize(16), "PNG", transparency=3)
        yield "moving", _saved(base, "PNG", save_all=True, append_images=[pictures.pattern(*SIZE, seed=22)])
    elif format == "JPEG":
        yield "cmyk", _saved(base.convert("CMYK"), "JPEG")
        yield "restarts", _saved(base, "JPEG", restart_marker_blocks=2, subsampling=0)
    elif format == "WEBP":
        yield "lossy", _saved(base, "WEBP", quality=70)
    elif format == "AVIF":
        moving = _saved(base, "AVIF", save_all=True, append_images=[pictures.pattern(*SIZE, seed=23)], speed=8)
        yield "moving", _undated(moving)


def _undated(sequence: bytes) -> bytes:
    """An AVIF sequence without the moment at which it was made."""
    for kinds in ((b"moov", b"mvhd"), (b"moov", b"trak", b"tkhd"), (b"moov", b"trak", b"mdia", b"mdhd")):
        start, _ = place_of(sequence, *kinds)
        dates = 16 if sequence[start + 8] else 8
        sequence = sequence[: start + 12] + bytes(dates) + sequence[start + 12 + dates :]
    return sequence


def _saved(image: Image.Image, format: str, **options: object) -> bytes:
    target = io.BytesIO()
    image.save(target, format, **options)
    return target.getvalue()

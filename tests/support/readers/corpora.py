"""Small files with texts, dates and XMP, each in the forms that cameras and programs write."""

from __future__ import annotations

import hashlib
import io
import struct
import zlib
from collections.abc import Iterator
from typing import Final

from tests.support.imaging import pictures
from tests.support.imaging.exif_blocks import ASCII, UNDEFINED, Entry, block
from tests.support.imaging.stored_frames import png_chunk

_RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_NAMES: Final = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "exif": "http://ns.adobe.com/exif/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "stEvt": "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#",
    "own": "http://example.org/own/",
}
_XMP_SEGMENT: Final = b"http://ns.adobe.com/xap/1.0/\0"
_EXTENSION_SEGMENT: Final = b"http://ns.adobe.com/xmp/extension/\0"
_RESOURCES_SEGMENT: Final = b"Photoshop 3.0\0"
_DESCRIPTION, _ARTIST, _COPYRIGHT, _TITLE, _COMMENT = 0x010E, 0x013B, 0x8298, 0x9C9B, 0x9286
_MODIFIED, _TAKEN, _DIGITISED = 0x0132, 0x9003, 0x9004
_WORDS: Final = ("Café in Tromsø", "日本の空", "Закат над морем", "“Quoted” – 5 €", "plain", "🌅 über dem Meer")


def texts() -> Iterator[tuple[str, bytes]]:
    """Texts of EXIF, IPTC, PNG and comments in each encoding: names and files."""
    for number, word in enumerate(_WORDS):
        for order in "<>":
            encoding = "utf-16-le" if order == "<" else "utf-16-be"
            exif = block(
                [
                    *((tag, ASCII, word.encode() + b"\0") for tag in (_DESCRIPTION, _ARTIST, _COPYRIGHT)),
                    (_TITLE, 1, word.encode("utf-16-le") + b"\0\0"),
                ],
                [(_COMMENT, UNDEFINED, b"UNICODE\0" + word.encode(encoding))],
                order=order,
            )
            for format in ("JPEG", "PNG", "WEBP", "AVIF"):
                yield f"exif-{number}-{'II' if order == '<' else 'MM'}.{format.lower()}", _with_exif(format, exif)
        yield f"iptc-{number}.jpeg", _with_segments((0xED, _resources(_iptc(word.encode(), is_utf8=True))))
        yield f"iptc-undeclared-{number}.jpeg", _with_segments((0xED, _resources(_iptc(word.encode()))))
        yield f"comment-{number}.jpeg", _with_segments((0xFE, word.encode()))
        yield f"texts-{number}.png", _with_chunks(_chunks(word))
        yield f"late-texts-{number}.png", _with_chunks(late=_chunks(word))
    for word in ("Brücke", "“Quoted” – 5 €"):
        letters = word.encode("cp1252")
        entries = [(_DESCRIPTION, ASCII, letters + b"\0"), (_COPYRIGHT, ASCII, letters + b"\0by " + letters + b"\0")]
        yield f"exif-windows-{len(word)}.jpeg", _with_exif("JPEG", block(entries))
        pieces = _resources(_iptc(letters)), _RESOURCES_SEGMENT + _resource(0x0425, bytes(16))
        yield f"iptc-windows-{len(word)}.jpeg", _with_segments(*((0xED, piece) for piece in pieces))
    split = _resources(_iptc(b"a caption " * 9))
    pieces = split[:60], _RESOURCES_SEGMENT + split[60:]
    yield "iptc-split.jpeg", _with_segments(*((0xED, piece) for piece in pieces))


def dates() -> Iterator[tuple[str, bytes]]:
    """Dates of EXIF, XMP, IPTC and PNG in each form."""
    first, second = b"2019:03:04 05:06:07\0", b"2020:01:02 03:04:05\0"
    blocks: dict[str, tuple[list[Entry], list[Entry]]] = {
        "taken": ([(_MODIFIED, ASCII, second)], [(_TAKEN, ASCII, first), (_DIGITISED, ASCII, second)]),
        "digitised": ([(_MODIFIED, ASCII, second)], [(_DIGITISED, ASCII, first)]),
        "changed": ([(_MODIFIED, ASCII, first)], []),
        "in-main": ([(_TAKEN, ASCII, first), (_MODIFIED, ASCII, second)], []),
        "zero": ([(_MODIFIED, ASCII, first)], [(_TAKEN, ASCII, b"0000:00:00 00:00:00\0")]),
        "blank": ([(_MODIFIED, ASCII, first)], [(_TAKEN, ASCII, b"    :  :     :  :  \0")]),
        "iso": ([], [(_TAKEN, ASCII, b"2019-03-04T05:06:07\0")]),
        "short": ([], [(_TAKEN, ASCII, b"2019:03:04\0")]),
        "leap": ([], [(_TAKEN, ASCII, b"2016:12:31 23:59:60\0")]),
        "offset": ([], [(_TAKEN, ASCII, first), (0x9011, ASCII, b"+12:00\0"), (0x9291, ASCII, b"25\0")]),
        "impossible": ([(_MODIFIED, ASCII, second)], [(_TAKEN, ASCII, b"2019:02:30 05:06:07\0")]),
    }
    for name, (main, details) in blocks.items():
        for format in ("JPEG", "PNG", "WEBP", "AVIF"):
            yield f"exif-{name}.{format.lower()}", _with_exif(format, block(main, details, order=">"))
    written = ("2019-03-04T05:06:07", "2019-03-04T05:06:07.25+02:00", "2019-03-04T05:06Z", "2019-03-04", "2019-03")
    for number, text in enumerate((*written, "2024-04-22T14:38:09.526GMT+02:00")):
        for name in ("exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"):
            attribute = packet(f'{name}="{text}"')
            yield f"xmp-{name.partition(':')[0]}-{number}.jpeg", _with_segments((0xE1, _XMP_SEGMENT + attribute))
    for number, (day, time) in enumerate((("20190304", "050607+0200"), ("20190304", ""), ("20190300", ""))):
        fields = _iptc_field(2, 55, day.encode()) + (_iptc_field(2, 60, time.encode()) if time else b"")
        yield f"iptc-{number}.jpeg", _with_segments((0xED, _resources(fields)))
        both = packet('photoshop:DateCreated="2019-03-04"')
        segments = ((0xED, _resources(fields)), (0xE1, _XMP_SEGMENT + both))
        yield f"iptc-and-xmp-{number}.jpeg", _with_segments(*segments)
    for number, text in enumerate(("2019:03:04 05:06:07", "2019-03-04T05:06:07Z", "Mon, 04 Mar 2019 05:06:07 +0200")):
        yield f"text-{number}.png", _with_chunks(png_chunk(b"tEXt", b"Creation Time\0" + text.encode()))


def xmp() -> Iterator[tuple[str, bytes]]:
    """XMP in each form of RDF, each encoding, and each format."""
    for name, data in _packets():
        yield f"{name}.jpeg", _with_segments((0xE1, _XMP_SEGMENT + data))
        yield f"{name}.webp", pictures_with("WEBP", xmp=data)
        yield f"{name}.avif", pictures_with("AVIF", xmp=data)
        yield f"{name}.png", _with_chunks(png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + data))
        yield f"{name}.gif", _gif_with(data)
    for encoding in ("utf-16-be", "utf-16-le"):
        data = packet('xmp:Label="Brücke"').decode().encode(encoding)
        yield f"{encoding}.jpeg", _with_segments((0xE1, _XMP_SEGMENT + data))
    more = packet("", f"<own:long>{'x' * 70_000}</own:long><own:last>end</own:last>")
    digest = hashlib.md5(more, usedforsecurity=False).hexdigest().upper().encode()
    main = packet(f'xmp:Rating="4" xmpNote:HasExtendedXMP="{digest.decode()}"', note="http://ns.adobe.com/xmp/note/")
    pieces = [
        (0xE1, _EXTENSION_SEGMENT + digest + struct.pack(">II", len(more), at) + more[at : at + 60_000])
        for at in range(0, len(more), 60_000)
    ]
    yield "extended.jpeg", _with_segments((0xE1, _XMP_SEGMENT + main), *pieces)


def packet(attributes: str = "", body: str = "", note: str = "", prefix: str = "") -> bytes:
    """A packet of XMP with one description. `prefix` replaces that of `xmp`; `note` is a namespace for `xmpNote`."""
    names = {**_NAMES, **({"xmpNote": note} if note else {})}
    if prefix:
        names[prefix] = names.pop("xmp")
    spaces = " ".join(f'xmlns:{name}="{uri}"' for name, uri in names.items())
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        f'<rdf:RDF xmlns:rdf="{_RDF}"><rdf:Description rdf:about="" {spaces} {attributes}>{body}</rdf:Description>'
        '</rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    ).encode()


def _packets() -> Iterator[tuple[str, bytes]]:
    yield "attribute", packet('xmp:Rating="4" xmp:Label="Brücke"')
    yield "element", packet(body="<xmp:Rating>4</xmp:Rating><xmp:Label>Brücke</xmp:Label>")
    yield "old-prefix", packet('xap:Rating="4"', prefix="xap")
    yield "any-prefix", packet('ns1:Rating="4"', prefix="ns1")
    languages = "".join(
        f'<rdf:li xml:lang="{name}">{text}</rdf:li>' for name, text in (("x-default", "Heron"), ("de", "Reiher"))
    )
    yield "languages", packet(body=f"<dc:title><rdf:Alt>{languages}</rdf:Alt></dc:title>")
    yield "bag", packet(body="<dc:subject><rdf:Bag><rdf:li>bird</rdf:li><rdf:li>lake</rdf:li></rdf:Bag></dc:subject>")
    yield (
        "sequence",
        packet(body="<dc:creator><rdf:Seq><rdf:li>Zoë</rdf:li><rdf:li>José</rdf:li></rdf:Seq></dc:creator>"),
    )
    event = 'stEvt:action="saved" stEvt:softwareAgent="Editor 2"'
    yield "structures", packet(body=f"<xmpMM:History><rdf:Seq><rdf:li {event}/></rdf:Seq></xmpMM:History>")
    inner = "<stEvt:action>saved</stEvt:action>"
    yield (
        "resource",
        packet(
            body=f'<xmpMM:History><rdf:Seq><rdf:li rdf:parseType="Resource">{inner}</rdf:li></rdf:Seq></xmpMM:History>'
        ),
    )
    qualified = "<rdf:Description><rdf:value>7</rdf:value><own:by>Zoë</own:by></rdf:Description>"
    yield "qualifier", packet(body=f"<own:count>{qualified}</own:count>")
    yield "own-names", packet('own:mood="calm &amp; “still”"', "<own:note>one\n two</own:note>")
    yield "reference", packet(body='<own:link rdf:resource="http://example.org/x"/>')


def pictures_with(format: str, **options: object) -> bytes:
    """A picture that Pillow writes."""
    target = io.BytesIO()
    pictures.pattern(40, 30).save(target, format, **options)
    return target.getvalue()


def _with_exif(format: str, exif: bytes) -> bytes:
    return pictures_with(format, exif=b"Exif\0\0" + exif)


def _with_segments(*segments: tuple[int, bytes]) -> bytes:
    whole = pictures_with("JPEG")
    packed = b"".join(bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body for marker, body in segments)
    return whole[:2] + packed + whole[2:]


def _with_chunks(early: bytes = b"", late: bytes = b"") -> bytes:
    whole = pictures_with("PNG")
    return whole[:33] + early + whole[33:-12] + late + whole[-12:]


def _gif_with(data: bytes) -> bytes:
    whole = pictures_with("GIF")
    extension = b"\x21\xff\x0bXMP DataXMP" + data + b"\1" + bytes(range(255, -1, -1)) + b"\0"
    return whole[:-1] + extension + whole[-1:]


def _chunks(word: str) -> bytes:
    return (
        png_chunk(b"iTXt", b"Title\0\0\0\0\0" + word.encode())
        + png_chunk(b"iTXt", b"Description\0\1\0de\0\0" + zlib.compress(word.encode()))
        + png_chunk(b"zTXt", b"Author\0\0" + zlib.compress("José Müller".encode("latin-1")))
    )


def _iptc(text: bytes, *, is_utf8: bool = False) -> bytes:
    fields = [(1, 90, b"\x1b%G")] if is_utf8 else []
    fields += [(2, 0, b"\0\4"), (2, 5, text), (2, 25, b"first"), (2, 25, text), (2, 116, text), (2, 120, text)]
    return b"".join(_iptc_field(*each) for each in fields)


def _iptc_field(record: int, number: int, value: bytes) -> bytes:
    return struct.pack(">3BH", 0x1C, record, number, len(value)) + value


def _resource(number: int, body: bytes) -> bytes:
    return b"8BIM" + struct.pack(">HHI", number, 0, len(body)) + body + bytes(len(body) % 2)


def _resources(iptc: bytes) -> bytes:
    return _RESOURCES_SEGMENT + _resource(0x0404, iptc)

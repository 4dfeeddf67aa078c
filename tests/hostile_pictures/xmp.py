"""XMP packets that expand endlessly, refer to other files, nest too deep, or are no XML."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from tests.hostile_pictures.boxes import CODECS, ContainerItem, container, picture_parts, size_property
from tests.hostile_pictures.case import MUST_BE_READABLE, READABLE_OR_REFUSED, HostileFile
from tests.hostile_pictures.healthy import XMP, xmp_segment
from tests.hostile_pictures.parts import (
    flat_jpeg,
    flat_lzw_data,
    gif,
    gif_image,
    insert_segments,
    lossless_webp_chunk,
    png_chunk,
    riff,
    riff_chunk,
    segment,
    tiny_png,
    webp_canvas,
)

KIND: Final = "xmp"
_OPEN: Final = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
_CLOSE: Final = b"</rdf:RDF></x:xmpmeta>"


def cases(chance: Random) -> Iterator[HostileFile]:
    """Each packet in one format by turns, entity attacks in all formats. The picture itself is valid."""
    carriers = (_jpeg, _png, _webp, _avif, _gif)
    for number, (name, packet) in enumerate((*_entities(), *_shapes(chance), *_encodings())):
        worst = name.startswith("entities")
        for carry in carriers if worst else carriers[number % 5 : number % 5 + 1]:
            suffix, data = carry(packet)
            # In a GIF the packet is not in blocks: a zero in it ends the extension, and what follows is no GIF.
            yield HostileFile(
                KIND,
                f"{name}.{suffix}",
                data,
                READABLE_OR_REFUSED if carry is _gif and b"\0" in packet else MUST_BE_READABLE,
            )
    for name, data in _extended():
        yield HostileFile(KIND, f"{name}.jpg", data, MUST_BE_READABLE)


def _jpeg(packet: bytes) -> tuple[str, bytes]:
    return "jpg", insert_segments(flat_jpeg(16, 8), xmp_segment(packet[:65_000]))


def _png(packet: bytes) -> tuple[str, bytes]:
    return "png", tiny_png(png_chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + packet))


def _webp(packet: bytes) -> tuple[str, bytes]:
    return "webp", riff(webp_canvas(16, 16, 0x14), lossless_webp_chunk(16, 16, 6), riff_chunk(b"XMP ", packet))


def _avif(packet: bytes) -> tuple[str, bytes]:
    data, configuration, depth = picture_parts("AVIF")
    packet_item = ContainerItem(b"mime", packet)
    items = [ContainerItem(CODECS["AVIF"], data, (1, 2, 3)), packet_item]
    whole = container("AVIF", items, [size_property(64, 64), configuration, depth], [(b"cdsc", 2, [1])])
    return "avif", whole


def _gif(packet: bytes) -> tuple[str, bytes]:
    trailer = bytes([1, *range(255, -1, -1), 0])
    return "gif", gif(4, 4, b"!\xff\x0bXMP DataXMP" + packet + trailer, gif_image(4, 4, flat_lzw_data(16)))


def _entities() -> Iterator[tuple[str, bytes]]:
    def document(types: bytes, text: bytes) -> bytes:
        return b"<?xml version='1.0'?><!DOCTYPE x [" + types + b"]>" + _OPEN + text + _CLOSE

    laughs = b'<!ENTITY a0 "ha">' + b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 10))
    yield "entities-billion-laughs", document(laughs, b"&a9;")
    yield "entities-quadratic", document(b'<!ENTITY a "' + b"x" * 20_000 + b'">', b"&a;" * 10_000)
    yield "entities-of-themselves", document(b'<!ENTITY a "&b;"><!ENTITY b "&a;">', b"&a;")
    yield "entities-of-a-file", document(b'<!ENTITY a SYSTEM "file:///etc/passwd">', b"&a;")
    yield "entities-of-a-device", document(b'<!ENTITY a SYSTEM "file:///dev/zero">', b"&a;")
    yield "entities-of-a-host", document(b'<!ENTITY a SYSTEM "http://127.0.0.1:9/x">', b"&a;")
    yield "entities-by-parameter", document(b'<!ENTITY % a SYSTEM "http://127.0.0.1:9/x.dtd"> %a;', b"")
    yield "types-elsewhere", b'<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">' + _OPEN + _CLOSE
    yield "types-with-defaults", document(b"<!ATTLIST rdf:RDF a CDATA '" + b"y" * 50_000 + b"'>", b"<rdf:RDF/>" * 900)
    yield "included", b'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>'
    yield "styled", b'<?xml-stylesheet href="http://127.0.0.1:9/x.xsl" type="text/xsl"?>' + _OPEN + _CLOSE


def _shapes(chance: Random) -> Iterator[tuple[str, bytes]]:
    def description(inner: bytes) -> bytes:
        return (
            _OPEN
            + b'<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">'
            + inner
            + b"</rdf:Description>"
            + _CLOSE
        )

    for depth in (1_000, 100_000):
        yield f"nested-{depth}-deep", description(b"<dc:a>" * depth + b"</dc:a>" * depth)
        yield f"nested-{depth}-deep-and-open", _OPEN + b"<a>" * depth
    yield "lists-within-lists", description(b"<rdf:Bag><rdf:li>" * 5_000 + b"</rdf:li></rdf:Bag>" * 5_000)
    names = b" ".join(b'dc:a%d="%d"' % (n, n) for n in range(50_000))
    yield "attributes-fifty-thousand", _OPEN + b'<rdf:Description xmlns:dc="d" ' + names + b"/>" + _CLOSE
    spaces = b" ".join(b'xmlns:n%d="u%d"' % (n, n) for n in range(20_000))
    yield "namespaces-twenty-thousand", _OPEN + b"<rdf:Description " + spaces + b"/>" + _CLOSE
    yield "items-hundred-thousand", description(b"<dc:subject><rdf:Bag>" + b"<rdf:li>a</rdf:li>" * 100_000)
    yield "name-of-a-megabyte", _OPEN + b"<" + b"n" * 1_000_000 + b"/>" + _CLOSE
    yield "value-of-ten-megabytes", description(b"<dc:title>" + b"v" * 10_000_000 + b"</dc:title>")
    yield "padding-of-five-megabytes", XMP + b" " * 5_000_000
    yield "script", description(b"<dc:title><![CDATA[<script>alert(1)</script>]]></dc:title>")
    yield "returns", description(b"<dc:title>a&#13;&#10;Set-Cookie: b=c</dc:title>")
    yield "characters-forbidden", description(b"<dc:title>&#0;&#1;&#xFFFF;&#xD800;&#x110000;</dc:title>")
    yield "attribute-twice", _OPEN + b'<rdf:Description a="1" a="2"/>' + _CLOSE
    yield "about-a-file", _OPEN + b'<rdf:Description rdf:about="file:///etc/passwd"/>' + _CLOSE
    yield (
        "resources-in-a-circle",
        _OPEN + b'<rdf:Description rdf:nodeID="a"><b rdf:nodeID="a"/></rdf:Description>' + _CLOSE,
    )
    yield "instructions", _OPEN + b"<?php system('id') ?>" * 1_000 + _CLOSE
    yield "not-closed", _OPEN
    yield "closed-twice", _OPEN + _CLOSE + _CLOSE
    yield "two-roots", _OPEN + _CLOSE + _OPEN + _CLOSE
    yield "empty", b""
    yield "blank", b" \r\n" * 1_000
    yield "zeroes", bytes(10_000)
    yield "noise", chance.randbytes(10_000)
    yield "json", b'{"xmp": true}'
    yield "cut-in-a-name", XMP[:70]
    yield "cut-in-an-attribute", XMP[: XMP.index(b"rdf-syntax")]
    yield "comment-not-closed", _OPEN + b"<!-- " + b"-" * 50_000


def _encodings() -> Iterator[tuple[str, bytes]]:
    text = (_OPEN + b"<rdf:Description/>" + _CLOSE).decode()
    for name in ("utf-16", "utf-16-be", "utf-32", "utf-32-le", "utf-7", "cp037"):
        yield f"really-{name}", text.encode(name)
    for name in (
        "utf-7",
        "utf-16",
        "ebcdic-cp-us",
        "shift_jis",
        "idna",
        "rot13",
        "zlib",
        "x" * 5_000,
        "unicode_escape",
    ):
        yield f"says-{name[:20]}", f'<?xml version="1.0" encoding="{name}"?>{text}'.encode()
    yield "bytes-not-utf-8", _OPEN + b"<a>\xff\xfe\xc0\x80\xed\xa0\x80</a>" + _CLOSE
    yield "mark-twice", b"\xef\xbb\xbf\xef\xbb\xbf" + text.encode()
    yield "version-9", b'<?xml version="9.9" standalone="maybe"?>' + text.encode()


def _extended() -> Iterator[tuple[str, bytes]]:
    """Extended packets in several JPEG segments, each with the total length and its own offset."""
    mark, digest = b"http://ns.adobe.com/xmp/extension/\0", b"0123456789ABCDEF0123456789ABCDEF"
    note = (
        _OPEN
        + b'<rdf:Description xmlns:n="http://ns.adobe.com/xmp/note/" n:HasExtendedXMP="'
        + digest
        + b'"/>'
        + _CLOSE
    )
    for name, announced_length, offset in (("enormous", 2**32 - 1, 0), ("outside", 100, 2**32 - 1), ("nothing", 0, 0)):
        part = segment(0xE1, mark + digest + announced_length.to_bytes(4, "big") + offset.to_bytes(4, "big") + b"<a/>")
        yield f"extended-{name}", insert_segments(flat_jpeg(16, 8), xmp_segment(note), part)
        yield f"extended-{name}-hundred-times", insert_segments(flat_jpeg(16, 8), xmp_segment(note), part * 100)
    yield "extended-cut", insert_segments(flat_jpeg(16, 8), xmp_segment(note), segment(0xE1, mark + digest[:10]))

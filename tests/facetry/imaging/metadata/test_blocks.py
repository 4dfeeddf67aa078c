"""Blocks of metadata that the reader of a picture passes over: pieces of XMP, texts of one key, late chunks."""

from __future__ import annotations

import hashlib
import io
import json
import struct
import time
import warnings
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from facetry.imaging.decode import configure_libraries, decode
from facetry.imaging.formats import Format
from facetry.imaging.metadata.capture_date import CaptureDate, capture_date_of
from facetry.imaging.metadata.item_blocks import movie_date_of
from facetry.imaging.metadata.jpeg_blocks import MAX_EXTENSION_BYTES
from facetry.imaging.metadata.xmp_packets import utf8_packet
from facetry.imaging.protocol import RenderOptions
from facetry.imaging.render import render
from tests.facetry.imaging.metadata.test_xmp import XMP, packet
from tests.support.imaging import pictures
from tests.support.imaging.exif_blocks import ASCII, SHORT, block, shorts

EXTENSION = b"http://ns.adobe.com/xmp/extension/\0"
DESCRIPTION = 0x010E


@pytest.fixture(autouse=True)
def configured_libraries() -> Iterator[None]:
    """The libraries as a worker sets them up."""
    with warnings.catch_warnings():
        configure_libraries()
        yield


def read(data: bytes, format: Format) -> dict[str, Any]:
    texts = decode(data, format, 10**7).metadata
    return {name: json.loads(text) for name, text in texts.items() if name != "all"}


def jpeg(*segments: tuple[int, bytes]) -> bytes:
    whole = _written("JPEG")
    packed = b"".join(bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body for marker, body in segments)
    return whole[:2] + packed + whole[2:]


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(before: bytes = b"", after: bytes = b"") -> bytes:
    whole = _written("PNG")
    first, end = 8 + 25, len(whole) - 12
    return whole[:first] + before + whole[first:end] + after + whole[end:]


def profile(name: str, data: bytes, kind: bytes = b"zTXt") -> bytes:
    """A block in a text, as ImageMagick writes it."""
    digits = data.hex()
    lines = "\n".join(digits[at : at + 72] for at in range(0, len(digits), 72))
    text = f"\n{name}\n{len(data):8}\n{lines}\n".encode()
    key = f"Raw profile type {name}".encode() + b"\0"
    return chunk(kind, key + (b"\0" + zlib.compress(text) if kind == b"zTXt" else text))


# XMP in several segments


def extended(more: bytes, piece_bytes: int = 60_000, digest: bytes | None = None) -> list[tuple[int, bytes]]:
    name = hashlib.md5(more, usedforsecurity=False).hexdigest().upper().encode() if digest is None else digest
    return [
        (0xE1, EXTENSION + name + struct.pack(">II", len(more), at) + more[at : at + piece_bytes])
        for at in range(0, len(more), piece_bytes)
    ]


def main_packet(more: bytes) -> tuple[int, bytes]:
    digest = hashlib.md5(more, usedforsecurity=False).hexdigest().upper()
    note = "http://ns.adobe.com/xmp/note/"
    data = packet(f'xmp:Rating="4" n:HasExtendedXMP="{digest}"', xmp=XMP, n=note)
    return 0xE1, b"http://ns.adobe.com/xap/1.0/\0" + data


@pytest.mark.parametrize("order", [1, -1])
def test_xmp_over_several_segments_in_any_order(order: int) -> None:
    more = packet('a:Label="red"', "".join(f"<a:P{n}>{'x' * 1_000}</a:P{n}>" for n in range(100)), a=XMP)
    found = read(jpeg(main_packet(more), *extended(more)[::order]), "JPEG")["xmp"]
    assert (found["xmp:Rating"], found["xmp:Label"], found["xmp:P7"]) == ("4", "red", "x" * 1_000)
    assert "xmp:P99" in found["leftOut"]


def test_the_name_of_an_extension_may_have_qualifiers() -> None:
    more = packet('a:Label="red"', a=XMP)
    main = main_packet(more)[1]
    digest = hashlib.md5(more, usedforsecurity=False).hexdigest().upper()
    body = f'<n:HasExtendedXMP rdf:parseType="Resource"><rdf:value>{digest}</rdf:value></n:HasExtendedXMP>'
    qualified = packet("", body, n="http://ns.adobe.com/xmp/note/")
    segment = main[: main.index(b"\0") + 1] + qualified
    assert read(jpeg((0xE1, segment), *extended(more)), "JPEG")["xmp"]["xmp:Label"] == "red"


def test_an_extension_that_is_not_whole_or_of_another_packet_does_not_count() -> None:
    more = packet('a:Label="red"' + " " * 100_000, a=XMP)
    for segments in (extended(more)[:-1], extended(more, digest=b"0" * 32), [], [(0xE1, EXTENSION)]):
        found = read(jpeg(main_packet(more), *segments), "JPEG")["xmp"]
        assert found.keys() == {"xmp:Rating", "xmpNote:HasExtendedXMP"}
    long = packet('a:Label="red"' + " " * MAX_EXTENSION_BYTES, a=XMP)
    assert "xmp:Label" not in read(jpeg(main_packet(long), *extended(long)), "JPEG")["xmp"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("beginning", ["", "\ufeff", "<?xml version='1.0'?>"])
def test_a_packet_has_any_encoding_of_unicode(encoding: str, beginning: str) -> None:
    written = (beginning + packet('a:Label="Brücke"', a=XMP).decode() + " " * 9).encode(encoding)
    data = jpeg((0xE1, b"http://ns.adobe.com/xap/1.0/\0" + written))
    assert read(data, "JPEG") == {"xmp": {"xmp:Label": "Brücke"}}
    rendered = render(data, "JPEG", RenderOptions(format="WEBP"), 10**7, 10**7)[0]
    assert read(rendered, "WEBP") == {"xmp": {"xmp:Label": "Brücke"}}


@pytest.mark.parametrize("declared", ["", "iso-8859-1", "windows-1252", "utf-8", "no-encoding", "base64", "idna"])
@pytest.mark.parametrize("end", [b"", b"\0\0left over"])
def test_a_packet_in_bytes_of_latin_letters_is_read_and_copied(declared: str, end: bytes) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    text += packet('a:Label="Brücke"', a=XMP).decode().replace("\ufeff", "")
    data = jpeg((0xE1, b"http://ns.adobe.com/xap/1.0/\0" + text.encode("latin-1") + end))
    assert read(data, "JPEG") == {"xmp": {"xmp:Label": "Brücke"}}
    rendered = render(data, "JPEG", RenderOptions(format="WEBP"), 10**7, 10**7)[0]
    assert read(rendered, "WEBP") == {"xmp": {"xmp:Label": "Brücke"}}


def test_white_space_in_a_packet_is_read_in_linear_time() -> None:
    text = packet('a:Label="Brücke"' + " " * 1_000_000, a=XMP).decode().replace("\ufeff", "")
    begin = time.process_time()
    for encoding in ("utf-8", "utf-16-le"):
        assert utf8_packet(text.encode(encoding)) == text.encode()
    assert time.process_time() - begin < 5


# Segments of Photoshop

OBJECT_NAME = b"\x1c\x02\x05\0\5Heron"


def resource(number: int, body: bytes, name: bytes = b"8BIM") -> bytes:
    return name + struct.pack(">HHI", number, 0, len(body)) + body + bytes(len(body) % 2)


@pytest.mark.parametrize("size", [20, 100, 10_000])
def test_resources_continue_in_the_next_segment(size: int) -> None:
    resources = resource(0x03ED, bytes(301), b"MeSa") + resource(0x0404, OBJECT_NAME) + resource(0x0425, bytes(16))
    pieces = [resources[at : at + size] for at in range(0, len(resources), size)]
    found = read(jpeg(*((0xED, b"Photoshop 3.0\0" + piece) for piece in pieces)), "JPEG")
    assert found == {"iptc": {"ObjectName": "Heron"}}


def test_of_several_blocks_the_first_one_with_fields_is_read() -> None:
    resources = [resource(0x0404, b""), resource(0x0404, OBJECT_NAME), resource(0x0404, b"\x1c\x02\x05\0\4Swan")]
    segments = [(0xED, b"Photoshop 3.0\0" + each) for each in (resource(0x03ED, bytes(16)), *resources)]
    assert read(jpeg(*segments, (0xED, b"Other\0")), "JPEG")["iptc"] == {"ObjectName": "Heron"}


# Texts


def test_all_comments_of_a_jpeg_are_read() -> None:
    found = read(jpeg((0xFE, b"by hand"), (0xFE, "für 5 €".encode("cp1252")), (0xFE, b" \0")), "JPEG")
    assert found["others"] == {"comment": ["by hand", "für 5 €"]}


def gif(before: bytes = b"", between: bytes = b"", after: bytes = b"") -> bytes:
    """Two frames of a pixel, and blocks around them."""
    frame = b"\x2c" + struct.pack("<4HB", 0, 0, 1, 1, 0) + b"\2\2D\1\0"
    palette = bytes((0, 0, 0, 255, 255, 255))
    return (
        b"GIF89a" + struct.pack("<2H3B", 1, 1, 0x80, 0, 0) + palette + before + frame + between + frame + after + b";"
    )


def gif_comment(text: bytes) -> bytes:
    blocks = (text[at : at + 255] for at in range(0, len(text), 255))
    return b"\x21\xfe" + b"".join(bytes((len(each),)) + each for each in blocks) + b"\0"


def test_all_comments_of_a_gif_are_read_wherever_they_are() -> None:
    assert read(gif(gif_comment(b"one")), "GIF") == {"others": {"comment": "one"}}
    comments = gif_comment(b"one") + gif_comment("für 5 €".encode("cp1252")), gif_comment(b"x" * 600), gif_comment(b"z")
    assert read(gif(*comments), "GIF") == {"others": {"comment": ["one", "für 5 €", "x" * 600, "z"]}}
    assert read(gif(after=gif_comment(b"last") + b"\x21\xfe\xff"), "GIF") == {"others": {"comment": "last"}}


@pytest.mark.parametrize("is_in_blocks", [True, False])
@pytest.mark.parametrize("place", ["before", "between", "after"])
def test_the_packet_of_a_gif_is_read_and_copied(place: str, is_in_blocks: bool) -> None:
    data = packet('a:Label="Brücke"', body=" " * 700, a=XMP)
    magic = b"\1" + bytes(range(255, -1, -1)) + b"\0"
    stored = gif_comment(data)[2:] if is_in_blocks else data + magic
    picture = gif(**{place: b"\x21\xff\x0bXMP DataXMP" + stored})
    assert read(picture, "GIF") == {"xmp": {"xmp:Label": "Brücke"}}
    rendered = render(picture, "GIF", RenderOptions(format="PNG", width=1), 10**7, 10**7)[0]
    assert read(rendered, "PNG") == {"xmp": {"xmp:Label": "Brücke"}}


@pytest.mark.parametrize("has_gap", [True, False])
def test_texts_of_one_key_are_a_list_wherever_they_are(has_gap: bool) -> None:
    texts = [
        chunk(b"tEXt", b"prompt\0one"),
        chunk(b"zTXt", b"prompt\0\0" + zlib.compress("für 5 €".encode("cp1252"))),
        chunk(b"iTXt", b"prompt\0\1\0de\0\0" + zlib.compress("日本".encode())),
        chunk(b"tEXt", "other\0Zoë".encode()),
    ]
    data = png(b"".join(texts[:2]), b"".join(texts[2:])) if has_gap else png(b"".join(texts))
    assert read(data, "PNG")["others"] == {"prompt": ["one", "für 5 €", "日本"], "other": "Zoë"}


@pytest.mark.parametrize("size", [40_000, 60_000, 70_000, 1_000_000, 9_000_000])
def test_a_long_text_is_whole_or_named(size: int) -> None:
    workflow = json.dumps({"nodes": "x" * size, "last": "lighthouse"})
    texts = chunk(b"zTXt", b"workflow\0\0" + zlib.compress(workflow.encode())) + chunk(b"tEXt", b"seed\0007")
    found = read(png(after=texts), "PNG")["others"]
    assert found["seed"] == "7"
    if size <= 60_000:
        assert json.loads(found["workflow"])["last"] == "lighthouse"
    else:
        assert found == {"seed": "7", "leftOut": ["workflow"]}


def test_hostile_texts_are_left_out() -> None:
    bomb = chunk(b"zTXt", b"bomb\0\0" + zlib.compress(bytes(20_000_000)))
    broken = chunk(b"zTXt", b"broken\0\0no zlib data")
    headless = chunk(b"iTXt", b"headless")
    wrong = chunk(b"tEXt", b"wrong\0text")[:-1] + b"?"
    cut = chunk(b"zTXt", b"cut\0\0" + zlib.compress(b"hello world" * 100)[:-12])
    texts = bomb + broken + headless + wrong + cut + chunk(b"tEXt", b"sound\0text")
    found = read(png(texts), "PNG")["others"]
    right = {"sound": "text", "leftOut": ["bomb", "broken", "cut"]}
    assert found == right | {"unreadable": {"file": found["unreadable"]["file"]}}
    assert read(png(after=texts), "PNG")["others"] == right


@pytest.mark.parametrize(("line_end", "end"), [("\n", "\0"), ("\r\n", ""), ("\n", "\n\n")])
def test_a_block_in_a_text_with_other_ends_is_read(line_end: str, end: str) -> None:
    text = line_end.join(("", "exif", f"{len(EXIF):8}", EXIF.hex(), "")) + end
    found = read(png(chunk(b"tEXt", b"Raw profile type exif\0" + text.encode())), "PNG")
    assert found["exif"]["ImageDescription"] == "Heron"


# Blocks in texts and in late chunks

EXIF = block([(DESCRIPTION, ASCII, b"Heron\0"), (0x0112, SHORT, shorts("<", 6))])
RESOURCES = b"8BIM\x04\x04\0\0" + struct.pack(">I", 10) + b"\x1c\x02\x05\0\5Heron"


@pytest.mark.parametrize("kind", [b"zTXt", b"tEXt"])
@pytest.mark.parametrize("is_late", [True, False])
@pytest.mark.parametrize(
    ("name", "data", "part", "expected"),
    [
        ("exif", b"Exif\0\0" + EXIF, "exif", {"ImageDescription": "Heron", "Orientation": 6}),
        ("APP1", b"Exif\0\0" + EXIF, "exif", {"ImageDescription": "Heron", "Orientation": 6}),
        ("APP1", b"http://ns.adobe.com/xap/1.0/\0" + packet('a:Rating="4"', a=XMP), "xmp", {"xmp:Rating": "4"}),
        ("xmp", packet('a:Rating="4"', a=XMP), "xmp", {"xmp:Rating": "4"}),
        ("iptc", RESOURCES, "iptc", {"ObjectName": "Heron"}),
        ("8bim", RESOURCES, "iptc", {"ObjectName": "Heron"}),
        ("iptc", RESOURCES[12:], "iptc", {"ObjectName": "Heron"}),
    ],
)
def test_blocks_in_texts_are_read(
    kind: bytes, is_late: bool, name: str, data: bytes, part: str, expected: dict[str, Any]
) -> None:
    written = profile(name, data, kind)
    picture = png(after=written) if is_late else png(written)
    assert read(picture, "PNG") == {part: expected}
    if part == "exif":
        decoded = decode(picture, "PNG", 10**7)
        with Image.open(io.BytesIO(picture)) as image:
            assert (decoded.width, decoded.height) == image.size[::-1]


@pytest.mark.parametrize("moves", [False, True], ids=["still", "animated"])
def test_exif_behind_the_pixels_is_read(moves: bool) -> None:
    target = io.BytesIO()
    frames = [Image.new("RGB", (8, 6), colour) for colour in ("red", "blue")]
    frames[0].save(target, "PNG", save_all=moves, append_images=frames[1:] if moves else ())
    whole, date = target.getvalue(), b"2019:07:05 10:11:12\0"
    late = chunk(b"eXIf", block([(0x0132, ASCII, date)]))
    picture = whole[:-12] + late + whole[-12:]
    assert read(picture, "PNG")["exif"]["DateTime"] == "2019:07:05 10:11:12"
    found = capture_date_of(decode(picture, "PNG", 10**7).metadata)
    assert found == CaptureDate(1_562_321_472_000, None, "exif")


@pytest.mark.parametrize("data", [b"", b"no digits", b"\n\nexif\n   8\nzz"])
def test_a_broken_block_in_a_text_is_none(data: bytes) -> None:
    assert read(png(chunk(b"tEXt", b"Raw profile type exif\0" + data)), "PNG") == {}


@pytest.mark.parametrize("format", ["AVIF", "HEIF"])
def test_the_block_in_a_container_is_as_it_was_written(format: Format) -> None:
    data = pictures.picture("HEIF", with_exif=True) if format == "HEIF" else _avif()
    found = read(data, format)["exif"]
    assert "Orientation" not in found
    assert found.get("ImageDescription", "Brücke") == "Brücke"


def _avif() -> bytes:
    exif = block([(DESCRIPTION, ASCII, "Brücke\0".encode())])  # with an orientation, Pillow writes all texts again
    return _written("AVIF", exif=b"Exif\0\0" + exif)


def _written(format: str, **options: object) -> bytes:
    output = io.BytesIO()
    pictures.pattern(40, 30).save(output, format, **options)
    return output.getvalue()


@pytest.mark.parametrize("source", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize("target", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize("orientation", [None, 6])
def test_a_rendition_has_the_texts_of_the_original(source: Format, target: Format, orientation: int | None) -> None:
    texts = [(DESCRIPTION, ASCII, "Café in Tromsø\0".encode()), (0x8298, ASCII, "© Zoë\0".encode())]
    turn = [] if orientation is None or source == "AVIF" else [(0x0112, SHORT, shorts("<", orientation))]
    data = _written(source, exif=b"Exif\0\0" + block([*texts, *turn]))
    for options in (RenderOptions(format=target, width=20), RenderOptions(format=target)):
        rendered = render(data, source, options, 10**7, 10**7)[0]
        found = read(rendered, target)["exif"]
        assert (found["ImageDescription"], found["Copyright"]) == ("Café in Tromsø", "© Zoë")
        assert found.get("Orientation", 1) == 1


def test_the_header_of_a_sequence_has_a_date() -> None:
    frames = [pictures.pattern(40, 30, seed) for seed in (1, 2)]
    output = io.BytesIO()
    frames[0].save(output, "AVIF", save_all=True, append_images=frames[1:])
    data = output.getvalue()
    at = data.index(b"mvhd") + 4
    size = 8 if data[at] == 1 else 4
    taken = 1_242_555_330  # 2009-05-17T10:15:30Z
    for date, found in ((taken + 2_082_844_800, taken), (0, None), (5, None)):
        dated = data[: at + 4] + date.to_bytes(size, "big") + data[at + 4 + size :]
        metadata = decode(dated, "AVIF", 10**7).metadata
        capture = capture_date_of(metadata)
        assert capture == (None if found is None else CaptureDate(found * 1_000, 0, "movie"))
    assert movie_date_of(data[:at]) is None
    assert movie_date_of(_written("AVIF")) is None

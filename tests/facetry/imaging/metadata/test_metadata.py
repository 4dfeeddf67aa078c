"""Metadata of pictures: every kind is read; broken or hostile metadata is reported, and the picture is accepted."""

import io
import json
import struct
import warnings
import zlib
from collections.abc import Iterator

import pytest
from PIL import Image, PngImagePlugin, TiffImagePlugin

from facetry.imaging.decode import RefusedError, configure_libraries, decode
from facetry.imaging.formats import Format
from tests.support.imaging import colour_profiles, exif_blocks, pictures

MAX_PIXELS = 50_000_000
XMP_SIGNATURE = b"http://ns.adobe.com/xap/1.0/\0"
PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
 <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
   xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
   xmp:Rating="4" tiff:Orientation="6">
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Heron</rdf:li></rdf:Alt></dc:title>
  <dc:description><rdf:Alt>
   <rdf:li xml:lang="x-default">A heron</rdf:li><rdf:li xml:lang="de">Ein Reiher</rdf:li>
  </rdf:Alt></dc:description>
  <dc:subject><rdf:Bag><rdf:li>bird</rdf:li><rdf:li>lake</rdf:li></rdf:Bag></dc:subject>
  <Iptc4xmpCore:CreatorContactInfo rdf:parseType="Resource">
   <Iptc4xmpCore:CiAdrCity>Kiel</Iptc4xmpCore:CiAdrCity>
  </Iptc4xmpCore:CreatorContactInfo>
  <xmp:Thing><rdf:Description xmp:Kind="structure"><xmp:Part>one</xmp:Part></rdf:Description></xmp:Thing>
 </rdf:Description>
 <rdf:Description rdf:about="" xmlns:e="http://example.org/own/" e:note="second"/>
</rdf:RDF></x:xmpmeta><?xpacket end="w"?>""".encode()
EXPECTED_PROPERTIES = {
    "xmp:Rating": "4",
    "tiff:Orientation": "6",
    "dc:title": "Heron",
    "dc:description": {"x-default": "A heron", "de": "Ein Reiher"},
    "dc:subject": ["bird", "lake"],
    "Iptc4xmpCore:CreatorContactInfo": {"Iptc4xmpCore:CiAdrCity": "Kiel"},
    "xmp:Thing": {"xmp:Part": "one", "xmp:Kind": "structure"},
    "e:note": "second",
}


@pytest.fixture(autouse=True)
def configured_libraries(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The libraries as a worker sets them up."""
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", MAX_PIXELS)
    with warnings.catch_warnings():
        configure_libraries()
        yield


def read_metadata(data: bytes, format: Format = "JPEG") -> dict[str, dict[str, object]]:
    """The metadata of a picture. Asserts that every text is valid JSON of bounded size."""
    texts = decode(data, format, MAX_PIXELS).metadata
    for name, text in texts.items():
        assert len(text.encode()) <= 65_536, name
        assert "\0" not in text
        assert "\\u0000" not in text
        assert isinstance(json.loads(text), dict), name
    combined = json.loads(texts["all"]) if texts else {}
    return {name: json.loads(text) for name, text in texts.items() if name != "all"} | {"all": combined}


def picture_bytes(format: str, **options: object) -> bytes:
    output = io.BytesIO()
    pictures.pattern(40, 30).save(output, format, **options)
    return output.getvalue()


def segment(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def jpeg_with_segments(*segments: bytes) -> bytes:
    """A JPEG with these segments at its start."""
    whole = picture_bytes("JPEG")
    return whole[:2] + b"".join(segments) + whole[2:]


def photoshop_resource(number: int, data: bytes) -> bytes:
    return b"8BIM" + struct.pack(">H", number) + b"\0\0" + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)


def iptc_field(record: int, number: int, value: bytes) -> bytes:
    return bytes((0x1C, record, number)) + struct.pack(">H", len(value)) + value


def iptc_segment(*fields: bytes) -> bytes:
    return segment(
        0xED, b"Photoshop 3.0\0" + photoshop_resource(0x03ED, bytes(16)) + photoshop_resource(0x0404, b"".join(fields))
    )


def exif_block(entries: list[tuple[int, int, int, int]], after: bytes = b"", following: int = 0) -> bytes:
    """An EXIF block of one directory. An entry has tag, type, count and value."""
    packed = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return b"Exif\0\0II*\0\x08\0\0\0" + struct.pack("<H", len(entries)) + packed + struct.pack("<I", following) + after


# Sound metadata


def test_exif_with_sub_directories_and_gps_in_degrees() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Facetry"
    exif[0x0112] = 6
    details = exif.get_ifd(0x8769)
    details[0x829A] = TiffImagePlugin.IFDRational(1, 200)
    details[0x9003] = "2024:05:06 07:08:09"
    details[0x927C] = b"maker's own bytes"
    place = exif.get_ifd(0x8825)
    place[1], place[2] = "S", (33.0, 51.0, 35.9)
    place[3], place[4] = "W", (70.0, 30.0, 0.0)
    place[5], place[6] = b"\1", TiffImagePlugin.IFDRational(125, 10)
    formats: tuple[Format, ...] = ("JPEG", "PNG", "WEBP", "AVIF")
    for format in formats:
        tags = read_metadata(picture_bytes(format, exif=exif.tobytes()), format)["exif"]
        assert tags["Make"] == "Facetry", format
        assert tags.get("Orientation") == (None if format == "AVIF" else 6)  # Pillow writes it into the container
        assert tags["Exif"] == {"ExposureTime": 0.005, "DateTimeOriginal": "2024:05:06 07:08:09"}
        gps = tags["GPSInfo"]
        assert isinstance(gps, dict)
        assert (gps["latitude"], gps["longitude"], gps["altitude"]) == (-33.8599722, -70.5, -12.5)
        assert gps["GPSLatitude"] == pytest.approx([33, 51, 35.9])


@pytest.mark.parametrize(("reference", "altitude"), [(0, 12.5), (1, -12.5), (2, 12.5), (3, -12.5)])
def test_an_altitude_below_the_ellipsoid_or_the_sea_is_negative(reference: int, altitude: float) -> None:
    block = exif_blocks.block(place=[(5, 1, bytes((reference,))), (6, 5, struct.pack("<2I", 125, 10))])
    gps = read_metadata(picture_bytes("JPEG", exif=b"Exif\0\0" + block))["exif"]["GPSInfo"]
    assert isinstance(gps, dict)
    assert gps["altitude"] == altitude


def test_an_invalid_gps_position_is_left_out() -> None:
    for latitude in ((200.0, 0.0, 0.0), (TiffImagePlugin.IFDRational(1, 0), 0.0, 0.0), (1.0, 2.0, 3.0, 4.0)):
        exif = Image.Exif()
        place = exif.get_ifd(0x8825)
        place[1], place[2] = "N", latitude
        found = read_metadata(picture_bytes("JPEG", exif=exif.tobytes())).get("exif", {}).get("GPSInfo", {})
        assert isinstance(found, dict)
        assert "latitude" not in found


def test_iptc_fields_by_name() -> None:
    block = iptc_segment(
        iptc_field(1, 90, b"\x1b%G"),
        iptc_field(2, 0, b"\0\4"),
        iptc_field(2, 5, "Reiher im Frühling".encode()),
        iptc_field(2, 25, b"bird"),
        iptc_field(2, 25, "Wüste".encode("latin-1")),
        iptc_field(2, 120, b"x" * 30_000),
        b"\x1c\x02\x74\x80\x04\0\0\0\x03(c)",
    )
    found = read_metadata(jpeg_with_segments(block))
    assert found["iptc"] == {
        "ObjectName": "Reiher im Frühling",
        "Keywords": ["bird", "W\ufffdste"],
        "Caption": "x" * 30_000,
        "CopyrightNotice": "(c)",
    }
    assert "others" not in found
    undeclared = iptc_segment(iptc_field(2, 25, "Wüste, 5 €".encode("cp1252")))
    assert read_metadata(jpeg_with_segments(undeclared))["iptc"] == {"Keywords": ["Wüste, 5 €"]}


def test_xmp_properties_are_read_from_every_format_that_has_them() -> None:
    chunks = PngImagePlugin.PngInfo()
    chunks.add_itxt("XML:com.adobe.xmp", PACKET)
    cases: list[tuple[Format, bytes]] = [
        ("JPEG", jpeg_with_segments(segment(0xE1, XMP_SIGNATURE + PACKET))),
        ("PNG", picture_bytes("PNG", pnginfo=chunks)),
        ("WEBP", picture_bytes("WEBP", xmp=PACKET + bytes(100))),
        ("AVIF", picture_bytes("AVIF", xmp=PACKET)),
    ]
    for format, data in cases:
        found = read_metadata(data, format)
        assert found["xmp"] == EXPECTED_PROPERTIES, format
        assert "others" not in found


def test_an_orientation_in_xmp_is_ignored() -> None:
    picture = decode(jpeg_with_segments(segment(0xE1, XMP_SIGNATURE + PACKET)), "JPEG", MAX_PIXELS)
    assert (picture.width, picture.height) == (40, 30)
    assert "exif" not in picture.metadata


def test_a_profile_has_description_and_colour_space() -> None:
    found = read_metadata(picture_bytes("JPEG", icc_profile=colour_profiles.wide_gamut()))["icc"]
    assert found["description"] == "Wide by hand"
    assert (found["colorSpace"], found["deviceClass"]) == ("RGB", "mntr")
    assert read_metadata(picture_bytes("PNG", icc_profile=b"\0" * 500), "PNG")["icc"]["sizeInBytes"] == 500
    assert "icc" not in read_metadata(picture_bytes("PNG", icc_profile=b"\0" * 100), "PNG")


def test_text_chunks_and_comments() -> None:
    chunks = PngImagePlugin.PngInfo()
    chunks.add_text("parameters", "a heron at dawn\nSteps: 20")
    chunks.add_itxt("prompt", "ein Reiher, früh", zip=True)
    assert read_metadata(picture_bytes("PNG", pnginfo=chunks), "PNG")["others"] == {
        "parameters": "a heron at dawn\nSteps: 20",
        "prompt": "ein Reiher, früh",
    }
    animation = picture_bytes("PNG", pnginfo=chunks, save_all=True, append_images=[pictures.pattern(40, 30, 2)])
    frame_count = (
        b"acTL" + (2**31 - 1).to_bytes(4, "big") + bytes(4)
    )  # a number of frames that the reader must not search for
    at = animation.index(b"acTL")
    endless = animation[:at] + frame_count + zlib.crc32(frame_count).to_bytes(4, "big") + animation[at + 16 :]
    for data in (animation, endless):
        assert read_metadata(data, "PNG")["others"] == {
            "parameters": "a heron at dawn\nSteps: 20",
            "prompt": "ein Reiher, früh",
        }
    assert read_metadata(picture_bytes("GIF", comment=b"by hand"), "GIF")["others"] == {"comment": "by hand"}
    assert read_metadata(picture_bytes("JPEG", comment="by \0hand"))["others"] == {"comment": "by hand"}


def test_the_exif_tags_of_a_heif_are_read() -> None:
    assert read_metadata(pictures.picture("HEIF", with_exif=True), "HEIF")["exif"]["Model"] == "Sample"


# Broken and hostile metadata


def test_a_heif_whose_items_have_no_names_is_refused_before_its_reader_crashes() -> None:
    whole = pictures.picture("HEIF", with_exif=True)
    at = whole.index(b"Exif\0")
    for kind, name in ((b"\x92xif", b"\0"), (b"Exif", b"\xff"), (b"Exi\xc3", b"\xa9")):
        damaged = whole[:at] + kind + name + whole[at + 5 :]
        with pytest.raises(RefusedError, match="names") as raised:
            decode(damaged, "HEIF", MAX_PIXELS)
        assert raised.value.rule == "decode.corrupt"


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        (exif_block([])[:9], "exif"),
        (b"Exif\0\0" + b"x" * 40, "exif"),
        (segment(0xE1, XMP_SIGNATURE + b"<x:xmpmeta><p>" * 1000 + b"\xff\0</x:xmpmeta>"), "xmp"),
        (segment(0xE1, XMP_SIGNATURE + b"<x/>"), "xmp"),
        (segment(0xE1, XMP_SIGNATURE + b"<a>" * 20_000), "xmp"),
        (segment(0xE1, XMP_SIGNATURE + b'<!DOCTYPE x SYSTEM "file:///etc/hostname"><x/>'), "xmp"),
        (iptc_segment(iptc_field(2, 5, b"whole"), b"\x1c\x02\x78\x40\0rest"), "iptc"),
        (iptc_segment(iptc_field(2, 5, b"whole"), b"\x1c\x02\x78\x80\x04\xff\xff\xff\xff"), "iptc"),
        (iptc_segment(iptc_field(2, 5, b"whole"), b"\x1c\x02"), "iptc"),
        (segment(0xED, b"Photoshop 3.0\08BIM\4\4"), "file"),
        (segment(0xE2, b"ICC_PROFILE\0"), "file"),
        (segment(0xEE, b"Adobe"), "file"),
    ],
)
def test_broken_metadata_is_reported_and_the_picture_is_accepted(block: bytes, kind: str) -> None:
    data = jpeg_with_segments(block if block[:1] == b"\xff" else segment(0xE1, block))
    found = read_metadata(data)
    unreadable = found["others"]["unreadable"]
    assert isinstance(unreadable, dict)
    assert list(unreadable) == [kind]
    assert 10 < len(unreadable[kind]) <= 200
    if kind == "xmp":
        assert str(found["xmp"]["packet"]).startswith("<")
    if kind == "iptc":
        assert found["iptc"] == {"ObjectName": "whole"}


def test_xmp_elements_nested_too_deep_are_refused() -> None:
    rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
    deep = f"<rdf:RDF {rdf}><rdf:Description>{'<a>' * 4000}{'</a>' * 4000}</rdf:Description></rdf:RDF>"
    unreadable = read_metadata(jpeg_with_segments(segment(0xE1, XMP_SIGNATURE + deep.encode())))["others"]["unreadable"]
    assert isinstance(unreadable, dict)
    assert "nested deeper" in unreadable["xmp"]


def test_xml_entities_are_not_expanded() -> None:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    packet = f'<!DOCTYPE x [<!ENTITY l0 "ha">{entities}]><x>&l9;</x>'.encode()
    found = read_metadata(jpeg_with_segments(segment(0xE1, XMP_SIGNATURE + packet)))
    unreadable = found["others"]["unreadable"]
    assert isinstance(unreadable, dict)
    assert unreadable["xmp"].startswith("DTDForbidden")
    assert "haha" not in json.dumps(found)


def test_a_picture_with_hostile_exif_is_accepted() -> None:
    pointing_at_itself = [(0x8769, 4, 1, 8), (0x8825, 4, 1, 8)]
    hostile = [
        exif_block(pointing_at_itself, following=8),
        exif_block([(0x010E, 2, 0xFFFFFFFF, 8)]),
        exif_block([(number, 7, 50_000, 8) for number in range(1, 3000)], bytes(20_000)),
        exif_block([(0x010E, 99, 1, 0), (0x0112, 2, 4, 0x41414141), (0x8769, 2, 4, 0xFFFFFFFF)]),
        exif_block([(0x0112, 3, 4, 0)], b"\6\0\6\0\6\0\6\0"),
        exif_block([(0x0112, 3, 1, 77)]),
        b"Exif\0\0MM\0*\xff\xff\xff\xff",
        b"Exif\0\0II+\0\x08\0\0\0" + b"\xff" * 16,
    ]
    for block in hostile:
        picture = decode(jpeg_with_segments(segment(0xE1, block)), "JPEG", MAX_PIXELS)
        assert (picture.width, picture.height) == (40, 30)
        read_metadata(jpeg_with_segments(segment(0xE1, block)))
        assert read_metadata(picture_bytes("PNG", exif=block), "PNG").keys() <= {"all", "exif", "others"}


def test_metadata_beyond_the_size_cap_is_left_out() -> None:
    properties = "".join(f' own:p{n}="{"x" * 20_000}"' for n in range(40))
    rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
    packet = f'<rdf:RDF {rdf}><rdf:Description xmlns:own="urn:own"{properties}/></rdf:RDF>'.encode()
    found = read_metadata(picture_bytes("WEBP", xmp=packet), "WEBP")["xmp"]
    assert list(found) == ["own:p0", "own:p1", "own:p2", "leftOut"]
    assert found["leftOut"] == [f"own:p{number}" for number in range(3, 40)]
    chunks = PngImagePlugin.PngInfo()
    for number in range(3000):
        chunks.add_text(f"key {number}", "value")
    found = read_metadata(picture_bytes("PNG", pnginfo=chunks), "PNG")["others"]
    assert len(found) == 1024 + 1
    assert "key 1024" in str(found["leftOut"])
    assert "unreadable" in json.dumps(
        read_metadata(picture_bytes("WEBP", xmp=b"<x>" + b" " * 2_000_000 + b"</x>"), "WEBP")
    )
    unreadable = read_metadata(picture_bytes("WEBP", exif=exif_block([]) + bytes(5_000_000)), "WEBP")["others"][
        "unreadable"
    ]
    assert isinstance(unreadable, dict)
    assert "more than" in unreadable["exif"]


def test_lone_surrogates_and_nul_bytes_are_removed() -> None:
    exif = Image.Exif()
    exif[0x010E] = "a\0b" * 20 + "é" * 200_000
    exif[0x9286] = b"UNICODE\0" + "drawn by hand".encode("utf-16-be")
    found = read_metadata(picture_bytes("PNG", exif=exif.tobytes()), "PNG")["exif"]
    assert found["UserComment"] == "drawn by hand"
    chunks = PngImagePlugin.PngInfo()
    chunks.add(b"iTXt", b"odd\0\0\0\0\0" + b"\xed\xa0\x80 half")
    chunks.add(b"tEXt", b"even\0a\0b")
    assert read_metadata(picture_bytes("PNG", pnginfo=chunks), "PNG")["others"] == {"even": "ab", "leftOut": ["odd"]}

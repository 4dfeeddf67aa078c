"""Texts in EXIF: each encoding that programs write is read, in blocks of both byte orders."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from facetry.imaging.metadata.exif import exif_for_rendition, exif_json
from facetry.imaging.metadata.exif_block import ByteOrder, read_block
from facetry.imaging.metadata.exif_texts import marked_text_of
from tests.support.imaging.exif_blocks import ASCII, BYTE, UNDEFINED, UTF8, block

ORDERS: Final[tuple[ByteOrder, ByteOrder]] = ("<", ">")
DESCRIPTION, COPYRIGHT, COMMENT, TITLE = 0x010E, 0x8298, 0x9286, 0x9C9B
TEXTS = (
    "Закат над морем\nSteps: 20, Seed: 42",
    "夜明け, 湖\nSteps: 20",
    "서울의 밤, seed 7",
    "上海的早晨",
    "Café in Tromsø",
    "a heron at dawn",
    "ภูเก็ต, 2024",
    "غروب الشمس",
    "🌅 über dem Meer",
    "Ω",
    "東京\u3000タワー",  # with the space of Japanese
    "10\u00a0km, 👨\u200d👩\u200d👧, Donau\u00addampf",
    "ភ្នំពេញ",
    "ᠮᠣᠩᠭᠣᠯ",
    "★☆♥",
)


def tags_of(data: bytes) -> dict[str, Any]:
    tags: dict[str, Any] = json.loads(json.dumps(exif_json(read_block(data))))
    return tags


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("kind", [ASCII, UTF8])
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Brücke bei Nacht".encode(), "Brücke bei Nacht"),
        ("Brücke bei Nacht".encode("latin-1"), "Brücke bei Nacht"),
        ("日本の空".encode(), "日本の空"),
        (b"SAMPLE\0\0garbage", "SAMPLE"),
        (b"plain", "plain"),
        ("É".encode("latin-1"), "É"),
        ("“Café” – 5 €".encode("cp1252"), "“Café” – 5 €"),  # letters that Windows adds
        (b"\x8d caf\xe9", "\x8d café"),  # it leaves some places empty
    ],
)
def test_a_text_is_utf8_where_it_is_valid_and_latin1_otherwise(
    order: str, kind: int, written: bytes, read: str
) -> None:
    for end in (b"\0", b"", b"\0\0\0"):
        data = block([(DESCRIPTION, kind, written + end)], order=order)
        assert tags_of(data) == {"ImageDescription": read}


def test_texts_of_exif_3_have_their_names() -> None:
    names = ["ImageTitle", "Photographer", "ImageEditor", "CameraFirmware", "RAWDevelopingSoftware"]
    names += ["ImageEditingSoftware", "MetadataEditingSoftware"]
    data = block(details=[(0xA436 + number, UTF8, "Zoë\0".encode()) for number in range(len(names))])
    assert tags_of(data)["Exif"] == dict.fromkeys(names, "Zoë")


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("© 2024 Zoë\0".encode(), "© 2024 Zoë"),
        ("Zoë\0Editor\0".encode(), "Zoë\nEditor"),
        (b" \0Editor\0", "Editor"),
        (b"Zo\xeb\0", "Zoë"),
    ],
)
def test_rights_of_photographer_and_editor(order: str, written: bytes, read: str) -> None:
    assert tags_of(block([(COPYRIGHT, ASCII, written)], order=order)) == {"Copyright": read}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("kind", [BYTE, UNDEFINED])
@pytest.mark.parametrize("text", ["日本の空", "Köln;Zürich", "A", "🌅"])
def test_tags_of_windows_are_utf16le_in_either_order(order: str, kind: int, text: str) -> None:
    for end in (b"\0\0", b"", b"\0\0\0"):
        data = block([(TITLE, kind, text.encode("utf-16-le") + end)], order=order)
        assert tags_of(data)["XPTitle"] == text
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        assert tags_of(block([(TITLE, kind, mark + text.encode(encoding))], order=order))["XPTitle"] == text


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("written_order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("has_mark", [True, False])
def test_a_comment_in_utf16_of_either_order(order: str, written_order: str, text: str, has_mark: bool) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}[written_order] if has_mark else b""
    for end in (b"", b"\0\0", b" \0".decode().encode(written_order)):
        data = block(
            details=[(COMMENT, UNDEFINED, b"UNICODE\0" + mark + text.encode(written_order) + end)], order=order
        )
        assert tags_of(data)["Exif"]["UserComment"] == text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"ASCII\0\0\0by hand\0\0", "by hand"),
        (b"ASCII\0\0\0" + "früh".encode(), "früh"),
        (b"ASCII\0\0\0" + "früh".encode("latin-1"), "früh"),
        (b"ASCII\0\0\0" + "für 5 €".encode("cp1252"), "für 5 €"),
        (b"\x80\x85\x91\xe9", None),  # binary data, though Windows has letters in these places
        (b"ascii\0\0\0by hand", "by hand"),
        (b"Unicode\0" + "früh".encode("utf-16-be"), "früh"),
        (b"UNICODE\0\xef\xbb\xbf" + "früh am See".encode(), "früh am See"),
        (b"UNICODE\0abc", "abc"),
        (b"UNICODE\0abcd\0", "abcd"),
        (b"UNICODE\0" + "früh am See".encode("utf-16-le") + b"\0", "früh am See"),  # an end of one byte
        (b"UNICODE\0" + "früh am See".encode("utf-16-be") + b"\0", "früh am See"),
        (b"UNICODE\0" + "夜明け".encode("utf-16-be") + b"\0", "夜明け"),
        (b"UNICODE\0\xff\xfe" + "früh".encode("utf-16-le") + b"\0", "früh"),
        ("東京\u3000タワー".encode(), "東京\u3000タワー"),
        (b"ASCII\0\0\0" + "10\u00a0km".encode(), "10\u00a0km"),
        (b"JIS\0\0\0\0\0" + "夜明け".encode("iso2022_jp"), "夜明け"),
        (b"JIS\0\0\0\0\0" + "夜明け".encode("shift_jis"), "夜明け"),
        (bytes(8) + "früh".encode(), "früh"),
        (bytes(8) + "früh".encode("latin-1"), "früh"),
        (b"without a mark", "without a mark"),
        (b"ASCII\0\0\0" + b" " * 20, None),
        (b"ASCII\0\0\0", None),
        (b"UNICODE\0", None),
        (bytes(264), None),
        (b"\1\2\3\4\5\6\7\x08\x09", None),
        (b"", None),
    ],
)
def test_a_comment_by_its_mark(written: bytes, read: str | None) -> None:
    for order in ORDERS:
        assert marked_text_of(written, order) == read


@pytest.mark.parametrize("order", ORDERS)
def test_a_rendition_has_the_bytes_of_the_original(order: str) -> None:
    written = [
        (DESCRIPTION, ASCII, "Café in Tromsø\0".encode()),
        (0x013B, ASCII, "José Müller\0".encode("latin-1")),
        (COPYRIGHT, UTF8, "© Zoë\0".encode()),
        (TITLE, BYTE, "日本".encode("utf-16-le") + b"\0\0"),
    ]
    comment = b"UNICODE\0" + "夜明け".encode("utf-16-be")
    rendered = exif_for_rendition(block(written, [(COMMENT, UNDEFINED, comment)], order=order), (10, 10))
    found = read_block(rendered)
    assert {(tag, value.kind, value.data) for tag, value in found.directories["main"].items() if tag != 0x8769} == set(
        written
    )
    assert [value.data for value in found.directories["Exif"].values()] == [comment]

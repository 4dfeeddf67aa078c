"""Faults of the encoding of a text: each encoding by its name, bytes by their codes."""

import codecs

import pytest

from facetry.validate.syntax.encoding import encoding_faults, wide_encoding


@pytest.mark.parametrize(
    ("codec", "mark", "name"),
    [
        ("utf-16-le", codecs.BOM_UTF16_LE, "UTF-16"),
        ("utf-16-be", codecs.BOM_UTF16_BE, "UTF-16"),
        ("utf-32-le", codecs.BOM_UTF32_LE, "UTF-32"),
        ("utf-32-be", codecs.BOM_UTF32_BE, "UTF-32"),
    ],
)
def test_a_text_in_another_encoding_has_one_fault_that_names_the_encoding(codec: str, mark: bytes, name: str) -> None:
    text = "[1]".encode(codec)
    fault = wide_encoding(text, "recipe")
    assert fault is not None
    assert (fault.rule, fault.start, fault.end) == ("json.nul", 0, 4)
    assert fault.detail == f"The recipe is {name}, not UTF-8: it holds NUL characters."
    fault = wide_encoding(mark + text, "recipe")
    assert fault is not None
    assert (fault.rule, fault.start, fault.end) == ("json.encoding", 0, len(mark))
    assert fault.detail == f"The recipe is {name}, not UTF-8."


@pytest.mark.parametrize("text", [b"", b"1", b"[1]", b"[1]\0", b"\0\0\0\0", b"[\0001]", b"\xef\xbb\xbf1"])
def test_other_texts_have_no_other_encoding(text: bytes) -> None:
    assert wide_encoding(text, "text") is None


def test_bytes_that_are_no_character_are_named() -> None:
    text = b'["\xc3\xa4\xff","\xe2\x80","\xff\x80\x81\x82\x83\x84"]'
    faults = list(encoding_faults(text, "recipe"))
    assert [text[fault.start : fault.end] for fault in faults] == [b"\xff", b"\xe2\x80", b"\xff\x80\x81\x82\x83\x84"]
    assert [fault.detail for fault in faults] == [
        f"The recipe is not UTF-8: the bytes {codes} are no character." for codes in ("FF", "E2 80", "FF 80 81 82")
    ]


def test_the_faults_of_an_encoding_are_exactly_those_of_the_decoder() -> None:
    characters = [chr(code) for code in (0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0xCFFF, 0xD7FF, 0xE000, 0xFFFF)]
    characters += [chr(code) for code in (0x10000, 0x3FFFF, 0x40000, 0xFFFFF, 0x100000, 0x10FFFF)]
    parts = [character.encode() for character in characters]
    parts += [b"\xc0\x80", b"\xc1\xbf", b"\xe0\x9f\xbf", b"\xed\xa0\x80", b"\xf0\x8f\xbf\xbf", b"\xf4\x90\x80\x80"]
    for part in [*parts, *(part[:-1] for part in parts), *(part + b"\xbf" for part in parts), b"\xf5\x80\x80\x80"]:
        is_utf8 = part.decode("utf-8", "ignore").encode() == part
        assert (list(encoding_faults(b"a" + part + b"b", "text")) == []) == is_utf8, part

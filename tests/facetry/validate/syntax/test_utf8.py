"""Texts with byte order marks become UTF-8."""

import codecs

import pytest

from facetry.validate.syntax.encoding import as_utf8

TEXT = '{"name": "Leuchtturm 灯台 \U0001f5fc"}'
MARKS = {
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@pytest.mark.parametrize("encoding", MARKS)
def test_a_text_with_a_mark_becomes_utf_8_without_it(encoding: str) -> None:
    assert as_utf8(MARKS[encoding] + TEXT.encode(encoding)) == TEXT.encode()


@pytest.mark.parametrize(
    "text", [b"", TEXT.encode(), codecs.BOM_UTF8 + b"{}", codecs.BOM_UTF16_LE + b"{", codecs.BOM_UTF16_LE + b"\x00\xd8"]
)
def test_any_other_text_stays_as_it_is(text: bytes) -> None:
    assert as_utf8(text) == text

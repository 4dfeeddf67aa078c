"""Findings with their places: in the order of the text, and as lines that editors and people read."""

import pytest

from facetry.validate.finding import Finding
from facetry.validate.located import LocatedFinding, locate, place_in_words

TEXT = '{\n  "ä": [1, 2],\n  "b": 3\n}'.encode()


def finding(pointer: str = "", *, on_key: bool = False, offset: int | None = None, length: int = 0) -> Finding:
    detail = "It is wrong."
    return Finding(rule="test.rule", pointer=pointer, detail=detail, on_key=on_key, offset=offset, length=length)


def test_findings_come_in_the_order_of_the_text() -> None:
    wrong = [finding("/b"), finding(offset=9, length=1), finding("/ä", on_key=True), finding("/ä/1"), finding()]
    located = locate("a.json", TEXT, iter(wrong))
    assert [item.finding for item in located] == [wrong[4], wrong[2], wrong[1], wrong[3], wrong[0]]
    places = [(item.file, item.range.start.line, item.range.start.column) for item in located if item.range]
    assert places == [("a.json", line, column) for line, column in ((1, 1), (2, 3), (2, 7), (2, 12), (3, 8))]
    parts = [TEXT[item.range.start.offset : item.range.end.offset].decode() for item in located if item.range]
    assert parts == [TEXT.decode(), '"ä"', " ", "2", "3"]


def test_no_findings_have_no_places() -> None:
    assert locate("a.json", b"", []) == []


@pytest.mark.parametrize(
    ("remedy", "level", "line"),
    [
        (None, "error", "a.json:3:8: error: It is wrong. [test.rule]"),
        ("Mend it.", "warning", "a.json:3:8: warning: It is wrong. [test.rule]\n    Mend it."),
    ],
)
def test_a_located_finding_is_a_line_for_editors(remedy: str | None, level: str, line: str) -> None:
    wrong = Finding(
        rule="test.rule",
        pointer="/b",
        detail="It is wrong.",
        level="error" if level == "error" else "warning",
        remedy=remedy,
    )
    (located,) = locate("a.json", TEXT, [wrong])
    assert str(located) == line


def test_a_finding_without_a_range_is_about_its_file() -> None:
    assert str(LocatedFinding("a.zip", finding())) == "a.zip: error: It is wrong. [test.rule]"


def test_a_sentence_names_a_pointer_or_line_and_column() -> None:
    assert place_in_words(TEXT, finding("/ä/1")) == "/ä/1"
    assert place_in_words(TEXT, finding()) == "the root"
    assert place_in_words(TEXT, finding(offset=0)) == "line 1, column 1"
    assert place_in_words(TEXT, finding(offset=TEXT.index(b"3"))) == "line 3, column 8"

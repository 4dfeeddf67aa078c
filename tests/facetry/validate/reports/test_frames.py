"""Code frames: carets below the exact range, in what a terminal shows."""

import pytest

from facetry.validate.ranges import Lines
from facetry.validate.reports.frames import WIDTH, code_frame


def frame(text: str, part: str, start: int = 0) -> list[str]:
    encoded = text.encode()
    offset = len(text[: text.index(part, start)].encode())
    place = Lines(encoded).range(offset, offset + len(part.encode()))
    return code_frame(encoded, place, "error", is_coloured=False)


def test_two_lines_before_and_after_are_shown() -> None:
    text = "".join(f"line {number}\n" for number in range(1, 12))
    assert frame(text, "line 9") == [
        "     7 | line 7",
        "     8 | line 8",
        "  >  9 | line 9",
        "       | ^^^^^^",
        "    10 | line 10",
        "    11 | line 11",
    ]


def shown(text: str, part: str) -> list[str]:
    """The first two lines of a frame, without the numbers of lines."""
    return [line.partition("| ")[2] for line in frame(text, part)[:2]]


@pytest.mark.parametrize(
    ("text", "part", "expected"),
    [
        ('\t"a": 1', "1", ['    "a": 1', "         ^"]),
        ('"表": 1', "1", ['"表": 1', "      ^"]),
        ('"表": 1', '"表"', ['"表": 1', "^^^^"]),
        ('"e\u0301": 1', "1", ['"e\u0301": 1', "     ^"]),
        ('"\x1b[2J": 1', "1", ['"\\x1b[2J": 1', "           ^"]),
        ('"\u202e": 1', "1", ['"\\u202e": 1', "          ^"]),
        ("[1]\r\n", "1", ["[1]", " ^"]),
        ('{"a": {\n"b": 1}}', '{\n"b": 1}', ['{"a": {', "      ^"]),
    ],
)
def test_carets_stand_below_the_range(text: str, part: str, expected: list[str]) -> None:
    assert shown(text, part) == expected


@pytest.mark.parametrize("length", [120, 5_000, 3_000_000])
@pytest.mark.parametrize("wide", ["x", "表"])
def test_long_lines_are_cut_around_the_range(length: int, wide: str) -> None:
    text = f'{{"before": "{wide * length}", "here": 1, "after": "{wide * length}"}}'
    line, carets = shown(text, '"here"')
    assert len(line) <= WIDTH + 2
    assert line.count("…") == 2
    place = line.index('"here"')
    assert place + line[:place].count("表") == carets.index("^")
    assert carets.count("^") == len('"here"')


@pytest.mark.parametrize("text", ["", "\n", "x", "\n\n\n"])
def test_every_place_of_a_text_has_a_frame(text: str) -> None:
    for offset in range(len(text) + 1):
        place = Lines(text.encode()).range(offset, offset)
        assert any("^" in line for line in code_frame(text.encode(), place, "error", is_coloured=False))

"""Lines and columns of byte offsets agree with a naive count of characters."""

import random

import pytest

from facetry.validate import ranges
from facetry.validate.ranges import Lines, Position
from tests.support.contract import naive_json


@pytest.mark.parametrize("size", [0, 65_535, 65_536, 65_537, 200_000])
def test_lines_of_long_texts(size: int) -> None:
    line = "ab\u00e4😀\n"
    text = ("x" * (size % 7) + line * (size // 5 + 1))[:size] + "😀\ny"
    lines = Lines(text.encode())
    for index in {0, 1, size // 3, max(0, size - 1), size, size + 1, size + 2, size + 3}:
        offset = len(text[:index].encode())
        assert lines.position(offset) == Position(*naive_json.line_and_column(text, index), offset)
    for number in {1, 2, text.count("\n") // 2 + 1, text.count("\n"), text.count("\n") + 1} - {0}:
        found = lines.line(number)
        content = text.encode()[found.start.offset : found.end.offset].decode()
        assert (found.start.line, found.start.column, content) == (number, 1, text.split("\n")[number - 1])


def test_each_offset_and_each_line_has_its_place_in_texts_of_many_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranges, "_BLOCK", 8)
    source = random.Random(3)
    for _ in range(60):
        parts = source.choice(["ab\n", "abcdefghijklmnop\n", "ä\r\n", "\n", "😀é\u2028\r\n"])
        text = "".join(source.choice(parts) for _ in range(source.randrange(60)))
        lines = Lines(text.encode())
        for index in range(len(text) + 1):
            offset = len(text[:index].encode())
            assert lines.position(offset) == Position(*naive_json.line_and_column(text, index), offset)
        for number, content in enumerate(text.split("\n"), start=1):
            found = lines.line(number)
            assert text.encode()[found.start.offset : found.end.offset].decode() == content
            assert (found.start.line, found.start.column) == (number, 1)


def test_only_lf_ends_a_line() -> None:
    text = "a\r\nb\rc\u2028d\n"
    lines = Lines(text.encode())
    assert [lines.position(text.encode().index(letter)) for letter in (b"b", b"c", b"d")] == [
        Position(2, 1, 3), Position(2, 3, 5), Position(2, 5, 9),
    ]  # fmt: skip
    assert lines.range(0, len(lines.text)).end == Position(3, 1, 11)

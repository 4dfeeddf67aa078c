"""Positions of the parts of a JSON text agree with a naive reader."""

import json
import os
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from facetry.validate.positions import SourceMap
from facetry.validate.ranges import Position
from tests.support.contract import naive_json

SCALARS = some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text()
VALUES = some.recursive(
    SCALARS,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def parts_by_pointer(value: Any, pointer: str = "") -> dict[str, tuple[str | None, Any]]:
    """By pointer: the name (None for an item) and the value of each part."""
    found: dict[str, tuple[str | None, Any]] = {}
    if isinstance(value, dict):
        for name, child in value.items():
            below = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            found |= {below: (name, child), **parts_by_pointer(child, below)}
    elif isinstance(value, list):
        for index, child in enumerate(value):
            found |= {f"{pointer}/{index}": (None, child), **parts_by_pointer(child, f"{pointer}/{index}")}
    return found


@given(VALUES, some.sampled_from([None, 0, 1, 3]), some.booleans())
def test_each_part_stands_at_its_range(value: Any, indent: int | None, is_ascii: bool) -> None:
    text = (" \n" + json.dumps(value, indent=indent, ensure_ascii=is_ascii)).encode("utf-8", "replace")
    source = SourceMap(text)

    def part(pointer: str, *, on_key: bool = False) -> Any:
        found = source.range(pointer, on_key=on_key)
        return json.loads(text[found.start.offset : found.end.offset])

    value = json.loads(text)
    assert part("") == value
    for pointer, (name, child) in parts_by_pointer(value).items():
        assert part(pointer) == child
        if name is not None:
            assert part(pointer, on_key=True) == name


def test_lines_and_columns_are_counted_as_editors_do() -> None:
    source = SourceMap('{\n  "ä": [1,\n    {"b": 2}], "é": {"c": 3}\n}'.encode())

    def start(pointer: str, *, on_key: bool = False) -> tuple[int, int]:
        position = source.range(pointer, on_key=on_key).start
        return position.line, position.column

    assert start("") == (1, 1)
    assert start("/ä", on_key=True) == (2, 3)
    assert start("/ä/1/b") == (3, 11)
    assert start("/é/c", on_key=True) == (3, 22)


def test_a_missing_part_has_the_range_of_its_parent() -> None:
    source = SourceMap(b'{"a": {"b": 1}}')
    assert source.range("/a/c/d") == source.range("/a")
    assert source.range("/x", on_key=True) == source.range("")


CASES = int(os.environ.get("POSITION_CASES", "200"))
SPACES = ["", "", "", " ", "  ", "\t", "\n", "\r\n", "\r", "\n\n\t"]
NAMES = ["a", "b", "~", "/", "~1", "a/b", "", "ä", "\u2028", "😀", '"', "\\", "0", "1", "a b", "\u0041", "x" * 300]
SCALAR_TEXTS = [
    *(
        "0",
        "-1",
        "1.5",
        "1E5",
        "1e+16",
        "-2.5e+3",
        "5e-7",
        "true",
        "false",
        "null",
        '""',
        '"\\""',
        '"]}"',
        '"ä\\u00e4"',
    ),
    *('"😀\\ud83d\\ude00"', '"\u2028\\n"', '"a,b:c"', '"\\\\"', '"// no comment"', "18446744073709551615"),
]


def written_name(name: str, source: random.Random) -> str:
    """A name as a JSON string, some characters escaped although they need not be."""
    if source.random() < 0.3:
        units = name.encode("utf-16-be").hex()
        return '"' + "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4)) + '"'
    return json.dumps(name, ensure_ascii=source.random() < 0.3).replace("/", source.choice(["/", "\\/"]))


def document(source: random.Random, depth: int, width: int) -> str:
    """A random JSON text with white space of all kinds."""

    def space() -> str:
        return source.choice(SPACES)

    kind = source.random() if depth else 1.0
    if kind > 0.7:
        return source.choice(SCALAR_TEXTS)
    count = source.randint(0, width)
    if kind < 0.3:
        items = [space() + document(source, depth - 1, width) + space() for _ in range(count)]
        return "[" + (",".join(items) or space()) + "]"
    names = source.sample(NAMES, min(count, len(NAMES)))
    members = [
        f"{space()}{written_name(name, source)}{space()}:{space()}{document(source, depth - 1, width)}{space()}"
        for name in names
    ]
    return "{" + (",".join(members) or space()) + "}"


def check_all_ranges(text: str, source: SourceMap) -> int:
    found = naive_json.parts(text)
    for pointer, value, key in found:
        for span, on_key in ((value, False), (key, True)):
            if span is None:
                continue
            actual = source.range(pointer, on_key=on_key)
            expected = [(*naive_json.line_and_column(text, end), len(text[:end].encode())) for end in span]
            assert [(end.line, end.column, end.offset) for end in (actual.start, actual.end)] == expected, (
                text,
                pointer,
            )
    return len(found)


def test_positions_agree_with_a_naive_parser() -> None:
    source = random.Random(2)
    parts = 0
    for _ in range(CASES):
        text = source.choice(SPACES) + document(source, source.randint(0, 5), 5) + source.choice(SPACES)
        json.loads(text)
        pointers = [pointer for pointer, _, _ in naive_json.parts(text)]
        parts += check_all_ranges(text, SourceMap(text.encode()))
        check_all_ranges(text, SourceMap(text.encode(), pointers))
        few = source.sample(pointers, min(3, len(pointers)))
        some_known, all_known = SourceMap(text.encode(), few), SourceMap(text.encode(), pointers)
        for pointer in [*few, *(f"{pointer}/a/0" for pointer in few), *source.sample(pointers, len(few))]:
            for on_key in (False, True):
                assert some_known.range(pointer, on_key=on_key) == all_known.range(pointer, on_key=on_key)
    assert parts > 5 * CASES


def test_the_scan_of_large_arrays_and_deep_values() -> None:
    deep = "[" * 100 + "]" * 100
    wide = ",".join(f'{{"a":[{n},"]"]}}' for n in range(6_000))
    text = f'{{"deep":{deep},"a":[{wide},{deep},{wide}],"b":[{",".join("0" * 4_000)}, 7 ],"a":[{wide},1,{deep},2, 3]}}'
    data = text.encode()
    wanted = {"/a/0/a/1": '"]"', "/a/5999/a/0": "5999", "/a/6000": "1", "/a/6003": "3", "/b/4000": "7", "/deep": deep}
    source = SourceMap(data, wanted)
    for pointer, part in wanted.items():
        found = source.range(pointer)
        assert text[found.start.offset : found.end.offset] == part
    assert source.range("/a/9999") == source.range("/a")
    assert source.range("/a/x/y") == source.range("/a")
    assert source.range("/deep/0/0/1") == source.range("/deep/0/0")
    assert text[source.range("/a", on_key=True).start.offset :].startswith('"a":[{"a":[0,"]"]}')
    assert source.range("/a", on_key=True).start.offset == text.rindex('"a":[{"a":[0,')
    assert source.range("/none", on_key=True) == source.range("")
    assert SourceMap(b"[" * 300_000, ["/0/0"]).range("/0/0").end.offset == 300_000
    assert SourceMap(b" " * 300_000, ["/0"]).range("/0").start.offset == 300_000


def test_faults_leave_the_positions_of_the_rest() -> None:
    text = '\ufeff{"a":[1,,2, /* ] */ 3,], \'b\': {"c" None}, "d": 1.5e+3 "e": [4], "a":[\'5\', 6}'
    source = SourceMap(text.encode())
    for pointer, part in {"/a/0": "'5'", "/a/1": "6", "/b/c": "None", "/d": "1.5e+3", "/e/0": "4"}.items():
        found = source.range(pointer)
        assert text.encode()[found.start.offset : found.end.offset].decode() == part
    assert source.range("/a", on_key=True).start == Position(1, text.rindex('"a"') + 1, text.rindex('"a"') + 2)


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("", {"": "", "/a": ""}),
        ("\n", {"/0": ""}),
        ('[1, {"a" }, [oops 2], 3]', {"/0": "1", "/1": '{"a" }', "/2": "[oops 2]", "/3": "3", "/1/a": '{"a" }'}),
        ('{"a": "b,\n "c": 1}', {"": None}),
        ('oops {"a": 1}', {"": None}),
    ],
)
def test_uncertain_texts_are_read_as_far_as_possible(text: str, ranges: dict[str, str | None]) -> None:
    source = SourceMap(text.encode())
    for pointer, part in ranges.items():
        found = source.range(pointer)
        assert 0 <= found.start.offset <= found.end.offset <= len(text)
        if part is not None:
            assert text[found.start.offset : found.end.offset] == part


def test_the_ranges_of_a_text_that_is_cut_end_with_it() -> None:
    for text in ('{"a":[1,{"b":2', '{"a":[1,{"b":', '{"a":[1,{', '{"a":[', '{"a":', "[[[[", '{"a":1, oops'):
        source = SourceMap(text.encode())
        for pointer in ("", "/a", "/a/1", "/a/1/b", "/0/0"):
            found = source.range(pointer)
            assert 0 <= found.start.offset <= found.end.offset <= len(text), (text, pointer)
    source = SourceMap(b'{"a":[1,{"b":23')
    assert (source.range("/a").start.offset, source.range("/a").end.offset) == (5, 15)
    assert (source.range("/a/1/b").start.offset, source.range("/a/1/b").end.offset) == (13, 15)


def test_a_name_of_many_digits_is_a_name() -> None:
    name = "9" * 5_000
    text = f'{{"{name}":[1, 23]}}'
    source = SourceMap(text.encode(), [f"/{name}/1", f"/{name}/{name}", f"/{name}/01", f"/{name}/١"])
    assert source.range(f"/{name}/1").start.offset == text.index("23")
    for token in (name, "01", "١", "-1", "2"):
        assert source.range(f"/{name}/{token}") == source.range(f"/{name}")

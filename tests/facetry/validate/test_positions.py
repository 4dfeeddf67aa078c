"""Positions of the parts of a JSON text agree with a naive reader."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from facetry.validate.positions import SourceMap

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

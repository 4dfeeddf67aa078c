"""Offsets of the parts of a JSON text agree with a naive reader."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from facetry.authoring.positions import line_and_column, nearest_offset, offsets_by_pointer

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
def test_each_part_stands_at_its_offset(value: Any, indent: int | None, is_ascii: bool) -> None:
    text = " \n" + json.dumps(value, indent=indent, ensure_ascii=is_ascii)
    found = offsets_by_pointer(text)
    assert found.pop("") == 2
    expected = parts_by_pointer(value)
    assert found.keys() == expected.keys()
    for pointer, (name, child) in expected.items():
        stands, _ = json.JSONDecoder().raw_decode(text, found[pointer])
        assert stands == (child if name is None else name)


def test_lines_and_columns_are_counted_as_editors_do() -> None:
    text = '{\n  "a": [1,\n    {"b": 2}]\n}'
    found = offsets_by_pointer(text)
    assert line_and_column(text, found[""]) == (1, 1)
    assert line_and_column(text, found["/a"]) == (2, 3)
    assert line_and_column(text, found["/a/1/b"]) == (3, 6)


def test_a_missing_part_has_the_offset_of_its_parent() -> None:
    found = offsets_by_pointer('{"a": {"b": 1}}')
    assert nearest_offset(found, "/a/c/d") == found["/a"]
    assert nearest_offset(found, "/x") == found[""]

"""Places of the parts of a JSON text: those that a naive reader finds."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from facetry.authoring.positions import line_and_column, nearest, places

SCALARS = some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False) | some.text()
VALUES = some.recursive(
    SCALARS,
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def parts(value: Any, pointer: str = "") -> dict[str, tuple[str | None, Any]]:
    """By pointer the name, None for an item, and the value."""
    found: dict[str, tuple[str | None, Any]] = {}
    if isinstance(value, dict):
        for name, child in value.items():
            below = f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
            found |= {below: (name, child), **parts(child, below)}
    elif isinstance(value, list):
        for index, child in enumerate(value):
            found |= {f"{pointer}/{index}": (None, child), **parts(child, f"{pointer}/{index}")}
    return found


@given(VALUES, some.sampled_from([None, 0, 1, 3]), some.booleans())
def test_at_the_place_of_each_part_stands_that_part(value: Any, indent: int | None, is_ascii: bool) -> None:
    text = " \n" + json.dumps(value, indent=indent, ensure_ascii=is_ascii)
    found = places(text)
    assert found.pop("") == 2
    expected = parts(value)
    assert found.keys() == expected.keys()
    for pointer, (name, child) in expected.items():
        stands, _ = json.JSONDecoder().raw_decode(text, found[pointer])
        assert stands == (child if name is None else name)


def test_lines_and_columns_are_counted_as_editors_do() -> None:
    text = '{\n  "a": [1,\n    {"b": 2}]\n}'
    found = places(text)
    assert line_and_column(text, found[""]) == (1, 1)
    assert line_and_column(text, found["/a"]) == (2, 3)
    assert line_and_column(text, found["/a/1/b"]) == (3, 6)


def test_what_is_missing_is_told_where_it_would_be() -> None:
    found = places('{"a": {"b": 1}}')
    assert nearest(found, "/a/c/d") == found["/a"]
    assert nearest(found, "/x") == found[""]

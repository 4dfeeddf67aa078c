"""Misspelt members by a schema with references, items and alternatives."""

from __future__ import annotations

from typing import Any, Final

import pytest

from facetry.schema.document import Document
from facetry.schema.edits import RenameKey
from facetry.validate.checks.misspelt import misspelt_members

SCHEMA: Final = Document(
    {
        "$ref": "#/$defs/base",
        "properties": {"colour": {}, "shapes": {"type": "array", "items": {"$ref": "#/$defs/shape"}}},
        "$defs": {
            "base": {"properties": {"identifier": {}}},
            "shape": {
                "oneOf": [
                    {"properties": {"radius": {}}},
                    {"properties": {"height": {}, "inner": {"$ref": "#/$defs/base"}}},
                ]
            },
        },
    }
)


def found(value: Any) -> list[tuple[str, Any]]:
    findings = list(misspelt_members(SCHEMA, "#", value, rule="event.member"))
    assert all(each.on_key and each.level == "warning" for each in findings)
    return [(each.pointer, each.edit) for each in findings]


@pytest.mark.parametrize(
    ("value", "pointer", "name"),
    [
        ({"color": 1}, "/color", "colour"),
        ({"idenifier": 1}, "/idenifier", "identifier"),
        ({"shapes": [{}, {"raduis": 1}]}, "/shapes/1/raduis", "radius"),
        ({"shapes": [{"hight": 1}]}, "/shapes/0/hight", "height"),
        ({"shapes": [{"inner": {"identifer": 1}}]}, "/shapes/0/inner/identifer", "identifier"),
        ({"col/our": 1}, "/col~1our", "colour"),
    ],
)
def test_a_misspelt_member_is_found(value: Any, pointer: str, name: str) -> None:
    assert found(value) == [(pointer, RenameKey(pointer, name))]


@pytest.mark.parametrize(
    "value",
    [
        {"color": 1, "colour": 2},
        {"$colour": 1},
        {"note": 1},
        {"shapes": {"raduis": 1}},
        {"shapes": ["raduis"]},
        {"colour": {"color": 1}},
        ["color"],
        None,
    ],
)
def test_what_is_no_misspelt_member(value: Any) -> None:
    assert found(value) == []


def test_only_one_member_can_be_renamed_to_another() -> None:
    assert found({"color": 1, "colours": 2}) == [("/color", RenameKey("/color", "colour"))]


def test_warnings_and_searches_are_bounded() -> None:
    assert len(found({"shapes": [{"raduis": 1}] * 30})) == 20
    noise = {f"n{number}": 1 for number in range(199)}
    assert [pointer for pointer, _ in found({**noise, "color": 1})] == ["/color"]
    assert found({**noise, "n": 1, "color": 1}) == []
    assert found({**noise, "colour": 1, "$n": 1, "idenifier": 1})[0][0] == "/idenifier"

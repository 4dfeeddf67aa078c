"""Warnings on view documents: their sentences, remedies and edits, and what is not reported."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from facetry.schema.edits import AddMember, MoveMember, RenameKey, SetValue
from facetry.validate import views
from facetry.validate.finding import Finding
from facetry.validate.view.bounds import MAX_CHARACTERS
from facetry.validate.view.warnings import MAX_WARNINGS

SEA: Final = {"type": "string", "value": "sea"}
PICTURE: Final = {"type": "image-ref", "src": "https://example.org/a.jpg", "alt": "A lighthouse"}


def text(*elements: object, **members: object) -> bytes:
    return json.dumps({"schemaVersion": "1.0", **members, "elements": elements}).encode()


def findings(*elements: object, **members: object) -> list[Finding]:
    return views.findings(text(*elements, **members))


def only(*elements: object, **members: object) -> Finding:
    (found,) = findings(*elements, **members)
    assert found.level == "warning"
    return found


def table(columns: list[Any], *rows: list[Any]) -> dict[str, Any]:
    return {"type": "table", "columns": columns, "rows": [{"cells": cells} for cells in rows]}


@pytest.mark.parametrize(
    ("element", "rule", "pointer", "detail"),
    [
        (
            table([{}, {}], [SEA]),
            "view.cells",
            "/elements/0/rows/0/cells",
            "The row has 1 cell, and the table 2 columns.",
        ),
        (
            table([{}], [SEA], [SEA, SEA, SEA]),
            "view.cells",
            "/elements/0/rows/1/cells/1",
            "The row has 3 cells, and the table 1 column.",
        ),
        (
            table([{"width": 50}, {"width": 30}, {"width": 21}, {"width": 9}], [SEA] * 4),
            "view.width",
            "/elements/0/columns/2/width",
            "The widths of the columns add up to 110 percent.",
        ),
        (
            {"type": "number-meter", "value": 0.5, "maximum": 0},
            "view.meter",
            "/elements/0/maximum",
            "The minimum 0 is not below the maximum 0.",
        ),
        (
            {"type": "number-meter", "value": 200, "minimum": 150},
            "view.meter",
            "/elements/0/minimum",
            "The minimum 150 is not below the maximum 100.",
        ),
        (
            {"type": "number-meter", "value": 101},
            "view.meter",
            "/elements/0/value",
            "The value is not between the minimum 0 and the maximum 100.",
        ),
        (
            {"type": "number-stars", "value": 1, "maximum": -1},
            "view.stars",
            "/elements/0/maximum",
            "A rating needs at least one star.",
        ),
        (
            {"type": "number-stars", "value": 6},
            "view.stars",
            "/elements/0/value",
            "The value is not between 0 and the maximum 5.",
        ),
        (
            {"type": "timestamp", "value": "1700000000"},
            "view.timestamp",
            "/elements/0/value",
            "The time is in milliseconds, so this is 1970-01-20. It looks like a number of seconds.",
        ),
        (
            {"type": "string-code", "language": "json", "value": "[\n1,"},
            "view.code",
            "/elements/0/value",
            "The text is not JSON: unexpected end of data, at line 2, column 3.",
        ),
        (
            {"type": "xml", "value": "<a>" * 65 + "</a>" * 65},
            "view.xml",
            "/elements/0/value",
            "The text nests deeper than 64 levels.",
        ),
    ],
)
def test_a_warning_names_the_place_and_what_is_wrong(
    element: dict[str, Any], rule: str, pointer: str, detail: str
) -> None:
    found = only(element)
    assert (found.rule, found.pointer, found.detail) == (rule, pointer, detail)
    assert found.remedy
    assert found.edit is None


@pytest.mark.parametrize(
    ("element", "edit"),
    [
        ({"type": "strng", "value": "sea"}, SetValue("/elements/0/type", "string")),
        ({"type": "imageRef", "src": 3}, SetValue("/elements/0/type", "image-ref")),
        ({"type": "painting"}, None),
        ({**SEA, "representaton": "chip"}, RenameKey("/elements/0/representaton", "representation")),
        ({**SEA, "Modifiers": {}}, RenameKey("/elements/0/Modifiers", "modifiers")),
        ({**SEA, "weight": "thin"}, None),
        ({**SEA, "weight": "thin", "modifiers": {"weight": "thin"}}, None),
        (
            {**SEA, "weight": "thin", "modifiers": {}},
            MoveMember("/elements/0/weight", "/elements/0/modifiers/weight"),
        ),
        ({**PICTURE, "aspectRatio": " 16 / 9"}, SetValue("/elements/0/aspectRatio", "16:9")),
        ({**PICTURE, "aspectRatio": "1920x1080"}, SetValue("/elements/0/aspectRatio", "1920:1080")),
        ({**PICTURE, "aspectRatio": "16/0"}, None),
        ({**PICTURE, "aspectRatio": "0/9"}, None),
        ({**PICTURE, "aspectRatio": "1.5"}, None),
    ],
)
def test_an_edit_is_offered_where_only_one_is_possible(element: dict[str, Any], edit: object) -> None:
    assert only(element).edit == edit


def test_edits_of_the_root_and_of_modifiers() -> None:
    assert only(SEA, title="a", descripton="b").edit == RenameKey("/descripton", "description")
    found = only({**SEA, "modifiers": {"characterLimit": 3}})
    assert (found.remedy, found.edit) == ("It belongs into truncate.", None)
    found = only({**SEA, "modifiers": {"characterLimit": 3, "truncate": {"showMore": True, "characterLimit": 4}}})
    assert found.edit is None


def test_two_misspellings_of_one_member_cannot_both_be_renamed() -> None:
    first, second = findings({**SEA, "modifier": {}, "modifers": {}, "label": "x"})[:2]
    assert first.edit == RenameKey("/elements/0/modifier", "modifiers")
    assert second.rule == "view.member"
    assert second.pointer == "/elements/0/label"


def test_a_missing_member_that_is_misspelt_is_renamed_and_not_added() -> None:
    required, misspelt = views.findings(json.dumps({"schemaversion": "1.0", "elements": [SEA]}).encode())
    assert (required.rule, required.edit) == ("schema.required", None)
    assert misspelt.edit == RenameKey("/schemaversion", "schemaVersion")
    (required,) = views.findings(json.dumps({"elements": [SEA]}).encode())
    assert required.edit == AddMember("", "schemaVersion", "1.0")


@pytest.mark.parametrize(
    ("element", "edit"),
    [
        ({"type": "timestamp", "value": 1767225600000}, SetValue("/elements/0/value", "1767225600000")),
        ({"type": "ratio", "value": 1.5}, SetValue("/elements/0/value", "1.5")),
        ({"type": "number-stars", "value": "3.5"}, SetValue("/elements/0/value", 3.5)),
        ({"type": "dimensions", "width": "3", "height": 2}, SetValue("/elements/0/width", 3)),
        ({"type": "divider", "style": "dased"}, SetValue("/elements/0/style", "dashed")),
        ({"type": "strings", "values": "sea"}, SetValue("/elements/0/values", ["sea"])),
        ({"type": "timestamp", "value": "yesterday"}, None),
    ],
)
def test_errors_of_the_schema_have_edits_as_well(element: dict[str, Any], edit: object) -> None:
    (found,) = findings(element)
    assert (found.level, found.edit) == ("error", edit)


def test_a_place_with_an_error_has_no_warning() -> None:
    assert [found.rule for found in findings({"type": "boolean", "value": True, "variant": 3})] == ["schema.enum"]
    both = findings({"type": "image-ref", "src": 3}, {"type": "number-meter", "value": "x", "minimum": 200})
    assert [found.rule for found in both] == ["schema.type", "schema.type", "view.alt", "view.meter"]


def test_members_of_other_types_are_named_with_the_types_that_have_them() -> None:
    assert only({**SEA, "aspectRatio": "1:1"}).remedy == "It belongs into image-ref."
    assert only({**SEA, "label": "x"}).remedy == "It belongs into button, color, external-link and others."
    found = only({**SEA, "width": 3})
    assert found.remedy == "It belongs into dimensions, slot, table-column."
    assert (found.on_key, found.value) == (True, "width")


@pytest.mark.parametrize(
    ("members", "detail"),
    [
        ({"titel": "a"}, "The document has no such member. It is kept, and has no effect."),
        (
            {"title": "a", "actions": [{"type": "button", "label": "b", "commandId": "c", "varaint": "d"}]},
            "The action has no such member. It is kept, and has no effect.",
        ),
    ],
)
def test_the_detail_names_what_has_no_such_member(members: dict[str, Any], detail: str) -> None:
    assert only(SEA, **members).detail == detail
    assert only({**SEA, "modifers": {}}).detail.startswith("An element of type string has no such member.")
    row = {"type": "repeating-group", "entries": [{"label": "Ada", "vaule": SEA}]}
    assert only(row).detail.startswith("The repeating group entry has no such member.")


def test_what_is_in_an_unknown_element_is_nobodys_business() -> None:
    strange = {"type": "star-map", "elements": [{"type": "strng"}], "vallue": 1, "slots": [], "title": ""}
    assert [found.rule for found in findings(strange)] == ["view.type"]
    actions = [{"type": "share", "lable": "", "url": "javascript:1"}]
    assert [found.rule for found in findings(SEA, title="a", actions=actions)] == ["view.action"]


def test_warnings_are_in_document_order_and_bounded() -> None:
    mistakes = [{"type": "string", "value": "x", "monospace": True}, {"type": "star-map"}] * MAX_WARNINGS
    found = findings(*mistakes)
    assert len(found) == MAX_WARNINGS == 100
    assert [each.pointer for each in found[:4]] == [
        "/elements/0/monospace",
        "/elements/1/type",
        "/elements/2/monospace",
        "/elements/3/type",
    ]


def test_after_many_unknown_names_no_similar_ones_are_searched() -> None:
    noise = {f"note{number}": 1 for number in range(200)}
    assert only({**SEA, **noise, "representaton": "chip"}, title="a", descripton="b").edit == RenameKey(
        "/descripton", "description"
    )
    last = {f"note{number}": 1 for number in range(199)}
    assert only({**SEA, **last, "representaton": "chip"}).value == "representaton"
    assert findings({**SEA, **noise, "representaton": "chip"}) == []
    assert findings({"type": "string", "vallue": 1, **noise})[1].edit == RenameKey("/elements/0/vallue", "value")


def test_a_document_that_is_too_large_for_a_feature() -> None:
    frame = len(text({"type": "html", "content": ""}))
    largest = text({"type": "html", "content": "é" * 10 + "x" * (MAX_CHARACTERS - frame - 60)})
    assert len(largest.decode()) == MAX_CHARACTERS
    assert views.findings(largest) == []
    larger = largest.replace(b"xx", b"<i onclick=1>xx", 1)
    (found,) = views.findings(larger)
    assert (found.rule, found.pointer, found.level) == ("view.size", "", "warning")
    assert str(len(larger.decode())) in found.detail
    errors = views.findings(larger.replace(b'"html"', b'"color"'))
    assert [each.rule for each in errors] == ["schema.required", "view.size"]


def test_the_size_counts_characters_and_not_bytes() -> None:
    document = {"schemaVersion": "1.0", "elements": [{"type": "string", "value": "海" * (MAX_CHARACTERS // 2)}]}
    encoded = json.dumps(document, ensure_ascii=False).encode()
    assert len(encoded) > MAX_CHARACTERS
    assert views.findings(encoded) == []


@pytest.mark.parametrize(("levels", "expected"), [(56, []), (57, ["view.depth"]), (64, ["view.depth"])])
def test_few_levels_left(levels: int, expected: list[str]) -> None:
    inner = json.loads("[" * (levels - 3) + "]" * (levels - 3))
    found = findings({"type": "star-map", "a": inner})
    assert [each.rule for each in found if each.rule != "view.type"] == expected
    for each in found:
        assert each.rule == "view.type" or each.pointer == "/elements/0/a" + "/0" * 53
        assert each.rule == "view.type" or "more than 56 levels, and 64 are" in each.detail

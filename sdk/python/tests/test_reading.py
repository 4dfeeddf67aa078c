"""View documents that are read, changed, and written again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from facetry_extension import views

UNKNOWN = '{ "values": [1.0, 1e2, 12345678901234567890],\n "type": "sparkline", "note": "\\u00e9 } \\" \\\\" }'
TEXT = (
    '{"schemaVersion": "1.0", "elements": [\n'
    '  {"value": "sea", "type": "string", "representation": "plain", "mood": {"calm": 1.0}},\n'
    f"  {UNKNOWN},\n"
    '  {"type": "label-value", "label": "Taken", "value": {"type": "timestamp", "value": "0"}}\n'
    '], "title": "Lighthouse", "actions": [{"type": "wave", "hard": true}], "made": "by hand"}'
)


def read(document: Any) -> views.Card | views.Container:
    return views.read(document if isinstance(document, str | bytes | dict) else json.dumps(document))


def with_element(element: Any) -> dict[str, Any]:
    return {"schemaVersion": "1.0", "elements": [element]}


def test_a_document_has_typed_parts() -> None:
    card = read(TEXT)
    assert isinstance(card, views.Card)
    assert (card.title, card.description, card.other_members) == ("Lighthouse", None, {"made": "by hand"})
    text, unknown, labelled = card.elements
    assert isinstance(text, views.String)
    assert (text.value, text.representation, text.other_members) == ("sea", "plain", {"mood": {"calm": 1.0}})
    assert isinstance(unknown, views.OpenPart)
    assert (unknown["type"], unknown["values"][2], len(unknown)) == ("sparkline", 12345678901234567890, 3)
    assert labelled == views.LabelValue("Taken", views.Timestamp("0"))
    assert isinstance(read(with_element({"type": "divider"})), views.Container)
    assert isinstance(read(card.to_dict()), views.Card)


def test_a_document_is_written_as_it_was_read() -> None:
    assert read(TEXT).to_json() == TEXT
    assert read(f" {TEXT}\n".encode()).to_json() == TEXT
    assert read(TEXT).to_dict() == json.loads(TEXT)


def test_a_document_is_read_by_its_values_whichever_way_they_are_spelled() -> None:
    escaped = r'{"schemaVersion": "\u0031.0", "elements": [{"type": "\u0064ivider"}]}'
    assert read(escaped) == views.Container([views.Divider()])
    assert read(escaped).to_json() == escaped


def test_a_document_with_parts_that_were_built_is_read() -> None:
    document = {"schemaVersion": "1.0", "elements": [views.Divider(), read(TEXT).elements[1]]}
    assert read(document).elements == (views.Divider(), read(TEXT).elements[1])
    with pytest.raises(views.ViewError, match="not JSON compliant"):
        read({"schemaVersion": "1.0", "elements": [{"type": "a", "size": float("nan")}]})


def test_a_changed_document_keeps_what_was_not_changed() -> None:
    card = read(TEXT)
    assert isinstance(card, views.Card)
    text, unknown, labelled = card.elements
    assert isinstance(text, views.String)
    changed = replace(card, title="Tower", elements=[replace(text, value="sky"), labelled, unknown])
    written = changed.to_json()
    assert UNKNOWN in written
    assert '{"type": "label-value", "label": "Taken", "value": {"type": "timestamp", "value": "0"}}' in written
    assert changed.to_dict() == {
        "schemaVersion": "1.0",
        "title": "Tower",
        "elements": [
            {"type": "string", "value": "sky", "mood": {"calm": 1.0}},
            json.loads(TEXT)["elements"][2],
            json.loads(UNKNOWN),
        ],
        "actions": [{"type": "wave", "hard": True}],
        "made": "by hand",
    }
    assert isinstance(unknown, views.OpenPart)
    assert views.Container([{**unknown, "values": []}]).to_dict()["elements"][0]["values"] == []


def test_parts_that_were_read_equal_parts_that_were_built() -> None:
    built = views.Container([views.Flowing([views.Dimensions(2, 1)]), views.NumberStars(3)])
    assert read(built.to_json()) == built
    assert views.Flowing([views.String("a")]) == views.Flowing((views.String("a"),))
    assert views.String("a", other_members={"mood": 1}) != views.String("a")
    assert {views.String("a"): 1}[views.String("a")] == 1


def test_integers_may_be_written_as_other_numbers() -> None:
    [size] = read('{"schemaVersion": "1.0", "elements": [{"type": "dimensions", "width": 3.0, "height": 1}]}').elements
    assert isinstance(size, views.Dimensions)
    assert (size.width, type(size.width)) == (3, int)


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ("{", ""),
        ("[]", ""),
        (b'"\xff"', ""),
        (f"\ufeff{TEXT}", ""),
        (f"\ufeff{TEXT}".encode(), ""),
        ('{"schemaVersion": "1.0", "elements": NaN}', ""),
        ('{"schemaVersion": "1.0", "elements": [], "elements": []}', ""),
        ("[" * 100_000, ""),
        ("[" * 900 + "]" * 900, ""),
        ({}, "/schemaVersion"),
        ({"schemaVersion": "2.0", "elements": []}, "/schemaVersion"),
        ({"schemaVersion": "1.0"}, ""),
        ({"schemaVersion": "1.0", "elements": {}}, "/elements"),
        ({"schemaVersion": "1.0", "elements": [], "actions": []}, ""),
        ({"schemaVersion": "1.0", "elements": [], "title": 3}, "/title"),
        (with_element(3), "/elements/0"),
        (with_element({"type": 3}), "/elements/0"),
        (with_element({"type": "string"}), "/elements/0"),
        (with_element({"type": "string", "value": True}), "/elements/0/value"),
        (with_element({"type": "boolean", "value": 1}), "/elements/0/value"),
        (with_element({"type": "number-stars", "value": True}), "/elements/0/value"),
        (with_element({"type": "dimensions", "width": 1.5, "height": 1}), "/elements/0/width"),
        (with_element({"type": "divider", "style": "wavy"}), "/elements/0/style"),
        (with_element({"type": "table", "rows": [{"cells": [[]]}]}), "/elements/0/rows/0/cells/0"),
        (with_element({"type": "multi-slot", "slots": [3]}), "/elements/0/slots/0"),
    ],
)
def test_what_is_no_view_document_is_refused_with_its_place(document: Any, pointer: str) -> None:
    with pytest.raises(views.ViewError) as refused:
        read(document)
    assert refused.value.pointer == pointer


def test_members_of_a_part_cannot_be_given_as_others() -> None:
    for name in ("type", "value"):
        with pytest.raises(ValueError, match=f"{name} is no other member of String"):
            views.String("a", other_members={name: "b"}).to_json()


def test_what_json_has_none_of_is_refused() -> None:
    number: Any = 3
    with pytest.raises(TypeError, match="the name of a member is no string"):
        views.Container([{"type": "a", number: "b"}]).to_json()
    with pytest.raises(TypeError, match="not JSON serializable"):
        views.Container([{"type": "a", "b": b"c"}]).to_json()

"""Edits of texts: the layout stays, and nothing but the edit changes."""

import pytest

from facetry.schema.edits import (
    AddItem,
    AddMember,
    Edit,
    MoveMember,
    RemoveMember,
    RenameKey,
    ReplaceText,
    SetValue,
)
from facetry.validate.fixes.json_tree import JsonTree
from facetry.validate.fixes.splices import Splice, apply, overlaps, splices_of

LONG = """{
    "id": "a",
    "on": {
        "entity": "Image"
    },
    "events": [
        "x",
        "y"
    ]
}
"""


def edited(text: str, edit: Edit) -> str:
    encoded = text.encode()
    return apply(encoded, list(splices_of(JsonTree(encoded), edit))).decode()


@pytest.mark.parametrize(
    ("text", "edit", "expected"),
    [
        ('{"a": 1}', SetValue("/a", "é"), '{"a": "é"}'),
        ('{"a":1}', SetValue("/a", {"b": [1, 2]}), '{"a":{"b":[1,2]}}'),
        ("[1, 2]", SetValue("/1", None), "[1, null]"),
        ("[1, 2]", SetValue("", []), "[]"),
        ('{ "verzion" : "1" }', RenameKey("/verzion", "version"), '{ "version" : "1" }'),
        ('{"a/b": 1}', RenameKey("/a~1b", "c"), '{"c": 1}'),
        ('{"e": 1}', RenameKey("/e", 'é"'), '{"é\\"": 1}'),
        ('{"a": 1, "b": 2, "c": 3}', RemoveMember("/a"), '{"b": 2, "c": 3}'),
        ('{"a": 1, "b": 2, "c": 3}', RemoveMember("/b"), '{"a": 1, "c": 3}'),
        ('{"a": 1, "b": 2, "c": 3}', RemoveMember("/c"), '{"a": 1, "b": 2}'),
        ('{ "a": 1 }', RemoveMember("/a"), "{}"),
        ("[1, [2], 3]", RemoveMember("/1"), "[1, 3]"),
        ('{"a": 1}', AddMember("", "b", 2), '{"a": 1, "b": 2}'),
        ('{"a":1}', AddMember("", "b", 2), '{"a":1,"b":2}'),
        ('{"a":1,"b":[]}', AddItem("/b", "c"), '{"a":1,"b":["c"]}'),
        ('{"a":1, "b":2}', AddMember("", "c", 3), '{"a":1, "b":2, "c":3}'),
        ('{"a": 1,"b": 2}', AddMember("", "c", 3), '{"a": 1,"b": 2,"c": 3}'),
        ("[\n  1, 2\n]", AddItem("", 3), "[\n  1, 2, 3\n]"),
        ("{}", AddMember("", "b", 2), '{"b": 2}'),
        ('["a"]', AddItem("", "b"), '["a", "b"]'),
        ('{"a": {"b": 1}, "c": {"d": 2}}', MoveMember("/a/b", "/c/b"), '{"a": {}, "c": {"d": 2, "b": 1}}'),
        ("[1,]", ReplaceText(2, 1, ""), "[1]"),
    ],
)
def test_an_edit_on_one_line(text: str, edit: Edit, expected: str) -> None:
    assert edited(text, edit) == expected


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("indent", ["    ", "\t", " "])
def test_added_lines_have_the_indentation_and_the_line_ends_of_the_text(indent: str, line_end: str) -> None:
    def adapted(text: str) -> str:
        return text.replace("    ", indent).replace("\n", line_end)

    added = LONG.replace('        "y"\n', '        "y",\n        "z"\n')
    assert edited(adapted(LONG), AddItem("/events", "z")) == adapted(added)
    nested = '    ],\n    "new": {\n        "a": [\n            1\n        ]\n    }\n}'
    assert edited(adapted(LONG), AddMember("", "new", {"a": [1]})) == adapted(LONG.replace("    ]\n}", nested))
    moved = LONG.replace('    "id": "a",\n', "").replace('"Image"\n', '"Image",\n        "id": "a"\n')
    assert edited(adapted(LONG), MoveMember("/id", "/on/id")) == adapted(moved)


def test_a_moved_object_has_the_indentation_of_its_new_place() -> None:
    text = '{\n  "a": {\n    "x": {\n      "y": "  1"\n    },\n    "w": 2\n  },\n  "z": 3\n}'
    expected = '{\n  "a": {\n    "w": 2\n  },\n  "z": 3,\n  "x": {\n    "y": "  1"\n  }\n}'
    assert edited(text, MoveMember("/a/x", "/x")) == expected


@pytest.mark.parametrize(
    "edit",
    [
        SetValue("/none", 1),
        RenameKey("/none", "a"),
        RenameKey("/id", "on"),
        RenameKey("/events/0", "a"),
        RenameKey("", "a"),
        RemoveMember("/none"),
        RemoveMember(""),
        AddMember("/events", "a", 1),
        AddMember("", "id", 1),
        AddMember("/none", "id", 1),
        AddItem("/on", 1),
        MoveMember("/id", "/on/entity"),
        MoveMember("/id", "/none/id"),
        MoveMember("/on", "/on/on"),
        MoveMember("/id", "/events/0"),
    ],
    ids=repr,
)
def test_an_edit_without_a_place_changes_nothing(edit: Edit) -> None:
    assert edited(LONG, edit) == LONG


@pytest.mark.parametrize(
    ("start", "end", "is_overlap"),
    [(0, 1, False), (0, 2, True), (3, 3, True), (4, 6, True), (5, 6, False), (0, 9, True)],
)
def test_replacements_that_touch_have_no_clear_order(start: int, end: int, *, is_overlap: bool) -> None:
    for others in ([Splice(2, 4, b"")], [Splice(20, 24, b""), Splice(2, 4, b"x")]):
        assert overlaps(Splice(start, end, b""), others) == is_overlap
    assert not overlaps(Splice(start, end, b""), [])

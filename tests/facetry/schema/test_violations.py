"""Violations of each JSON Schema keyword become small faults with the correct pointer."""

from typing import Any

import pytest

from facetry.errors import Fault, FaultKind
from facetry.schema.document import Document
from facetry.schema.edits import AddMember, MoveMember, RemoveMember, RenameKey, ReplaceText, SetValue, below
from facetry.schema.violations import Violation, first_violation, violations

SCHEMA_POINTER = "#/paths/~1image~1{id}~1x%25/put/requestBody/content/application~1json/schema"


def fault(schema: Any, instance: object, *, size: int = 0) -> Fault:
    """The first violation of an inline schema, below a path with a parameter."""
    content = {"put": {"requestBody": {"content": {"application/json": {"schema": schema}}}}}
    return first_violation(Document({"paths": {"/image/{id}/x%25": content}}), SCHEMA_POINTER, instance, size=size)


KEYWORDS = [
    ({"type": "integer"}, "1", "type", "", "1"),
    ({"type": ["integer", "null"]}, 1.5, "type", "", "1.5"),
    ({"const": {"a": 1}}, 2, "const", "", "2"),
    ({"enum": [1, None]}, 2, "enum", "", "2"),
    ({"multipleOf": 3}, 4, "multipleOf", "", "4"),
    ({"exclusiveMinimum": 3}, 3, "exclusiveMinimum", "", "3"),
    ({"exclusiveMaximum": 3}, 3, "exclusiveMaximum", "", "3"),
    ({"format": "uuid"}, "x", "format", "", "x"),
    ({"minItems": 1}, [], "minItems", "", "an array of 0 items"),
    ({"uniqueItems": True}, [{"a": 1, "b": 2}, 1, {"b": 2, "a": 1}], "uniqueItems", "/2", "an object of 2 properties"),
    ({"contains": {"const": 1}}, [2], "contains", "", "an array of 1 items"),
    ({"prefixItems": [{}], "items": False}, [1, 2], "falseSchema", "/1", "2"),
    ({"minProperties": 1}, {}, "minProperties", "", "an object of 0 properties"),
    ({"maxProperties": 0}, {"a": 1}, "maxProperties", "", "an object of 1 properties"),
    ({"propertyNames": {"maxLength": 1}}, {"ab": 1}, "propertyNames", "", "an object of 1 properties"),
    ({"not": {"const": 1}}, 1, "not", "", "1"),
    ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, "required", "", "an object of 1 properties"),
    ({"if": {"const": 1}, "then": {"type": "string"}}, 1, "type", "", "1"),
    ({"oneOf": [{"type": "integer"}, {"const": 1}]}, 1, "oneOf", "", "1"),
    ({"unevaluatedProperties": False, "properties": {"abc": {}}}, {"abd": 1}, "unevaluatedProperties", "/abd", "abd"),
    ({"additionalProperties": False, "properties": {"abc": {}}}, {"abd": 1}, "additionalProperties", "/abd", "abd"),
    (False, 1, "falseSchema", "", "1"),
]


@pytest.mark.parametrize("size", [0, 99_999])
@pytest.mark.parametrize(
    ("schema", "instance", "rule", "pointer", "value"), KEYWORDS, ids=[str(k[0])[:40] for k in KEYWORDS]
)
def test_keywords(schema: Any, instance: object, rule: str, pointer: str, value: str, size: int) -> None:
    found = fault(schema, instance, size=size)
    assert (found.kind, found.rule, found.pointer) == (FaultKind.BAD_PARAMETER, f"schema.{rule}", pointer)
    assert found.value == value


def test_a_near_name_is_suggested() -> None:
    schema = {"additionalProperties": False, "properties": {"abc": {}}}
    assert fault(schema, {"abd": 1}).remedy == "Did you mean abc?"


def test_the_first_in_the_document_is_reported() -> None:
    schema = {"type": "array", "uniqueItems": True, "items": {"type": "string", "maxLength": 2}}
    assert fault(schema, ["abc", 1]).pointer == "/0"
    assert fault({"properties": {"b": {"type": "null"}, "a": {"type": "null"}}}, {"a": 1, "b": 1}).pointer == "/a"


def test_a_choice_shows_the_form_that_got_furthest() -> None:
    point = {"type": "object", "properties": {"x": {"type": "array", "items": {"type": "integer"}}}}
    found = fault({"anyOf": [{"type": "string"}, point]}, {"x": [1, "2"]})
    assert (found.rule, found.pointer) == ("schema.type", "/x/1")


def test_a_valid_instance_has_no_first_violation() -> None:
    for size in (0, 99_999):
        with pytest.raises(ValueError, match=r"satisfies|empty"):
            fault({}, 1, size=size)


def test_the_description_of_a_not_schema_is_the_detail() -> None:
    from facetry.service.http_application import description

    document = Document(description())
    fault = first_violation(document, "#/components/schemas/TagValue", "__empty__")
    assert (fault.rule, fault.detail) == ("schema.not", "The value is reserved.")


def test_a_choice_between_forms_with_titles_names_them() -> None:
    short, even = {"title": "a short text", "maxLength": 2}, {"title": "a text of four", "minLength": 4}
    assert (
        fault({"anyOf": [short, even]}, "abc").detail == "The value must be one of these: a short text, a text of four."
    )
    assert fault({"anyOf": [short, {"minLength": 4}]}, "abc").detail == "The value has none of the permitted forms."


def test_a_format_of_our_own_is_validated() -> None:
    document = Document({"a": {"type": "string", "format": "shout"}}, formats={"shout": str.isupper})
    assert document.validator("#/a").is_valid("SEA")
    found = first_violation(document, "#/a", "sea")
    assert (found.rule, found.detail) == ("schema.format", "The text must have the format shout.")


def listed(schema: Any, instance: object) -> list[Violation]:
    return violations(Document(schema), "#", instance)


CLOSED = {"type": "object", "additionalProperties": False, "properties": {"withTags": {}, "entity": {}}}


def test_every_unknown_member_is_a_violation_of_its_name() -> None:
    found = listed(CLOSED, {"withTag": 1, "entity": 2, "shell": 3, "Entity": 4})
    assert [(v.pointer, v.value, v.on_key, v.remedy, v.edit) for v in found] == [
        ("/withTag", "withTag", True, "Did you mean withTags?", RenameKey("/withTag", "withTags")),
        ("/shell", "shell", True, None, None),
        ("/Entity", "Entity", True, "Did you mean entity?", None),  # entity is there already
    ]


def test_similar_names_are_searched_for_20_unknown_members_of_an_object() -> None:
    names = [letter * 4 for letter in "abcdefghijklmnopqrstuvwxy"]
    schema = {"additionalProperties": False, "properties": {name: {} for name in names}}
    found = listed(schema, {name.upper(): 1 for name in names})
    assert [v.edit for v in found[:20]] == [RenameKey(f"/{name.upper()}", name) for name in names[:20]]
    assert [(v.remedy, v.edit) for v in found[20:]] == [(None, None)] * 5


def test_two_members_that_mean_the_same_are_not_renamed() -> None:
    assert [v.edit for v in listed(CLOSED, {"withTag": 1, "with_tags": 2})] == [None, None]
    assert [v.edit for v in listed(CLOSED, {"a/b": 1})] == [None]
    assert [v.pointer for v in listed(CLOSED, {"a/b": 1})] == ["/a~1b"]


def test_every_missing_property_is_a_violation() -> None:
    schema = {"required": ["schemaVersion", "elements"], "properties": {"schemaVersion": {"const": "1.0"}}}
    assert [(v.rule, v.pointer, v.remedy, v.edit) for v in listed({"items": schema}, [{}])] == [
        ("schema.required", "/0", "Add the property schemaVersion.", AddMember("/0", "schemaVersion", "1.0")),
        ("schema.required", "/0", "Add the property elements.", None),
    ]


def test_every_repeated_item_is_a_violation() -> None:
    found = listed({"uniqueItems": True}, [1, 2, 1, {"a": 1}, 1, {"a": 1}])
    assert [(v.pointer, v.edit) for v in found] == [(f"/{i}", RemoveMember(f"/{i}")) for i in (2, 4, 5)]


@pytest.mark.parametrize(
    ("schema", "value", "meant"),
    [
        ({"type": "integer"}, "12", 12),
        ({"type": "integer"}, "-1", -1),
        ({"type": "integer"}, "012", None),
        ({"type": "integer"}, "12 ", None),
        ({"type": "integer"}, "1.5", None),
        ({"type": "integer"}, "9" * 30, None),
        ({"type": "integer", "minimum": 1}, "0", None),
        ({"type": "integer"}, 1.5, None),
        ({"type": "integer"}, True, None),
        ({"type": "number"}, "1.5", 1.5),
        ({"type": "number"}, "1e5", None),
        ({"type": "boolean"}, "True", True),
        ({"type": "boolean"}, "false", False),
        ({"type": "boolean"}, "yes", None),
        ({"type": "boolean"}, 1, None),
        ({"type": "string"}, 8080, "8080"),
        ({"type": "string"}, 1.5, "1.5"),
        ({"type": "string"}, 1e30, None),
        ({"type": "string"}, True, None),
        ({"type": "string", "maxLength": 2}, 8080, None),
        ({"type": "array", "items": {"enum": ["utility"]}}, "utility", ["utility"]),
        ({"type": "array", "items": {"enum": ["utility"]}}, "sport", None),
        ({"type": "object"}, "x", None),
        ({"enum": ["Process", "Images", "Image"]}, "image", "Image"),
        ({"enum": ["Process", "Images", "Image"]}, "processes", "Process"),
        ({"enum": ["Process", "Images", "Image"]}, "thing", None),
        ({"enum": ["image.tags", "image.text"]}, "image.tax", None),
        ({"enum": [1, 2]}, 3, None),
        ({"const": "1.0"}, 1.0, "1.0"),
        ({"const": "1.0"}, "2.0", None),
        ({"const": 1}, "1", None),
    ],
)
def test_a_value_is_mended_if_only_one_can_be_meant(schema: Any, value: object, meant: object) -> None:
    (found,) = listed({"properties": {"a/b": schema}}, {"a/b": value})
    assert (found.pointer, found.on_key) == ("/a~1b", False)
    assert found.edit == (None if meant is None else SetValue("/a~1b", meant))


def test_a_null_instead_of_an_optional_member_is_removed() -> None:
    part = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}, "ui": {"type": "object"}}}
    schema = {"properties": {"part": {"$ref": "#/$defs/part"}}, "$defs": {"part": part}}
    assert [v.edit for v in listed(schema, {"part": {"id": None, "ui": None}})] == [None, RemoveMember("/part/ui")]
    assert [v.edit for v in listed({"type": "object"}, None)] == [None]
    assert [v.edit for v in listed({"items": {"type": "object"}}, [None])] == [None]


@pytest.mark.parametrize("part", [{"type": "object", "properties": {}}, {"$ref": "#/$defs/part"}])
def test_a_member_with_the_name_of_a_keyword_is_removed_if_it_is_optional(part: Any) -> None:
    schema = {"properties": {"properties": part}, "$defs": {"part": {"type": "object"}}}
    assert [v.edit for v in listed(schema, {"properties": None})] == [RemoveMember("/properties")]
    assert [v.edit for v in listed({**schema, "required": ["properties"]}, {"properties": None})] == [None]


def test_the_list_is_in_document_order_and_bounded() -> None:
    schema = {"properties": {"b": {"items": {"type": "null"}}, "a": {"type": "null"}}}
    assert [v.pointer for v in listed(schema, {"a": 1, "b": [1, 2]})] == ["/a", "/b/0", "/b/1"]
    assert len(listed(CLOSED, {f"m{number}": 1 for number in range(300)})) == 100
    assert len(listed(schema, {"b": [1] * 300})) == 100


def test_an_edit_of_a_part_becomes_one_of_the_whole() -> None:
    assert below(SetValue("/a", 1), "/p/0") == SetValue("/p/0/a", 1)
    assert below(MoveMember("/a", "/b/a"), "/p") == MoveMember("/p/a", "/p/b/a")
    assert below(ReplaceText(3, 1, ""), "/p") == ReplaceText(3, 1, "")


def test_the_first_unknown_member_is_that_of_the_document() -> None:
    for size in (0, 99_999):
        assert fault(CLOSED, {"zebra": 1, "apple": 2}, size=size).pointer == "/zebra"


def test_of_very_many_violations_the_first_are_listed() -> None:
    schema = {"properties": {"a": {"maxItems": 10, "items": {"properties": {"b": {"items": {"type": "null"}}}}}}}
    many: dict[str, Any] = {"a": [{}] * 500 + [{"b": [1, 2]}] * 5_000}
    places = [f"/a/{500 + i}/b/{j}" for i in range(50) for j in (0, 1)]
    assert [v.pointer for v in listed(schema, many)] == ["/a", *places][:100]
    assert listed(schema, many)[0].value == "an array of 5500 items"
    few: dict[str, Any] = {"a": [{}] * 2_000 + [{"b": [1, 2]}]}
    assert [(v.pointer, v.rule) for v in listed(schema, few)] == [
        ("/a", "schema.maxItems"),
        ("/a/2000/b/0", "schema.type"),
        ("/a/2000/b/1", "schema.type"),
    ]
    long = {"minItems": 1_500, "contains": {"const": 1_499}, "items": {"type": "string"}}
    assert {v.rule for v in listed(long, [*range(1_500)])} == {"schema.type"}
    assert {v.rule for v in listed(long, [*range(1_499)])} == {"schema.type"}  # of so many, those of a part


def test_unknown_members_keep_their_places_among_other_violations() -> None:
    schema = {"additionalProperties": False, "properties": {"b": {"type": "null"}}}
    assert [v.pointer for v in listed(schema, {"z": 1, "b": 1, "a": 1})] == ["/z", "/b", "/a"]
    assert [fault(schema, each).pointer for each in ({"b": 1, "a": 1}, {"a": 1, "b": 1})] == ["/b", "/a"]


def test_up_to_4096_bytes_the_first_violation_of_the_document_is_searched() -> None:
    members: list[dict[str, Any]] = [{"properties": {name: {"type": "null"}}} for name in "ba"]
    assert fault({"allOf": members}, {"a": 1, "b": 1}, size=4096).pointer == "/a"
    assert fault({"allOf": members}, {"a": 1, "b": 1}, size=4097).pointer == "/b"  # of the first schema


@pytest.mark.parametrize(("values", "listed_items"), [(20_000, 17), (20_001, 16), (20_017, 16)])
def test_of_more_than_20000_values_few_items_are_listed_first(values: int, listed_items: int) -> None:
    lists = [[1] * 17, [1] * 17, [1] * 17]
    padding = values - 2 - len(lists) - sum(map(len, lists))
    schema = {"properties": {"lists": {"items": {"items": {"type": "null"}}}}}
    found = violations(Document(schema), "#", {"lists": lists, "padding": [None] * padding}, limit=32)
    assert sum((v.pointer or "").startswith("/lists/0/") for v in found) == listed_items


def test_more_items_are_listed_if_the_first_ones_have_too_few_violations() -> None:
    schema = {"properties": {"lists": {"items": {"items": {"type": "null"}}}}}
    instance = {"lists": [[1] * 17, [1] * 17], "padding": [None] * 20_000}
    for limit, listed_items in ((32, 16), (33, 17)):
        found = violations(Document(schema), "#", instance, limit=limit)
        assert sum((v.pointer or "").startswith("/lists/0/") for v in found) == listed_items
        assert len(found) == limit


def test_the_description_of_a_not_schema_is_its_sentence() -> None:
    reserved = {"const": 1, "description": "The value is reserved."}
    assert fault({"not": reserved}, 1).detail == "The value is reserved."
    assert fault({"not": {"const": 1}}, 1).detail == "The value does not satisfy the rule not."
    assert fault({"not": True}, 1).detail == "The value does not satisfy the rule not."

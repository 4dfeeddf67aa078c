"""Schemas of extensions: which are permitted, how values are validated by them, and their defaults."""

from typing import Any, Final

import pytest

from facetry.errors import Fault, FaultError
from facetry.schema.edits import AddMember, RenameKey, SetValue
from facetry.validate import schemas

DIALECTS: Final = (
    None,
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
)
SIZE: Final = {"type": "integer", "minimum": 1, "default": 3}
SETTINGS: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["name"],
    "properties": {
        "name": {"type": "string", "pattern": "^[a-z]+$", "ui": {"widget": "text", "type": "wrong"}},
        "size": {"$ref": "#/definitions/size"},
        "inner": {"type": "object", "properties": {"on": {"type": "boolean", "default": False}}},
        "ui": {"type": "string", "default": "a property of this name"},
    },
    "definitions": {"size": SIZE},
}


def fault(schema: dict[str, Any], value: object) -> Fault | None:
    return schemas.check_schema(schema).fault(value, "/value")


def rules_of(schema: dict[str, Any]) -> list[str]:
    return [
        f"{finding.rule.removeprefix('manifest.')} {finding.pointer}".strip() for finding in schemas.findings(schema)
    ]


def test_a_fault_has_a_pointer_into_the_request() -> None:
    assert fault(SETTINGS, {"name": "sky", "size": 5, "inner": {"on": True}, "ui": "x"}) is None
    wrong = {
        "/value": {},
        "/value/name": {"name": "Sky"},
        "/value/size": {"name": "sky", "size": 0},
        "/value/inner/on": {"name": "sky", "inner": {"on": 1}},
    }
    for pointer, value in wrong.items():
        found = fault(SETTINGS, value)
        assert found is not None
        assert found.pointer == pointer
    newline = fault(SETTINGS, {"name": "sky\n"})
    assert newline is not None
    assert newline.rule == "schema.pattern"


def test_an_undescribed_property_is_refused_with_a_suggestion() -> None:
    found = fault(SETTINGS, {"name": "sky", "sise": 3})
    assert found is not None
    assert (found.rule, found.pointer, found.remedy) == (
        "schema.additionalProperties",
        "/value/sise",
        "Did you mean size?",
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_formats_are_validated(dialect: str | None) -> None:
    schema = {**({} if dialect is None else {"$schema": dialect}), "properties": {"a": {"format": "ipv4"}}}
    assert fault(schema, {"a": "127.0.0.1"}) is None
    found = fault(schema, {"a": "localhost"})
    assert found is not None
    assert (found.rule, found.pointer) == ("schema.format", "/value/a")


@pytest.mark.parametrize(
    ("schema", "is_open"),
    [
        ({}, False),
        ({"properties": {"b": {}}}, False),
        ({"additionalProperties": True}, True),
        ({"additionalProperties": {"type": "integer"}}, True),
        ({"patternProperties": {"^a$": {}}}, True),
        ({"allOf": [{"properties": {"a": {}}}]}, True),
        ({"$schema": DIALECTS[-1], "allOf": [{"properties": {"a": {}}}]}, True),
        ({"$schema": DIALECTS[-1], "allOf": [{"properties": {"b": {}}}]}, False),
        ({"$schema": DIALECTS[-1], "unevaluatedProperties": True}, True),
    ],
)
def test_which_schemas_are_closed(schema: dict[str, Any], is_open: bool) -> None:
    assert (fault(schema, {"a": 1}) is None) == is_open


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_dialect_is_validated_by_its_own_rules(dialect: str | None) -> None:
    named = {} if dialect is None else {"$schema": dialect}
    assert rules_of({**named, "properties": {"a": {"type": "strng"}}}) == ["schema /properties/a/type"]
    assert fault({**named, "properties": {"a": {"type": "integer"}}}, {"a": 1}) is None
    assert fault({**named, "properties": {"a": {"type": "integer"}}}, {"a": "1"}) is not None
    pair = {**named, "properties": {"a": {"items": [{"type": "string"}]}}}
    is_latest = dialect == DIALECTS[-1]
    assert bool(rules_of(pair)) == is_latest
    assert bool(rules_of({**named, "properties": {"a": {"exclusiveMinimum": 3}}})) == ("04" in (dialect or ""))


def test_all_faults_of_a_schema_are_reported() -> None:
    schema = {
        "type": "string",
        "$id": "http://127.0.0.1/",
        "properties": {
            "a": {"$ref": "#/definitions/a"},
            "b/~": {"$ref": "b.json"},
            "c": {"pattern": "(", "patternProperties": {"(?=a)": {"$dynamicRef": "#"}}},
        },
    }
    assert rules_of(schema) == [
        "schema.object /type",
        "schema.id /$id",
        "schema.reference /properties/b~1~0/$ref",
        "schema.dynamic /properties/c/patternProperties/(?=a)/$dynamicRef",
        "schema.reference /properties/a/$ref",
        "schema.pattern /properties/c/pattern",
        "schema.pattern /properties/c/patternProperties/(?=a)",
    ]
    with pytest.raises(FaultError, match="must describe an object"):
        schemas.check_schema(schema)


def test_an_unknown_keyword_is_a_warning() -> None:
    (finding,) = schemas.findings({"properties": {"a": {"minLenght": 3, "x-note": 1}}})
    assert (finding.rule, finding.level) == ("manifest.schema.keyword", "warning")
    assert (finding.pointer, finding.remedy) == ("/properties/a/minLenght", "Did you mean minLength?")
    assert fault({"properties": {"a": {"minLenght": 3}}}, {"a": "x"}) is None


def test_names_of_properties_are_no_keywords() -> None:
    names = ("$ref", "$id", "id", "$schema", "pattern", "ui", "$dynamicRef", "enum")
    schema = {"type": "object", "properties": {name: {"type": "string", "default": name} for name in names}}
    assert rules_of(schema) == []
    assert schemas.defaults(schema) == {name: name for name in names}
    assert fault(schema, dict.fromkeys(names, "x")) is None


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "hints",
    [
        {"$ref": "https://example.org/x", "$id": "https://example.org/x", "id": "#a b"},
        {"$ref": 3, "$id": 3, "$anchor": "a b", "$schema": "x", "pattern": "("},
        {"properties": {"a": {"$ref": "y"}}, "required": 3},
        [{"$id": "::"}],
        "text",
    ],
)
def test_hints_for_forms_decide_nothing(dialect: str | None, hints: object) -> None:
    named = {} if dialect is None else {"$schema": dialect}
    schema = {**named, "ui": hints, "properties": {"a": {"ui": hints, "type": "integer"}}}
    assert rules_of(schema) == []
    assert (fault(schema, {"a": 1}) is None, fault(schema, {"a": "x"}) is None) == (True, False)


def test_limits_are_exact() -> None:
    def nested(levels: int) -> dict[str, Any]:
        schema: dict[str, Any] = {}
        for _ in range(levels):
            schema = {"not": schema}
        return schema

    assert rules_of(nested(schemas.MAX_DEPTH - 1)) == []
    assert rules_of(nested(schemas.MAX_DEPTH)) == ["schema.depth"]
    assert rules_of({"enum": [*range(schemas.MAX_VALUES - 2)]}) == []
    assert rules_of({"enum": [*range(schemas.MAX_VALUES - 1)]}) == ["schema.nodes"]
    assert rules_of({"properties": {"a": {"pattern": "a" * schemas.MAX_PATTERN_CHARACTERS}}}) == []
    assert rules_of({"properties": {"a": {"pattern": "a" * (schemas.MAX_PATTERN_CHARACTERS + 1)}}}) == [
        "schema.pattern /properties/a/pattern"
    ]
    assert rules_of({"allOf": [{}] * (schemas.MAX_LOAD - 1)}) == []
    assert rules_of({"allOf": [{}] * schemas.MAX_LOAD}) == ["schema.expansion"]


def test_recursion_into_child_values_is_permitted() -> None:
    tree = {
        "type": "object",
        "properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}, "value": {"type": "integer", "default": 1}},
    }
    assert rules_of(tree) == []
    assert fault(tree, {"left": {"left": {}, "right": {"value": 3}}}) is None
    found = fault(tree, {"left": {"left": {"right": {"value": "x"}}}})
    assert found is not None
    assert found.pointer == "/value/left/left/right/value"
    assert schemas.defaults(tree) == {"value": 1}


def test_defaults_are_copies_from_every_depth() -> None:
    assert schemas.defaults(SETTINGS) == {"size": 3, "inner": {"on": False}, "ui": "a property of this name"}
    schema = {
        "properties": {"a": {"default": []}, "b": {"default": None}, "c": {"default": {}}, "d": {"type": "object"}}
    }
    first = schemas.defaults(schema)
    assert first == {"a": [], "b": None, "c": {}}
    first["a"].append(1)
    assert schemas.defaults(schema)["a"] == []
    chosen = {
        "properties": {"a": {"$ref": "#/definitions/a%20b", "default": 2}},
        "definitions": {"a b": {"default": 1}},
    }
    assert schemas.defaults(chosen) == {"a": 2}


@pytest.mark.parametrize("value", [{"a": [0] * 5_000}, {"a": "x" * 300_000}, None])
def test_settings_that_are_too_large_are_refused(value: object) -> None:
    if value is None:
        for _ in range(33):
            value = {"a": value}
    found = fault({"additionalProperties": True}, value)
    assert found is not None
    assert (found.rule, found.pointer) == ("settings.size", "/value")


def test_settings_of_the_maximum_size_are_accepted() -> None:
    def nested(levels: int) -> dict[str, Any]:
        return {"a": nested(levels - 1)} if levels else {}

    for largest, too_large in (
        (nested(schemas.MAX_DEPTH - 1), nested(schemas.MAX_DEPTH)),
        ({"a": [0] * (schemas.MAX_SETTINGS_VALUES - 2)}, {"a": [0] * (schemas.MAX_SETTINGS_VALUES - 1)}),
        ({"a": "x" * (schemas.MAX_SETTINGS_BYTES - 8)}, {"a": "x" * (schemas.MAX_SETTINGS_BYTES - 7)}),
    ):
        assert fault({"additionalProperties": True}, largest) is None
        assert fault({"additionalProperties": True}, too_large) is not None


def test_all_metaschema_errors_come_beside_the_other_findings() -> None:
    schema = {
        "type": "objekt",
        "properties": {"a": {"type": "strnig", "minimum": "0"}, "b": {"required": True, "$ref": "http://x/"}},
        "required": ["a", "a"],
    }
    assert set(rules_of(schema)) == {
        "schema.object /type",
        "schema.reference /properties/b/$ref",
        "schema /properties/a/type",
        "schema /properties/a/minimum",
        "schema /properties/b/required",
        "schema /required",
    }


def test_a_finding_is_on_the_key_or_on_the_value() -> None:
    schema = {
        "$id": "x",
        "pattern": "(",
        "patternProperties": {"(?=a)": {"$schema": "x", "$vocabulary": {}}},
        "$ref": "x",
    }
    on_key = {finding.pointer: finding.on_key for finding in schemas.findings(schema)}
    inner = "/patternProperties/(?=a)"
    assert on_key == {
        "/$id": True,
        "/pattern": False,
        inner: True,
        f"{inner}/$schema": True,
        f"{inner}/$vocabulary": True,
        "/$ref": False,
    }
    assert [finding.on_key for finding in schemas.findings({"$schema": "x"})] == [False]


def test_a_required_that_is_no_list_is_explained() -> None:
    found = {
        f.pointer: f for f in schemas.findings({"properties": {"a": {"required": True, "minimum": "0"}}, "required": 3})
    }
    names = "The keyword required lists names of properties."
    assert {pointer: names in finding.detail for pointer, finding in found.items()} == {
        "/properties/a/required": True,
        "/properties/a/minimum": False,
        "/required": False,
    }
    assert found["/properties/a/required"].remedy == "Name the property in required of the object around it."
    assert found["/properties/a/minimum"].remedy is None


def test_a_misspelt_type_is_corrected() -> None:
    found = {f.pointer: f for f in schemas.findings({"properties": {"a": {"type": "strnig"}, "b": {"type": "date"}}})}
    assert found["/properties/a/type"].detail == "JSON Schema has no such type."
    assert found["/properties/a/type"].remedy == "Did you mean string?"
    assert found["/properties/a/type"].edit == SetValue("/properties/a/type", "string")
    assert found["/properties/b/type"].edit is None
    names = schemas.findings({"properties": {"type": "strnig"}})  # a property of this name
    assert [(f.pointer, f.edit) for f in names] == [("/properties/type", None)]


def test_all_unknown_keywords_are_reported_up_to_a_bound() -> None:
    found = schemas.findings({"titel": "a", "properties": {"a": {"minLenght": 3, "minLength": 2, "optional": True}}})
    assert [(f.pointer, f.on_key, f.remedy, f.edit) for f in found] == [
        ("/titel", True, "Did you mean title?", RenameKey("/titel", "title")),
        ("/properties/a/minLenght", True, "Did you mean minLength?", None),  # minLength is there
        ("/properties/a/optional", True, None, None),
    ]
    many = schemas.findings({f"unknown{number}": 1 for number in range(50)})
    assert len(many) == 20


def test_suggestions_are_limited_in_a_whole_manifest() -> None:
    budget = schemas.SchemaBudget()
    first = schemas.findings({f"titel{number}": 1 for number in range(15)}, budget)
    second = schemas.findings({f"titel{number}": 1 for number in range(15)}, budget)
    assert [sum(f.remedy is not None for f in found) for found in (first, second)] == [15, 5]


def test_the_load_of_a_schema_with_other_errors_is_checked() -> None:
    assert rules_of({"$id": "x", "$ref": "#"}) == ["schema.id /$id", "schema.recursion"]


@pytest.mark.parametrize(
    ("schema", "is_refused"),
    [
        ({"type": "integer", "default": 3}, False),
        ({"type": "integer", "default": "3"}, True),
        ({"type": "integer", "default": True}, True),
        ({"type": "integer", "default": 1.5}, True),
        ({"type": "number", "default": 1}, False),
        ({"type": "number", "minimum": 0, "maximum": 1, "default": 2}, True),
        ({"type": "number", "minimum": 0, "maximum": 1, "default": -1}, True),
        ({"type": "number", "minimum": 0, "maximum": 1, "default": 1}, False),
        ({"type": "number", "maximum": 0.5, "default": 0.6}, True),
        ({"type": "integer", "enum": [1, 2], "default": 3}, True),
        ({"type": "integer", "enum": [1, 2], "default": 2}, False),
        ({"type": "string", "minLength": 2, "default": "a"}, True),
        ({"type": "string", "maxLength": 2, "default": "abc"}, True),
        ({"type": "string", "maxLength": 2, "default": "ab"}, False),
        ({"type": "string", "enum": ["a"], "default": "b"}, True),
        ({"type": "string", "enum": ["a"], "default": "a"}, False),
        ({"type": "string", "default": ""}, False),
        ({"type": "string", "default": None}, True),
        ({"type": "boolean", "default": False}, False),
        ({"type": "boolean", "default": 0}, True),
        ({"type": "null", "default": None}, False),
        ({"type": "array", "default": {}}, True),
        ({"type": "object", "default": {}}, False),
        ({"type": ["string", "null"], "default": 3}, True),
        ({"type": ["string", "null"], "default": None}, False),
        ({"type": "string", "pattern": "^a", "default": "b"}, True),
        ({"enum": ["a"], "default": "b"}, True),
        ({"default": "x"}, False),
        (True, False),
    ],
)
def test_defaults_that_their_schema_refuses(schema: Any, *, is_refused: bool) -> None:
    for dialect in DIALECTS:
        whole = {**({} if dialect is None else {"$schema": dialect}), "properties": {"a/b %": schema}}
        found = schemas.findings(whole)
        if schema is True and "04" in (dialect or ""):
            continue  # no schema of this draft
        assert [(f.rule, f.level, f.pointer) for f in found] == [
            ("manifest.schema.default", "warning", "/properties/a~1b %/default")
        ][: int(is_refused)]


def test_the_type_of_a_form_should_be_named() -> None:
    (found,) = schemas.findings({"properties": {}}, is_form=True)
    assert (found.rule, found.level, found.pointer) == ("manifest.schema.untyped", "warning", "")
    assert found.edit == AddMember("", "type", "object")
    reference: dict[str, Any] = {"$ref": "#/definitions/a", "definitions": {"a": {}}}
    typed: list[dict[str, Any]] = [{}, {"type": "object"}, reference, {"allOf": [{}]}]
    for schema in typed:
        assert schemas.findings(schema, is_form=True) == []


def test_equal_schemas_have_equal_findings_within_each_budget() -> None:
    schema = {"properties": {f"p{number}": {"pattern": f"^{number}$"} for number in range(30)}}
    budget = schemas.SchemaBudget()
    assert schemas.findings(schema, budget) == []
    assert [f.rule for f in schemas.findings(schema, budget)] == ["manifest.schema.patterns"]
    assert budget.patterns == 0
    assert schemas.findings(schema) == []

"""Planted changes of the real descriptions: each that breaks clients is found, and no other one is."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from codegen.__main__ import main
from codegen.compatibility import released
from codegen.compatibility.changelog import named
from codegen.compatibility.rules import sentences
from codegen.pointer import resolve

HOME: Final = Path(__file__).parents[2]
OPENAPI, ASYNCAPI = "openapi.json", "asyncapi.json"
MANIFEST, VIEWS = "schemas/manifest-v3.schema.json", "schemas/view-document-1.0.schema.json"
SCHEMAS: Final = "/components/schemas"
TAGS: Final = "/paths/~1image~1{id}~1getTags/get"
WRITE: Final = "/paths/~1image~1{id}~1setTags/put"
DOWNLOAD: Final = "/paths/~1image~1{id}~1download/get"

Plant = Callable[[Any], Any]


def put(pointer: str, value: Any) -> Plant:
    """Sets a value; a number or `-` is a place in a list."""

    def plant(document: Any) -> None:
        parent, _, last = pointer.rpartition("/")
        holder = resolve(document, parent)
        key = last.replace("~1", "/").replace("~0", "~")
        if isinstance(holder, list):
            holder.insert(len(holder) if key == "-" else int(key), value)
        else:
            holder[key] = value

    return plant


def drop(pointer: str) -> Plant:
    def plant(document: Any) -> None:
        parent, _, last = pointer.rpartition("/")
        holder = resolve(document, parent)
        key = last.replace("~1", "/").replace("~0", "~")
        del holder[int(key) if isinstance(holder, list) else key]

    return plant


def without(pointer: str, item: Any) -> Plant:
    return lambda document: resolve(document, pointer).remove(item)


def renamed(pointer: str, old: str, new: str) -> Plant:
    """Renames a member."""

    def plant(document: Any) -> None:
        holder = resolve(document, pointer)
        holder[new] = holder.pop(old)

    return plant


def both(*plants: Plant) -> Plant:
    def plant(document: Any) -> None:
        for each in plants:
            each(document)

    return plant


def other_component(old: str, new: str) -> Plant:
    """Renames a component and all references to it."""

    def plant(document: Any) -> Any:
        text = json.dumps(document).replace(f'"#{SCHEMAS}/{old}"', f'"#{SCHEMAS}/{new}"')
        changed = json.loads(text)
        changed["components"]["schemas"][new] = changed["components"]["schemas"].pop(old)
        return changed

    return plant


def written_out(pointer: str) -> Plant:
    """Writes out what a reference leads to."""

    def plant(document: Any) -> None:
        holder = resolve(document, pointer)
        holder |= resolve(document, holder.pop("$ref")[1:])

    return plant


def reversed_lists(document: Any) -> Any:
    """The same description, with all objects and lists of names in the other order."""
    if isinstance(document, dict):
        return {
            key: value[::-1] if key in {"required", "enum"} and isinstance(value, list) else reversed_lists(value)
            for key, value in reversed(list(document.items()))
        }
    return [reversed_lists(each) for each in document] if isinstance(document, list) else document


QUERY: Final = {"name": "extra", "in": "query", "schema": {"type": "string"}}
CONDITION: Final = {"if": {"required": ["copyable"]}, "then": {"required": ["modifiers"]}}
BUTTON: Final = {"if": {"properties": {"type": {"const": "toggle"}}}, "then": {"required": ["label"]}}

# (file, what is planted, the rule and the name of each change that is found)
FOUND: Final[list[tuple[str, Plant, set[tuple[str, str]]]]] = [
    (OPENAPI, drop("/paths/~1image~1{id}~1setTags"), {("operation.removed", "imageSetTags")}),
    (OPENAPI, renamed("/paths", "/image/{id}/setTags", "/image/{id}/tags"), {("operation.removed", "imageSetTags")}),
    (OPENAPI, renamed("/paths/~1image~1{id}~1setTags", "put", "post"), {("operation.removed", "imageSetTags")}),
    (OPENAPI, put(f"{WRITE}/operationId", "imageTagsSet"), {("operation.renamed", "imageSetTags")}),
    (
        OPENAPI,
        put(f"{TAGS}/security", [{"bearer": ["image:read", "image:tag:write"]}, {"apiKey": ["image:read"]}]),
        {("access.tightened", "imageGetTags")},
    ),
    (OPENAPI, put("/paths/~1livez/get/security", [{"bearer": []}]), {("access.tightened", "livez")}),
    (OPENAPI, put(f"{TAGS}/x-owner", "extensionId"), {("access.tightened", "imageGetTags")}),
    (OPENAPI, put("/components/securitySchemes/apiKey/name", "X-Key"), {("security.scheme", "security.apiKey")}),
    (OPENAPI, drop(f"{TAGS}/parameters/1"), {("parameter.removed", "imageGetTags.extensionId")}),
    (OPENAPI, put(f"{TAGS}/parameters/-", QUERY | {"required": True}), {("parameter.required", "imageGetTags.extra")}),
    (
        OPENAPI,
        both(
            renamed("/paths", "/image/{id}/getTags", "/image/{image}/getTags"),
            put("/paths/~1image~1{image}~1getTags/get/parameters/0", {"name": "image", "in": "path"}),
            drop("/paths/~1image~1{image}~1getTags/get/parameters/1"),
        ),
        {("parameter.renamed", "ImageId")},
    ),
    (
        OPENAPI,
        put("/components/parameters/OwnerExtensionId/explode", False),
        {("parameter.narrowed", "OwnerExtensionId")},
    ),
    (OPENAPI, drop(f"{WRITE}/requestBody"), {("body.removed", "imageSetTags.body")}),
    (
        OPENAPI,
        put(f"{TAGS}/requestBody", {"required": True, "content": {}}),
        {("body.required", "imageGetTags.body")},
    ),
    (
        OPENAPI,
        renamed(f"{WRITE}/requestBody/content", "application/json", "application/xml"),
        {("media-type.removed", "imageSetTags.body.application/json")},
    ),
    (OPENAPI, put(f"{WRITE}/requestBody/x-max-bytes", 1024), {("limit.narrowed", "imageSetTags.body")}),
    (OPENAPI, drop(f"{TAGS}/responses/200"), {("response.removed", "imageGetTags.200")}),
    (OPENAPI, put(f"{TAGS}/responses/202", {"description": "Later."}), {("response.added", "imageGetTags.202")}),
    (
        OPENAPI,
        drop(f"{TAGS}/responses/200/content/application~1json"),
        {("media-type.removed", "imageGetTags.200.application/json")},
    ),
    (OPENAPI, drop(f"{DOWNLOAD}/responses/206/headers/ETag"), {("header.removed", "imageDownload.206.ETag")}),
    (OPENAPI, drop(f"{SCHEMAS}/Collection/properties/comment"), {("property.removed", "Collection.comment")}),
    (OPENAPI, without(f"{SCHEMAS}/Collection/required", "name"), {("property.optional", "Collection.name")}),
    (OPENAPI, put(f"{SCHEMAS}/Timestamp/type", "string"), {("schema.type", "Timestamp")}),
    (
        OPENAPI,
        put(f"{SCHEMAS}/Collection/properties/comment/type", ["string", "null"]),
        {("schema.type", "Collection.comment")},
    ),
    (OPENAPI, drop(f"{SCHEMAS}/Problem/properties/type/format"), {("schema.format", "Problem.type")}),
    (OPENAPI, put(f"{SCHEMAS}/ImageFormat/enum/-", "TIFF"), {("enum.grown", "ImageFormat")}),
    (OPENAPI, without(f"{SCHEMAS}/SearchFacetKind/enum", "months"), {("enum.narrowed", "SearchFacetKind")}),
    (
        OPENAPI,
        put(f"{SCHEMAS}/TagSet/maxItems", 100),
        {("limit.narrowed", "TagSet"), ("limit.narrowed", "imageEnsureTags.body")},
    ),
    (OPENAPI, put(f"{SCHEMAS}/TagSet/minItems", 1), {("limit.narrowed", "TagSet")}),
    (OPENAPI, put(f"{SCHEMAS}/TagValue/pattern", "^[a-z]+$"), {("limit.narrowed", "TagValue")}),
    (
        OPENAPI,
        put(f"{SCHEMAS}/SearchParameters/required", ["range"]),
        {("property.required", "SearchParameters.range")},
    ),
    (OPENAPI, put(f"{SCHEMAS}/SearchRange/properties/take/default", 7), {("default.changed", "SearchRange.take")}),
    (OPENAPI, put(f"{SCHEMAS}/ImageEmbedding/properties/extra", {}), {("property.added", "ImageEmbedding.extra")}),
    (OPENAPI, drop(f"{SCHEMAS}/ImageEmbedding/additionalProperties"), {("object.opened", "ImageEmbedding")}),
    (OPENAPI, put(f"{SCHEMAS}/TagValue/not", {"const": "x"}), {("limit.narrowed", "TagValue")}),
    (OPENAPI, put(f"{SCHEMAS}/Collection/dependentRequired", {"comment": ["id"]}), {("schema.other", "Collection")}),
    (ASYNCAPI, drop("/channels/stream"), {("channel.removed", "stream")}),
    (ASYNCAPI, drop("/operations/stream"), {("message.removed", "stream")}),
    (ASYNCAPI, put(f"{SCHEMAS}/Intent/oneOf/-", {"type": "string"}), {("schema.type", "Intent")}),
    (ASYNCAPI, put("/channels/connection/address", "hello"), {("channel.removed", "connection")}),
    (ASYNCAPI, drop("/channels/events/messages/image.created"), {("message.removed", "image.created")}),
    (ASYNCAPI, put("/operations/deliver/action", "receive"), {("message.removed", "deliver")}),
    (ASYNCAPI, drop("/operations/introduce/reply"), {("message.removed", "introduce")}),
    (ASYNCAPI, put(f"{SCHEMAS}/CollectionValue/properties/id", {"type": "string"}), {("schema.type", "CollectionId")}),
    (ASYNCAPI, without(f"{SCHEMAS}/Delivery/required", "contextId"), {("property.optional", "Delivery.contextId")}),
    (MANIFEST, drop("/properties/ui"), {("property.removed", "manifest.ui")}),
    (MANIFEST, put("/additionalProperties", False), {("object.closed", "manifest")}),
    (MANIFEST, put("/required/-", "permissions"), {("property.required", "manifest.permissions")}),
    (MANIFEST, without("/$defs/ExtensionCategory/enum", "other"), {("enum.narrowed", "manifest.ExtensionCategory")}),
    (MANIFEST, put("/properties/version/format", "semver"), {("schema.format", "manifest.version")}),
    (VIEWS, drop("/$defs/button/properties/target"), {("property.removed", "view-document.button.target")}),
    (VIEWS, drop("/$defs/action/allOf/1"), {("condition.removed", "view-document.action.external-link")}),
    (VIEWS, put("/$defs/action/allOf/-", CONDITION), {("condition.added", "view-document.action")}),
    (
        VIEWS,
        put("/$defs/boolean/properties/representation/default", "badge"),
        {("default.changed", "view-document.boolean.representation")},
    ),
]

PASSED: Final[list[tuple[str, Plant]]] = [
    (OPENAPI, reversed_lists),
    (OPENAPI, put(f"{WRITE}/description", "Another text.")),
    (OPENAPI, put(f"{SCHEMAS}/TagSet/examples", [["other"]])),
    (OPENAPI, put("/paths/~1new", {"get": {"operationId": "new", "responses": {}}})),
    (OPENAPI, put(f"{TAGS}/parameters/-", QUERY)),
    (OPENAPI, put(f"{TAGS}/requestBody", {"content": {}})),
    (OPENAPI, put(f"{WRITE}/requestBody/content/text~1plain", {})),
    (OPENAPI, put(f"{WRITE}/requestBody/x-max-bytes", 1 << 20)),
    (OPENAPI, put(f"{TAGS}/security", [{"bearer": []}, {"apiKey": []}])),
    (OPENAPI, put(f"{TAGS}/responses/418", {"description": "New."})),
    (OPENAPI, put(f"{DOWNLOAD}/responses/206/headers/X-New", {"schema": {"type": "string"}})),
    (OPENAPI, put(f"{SCHEMAS}/TagSet/maxItems", 512)),
    (OPENAPI, put(f"{SCHEMAS}/SearchFacetKind/enum/-", "authors")),
    (OPENAPI, put(f"{SCHEMAS}/Collection/properties/extra", {"type": "string"})),
    (OPENAPI, put(f"{SCHEMAS}/Collection/required/-", "comment")),
    (OPENAPI, put(f"{SCHEMAS}/SearchParameters/properties/extra", {"type": "string"})),
    (OPENAPI, other_component("Collection", "NamedFilter")),
    (OPENAPI, written_out(f"{SCHEMAS}/Collection/properties/id")),
    (OPENAPI, put(f"{SCHEMAS}/Problem/properties/detail/maxLength", 2)),
    (OPENAPI, put(f"{SCHEMAS}/Unused", {"type": "string"})),
    (ASYNCAPI, put("/channels/events/messages/image.seen", {"payload": {"type": "object"}})),
    (ASYNCAPI, put(f"{SCHEMAS}/Delivery/properties/extra", {"type": "string"})),
    (ASYNCAPI, put("/channels/more", {"address": "more", "messages": {}})),
    (MANIFEST, put("/properties/extra", {"type": "string"})),
    (MANIFEST, put("/$defs/ExtensionCategory/enum/-", "new")),
    (MANIFEST, put("/properties/name/maxLength", 1024)),
    (VIEWS, put("/$defs/button/properties/extra", {"type": "string"})),
    (VIEWS, put("/$defs/action/allOf/-", BUTTON)),
]


@cache
def text_of(file: str) -> str:
    return (HOME / "generated" / file).read_text("utf-8")


def changes(file: str, plant: Plant) -> set[tuple[str, str]]:
    document = json.loads(text_of(file))
    document = plant(document) or document
    found = released.changes({file: released.compact(text_of(file))}, {file: json.dumps(document)})
    return {(change.rule, change.place.name) for change in found}


def test_planted_changes_that_break_clients_are_found() -> None:
    rules = {"description.removed"}
    for number, (file, plant, expected) in enumerate(FOUND):
        found = changes(file, plant)
        rules |= {rule for rule, _ in found}
        assert found == expected, number
    assert rules == sentences(HOME / "specs").keys(), "each rule has a planted change, and no other rule is reported"


def test_planted_changes_that_break_nobody_pass() -> None:
    for number, (file, plant) in enumerate(PASSED):
        assert changes(file, plant) == set(), number
    assert len(FOUND) + len(PASSED) >= 30


def test_a_change_names_its_place_and_the_remedy() -> None:
    document = json.loads(text_of(OPENAPI))
    del document["components"]["schemas"]["Collection"]["properties"]["comment"]
    (change,) = released.changes({OPENAPI: text_of(OPENAPI)}, {OPENAPI: json.dumps(document)})
    assert str(change).startswith("openapi.json#/components/schemas/Collection/properties/comment: property.removed: ")
    assert "`- Breaking: `Collection.comment` …` under Unreleased in CHANGELOG.md" in str(change)
    (gone,) = released.changes({MANIFEST: "{}"}, {})
    assert (gone.rule, gone.place.name) == ("description.removed", "manifest")


def test_a_line_of_the_changelog_names_changes() -> None:
    text = """# Changelog

## Unreleased

### Changed

- Breaking: `Collection.comment` is gone, and so is
  `TagSet`, on two lines.
- `Image` is mentioned, and not named. Breaking: `Problem`
- Breaking: nothing

## 0.1.0

- Breaking: `ImageFormat` was in another version.
"""
    assert list(named(text)) == ["Collection.comment", "TagSet"]
    assert list(named("# Changelog\n")) == []


def test_the_check_fails_until_a_line_names_the_change(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--specs", str(sample), "--output", str(tmp_path / "generated")]
    assert main(arguments) == 0
    assert main([*arguments, "--release"]) == 0
    assert main([*arguments, "--check"]) == 0
    assert main([*arguments, "--release"]) == 1
    assert "raise the version first" in capsys.readouterr().err
    kept = sample / "released" / "openapi.json"
    document = json.loads(kept.read_text())
    document["paths"]["/gone"] = {"get": {"operationId": "goneGet", "responses": {}}}
    kept.write_text(json.dumps(document))
    assert main([*arguments, "--check"]) == 1
    assert "operation.removed" in capsys.readouterr().err
    assert main([*arguments, "--release"]) == 1
    (tmp_path / "CHANGELOG.md").write_text("## Unreleased\n\n- Breaking: `goneGet` is gone.\n")
    assert main([*arguments, "--check"]) == 0


def test_the_last_version_is_kept_as_it_is_compared() -> None:
    kept = released.read(HOME / "specs" / "released")
    assert {OPENAPI, ASYNCAPI, MANIFEST, VIEWS} <= kept.keys()
    for name, text in kept.items():
        assert released.compact(text) == text, name

"""Hostile manifests: texts and schemas of settings, each with the rule that refuses it (M1, M5, M6)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

BASE: Final[Mapping[str, Any]] = {
    "id": "sky-tagger",
    "version": "1.2.0",
    "name": "Sky tagger",
    "description": "Tags pictures of the sky.",
    "categories": ["enrichment"],
    "runtimes": [],
    "instructions": [{"execution": {"executable": "./run", "arguments": []}, "events": ["image.runCommand"]}],
    "settings": {},
}
SOUND: Final = ""
"""The rule of manifests that only look hostile and are valid."""


def manifest(**members: object) -> str:
    """A valid manifest, some of its members replaced."""
    return json.dumps({**BASE, **members})


def with_commands(count: int, parameters: object) -> str:
    """A manifest with this number of commands, which all have the same parameters."""
    commands = [
        {
            "id": f"c{number}",
            "on": {"entity": "Images"},
            "specifications": [{"locale": "en", "label": "Go"}],
            "parameters": parameters,
        }
        for number in range(count)
    ]
    return manifest(instructions=[{**BASE["instructions"][0], "commands": commands}])


def texts(port: int) -> Iterator[tuple[str, str, str]]:
    """(name, text, rule) of hostile manifests. `port` is a local port with a listener."""
    for name, schema, rule in schemas(port):
        yield f"settings: {name}", manifest(settings=schema), rule
    for name, opening, closing in [
        ("5,000 arrays", "[", "]"),
        ("100,000 arrays", "[", "]"),
        ("5,000 objects", '{"a":', "}"),
        ("5,000 properties", '{"properties":{"a":', "}}"),
        ("5,000 allOf", '{"allOf":[', "]}"),
        ("5,000 not", '{"not":', "}"),
    ]:
        depth = 100_000 if name.startswith("100") else 5_000
        text = manifest()[:-3] + opening * depth + "{}" + closing * depth + "}"
        yield f"depth: {name}", text, "json.depth" if len(text) <= 262_144 else "manifest.size"
    yield "depth: never closed", manifest()[:-3] + "[" * 5_000, "json."
    yield "10 MB of text", manifest(x="a" * 10_000_000), "manifest.size"
    yield "10 MB of brackets", "[" * 10_000_000, "manifest.size"
    yield "100,000 instructions", manifest(instructions=[0] * 100_000), "manifest.size"
    yield "2,900 instructions", manifest(instructions=[0] * 2_900), "schema.maxItems"
    yield "2,900 categories", manifest(categories=["oter"] * 2_900), "schema.maxItems"
    yield "1,400 empty instructions", manifest(instructions=[{}] * 2_900), "schema.maxItems"
    yield "2,900 unknown members", manifest(**{f"descriptino{n}": n for n in range(2_900)}), SOUND
    yield "unknown members of 4,000 characters", manifest(**{"~/" * 2_000 + str(n): n for n in range(50)}), SOUND
    yield "version of 200,000 parts", manifest(version="1.0.0-" + "a." * 100_000 + "!"), "schema."
    yield "version of 200,000 digits", manifest(version="1" * 200_000), "schema."
    yield "name of 200,000 letters and a newline", manifest(name="a" * 200_000 + "\n"), "schema."
    yield (
        "url of 200,000 characters",
        manifest(ui={"elements": [{"id": "a", "integration": {"anchor": "window"}, "url": "/" + "a/" * 100_000}]}),
        "schema.maxLength",
    )
    yield "id of 200,000 bidirectional marks", manifest(id="\u202e" * 20_000), "schema."
    yield "number of 200,000 digits", manifest()[:-1] + ',"x":' + "9" * 200_000 + "}", "json.number"
    yield "60,000 quotes", manifest()[:-1] + '"' * 60_000, "json.syntax"
    yield "30,000 keys of one name", manifest()[:-1] + ',"x":1' * 30_000 + "}", "json.duplicate-key"
    yield (
        "64 commands, 900 properties each",
        with_commands(8, {"properties": {f"p{n}": True for n in range(900)}}),
        "manifest.schema.nodes",
    )
    yield (
        "64 commands with patterns",
        with_commands(64, {"properties": {f"p{n}": {"pattern": "a?" * 100 + str(n)} for n in range(8)}}),
        "manifest.schema.patterns",
    )
    ring = {f"d{n}": {"items": {"$ref": f"#/definitions/d{(n + 1) % 480}"}} for n in range(480)}
    yield (
        "two rings of 480 schemas",
        with_commands(2, {"definitions": ring, "items": {"$ref": "#/definitions/d0"}}),
        SOUND,
    )
    yield (
        "three times 990 wrong types",
        with_commands(3, {"properties": {f"p{n}": {"type": n} for n in range(990)}}),
        "manifest.schema",
    )
    yield (
        "three times 990 references to nowhere",
        with_commands(3, {"properties": {f"p{n}": {"$ref": f"#/{n}"} for n in range(990)}}),
        "manifest.schema.reference",
    )
    yield (
        "twice 990 unknown keywords",
        with_commands(2, {"properties": {f"p{n}": {"typ": f"minLenght{n}"} for n in range(990)}}),
        SOUND,
    )


def schemas(port: int) -> Iterator[tuple[str, Any, str]]:
    """(name, schema, rule) of hostile schemas of settings. `port` is a local port with a listener."""
    for name, target in [
        ("http", f"http://127.0.0.1:{port}/a"),
        ("http with fragment", f"http://127.0.0.1:{port}/a#/definitions/b"),
        ("https", f"https://127.0.0.1:{port}/a"),
        ("other case", f"HTTP://127.0.0.1:{port}/a"),
        ("space before", f" http://127.0.0.1:{port}/a"),
        ("scheme-relative", f"//127.0.0.1:{port}/a"),
        ("file", "file:///etc/passwd"),
        ("relative", "a.json"),
        ("relative, upwards", "../../a.json"),
        ("empty", ""),
        ("dialect", "http://json-schema.org/draft-07/schema#"),
        ("urn", "urn:description#/a"),
        ("backslashes", f"\\\\127.0.0.1:{port}\\a"),
        ("number", 3),
        ("array", [f"http://127.0.0.1:{port}/a"]),
    ]:
        yield f"reference: {name}", {"properties": {"a": {"$ref": target}}}, "manifest.schema"
    remote = f"http://127.0.0.1:{port}/a"
    for keyword in ("$dynamicRef", "$recursiveRef"):
        yield keyword, {"properties": {"a": {keyword: remote}}}, "manifest.schema.dynamic"
    yield "vocabulary", {"$vocabulary": {remote: True}}, "manifest.schema.dynamic"
    yield "remote dialect", {"$schema": remote}, "manifest.schema.dialect"
    yield "remote dialect inside", {"properties": {"a": {"$schema": remote}}}, "manifest.schema.dialect"
    yield "remote name", {"$id": remote, "properties": {"a": {"$ref": "#/properties/b"}}}, "manifest.schema."
    yield "remote name inside", {"properties": {"a": {"$id": remote, "$ref": "b"}}}, "manifest.schema."
    yield (
        "remote name of draft 4",
        {
            "$schema": "http://json-schema.org/draft-04/schema#",
            "id": remote,
        },
        "manifest.schema.id",
    )
    for holder in ("const", "default", "examples", "enum", "x-note", "unknown", "ui"):
        value = [{"$ref": remote, "$id": remote, "$schema": remote}]
        yield f"reference that is data of {holder}", {"properties": {"a": {holder: value}}}, SOUND
    yield (
        "reference into data",
        {"properties": {"a": {"const": {"$ref": remote}}, "b": {"$ref": "#/properties/a/const"}}},
        "manifest.schema.reference",
    )
    yield (
        "reference to hints",
        {"properties": {"a": {"ui": {"$ref": remote}}, "b": {"$ref": "#/properties/a/ui"}}},
        "manifest.schema.reference",
    )
    yield "itself", {"$ref": "#"}, "manifest.schema.recursion"
    yield (
        "itself, by all ways",
        {keyword: [{"$ref": "#"}] for keyword in ("allOf", "anyOf", "oneOf")},
        "manifest.schema.recursion",
    )
    for keyword in ("not", "if", "then", "else"):
        yield f"itself, by {keyword}", {keyword: {"$ref": "#"}}, "manifest.schema.recursion"
    yield "itself, by dependencies", {"dependencies": {"a": {"$ref": "#"}}}, "manifest.schema.recursion"
    chain = {f"d{n}": {"$ref": f"#/definitions/d{(n + 1) % 900}"} for n in range(900)}
    yield (
        "ring of 900 references",
        {"definitions": chain, "properties": {"a": {"$ref": "#/definitions/d0"}}},
        ("manifest.schema.recursion"),
    )
    line = {**chain, "d899": {}}
    yield (
        "chain of 900 references",
        {"definitions": line, "properties": {"a": {"$ref": "#/definitions/d0"}}},
        ("manifest.schema.expansion"),
    )
    for keyword in ("allOf", "anyOf", "oneOf"):
        for base in (2, 8):
            levels: dict[str, Any] = {
                f"d{n}": {keyword: [{"$ref": f"#/definitions/d{n + 1}"}] * base} for n in range(40)
            }
            levels["d40"] = {}
            yield (
                f"{base}^40 by {keyword}",
                {
                    "definitions": levels,
                    "properties": {"a": {"$ref": "#/definitions/d0"}},
                },
                "manifest.schema.expansion",
            )
    both = {"additionalProperties": {"$ref": "#"}, "patternProperties": {"": {"$ref": "#"}}}
    yield "2^depth by properties", both, "manifest.schema.expansion"
    yield (
        "2^depth by items",
        {"properties": {"a": {"items": {"$ref": "#/properties/a"}, "contains": {"$ref": "#/properties/a"}}}},
        "manifest.schema.expansion",
    )
    for name, pattern in [
        ("(a+)+$", "^(a+)+$"),
        ("(a|a)*", "^(a|a)*$"),
        ("(.*a){20}", "^(.*a){20}$"),
        ("([a-zA-Z]+)*", "^([a-zA-Z]+)*$"),
        ("a?^120", "a?" * 120),
    ]:
        yield f"slow elsewhere: {name}", {"properties": {"a": {"pattern": pattern}}}, SOUND
    for name, pattern in [
        ("look-ahead", "^(?=(a+))a*b"),
        ("look-behind", "(?<!a)b"),
        ("back-reference", "^(a+)\\1$"),
        ("possessive", "^(a++)+$\\1"),
        ("10^9 repeats", "((a{1000}){1000}){1000}"),
        ("\\p{L}{1000}", "\\p{L}{1000}"),
        ("4,000,000,000 repeats", "a{4000000000}"),
        ("open", "(" * 200),
        ("long", "a" * 100_000),
        ("flags", "(?P<a"),
    ]:
        yield f"pattern: {name}", {"properties": {"a": {"pattern": pattern}}}, "manifest.schema.pattern"
        yield f"pattern of names: {name}", {"patternProperties": {pattern: {}}}, "manifest.schema.pattern"
    yield "enum of 30,000", {"properties": {"a": {"enum": [*range(30_000)]}}}, "manifest.schema.nodes"
    yield "enum of 900 arrays", {"properties": {"a": {"enum": [[n] for n in range(900)]}}}, "manifest.schema.expansion"
    yield "40,000 required", {"required": [f"p{n}" for n in range(40_000)]}, "manifest."
    yield "multipleOf 5e-324", {"properties": {"a": {"type": "number", "multipleOf": 5e-324}}}, SOUND
    yield "multipleOf 0", {"properties": {"a": {"multipleOf": 0}}}, "manifest.schema"
    yield "minLength 2^63", {"properties": {"a": {"minLength": 2**63}}}, SOUND
    yield "minLength 1e308", {"properties": {"a": {"minLength": 1e308}}}, SOUND
    yield "defaults without end", {"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}}, SOUND
    yield "unknown formats", {"properties": {"a": {"format": "x" * 1_000}}}, SOUND
    yield "all formats", {"properties": {f"p{n}": {"format": name} for n, name in enumerate(_FORMATS)}}, SOUND
    yield "not an object", {"type": ["string", "array"]}, "manifest.schema.object"
    yield (
        "pointers with odd escapes",
        {"properties": {"~": {}, "a": {"$ref": "#/properties/~2"}}},
        ("manifest.schema.reference"),
    )


_NAMES: Final = """
date date-time time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri iri-reference uuid
uri-template json-pointer relative-json-pointer regex
"""
_FORMATS: Final = _NAMES.split()

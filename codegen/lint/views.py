"""Rules on the schema of view documents, which no operation refers to, so that other rules do not check it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any, NoReturn
from urllib.parse import quote

import jsonschema_rs

from codegen.lint.rule import Fault, rule
from codegen.lint.schemas import KEYWORDS, is_anchored, is_linear
from codegen.model import Description, Schema
from codegen.pointer import escape
from codegen.views import FOLDER, ROOT

URI = "urn:views"
EXAMPLES = "examples/views"
MAPS = ("properties",)
LISTS = ("allOf", "anyOf", "oneOf")
SINGLES = ("items", "not", "if", "then", "else")


@rule("view.schema")
def view_schema(description: Description) -> Iterator[Fault]:
    """The schema of view documents is valid; its keywords are known, its patterns anchored and linear."""
    for file, pointer, part in _schemas(description):
        yield from schema_faults(description.bundle.place_in(file, pointer), part)


@rule("view.example")
def view_example(description: Description) -> Iterator[Fault]:
    """Every example and default of a schema of view documents satisfies the schema."""
    if next(view_schema(description), None) is None:
        for file, pointer, part in _schemas(description):
            validator = None
            for value in [*part.get("examples", ()), *(part[key] for key in ("default",) if key in part)]:
                validator = validator or _validator(description, file, pointer)
                for error in validator.iter_errors(value):
                    place, text = description.bundle.place_in(file, pointer), json.dumps(value)[:60]
                    yield (
                        place,
                        f"the example {text} is invalid: {error.message[:160]}",
                        "correct the example or the schema",
                    )


@rule("view.present")
def view_present(description: Description) -> Iterator[Fault]:
    """Every type of element has a valid document, and every required member of an element or action an invalid one."""
    root = description.bundle.root
    for file, content in description.bundle.files.items():
        folder, name = PurePosixPath(file).parent.as_posix(), PurePosixPath(file).stem
        examples = [f"valid/{name}.json"] if folder == f"{FOLDER}/elements" else []
        if folder in (f"{FOLDER}/elements", f"{FOLDER}/actions") and isinstance(content.get("required"), list):
            members = [member for member in content["required"] if member != "type"]
            examples += [f"invalid/schema.required/{name}-without-{member}.json" for member in members]
        for example in examples:
            if not (root / EXAMPLES / example).is_file():
                place = description.bundle.place_in(file, "")
                yield place, f"there is no example document {example}", f"add {EXAMPLES}/{example}"


def schema_faults(place: str, part: Schema) -> Iterator[Fault]:
    """The faults of a schema itself."""
    pattern = part.get("pattern", "^$")
    unknown_keywords = [name for name in part if name not in {*KEYWORDS, "$id"} and not name.startswith("x-")]
    if unknown_keywords:
        yield place, f"the keyword {unknown_keywords[0]} is unknown", "correct its spelling"
    elif not jsonschema_rs.meta.is_valid(dict(part)):
        yield place, "the schema is not valid JSON Schema 2020-12", "correct the value of a keyword"
    elif not (isinstance(pattern, str) and is_anchored(pattern) and is_linear(pattern)):
        yield place, f"the pattern {pattern} is not anchored, or not linear", "write it as ^(?:…)$ without look-around"


def _schemas(description: Description) -> Iterator[tuple[str, str, Schema]]:
    """(file, pointer, schema) of each schema in the source."""
    for file, content in description.bundle.files.items():
        if file.startswith(f"{FOLDER}/"):
            yield from ((file, pointer, part) for pointer, part in subschemas("", content))


def subschemas(pointer: str, part: Any) -> Iterator[tuple[str, Schema]]:
    """A schema and all schemas inside it, with their pointers."""
    if not isinstance(part, dict):
        return
    yield pointer, part
    for keyword in SINGLES:
        yield from subschemas(f"{pointer}/{keyword}", part.get(keyword))
    for keyword in MAPS:
        members = part.get(keyword)
        for name, child in members.items() if isinstance(members, dict) else ():
            yield from subschemas(f"{pointer}/{keyword}/{escape(name)}", child)
    for keyword in LISTS:
        children = part.get(keyword)
        for index, child in enumerate(children if isinstance(children, list) else ()):
            yield from subschemas(f"{pointer}/{keyword}/{index}", child)


def _validator(description: Description, file: str, pointer: str) -> jsonschema_rs.Draft202012Validator:
    definition = "" if file == ROOT else f"/$defs/{escape(PurePosixPath(file).stem)}"
    document = {key: value for key, value in description.bundle.views.items() if key != "$id"}
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"{URI}#{quote(definition + pointer, safe='/~$')}"},
        registry=jsonschema_rs.Registry([(URI, document)]),
        validate_formats=True,
        formats={"json": _is_json},
        pattern_options=jsonschema_rs.RegexOptions(),
    )


def _is_json(text: str) -> bool:
    try:
        json.loads(text, parse_constant=_refuse_constant)
    except ValueError:
        return False
    return True


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(constant)

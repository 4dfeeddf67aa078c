"""Rules on the schema of view documents: no operation leads there, so the other rules do not see it."""

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
MAPS = ("properties",)
LISTS = ("allOf", "anyOf", "oneOf")
SINGLES = ("items", "not", "if", "then", "else")


@rule("view.schema")
def schema(description: Description) -> Iterator[Fault]:
    """The schema of view documents is valid, its keywords are known, and its patterns anchored and quick."""
    for file, pointer, part in _schemas(description):
        yield from unsound(description.bundle.written(file, pointer), part)


@rule("view.example")
def example(description: Description) -> Iterator[Fault]:
    """Every example and default beside a schema of view documents satisfies it."""
    if next(schema(description), None) is None:
        for file, pointer, part in _schemas(description):
            validator = None
            for value in [*part.get("examples", ()), *(part[key] for key in ("default",) if key in part)]:
                validator = validator or _validator(description, file, pointer)
                for error in validator.iter_errors(value):
                    place, text = description.bundle.written(file, pointer), json.dumps(value)[:60]
                    yield place, f"the example {text} is invalid: {error.message[:160]}", "mend one of the two"


def unsound(place: str, part: Schema) -> Iterator[Fault]:
    """What is wrong with a schema itself."""
    pattern = part.get("pattern", "^$")
    unknown = [name for name in part if name not in {*KEYWORDS, "$id"} and not name.startswith("x-")]
    if unknown:
        yield place, f"{unknown[0]} is no keyword", "mend its spelling"
    elif not jsonschema_rs.meta.is_valid(dict(part)):
        yield place, "it is no schema of JSON Schema 2020-12", "mend the value of a keyword"
    elif not (isinstance(pattern, str) and is_anchored(pattern) and is_linear(pattern)):
        yield place, f"the pattern {pattern} is not anchored, or not linear", "write ^(?:…)$ without look-around"


def _schemas(description: Description) -> Iterator[tuple[str, str, Schema]]:
    """(file, pointer, schema) of each schema as it was written."""
    for file, content in description.bundle.files.items():
        if file.startswith(f"{FOLDER}/"):
            yield from ((file, pointer, part) for pointer, part in parts("", content))


def parts(pointer: str, part: Any) -> Iterator[tuple[str, Schema]]:
    """A schema and those within it, with their pointers."""
    if not isinstance(part, dict):
        return
    yield pointer, part
    for keyword in SINGLES:
        yield from parts(f"{pointer}/{keyword}", part.get(keyword))
    for keyword in MAPS:
        members = part.get(keyword)
        for name, child in members.items() if isinstance(members, dict) else ():
            yield from parts(f"{pointer}/{keyword}/{escape(name)}", child)
    for keyword in LISTS:
        children = part.get(keyword)
        for index, child in enumerate(children if isinstance(children, list) else ()):
            yield from parts(f"{pointer}/{keyword}/{index}", child)


def _validator(description: Description, file: str, pointer: str) -> jsonschema_rs.Draft202012Validator:
    home = "" if file == ROOT else f"/$defs/{escape(PurePosixPath(file).stem)}"
    bundled = {key: value for key, value in description.bundle.views.items() if key != "$id"}
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"{URI}#{quote(home + pointer, safe='/~$')}"},
        registry=jsonschema_rs.Registry([(URI, bundled)]),
        validate_formats=True,
        formats={"json": _is_json},
        pattern_options=jsonschema_rs.RegexOptions(),
    )


def _is_json(text: str) -> bool:
    try:
        json.loads(text, parse_constant=_refused)
    except ValueError:
        return False
    return True


def _refused(constant: str) -> NoReturn:
    raise ValueError(constant)

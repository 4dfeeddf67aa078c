"""The descriptions of the last version, in `specs/released/`, and their comparison with those of today."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from codegen.compatibility import events, operations
from codegen.compatibility.change import Change, Direction, Place
from codegen.compatibility.changelog import named
from codegen.compatibility.flat import ANNOTATIONS, Description
from codegen.compatibility.schemas import Schemas

FOLDER: Final = "released"
_OPENAPI, _ASYNCAPI = "openapi.json", "asyncapi.json"
_SCHEMAS: Final = "schemas/"
_SCHEMA_ENDING: Final = ".schema.json"
_UNUSED: Final = ANNOTATIONS - {"$schema", "$id", "$defs"} | {"x-decision", "tags", "links", "x-beyond-schema"}
_NAMED: Final = frozenset(
    {
        "properties",
        "patternProperties",
        "$defs",
        "schemas",
        "parameters",
        "responses",
        "headers",
        "messages",
        "channels",
    }
    | {"operations", "paths", "content", "requestBodies", "securitySchemes", "mapping"}
)
"""Members whose own members are names, and no keywords."""


class ReleaseError(Exception):
    """The descriptions cannot become those of the last version. The message says why."""


def descriptions(files: Mapping[str, str]) -> dict[str, str]:
    """The descriptions among generated files: those of the operations and events, and the schemas of documents."""
    return {name: text for name, text in files.items() if name in {_OPENAPI, _ASYNCAPI} or name.startswith(_SCHEMAS)}


def compact(text: str) -> str:
    """A description without what no client depends on, such as texts for people."""
    return json.dumps(_stripped(json.loads(text)), indent=1, ensure_ascii=False) + "\n"


def unnamed(folder: Path, files: Mapping[str, str], changelog: str) -> list[Change]:
    """What breaks clients of the last version and no line of the changelog names."""
    names = set(named(changelog))
    return [change for change in changes(read(folder), descriptions(files)) if change.place.name not in names]


def release(folder: Path, files: Mapping[str, str]) -> dict[str, str]:
    """The descriptions of today as those of the last version, by file. Raises `ReleaseError`."""
    before, now = read(folder).get(_OPENAPI), files[_OPENAPI]
    version = json.loads(now)["info"]["version"]
    if before is not None and json.loads(before)["info"]["version"] == version:
        raise ReleaseError(f"the descriptions of {version} stand in {folder.name}/ already; raise the version first")
    return {name: compact(text) for name, text in descriptions(files).items()}


def read(folder: Path) -> dict[str, str]:
    """The descriptions of the last version."""
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("*.json"))}


def changes(before: Mapping[str, str], after: Mapping[str, str]) -> list[Change]:
    """What breaks clients of the descriptions `before`, by file. Each change is listed once."""
    found: dict[tuple[str, str, str], Change] = {}

    def report(change: Change) -> None:
        found.setdefault((change.place.name, change.rule, change.detail), change)

    for name, text in before.items():
        if name not in after:
            place = Place(name, "", _name(name))
            report(Change(place, "description.removed", "the description is gone"))
            continue
        _compare(name, json.loads(text), json.loads(after[name]), report)
    return sorted(found.values(), key=lambda change: (change.place.file, change.place.pointer, change.rule))


def _compare(name: str, before: Any, after: Any, report: Any) -> None:
    if name == _OPENAPI:
        operations.compare(Description(name, before), Description(name, after), report)
    elif name == _ASYNCAPI:
        events.compare(Description(name, before), Description(name, after), report)
    else:  # documents are written by people and programs, and read by the service
        own = _name(name)
        old, new = Description(name, before, f"{own}."), Description(name, after, f"{own}.")
        Schemas(old, new, report).compare(before, after, Direction.SENT, Place(name, "", own))


def _name(file: str) -> str:
    """The name of a document, such as `manifest` of `schemas/manifest-v3.schema.json`."""
    return file.removeprefix(_SCHEMAS).removesuffix(_SCHEMA_ENDING).rpartition("-")[0] or file


def _stripped(value: Any, *, are_names: bool = False) -> Any:
    if isinstance(value, dict):
        return {
            key: _stripped(inner, are_names=key in _NAMED and not are_names)
            for key, inner in value.items()
            if are_names or key not in _UNUSED
        }
    return [_stripped(inner) for inner in value] if isinstance(value, list) else value

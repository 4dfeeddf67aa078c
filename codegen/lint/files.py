"""Rules on files: they are named as on the wire, and every part of them is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from codegen import manifest
from codegen.compatibility import rules
from codegen.lint.rule import Fault, rule
from codegen.model import Description
from codegen.pointer import escape
from codegen.source import read_yaml

PATHS = "paths"
DASHBOARD = "dashboard.yaml"
X_MEMBERS = (
    "x-public",
    "x-any-key",
    "x-owner",
    "x-spans-segments",
    "x-any-query",
    "x-max-bytes",
    "x-unbounded",
    "x-plain",
    "x-beyond-schema",
    "x-dispatch",
    "x-free",
    "x-max-depth",
    "x-max-groups",
    "x-max-similarities",
    "x-max-seconds",
    "x-max-waiting",
    "x-max-letters",
    "x-max-images",
    "x-max-days",
    "x-max-hours",
    "x-max-sessions",
    "x-uncompressed",
    "x-precondition",
    "x-decision",
    "x-not-offered",
    "x-envelope",
    "x-topics",
    "x-entities",
    "x-vector",
    "x-meanings",
)


@rule("file.name")
def file_name(description: Description) -> Iterator[Fault]:
    """A component is named in PascalCase after its wire type, and a family in kebab-case."""
    for section, components in description.document.get("components", {}).items():
        for component, content in components.items():
            place = f"/components/{section}/{escape(component)}"
            if section != "securitySchemes" and not re.fullmatch(r"(?:[A-Z][a-z0-9]*)+", component):
                yield place, f"the name {component} is not PascalCase", "write it in PascalCase"
            if section == "schemas" and content.get("title", component) != component:
                yield place, f"the title {content['title']} differs from the name of the file", "remove the title"
    for family in description.families:
        if not re.fullmatch(r"[a-z]+(?:-[a-z]+)*", family):
            yield "/tags", f"the name of the family {family} is not kebab-case", "rename its file in paths/"


@rule("file.path")
def file_path(description: Description) -> Iterator[Fault]:
    """A path item is in paths/<family>.yaml, under the path as its key."""
    for route in description.document.get("paths", {}):
        place = description.bundle.sources.get(f"/paths/{escape(route)}", "")
        if not re.fullmatch(rf"[^/]+/paths/[^/]+\.yaml#/{re.escape(escape(route))}", place):
            location = place or f"/paths/{escape(route)}"
            yield (
                location,
                f"the path item of {route} is not in paths/ under its own path",
                f"move it to paths/<family>.yaml#/{escape(route)}",
            )


@rule("file.unused")
def file_unused(description: Description) -> Iterator[Fault]:
    """Every component and file is referred to, and every path item is listed in openapi.yaml."""
    references = set(_references({key: value for key, value in description.document.items() if key != "components"}))
    references |= {f"#{pointer}" for pointer in manifest.pointers(description)}
    components = description.document.get("components", {})
    pending = sorted(references)
    while pending:
        section, component = pending.pop().split("/")[2:4]
        nested = set(_references(components[section][component.replace("~1", "/").replace("~0", "~")])) - references
        references |= nested
        pending.extend(nested)
    for section in components:
        for component in components[section] if section != "securitySchemes" else ():
            pointer = f"/components/{section}/{escape(component)}"
            if (
                not any(one == f"#{pointer}" or one.startswith(f"#{pointer}/") for one in references)
                and component != "Scope"
            ):
                yield pointer, f"nothing refers to the component {component}", "refer to it or remove it"
    root = description.bundle.root
    for path in sorted(path for suffix in ("yaml", "yml") for path in root.rglob(f"*.{suffix}")):
        file = path.relative_to(root).as_posix()
        if file.startswith(f"{PATHS}/"):
            content = description.bundle.files.get(file) or read_yaml(path, description.bundle.place_in(file, ""))
            for route in content if isinstance(content, dict) else ():
                if route not in description.document.get("paths", {}):
                    remedy = f"add `{route}: {{$ref: './{file}#/{escape(route)}'}}` to its `paths`, or remove the path"
                    place = description.bundle.place_in(file, f"/{escape(route)}")
                    yield place, f"openapi.yaml does not list the path {route}", remedy
        elif file not in description.bundle.files and file not in (rules.FILE, DASHBOARD):
            yield description.bundle.place_in(file, ""), "nothing refers to this file", "refer to it or remove it"


@rule("file.member")
def file_member(description: Description) -> Iterator[Fault]:
    """Every `x-` member is known; a misspelt one would have no effect."""
    for file, content in description.bundle.files.items():
        for pointer, key, _ in x_members(content):
            if key not in X_MEMBERS:
                yield (
                    description.bundle.place_in(file, pointer),
                    f"{key} is unknown",
                    f"write one of {', '.join(X_MEMBERS)}, or add it to X_MEMBERS in codegen/lint/files.py",
                )


def x_members(value: Any, pointer: str = "") -> Iterator[tuple[str, str, Any]]:
    """(pointer, name, value) of every `x-` member in a part of the source."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        if isinstance(key, str) and key.startswith("x-"):
            yield pointer, key, child
        elif key not in ("example", "examples"):
            yield from x_members(child, f"{pointer}/{escape(str(key))}")


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        mapping = value.get("discriminator", {})
        yield from mapping.get("mapping", {}).values() if isinstance(mapping, dict) else ()
        for child in value.values():
            yield from _references(child)
    elif isinstance(value, list):
        for child in value:
            yield from _references(child)

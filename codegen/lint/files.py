"""Rules on files: the name on the disk is the name on the wire, and everything written is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from codegen import manifest
from codegen.lint.rule import Fault, rule
from codegen.model import Description
from codegen.pointer import escape

MARKS = (
    "x-public",
    "x-any-key",
    "x-owner",
    "x-max-bytes",
    "x-unbounded",
    "x-beyond-schema",
    "x-dispatch",
    "x-free",
    "x-max-depth",
    "x-max-groups",
    "x-max-similarities",
    "x-decision",
    "x-envelope",
)


@rule("file.name")
def name(description: Description) -> Iterator[Fault]:
    """A component is named in PascalCase after its wire type, and a family in kebab-case."""
    for section, components in description.document.get("components", {}).items():
        for component, content in components.items():
            place = description.bundle.place(f"/components/{section}/{escape(component)}")
            if section != "securitySchemes" and not re.fullmatch(r"(?:[A-Z][a-z0-9]*)+", component):
                yield place, f"the name {component} is not PascalCase", "rename it after its wire type"
            if section == "schemas" and content.get("title", component) != component:
                yield place, f"the title {content['title']} is not the name of the file", "remove the title"
    for family in description.families:
        if not re.fullmatch(r"[a-z]+(?:-[a-z]+)*", family):
            yield description.bundle.place("/tags"), f"the family {family} is not kebab-case", "rename its file"


@rule("file.path")
def path(description: Description) -> Iterator[Fault]:
    """A path item stands in paths/<family>.yaml under its own path."""
    for route in description.document.get("paths", {}):
        place = description.bundle.sources.get(f"/paths/{escape(route)}", "")
        if not re.fullmatch(rf"[^/]+/paths/[^/]+\.yaml#/{re.escape(escape(route))}", place):
            where = place or description.bundle.place(f"/paths/{escape(route)}")
            yield where, f"{route} is written elsewhere", f"refer to paths/<family>.yaml#/{escape(route)}"


@rule("file.unused")
def unused(description: Description) -> Iterator[Fault]:
    """Every component is referred to, and every path item listed."""
    used = set(_references({key: value for key, value in description.document.items() if key != "components"}))
    used |= {f"#{pointer}" for pointer in manifest.pointers(description)}
    components = description.document.get("components", {})
    waiting = sorted(used)
    while waiting:
        section, component = waiting.pop().split("/")[2:4]
        below = set(_references(components[section][component.replace("~1", "/").replace("~0", "~")])) - used
        used |= below
        waiting.extend(below)
    for section in components:
        for component in components[section] if section != "securitySchemes" else ():
            pointer = f"/components/{section}/{escape(component)}"
            if not any(one == f"#{pointer}" or one.startswith(f"#{pointer}/") for one in used) and component != "Scope":
                yield description.bundle.place(pointer), f"nothing uses {component}", "remove it"
    root = description.bundle.root
    for path in sorted(path for suffix in ("yaml", "yml") for path in root.rglob(f"*.{suffix}")):
        file = path.relative_to(root).as_posix()
        if file not in description.bundle.files:
            yield description.bundle.written(file, ""), "nothing refers to this file", "refer to it or remove it"
        elif file.startswith("paths/"):
            for route in description.bundle.files[file]:
                if route not in description.document.get("paths", {}):
                    place = description.bundle.written(file, f"/{escape(route)}")
                    yield place, "openapi.yaml does not list this path", "list it or remove it"


@rule("file.mark")
def mark(description: Description) -> Iterator[Fault]:
    """Every `x-` member is one that is read; a misspelt one would do nothing."""
    for file, content in description.bundle.files.items():
        for pointer, key, _ in marks(content):
            if key not in MARKS:
                yield (
                    description.bundle.written(file, pointer),
                    f"nothing reads {key}",
                    f"take one of {', '.join(MARKS)}",
                )


def marks(value: Any, pointer: str = "") -> Iterator[tuple[str, str, Any]]:
    """(pointer, name, value) of every `x-` member below a part of the source."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        if isinstance(key, str) and key.startswith("x-"):
            yield pointer, key, child
        elif key not in ("example", "examples"):
            yield from marks(child, f"{pointer}/{escape(str(key))}")


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

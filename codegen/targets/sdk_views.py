"""sdk/python/facetry_extension/views/parts.py: the parts of view documents as frozen dataclasses."""

from __future__ import annotations

import posixpath
from pathlib import PurePosixPath

from codegen.annotation import SCALARS, literal
from codegen.formatting import formatted
from codegen.header import header
from codegen.model import Description, Schema, python_name
from codegen.pointer import resolve
from codegen.targets.sdk_models import docstring

FOLDERS = ("modifiers", "records", "elements", "actions")
"""The folders below specs/views whose files are objects; `values` are texts, and stand where they are used."""
BASES = {"elements": "VisualElement", "actions": "ViewAction"}

HEAD = """
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Literal

from facetry_extension.views.part import Action, Element, Part, ViewAction, VisualElement

"""


def render(description: Description) -> str:
    """What is required comes first, everything else by name and with its default; None stands for absent."""
    files = description.bundle.files
    paths = [PurePosixPath(file) for folder in FOLDERS for file in sorted(files) if is_in(file, folder)]
    body = "".join(_part(description, path, files[path.as_posix()]) for path in paths)
    listed = "".join(f"    {literal(class_name(path.stem))},\n" for path in sorted(paths, key=lambda one: one.stem))
    return formatted(header("The parts of view documents.") + HEAD + f"__all__ = [\n{listed}]\n\n" + body)


def class_name(stem: str) -> str:
    """`string-url` → StringUrl."""
    return "".join(word.capitalize() for word in stem.split("-"))


def is_in(file: str, folder: str) -> bool:
    return PurePosixPath(file).parent.as_posix() == f"views/{folder}"


def _part(description: Description, path: PurePosixPath, schema: Schema) -> str:
    needed = schema.get("required", ())
    members = {name: part for name, part in schema.get("properties", {}).items() if name != "type"}
    is_typed = "type" in schema.get("properties", {})
    lines = [f"    _type: ClassVar[str | None] = {literal(path.stem)}\n"] if is_typed else []
    lines += [_field(description, path, name, part, "") for name, part in members.items() if name in needed]
    free = [
        _field(description, path, name, part, " | None = None") for name, part in members.items() if name not in needed
    ]
    lines += ["    _: KW_ONLY\n", *free] if free else []
    told = docstring(schema.get("description", ""), "    ")
    base = BASES.get(path.parent.name, "Part")
    return f"@dataclass(frozen=True, slots=True)\nclass {class_name(path.stem)}({base}):\n{told}\n{''.join(lines)}\n"


def _field(description: Description, path: PurePosixPath, name: str, part: Schema, absent: str) -> str:
    _, whole = followed(description, path, part)
    told = docstring(part.get("description", whole.get("description", "")), "    ")
    rest = f" = {literal(whole['default'])}" if absent and "default" in whole else absent
    return f"    {python_name(name)}: {_typed(description, path, part)}{rest}\n{told}"


def _typed(description: Description, path: PurePosixPath, part: Schema) -> str:
    if "$ref" in part:
        target = PurePosixPath(part["$ref"])
        is_object = target.parent.name in FOLDERS or target.stem in ("element", "action")
        return class_name(target.stem) if is_object else _typed(description, *followed(description, path, part))
    if "enum" in part:
        return f"Literal[{', '.join(literal(value) for value in part['enum'])}]"
    if part["type"] == "array":
        return f"Sequence[{_typed(description, path, part['items'])}]"
    return "Mapping[str, Any]" if part["type"] == "object" else SCALARS[part["type"]]


def followed(description: Description, path: PurePosixPath, part: Schema) -> tuple[PurePosixPath, Schema]:
    """The part, or what it refers to, and the file that it stands in."""
    if "$ref" not in part:
        return path, part
    name, _, pointer = part["$ref"].partition("#")
    file = PurePosixPath(posixpath.normpath((path.parent / name).as_posix()))
    return file, resolve(description.bundle.files[file.as_posix()], pointer)

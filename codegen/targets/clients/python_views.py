"""sdk/python/facetry_extension/views/parts.py: the parts of view documents as frozen dataclasses."""

from __future__ import annotations

import posixpath
from pathlib import PurePosixPath

from codegen.annotation import SCALARS, literal
from codegen.formatting import format_python
from codegen.header import header
from codegen.model import Description, Schema, python_name
from codegen.pointer import resolve
from codegen.targets.clients.python_models import docstring

FOLDERS = ("modifiers", "records", "elements", "actions")
"""The folders in specs/views whose schemas are objects. Those of `values` are texts, which get no class."""
BASES = {"elements": "VisualElement", "actions": "ViewAction"}

HEAD = """
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, ClassVar, Literal

from facetry_extension.views.part import Action, Element, Part, ViewAction, VisualElement

"""


def render(description: Description) -> str:
    """A dataclass for each part: required members first, all others keyword-only with defaults. None means absent."""
    files = description.bundle.files
    paths = [PurePosixPath(file) for folder in FOLDERS for file in sorted(files) if is_in(file, folder)]
    body = "".join(_part(description, path, files[path.as_posix()]) for path in paths)
    names = "".join(f"    {literal(class_name(path.stem))},\n" for path in sorted(paths, key=lambda one: one.stem))
    return format_python(header("The parts of view documents.") + HEAD + f"__all__ = [\n{names}]\n\n" + body)


def class_name(stem: str) -> str:
    """`string-url` has StringUrl."""
    return "".join(word.capitalize() for word in stem.split("-"))


def is_in(file: str, folder: str) -> bool:
    return PurePosixPath(file).parent.as_posix() == f"views/{folder}"


def _part(description: Description, path: PurePosixPath, schema: Schema) -> str:
    required = schema.get("required", ())
    members = {name: part for name, part in schema.get("properties", {}).items() if name != "type"}
    is_typed = "type" in schema.get("properties", {})
    lines = [f"    _type: ClassVar[str | None] = {literal(path.stem)}\n"] if is_typed else []
    lines += [_field(description, path, name, part, "") for name, part in members.items() if name in required]
    optional = [
        _field(description, path, name, part, " | None = None")
        for name, part in members.items()
        if name not in required
    ]
    lines += ["    _: KW_ONLY\n", *optional] if optional else []
    documentation = docstring(schema.get("description", ""), "    ")
    head = f"class {class_name(path.stem)}({BASES.get(path.parent.name, 'Part')}):"
    return f"@dataclass(frozen=True, slots=True)\n{head}\n{documentation}\n{''.join(lines)}\n"


def _field(description: Description, path: PurePosixPath, name: str, part: Schema, optional_suffix: str) -> str:
    _, target = dereference(description, path, part)
    documentation = docstring(part.get("description", target.get("description", "")), "    ")
    default = f" = {literal(target['default'])}" if optional_suffix and "default" in target else optional_suffix
    return f"    {python_name(name)}: {_type_of(description, path, part)}{default}\n{documentation}"


def _type_of(description: Description, path: PurePosixPath, part: Schema) -> str:
    if "$ref" in part:
        target = PurePosixPath(part["$ref"])
        is_object = target.parent.name in FOLDERS or target.stem in ("element", "action")
        return class_name(target.stem) if is_object else _type_of(description, *dereference(description, path, part))
    if "enum" in part:
        return f"Literal[{', '.join(literal(value) for value in part['enum'])}]"
    if part["type"] == "array":
        return f"Sequence[{_type_of(description, path, part['items'])}]"
    return "Mapping[str, Any]" if part["type"] == "object" else SCALARS[part["type"]]


def dereference(description: Description, path: PurePosixPath, part: Schema) -> tuple[PurePosixPath, Schema]:
    """The target of a part that may be a reference, and the file of the target."""
    if "$ref" not in part:
        return path, part
    name, _, pointer = part["$ref"].partition("#")
    file = PurePosixPath(posixpath.normpath((path.parent / name).as_posix()))
    return file, resolve(description.bundle.files[file.as_posix()], pointer)

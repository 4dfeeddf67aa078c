"""sdk/node/src/views/parts.ts: functions that create the parts of view documents."""

from __future__ import annotations

from pathlib import PurePosixPath

from codegen.annotation import SCALARS
from codegen.model import Description, Schema
from codegen.targets.clients.python_views import FOLDERS, class_name, dereference, is_in
from codegen.targets.clients.typescript_types import (
    WIDTH,
    alias,
    array_of,
    doc_comment,
    header,
    literal,
    member,
    one_of,
)

SUFFIXES = {"elements": "Element", "actions": "Action"}
UNIONS = {"VisualElement": "elements", "ViewAction": "actions"}
_SCALARS = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}

HEAD = """\
import { type Free, type OpenPart, part } from "./part.js";

"""


def render(description: Description) -> str:
    """A function for each part: required members are positional, all others options. Defaults are omitted."""
    files = description.bundle.files
    paths = [PurePosixPath(file) for folder in FOLDERS for file in sorted(files) if is_in(file, folder)]
    unions = "".join(
        alias(name, " | ".join(type_name(path) for path in paths if path.parent.name == folder) or "never") + "\n"
        for name, folder in UNIONS.items()
    )
    return (
        header("The parts of view documents.")
        + HEAD
        + doc_comment("An element of one of the known types, or the JSON object of another one.", "")
        + "export type Element = VisualElement | OpenPart;\n\n"
        + doc_comment("An action of one of the known types, or the JSON object of another one.", "")
        + "export type Action = ViewAction | OpenPart;\n\n"
        + unions
        + "\n".join(_part(description, path, files[path.as_posix()]) for path in paths)
    )


def type_name(path: PurePosixPath) -> str:
    """`elements/string-url` has StringUrlElement; records and modifiers have no suffix."""
    return class_name(path.stem) + SUFFIXES.get(path.parent.name, "")


def function_name(path: PurePosixPath) -> str:
    """`string-url` has stringUrl."""
    name = class_name(path.stem)
    return name[:1].lower() + name[1:]


def _part(description: Description, path: PurePosixPath, schema: Schema) -> str:
    required_names = schema.get("required", ())
    is_typed = "type" in schema.get("properties", {})
    members = {name: part for name, part in schema.get("properties", {}).items() if name != "type"}
    required = {name: part for name, part in members.items() if name in required_names}
    optional = {name: part for name, part in members.items() if name not in required_names}
    text = doc_comment(schema.get("description", ""), "")
    kind = f"  readonly type: {literal(path.stem)};\n" if is_typed else ""
    fields = "".join(_field(description, path, name, part, name in required_names) for name, part in members.items())
    return (
        f"{text}export interface {type_name(path)} {{\n{kind}{fields}}}\n\n"
        f"{text}{_function(description, path, required, optional, is_typed=is_typed)}"
    )


def _field(description: Description, path: PurePosixPath, name: str, part: Schema, is_required: bool) -> str:
    _, target = dereference(description, path, part)
    text = doc_comment(part.get("description", target.get("description", "")), "  ")
    return f"{text}  readonly {member(name)}{'' if is_required else '?'}: {_type_of(description, path, part)};\n"


def _function(
    description: Description,
    path: PurePosixPath,
    required: dict[str, Schema],
    optional: dict[str, Schema],
    *,
    is_typed: bool,
) -> str:
    name = type_name(path)
    arguments = [f"{one}: {_type_of(description, path, part)}" for one, part in required.items()]
    if optional:
        keys = (
            one_of(literal(one) for one in (*(["type"] if is_typed else []), *required)) if required or is_typed else ""
        )
        arguments.append(f"options: Free<{name}{f', {keys}' if keys else ''}> = {{}}")
    line = f"export function {function_name(path)}({', '.join(arguments)}): {name} {{"
    if len(line) > WIDTH:
        line = f"export function {function_name(path)}(\n  {''.join(f'{one},' + chr(10) + '  ' for one in arguments)}"
        line = f"{line.rstrip()}\n): {name} {{"
    targets = {one: dereference(description, path, part)[1] for one, part in optional.items()}
    defaults = [f"{member(one)}: {_default(target)}" for one, target in targets.items()]
    kind = literal(path.stem) if is_typed else "undefined"
    call_arguments = [kind, _object(list(required)), "options" if optional else "{}", _object(defaults)]
    call = f"  return part({', '.join(call_arguments)});"
    if len(call) > WIDTH:
        lines = "".join(f"    {one},\n" for one in defaults)
        call = f"  return part({', '.join(call_arguments[:-1])}, {{\n{lines}  }});"
    return f"{line}\n{call}\n}}\n"


def _object(members: list[str]) -> str:
    return f"{{ {', '.join(members)} }}" if members else "{}"


def _default(target: Schema) -> str:
    return literal(target["default"]) if "default" in target else "undefined"


def _type_of(description: Description, path: PurePosixPath, part: Schema) -> str:
    if "$ref" in part:
        reference = PurePosixPath(part["$ref"])
        if reference.stem in ("element", "action"):
            return class_name(reference.stem)
        file, target = dereference(description, path, part)
        return type_name(file) if reference.parent.name in FOLDERS else _type_of(description, file, target)
    if "enum" in part:
        return one_of(literal(value) for value in part["enum"])
    if part["type"] == "array":
        return f"readonly {array_of(_type_of(description, path, part['items']))}"
    return "Readonly<Record<string, unknown>>" if part["type"] == "object" else _SCALARS[SCALARS[part["type"]]]

"""sdk/node/src/views/parts.ts: the parts of view documents as functions that make them."""

from __future__ import annotations

from pathlib import PurePosixPath

from codegen.annotation import SCALARS
from codegen.model import Description, Schema
from codegen.targets.sdk_node_types import WIDTH, alias, array_of, header, literal, member, one_of, told
from codegen.targets.sdk_views import FOLDERS, class_name, followed, is_in

SUFFIXES = {"elements": "Element", "actions": "Action"}
UNIONS = {"VisualElement": "elements", "ViewAction": "actions"}
_SCALARS = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}

HEAD = """\
import { type Free, type OpenPart, part } from "./part.js";

"""


def render(description: Description) -> str:
    """What is required comes first, everything else by name; what is as it would be anyway is left out."""
    files = description.bundle.files
    paths = [PurePosixPath(file) for folder in FOLDERS for file in sorted(files) if is_in(file, folder)]
    unions = "".join(
        alias(name, " | ".join(type_name(path) for path in paths if path.parent.name == folder) or "never") + "\n"
        for name, folder in UNIONS.items()
    )
    return (
        header("The parts of view documents.")
        + HEAD
        + told("An element of one of the known types, or the JSON object of another one.", "")
        + "export type Element = VisualElement | OpenPart;\n\n"
        + told("An action of one of the known types, or the JSON object of another one.", "")
        + "export type Action = ViewAction | OpenPart;\n\n"
        + unions
        + "\n".join(_part(description, path, files[path.as_posix()]) for path in paths)
    )


def type_name(path: PurePosixPath) -> str:
    """`elements/string-url` → StringUrlElement; records and modifiers have no suffix."""
    return class_name(path.stem) + SUFFIXES.get(path.parent.name, "")


def function_name(path: PurePosixPath) -> str:
    """`string-url` → stringUrl."""
    name = class_name(path.stem)
    return name[:1].lower() + name[1:]


def _part(description: Description, path: PurePosixPath, schema: Schema) -> str:
    listed = schema.get("required", ())
    is_typed = "type" in schema.get("properties", {})
    members = {name: part for name, part in schema.get("properties", {}).items() if name != "type"}
    needed = {name: part for name, part in members.items() if name in listed}
    free = {name: part for name, part in members.items() if name not in listed}
    text = told(schema.get("description", ""), "")
    kind = f"  readonly type: {literal(path.stem)};\n" if is_typed else ""
    fields = "".join(_field(description, path, name, part, name in listed) for name, part in members.items())
    return (
        f"{text}export interface {type_name(path)} {{\n{kind}{fields}}}\n\n"
        f"{text}{_function(description, path, needed, free, is_typed=is_typed)}"
    )


def _field(description: Description, path: PurePosixPath, name: str, part: Schema, is_needed: bool) -> str:
    _, whole = followed(description, path, part)
    text = told(part.get("description", whole.get("description", "")), "  ")
    return f"{text}  readonly {member(name)}{'' if is_needed else '?'}: {_typed(description, path, part)};\n"


def _function(
    description: Description, path: PurePosixPath, needed: dict[str, Schema], free: dict[str, Schema], *, is_typed: bool
) -> str:
    name = type_name(path)
    arguments = [f"{one}: {_typed(description, path, part)}" for one, part in needed.items()]
    if free:
        keys = one_of(literal(one) for one in (*(["type"] if is_typed else []), *needed)) if needed or is_typed else ""
        arguments.append(f"options: Free<{name}{f', {keys}' if keys else ''}> = {{}}")
    line = f"export function {function_name(path)}({', '.join(arguments)}): {name} {{"
    if len(line) > WIDTH:
        line = f"export function {function_name(path)}(\n  {''.join(f'{one},' + chr(10) + '  ' for one in arguments)}"
        line = f"{line.rstrip()}\n): {name} {{"
    wholes = {one: followed(description, path, part)[1] for one, part in free.items()}
    defaults = [f"{member(one)}: {_default(whole)}" for one, whole in wholes.items()]
    kind = literal(path.stem) if is_typed else "undefined"
    given = [kind, _object(list(needed)), "options" if free else "{}", _object(defaults)]
    call = f"  return part({', '.join(given)});"
    if len(call) > WIDTH:
        lines = "".join(f"    {one},\n" for one in defaults)
        call = f"  return part({', '.join(given[:-1])}, {{\n{lines}  }});"
    return f"{line}\n{call}\n}}\n"


def _object(members: list[str]) -> str:
    return f"{{ {', '.join(members)} }}" if members else "{}"


def _default(whole: Schema) -> str:
    return literal(whole["default"]) if "default" in whole else "undefined"


def _typed(description: Description, path: PurePosixPath, part: Schema) -> str:
    if "$ref" in part:
        target = PurePosixPath(part["$ref"])
        if target.stem in ("element", "action"):
            return class_name(target.stem)
        file, whole = followed(description, path, part)
        return type_name(file) if target.parent.name in FOLDERS else _typed(description, file, whole)
    if "enum" in part:
        return one_of(literal(value) for value in part["enum"])
    if part["type"] == "array":
        return f"readonly {array_of(_typed(description, path, part['items']))}"
    return "Readonly<Record<string, unknown>>" if part["type"] == "object" else _SCALARS[SCALARS[part["type"]]]

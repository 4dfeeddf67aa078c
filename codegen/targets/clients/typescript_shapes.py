"""sdk/node/src/views/shapes.ts: the members of the parts of view documents, for the reader."""

from __future__ import annotations

from pathlib import PurePosixPath

from codegen.model import Description, Schema
from codegen.targets.clients.python_views import FOLDERS, dereference, is_in
from codegen.targets.clients.typescript_types import header, literal, member

HEAD = """\
/** What a value is: a scalar, an object, an element, an action, a part by its name, an array, or one of some values. */
export type Kind =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "object"
  | "element"
  | "action"
  | { readonly part: string }
  | { readonly items: Kind }
  | { readonly enum: readonly string[] };

/** The members that a part needs, and the kinds of all that are known. */
export interface Shape {
  readonly needed: readonly string[];
  readonly members: Readonly<Record<string, Kind>>;
}

"""


def render(description: Description) -> str:
    """The shape of each part by its name, and the types of elements and actions."""
    files = description.bundle.files
    paths = [PurePosixPath(file) for folder in FOLDERS for file in sorted(files) if is_in(file, folder)]
    shapes = "".join(_shape(description, path, files[path.as_posix()]) for path in paths)
    types = "".join(
        f"export const {name}: ReadonlySet<string> = new Set([\n"
        + "".join(f"  {literal(path.stem)},\n" for path in paths if path.parent.name == folder)
        + "]);\n\n"
        for name, folder in (("ELEMENTS", "elements"), ("ACTIONS", "actions"))
    )
    start = "export const SHAPES: Readonly<Record<string, Shape>> = {\n"
    return f"{header('The members of the parts of view documents.')}{HEAD}{types}{start}{shapes}}};\n"


def _shape(description: Description, path: PurePosixPath, schema: Schema) -> str:
    needed = ", ".join(literal(name) for name in schema.get("required", ()) if name != "type")
    members = "".join(
        f"      {member(name)}: {_kind(description, path, part)},\n"
        for name, part in schema.get("properties", {}).items()
        if name != "type"
    )
    return f"  {literal(path.stem)}: {{\n    needed: [{needed}],\n    members: {{\n{members}    }},\n  }},\n"


def _kind(description: Description, path: PurePosixPath, part: Schema) -> str:
    if "$ref" in part:
        name, _, pointer = part["$ref"].partition("#")
        target = PurePosixPath(name)
        if not pointer and target.stem in ("element", "action"):
            return literal(target.stem)
        if not pointer and target.parent.name in FOLDERS:
            return f"{{ part: {literal(target.stem)} }}"
        return _kind(description, *dereference(description, path, part))
    if "enum" in part:
        return f"{{ enum: [{', '.join(literal(value) for value in part['enum'])}] }}"
    if part["type"] == "array":
        return f"{{ items: {_kind(description, path, part['items'])} }}"
    return literal(part["type"])

"""Bundles the schema of view documents into one self-contained JSON Schema."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from pathlib import Path
from typing import Any

from codegen.copies import rewritten
from codegen.finding import SpecError
from codegen.pointer import escape

FOLDER = "views"
ROOT = f"{FOLDER}/view-document.yaml"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
DISPATCH = "x-dispatch"
"""On a schema: the folder with one schema for each value of `type`, named after the value."""

Read = Callable[[str], Any]
Dereference = Callable[[str, str], tuple[str, str, Any]]


def bundle(root: Path, read: Read, dereference: Dereference) -> dict[str, Any]:
    """The root with everything that it refers to; each file becomes a definition. Empty without a root."""
    return _Views(root, read, dereference).bundle() if (root / ROOT).exists() else {}


class _Views:
    def __init__(self, root: Path, read: Read, dereference: Dereference) -> None:
        self.root = root
        self.read = read
        self.dereference = dereference
        self.files_by_name: dict[str, str] = {}
        self.pending: list[str] = []

    def bundle(self) -> dict[str, Any]:
        document = {"$schema": DIALECT, **self.rewrite(self.read(ROOT), ROOT)}
        definitions = {}
        while self.pending:
            file = self.pending.pop()
            definitions[_name(file)] = self.rewrite(self.read(file), file)
        return {**document, "$defs": dict(sorted(definitions.items()))}

    def rewrite(self, value: Any, file: str) -> Any:
        """A copy of `value` from `file`, with references into the bundled schema."""

        def change(part: dict[str, Any]) -> dict[str, Any]:
            if isinstance(part.get("$ref"), str):
                target, pointer, _ = self.dereference(part["$ref"], file)
                part["$ref"] = self.definition(target) + pointer
            if DISPATCH in part:
                part["allOf"] = [self.branch(path) for path in self.type_files(part.pop(DISPATCH), file)]
            return part

        return rewritten(value, change)

    def type_files(self, folder: str, file: str) -> list[str]:
        """The schemas in a folder beside `file`, one for each value of `type`."""
        directory = posixpath.join(posixpath.dirname(file), folder)
        files = sorted(path.relative_to(self.root).as_posix() for path in (self.root / directory).glob("*.yaml"))
        if not files:
            place, message = f"{self.root.name}/{file}", f"there is no {directory}/<type>.yaml"
            raise SpecError(place, "bundle.reference", message, "add a file, or correct the name of the folder")
        return files

    def branch(self, file: str) -> dict[str, Any]:
        """Applies the schema of a type to values of that type only, so that errors are those of one type."""
        condition = {"required": ["type"], "properties": {"type": {"const": _name(file)}}}
        return {"if": condition, "then": {"$ref": self.definition(file)}}

    def definition(self, file: str) -> str:
        """The reference to the definition of a file, which is added to the bundle."""
        if file == ROOT:
            return "#"
        name = _name(file)
        if name not in self.files_by_name:
            self.files_by_name[name] = file
            self.pending.append(file)
        elif self.files_by_name[name] != file:
            place, message = f"{self.root.name}/{file}", f"{self.files_by_name[name]} has the same name"
            raise SpecError(place, "bundle.duplicate", message, "rename one of the two")
        return f"#/$defs/{escape(name)}"


def _name(file: str) -> str:
    return posixpath.splitext(posixpath.basename(file))[0]

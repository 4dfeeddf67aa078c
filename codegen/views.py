"""The split schema of view documents as one self-contained JSON Schema."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from pathlib import Path
from typing import Any

from codegen.finding import Finding, SpecError
from codegen.pointer import escape

FOLDER = "views"
ROOT = f"{FOLDER}/view-document.yaml"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
DISPATCH = "x-dispatch"
"""On a schema: the folder beside it whose files are named after the values of `type` that they describe."""

Read = Callable[[str], Any]
Followed = Callable[[str, str], tuple[str, str, Any]]


def bundled(root: Path, read: Read, followed: Followed) -> dict[str, Any]:
    """Everything that the root document refers to, each file a definition of its name; empty without a root."""
    return _Views(root, read, followed).bundled() if (root / ROOT).exists() else {}


class _Views:
    def __init__(self, root: Path, read: Read, followed: Followed) -> None:
        self.root = root
        self.read = read
        self.followed = followed
        self.homes: dict[str, str] = {}
        self.waiting: list[str] = []

    def bundled(self) -> dict[str, Any]:
        document = {"$schema": DIALECT, **self.rewritten(self.read(ROOT), ROOT)}
        definitions = {}
        while self.waiting:
            file = self.waiting.pop()
            definitions[_name(file)] = self.rewritten(self.read(file), file)
        return {**document, "$defs": dict(sorted(definitions.items()))}

    def rewritten(self, value: Any, file: str) -> Any:
        """A copy of `value`, written in `file`, whose references point into the one schema."""
        if isinstance(value, list):
            return [self.rewritten(item, file) for item in value]
        if not isinstance(value, dict):
            return value
        copy = {key: item if key == "examples" else self.rewritten(item, file) for key, item in value.items()}
        if isinstance(value.get("$ref"), str):
            target, pointer, _ = self.followed(value["$ref"], file)
            copy["$ref"] = self.definition(target) + pointer
        if DISPATCH in value:
            copy["allOf"] = [self.branch(path) for path in self.kinds(copy.pop(DISPATCH), file)]
        return copy

    def kinds(self, folder: str, file: str) -> list[str]:
        """The files of a folder beside `file`, one for each value of `type`."""
        home = posixpath.join(posixpath.dirname(file), folder)
        found = sorted(path.relative_to(self.root).as_posix() for path in (self.root / home).glob("*.yaml"))
        if not found:
            place, message = f"{self.root.name}/{file}", f"there is no {home}/<type>.yaml"
            raise SpecError(Finding(place, "bundle.reference", message, "add a file, or mend the name of the folder"))
        return found

    def branch(self, file: str) -> dict[str, Any]:
        """Holds an element of one type to the file of that type, so that a fault is one of that type."""
        condition = {"required": ["type"], "properties": {"type": {"const": _name(file)}}}
        return {"if": condition, "then": {"$ref": self.definition(file)}}

    def definition(self, file: str) -> str:
        """The reference to a file, which is to be bundled too."""
        if file == ROOT:
            return "#"
        name = _name(file)
        if name not in self.homes:
            self.homes[name] = file
            self.waiting.append(file)
        elif self.homes[name] != file:
            place, message = f"{self.root.name}/{file}", f"{self.homes[name]} has the same name"
            raise SpecError(Finding(place, "bundle.duplicate", message, "rename one of the two"))
        return f"#/$defs/{escape(name)}"


def _name(file: str) -> str:
    return posixpath.splitext(posixpath.basename(file))[0]

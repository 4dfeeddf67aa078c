"""The split source as one OpenAPI 3.1 document: components keep their names, path items are inlined."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen import asyncapi, views
from codegen.finding import Finding, SpecError
from codegen.pointer import escape, resolve, tokens
from codegen.source import read_yaml

ROOT = "openapi.yaml"
FOLDERS = ("schemas",)
"""Sections with one file a component, named after it."""
FILES = ("parameters", "headers", "responses", "requestBodies", "links", "securitySchemes")
"""Sections with one file, keyed by the component names."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The one document, and where each part of it was written."""

    root: Path
    document: Mapping[str, Any]
    topics: Mapping[str, Any]
    """The file of each topic, by its name."""
    events: Mapping[str, Any]
    """The AsyncAPI document."""
    views: Mapping[str, Any]
    """The schema of view documents."""
    files: Mapping[str, Any]
    """Every file read, as written, by its name relative to the source folder."""
    sources: Mapping[str, str]
    """Pointer in the document of each path item and component → file and pointer where it was written."""

    def place(self, pointer: str) -> str:
        """Where the part of the document under `pointer` was written, for a finding."""
        parts = pointer.split("/")
        for length in range(len(parts), 0, -1):
            head = "/".join(parts[:length])
            if head in self.sources:
                return _joined(self.sources[head], "".join(f"/{part}" for part in parts[length:]))
        return self.written(ROOT, pointer)

    def written(self, file: str, pointer: str) -> str:
        """How a finding names a part of a file."""
        return _joined(f"{self.root.name}/{file}", pointer)


def bundle(root: Path) -> Bundle:
    """Reads `root`/openapi.yaml and everything beside it; SpecError names the file at fault."""
    return _Bundler(root).bundle()


def _joined(place: str, pointer: str) -> str:
    return place if not pointer else f"{place}{'' if '#' in place else '#'}{pointer}"


class _Bundler:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: dict[str, Any] = {}
        self.sources: dict[str, str] = {}

    def bundle(self) -> Bundle:
        document = dict(self.read(ROOT))
        self.components = self.component_places(document.get("components", {}))
        paths = {path: self.path_item(path, item) for path, item in document.get("paths", {}).items()}
        components = self.rewritten(document.pop("components", {}), ROOT)
        document = {key: paths if key == "paths" else self.rewritten(value, ROOT) for key, value in document.items()}
        for (section, name), (file, pointer) in self.components.items():
            if file != ROOT:
                components.setdefault(section, {})[name] = self.rewritten(resolve(self.read(file), pointer), file)
                self.sources[f"/components/{section}/{escape(name)}"] = _joined(self.named(file), pointer)
        if components:
            document["components"] = components
        schema = views.bundled(self.root, self.read, self.followed)
        events = asyncapi.bundled(self.root, self.read, self.followed)
        topics = asyncapi.topics(self.root, self.read)
        return Bundle(self.root, document, topics, events, schema, self.files, self.sources)

    def read(self, file: str) -> Any:
        if file not in self.files:
            content = read_yaml(self.root / file, self.named(file))
            if not isinstance(content, dict):
                raise SpecError(
                    Finding(self.named(file), "file.shape", "it is no mapping", "write names and what they mean")
                )
            self.files[file] = content
        return self.files[file]

    def named(self, file: str) -> str:
        return f"{self.root.name}/{file}"

    def component_places(self, inline: Mapping[str, Any]) -> dict[tuple[str, str], tuple[str, str]]:
        """(section, name) → (file, pointer) of every component, used or not."""
        places: dict[tuple[str, str], tuple[str, str]] = {}
        for section, name, file, pointer in self.all_components(inline):
            if (section, name) in places:
                message = f"the {section} component {name} is also in {self.named(places[section, name][0])}"
                raise SpecError(Finding(self.named(file), "bundle.duplicate", message, "rename one of the two"))
            places[section, name] = (file, pointer)
        return places

    def all_components(self, inline: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
        for section, content in inline.items():
            for name in content:
                yield section, name, ROOT, f"/components/{section}/{escape(name)}"
        for section in FOLDERS:
            for path in sorted((self.root / section).rglob("*.yaml")):
                yield section, path.stem, path.relative_to(self.root).as_posix(), ""
        for section in FILES:
            if (self.root / f"{section}.yaml").exists():
                for name in self.read(f"{section}.yaml"):
                    yield section, name, f"{section}.yaml", f"/{escape(name)}"

    def path_item(self, path: str, item: Any) -> Any:
        if not isinstance(item, dict) or "$ref" not in item:
            return self.rewritten(item, ROOT)
        file, pointer, found = self.followed(item["$ref"], ROOT)
        self.sources[f"/paths/{escape(path)}"] = _joined(self.named(file), pointer)
        return self.rewritten(found, file)

    def rewritten(self, value: Any, file: str) -> Any:
        """A copy of `value`, written in `file`, whose references point into the one document."""
        if isinstance(value, list):
            return [self.rewritten(item, file) for item in value]
        if not isinstance(value, dict):
            return value
        copy = {key: self.rewritten(item, file) for key, item in value.items()}
        if isinstance(value.get("$ref"), str):
            copy["$ref"] = self.reference(value["$ref"], file)
        mapping = (
            value.get("discriminator", {}).get("mapping") if isinstance(value.get("discriminator"), dict) else None
        )
        if isinstance(mapping, dict):
            copy["discriminator"]["mapping"] = {key: self.reference(ref, file) for key, ref in mapping.items()}
        return copy

    def reference(self, ref: str, file: str) -> str:
        target, pointer, _ = self.followed(ref, file)
        for (section, name), (home, prefix) in self.components.items():
            if home == target and (pointer == prefix or pointer.startswith(f"{prefix}/")):
                return f"#/components/{section}/{escape(name)}{pointer.removeprefix(prefix)}"
        raise self.fault(
            file,
            ref,
            "leads to no component",
            "move what it points to into schemas/, parameters.yaml or responses.yaml",
        )

    def followed(self, ref: str, file: str) -> tuple[str, str, Any]:
        """(file, pointer, value) that a reference written in `file` leads to."""
        path, _, pointer = ref.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(file), path)) if path else file
        if ":" in path or path.startswith("/") or target.startswith("../"):
            raise self.fault(
                file, ref, f"escapes {self.root.name}/", "point to a file of this source by a relative path"
            )
        if pointer and not pointer.startswith("/"):
            raise self.fault(file, ref, "has a fragment that is no JSON pointer", "write #/Name")
        if not (self.root / target).is_file():
            raise self.fault(
                file, ref, "names a file that does not exist", f"create {self.named(target)} or mend the reference"
            )
        try:
            return (
                target,
                "".join(f"/{escape(token)}" for token in tokens(pointer)),
                resolve(self.read(target), pointer),
            )
        except KeyError:
            raise self.fault(file, ref, "leads nowhere", f"look for the name in {self.named(target)}") from None

    def fault(self, file: str, ref: str, message: str, remedy: str) -> SpecError:
        return SpecError(Finding(self.named(file), "bundle.reference", f"the reference {ref} {message}", remedy))

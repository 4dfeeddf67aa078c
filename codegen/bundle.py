"""Bundles the split source into one OpenAPI 3.1 document. Components keep their names; path items are inlined."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from codegen import asyncapi, documents, rules, views
from codegen.finding import SpecError
from codegen.pointer import escape, resolve, tokens
from codegen.source import read_yaml
from codegen.topics import LIST, LISTS, topics

ROOT = "openapi.yaml"
FOLDERS = ("schemas",)
"""Sections with one file for each component; the name of the file is the name of the component."""
FILES = ("parameters", "headers", "responses", "requestBodies", "links", "securitySchemes")
"""Sections with one file for all components, keyed by the names of the components."""
MERGED = ("requestBodies", "responses")
"""Sections whose references may have more members; these replace members of the component, which is then inlined."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The bundled documents, and the source of each part."""

    root: Path
    document: Mapping[str, Any]
    topics: Mapping[str, Any]
    """The content of the file of each topic, by the name of the topic."""
    events: Mapping[str, Any]
    """The AsyncAPI document."""
    views: Mapping[str, Any]
    """The schema of view documents."""
    rules: rules.Catalogue
    """The rule catalogue."""
    files: Mapping[str, Any]
    """The content of every file that was read, by its path below the source folder."""
    sources: Mapping[str, str]
    """Source (file and pointer) of each path item and component, by its pointer in the document."""
    documents: Mapping[str, Any]
    """The schemas of files, by name."""

    def place(self, pointer: str) -> str:
        """The source of the part of the document under `pointer`, for a finding."""
        parts = pointer.split("/")
        for length in range(len(parts), 0, -1):
            head = "/".join(parts[:length])
            if head in self.sources:
                return _join(self.sources[head], "".join(f"/{part}" for part in parts[length:]))
        return self.place_in(ROOT, pointer)

    def place_in(self, file: str, pointer: str) -> str:
        """The place of a part of a source file, for a finding."""
        return _join(f"{self.root.name}/{file}", pointer)


def bundle(root: Path) -> Bundle:
    """Reads all of `root`, beginning with openapi.yaml. SpecError names the file at fault."""
    return _Bundler(root).bundle()


def _join(place: str, pointer: str) -> str:
    return place if not pointer else f"{place}{'' if '#' in place else '#'}{pointer}"


class _Bundler:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: dict[str, Any] = {}
        self.sources: dict[str, str] = {}

    def bundle(self) -> Bundle:
        document = dict(self.read(ROOT))
        self.topics = topics(self.root, self.read, asyncapi.entities(self.root, self.read))
        self.components = self.component_sources(document.get("components", {}))
        paths = {path: self.path_item(path, item) for path, item in document.get("paths", {}).items()}
        components = self.rewrite(document.pop("components", {}), ROOT)
        document = {key: paths if key == "paths" else self.rewrite(value, ROOT) for key, value in document.items()}
        for (section, name), (file, pointer) in self.components.items():
            if file != ROOT:
                components.setdefault(section, {})[name] = self.rewrite(resolve(self.read(file), pointer), file)
                self.sources[f"/components/{section}/{escape(name)}"] = _join(self.shown_path(file), pointer)
        if components:
            document["components"] = components
        schema = views.bundle(self.root, self.read, self.dereference)
        events = asyncapi.bundle(self.root, self.read, self.dereference, self.list_topics)
        catalogue = rules.catalogue(self.root, self.read)
        files = documents.bundle(self.root, self.read)
        return Bundle(self.root, document, self.topics, events, schema, catalogue, self.files, self.sources, files)

    def read(self, file: str) -> Any:
        if file not in self.files:
            content = read_yaml(self.root / file, self.shown_path(file))
            if not isinstance(content, dict):
                raise SpecError(
                    self.shown_path(file),
                    "file.shape",
                    "the file is no mapping",
                    "write `name: value` pairs at its top level",
                )
            self.files[file] = content
        return self.files[file]

    def shown_path(self, file: str) -> str:
        return f"{self.root.name}/{file}"

    def component_sources(self, inline: Mapping[str, Any]) -> dict[tuple[str, str], tuple[str, str]]:
        """(file, pointer) of every component by (section, name), whether or not it is referred to."""
        sources: dict[tuple[str, str], tuple[str, str]] = {}
        for section, name, file, pointer in self.list_components(inline):
            if (section, name) in sources:
                message = f"the {section} component {name} is also in {self.shown_path(sources[section, name][0])}"
                raise SpecError(self.shown_path(file), "bundle.duplicate", message, "rename one of the two")
            sources[section, name] = (file, pointer)
        return sources

    def list_components(self, inline: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str]]:
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
            return self.rewrite(item, ROOT)
        file, pointer, item_source = self.dereference(item["$ref"], ROOT)
        self.sources[f"/paths/{escape(path)}"] = _join(self.shown_path(file), pointer)
        return self.rewrite(item_source, file)

    def rewrite(self, value: Any, file: str) -> Any:
        """A copy of `value` from `file`, with references into the bundled document."""
        if isinstance(value, list):
            return [self.rewrite(item, file) for item in value]
        if not isinstance(value, dict):
            return value
        copy = {key: self.rewrite(item, file) for key, item in value.items()}
        if isinstance(value.get("$ref"), str):
            copy["$ref"] = self.reference(value["$ref"], file)
            if len(value) > 1 and copy["$ref"].split("/")[2] in MERGED:
                return self.merge(value, file)
        if LIST in value:
            copy = {"enum" if key == LIST else key: part for key, part in copy.items()}
            copy["enum"] = self.list_topics(value[LIST], file)
        mapping = (
            value.get("discriminator", {}).get("mapping") if isinstance(value.get("discriminator"), dict) else None
        )
        if isinstance(mapping, dict):
            copy["discriminator"]["mapping"] = {key: self.reference(ref, file) for key, ref in mapping.items()}
        return copy

    def merge(self, value: Mapping[str, Any], file: str, seen: tuple[str, ...] = ()) -> dict[str, Any]:
        """The component that `value` refers to, with the members beside the reference in place of its own."""
        reference = self.reference(value["$ref"], file)
        if reference in seen:
            raise self.fault(file, value["$ref"], "leads back to itself", "refer to a component that is no reference")
        target, _, content = self.dereference(value["$ref"], file)
        is_reference = isinstance(content.get("$ref"), str)
        base = self.merge(content, target, (*seen, reference)) if is_reference else self.rewrite(content, target)
        return {**base, **{key: self.rewrite(item, file) for key, item in value.items() if key != "$ref"}}

    def list_topics(self, name: object, file: str) -> list[str]:
        """The names of the topics of a list, a key of `LISTS`."""
        if name not in LISTS:
            message, remedy = f"there is no list of topics {name}", f"set {LIST} to one of {', '.join(LISTS)}"
            raise SpecError(self.shown_path(file), "event.list", message, remedy)
        return [topic for topic, content in self.topics.items() if LISTS[str(name)](content)]

    def reference(self, ref: str, file: str) -> str:
        target, pointer, _ = self.dereference(ref, file)
        for (section, name), (source_file, prefix) in self.components.items():
            if source_file == target and (pointer == prefix or pointer.startswith(f"{prefix}/")):
                return f"#/components/{section}/{escape(name)}{pointer.removeprefix(prefix)}"
        raise self.fault(
            file,
            ref,
            "leads to no component",
            "move its target into schemas/, parameters.yaml, responses.yaml or requestBodies.yaml",
        )

    def dereference(self, ref: str, file: str) -> tuple[str, str, Any]:
        """(file, pointer, value) of the target of a reference in `file`."""
        path, _, pointer = ref.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(file), path)) if path else file
        if ":" in path or path.startswith("/") or target.startswith("../"):
            raise self.fault(file, ref, f"escapes {self.root.name}/", "write a relative path to a file of this folder")
        if pointer and not pointer.startswith("/"):
            raise self.fault(file, ref, "has a fragment that is no JSON pointer", "write the fragment as #/Name")
        if not (self.root / target).is_file():
            raise self.fault(
                file,
                ref,
                "names a file that does not exist",
                f"create {self.shown_path(target)} or correct the reference",
            )
        try:
            return (
                target,
                "".join(f"/{escape(token)}" for token in tokens(pointer)),
                resolve(self.read(target), pointer),
            )
        except KeyError:
            raise self.fault(file, ref, "leads nowhere", f"write a name that {self.shown_path(target)} has") from None

    def fault(self, file: str, ref: str, message: str, remedy: str) -> SpecError:
        return SpecError(self.shown_path(file), "bundle.reference", f"the reference {ref} {message}", remedy)

"""The example requests of `specs/examples`, and those that follow from the description.

This module reads them, validates them with `jsonschema` and converts them to HTTP requests.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final
from urllib.parse import quote, urlencode

from facetry.contract.description import JSON, Operation, operations
from facetry.contract.example_requests.derived import derived
from facetry.contract.example_requests.packages import archive
from facetry.contract.example_requests.pictures import picture
from facetry.contract.judgement.reference_validators import schema_faults
from facetry.schema import generated_files

# The identifiers that examples use for things that have to exist before they can be sent.
IMAGE: Final = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"
REPOSITORY: Final = "c5a0d3e8-94b1-4d7f-a6e2-58f0137b9d24"
SECRET: Final = 3
KEY: Final = "fct_EXAMPLE-not-a-real-key-0000000000000000"  # the value of a key, with which somebody signs in
COLLECTION: Final = 7
BUNDLE: Final = "4e0c1a77-9b52-4d3f-8a61-7f2d90c3b5e8"
ATTACHMENT: Final = "attachment://12"
FILE: Final = "file:///home/ada/Pictures/lighthouse.jpg"
VERSION: Final = "9f86d081884c7d65"
EXPIRES: Final = 1_767_312_000_000
# Signatures of media URLs, by the query that was asked for.
SIGNATURES: Final = {
    "": "mJq0b3d7h1Qk9TzXvYw2c5NfLr8uEoPsAiGtBxDnKHU",
    "width=256&height=256": "Zt5r8Yh2kLw0XcVbNqSdFgJ3mPo7uIeRaTy4x1CvBnM",
}
LIKENESS: Final = "likeness"  # the name of embeddings in searches
EXTENSIONS: Final = ("sky-tagger", "face-tagger", "e" * 32)
INSTALLED: Final = "cloud-namer"  # an installed extension; the others are only registered
HOME: Final = "/home/ada"  # the folder that holds all folders of the examples
FOLDERS: Final = ("Pictures", "My Pictures")
PICTURE: Final = picture("PNG", seed=4_711)
ARCHIVE: Final = archive(INSTALLED)
TEXT: Final = b'{"schemaVersion": "1.0", "elements": [{"type": "string"}]}'
BUNDLE_OPERATIONS: Final = frozenset({"uiBundle", "uiBundleFile"})
"""Operations on bundles, which only an extension that answers can make."""
COMMAND_OPERATIONS: Final = frozenset(
    {"imageRunCommand", "extensionRunCommand", "extensionRunImageCommand", "extensionRunProcessCommand"}
)
"""Operations that need an extension which answers."""


_NUMBERED: Final = frozenset({"id", "collectionId", "expires"})
"""Names of members and parameters whose integers are identifiers, or stand in media URLs."""


@dataclass(frozen=True, slots=True)
class Example:
    """One request of an operation: its parameters as JSON values, its body, and the rule that refuses it, if any."""

    operation: Operation
    name: str
    valid: bool
    path: Mapping[str, Any]
    query: Mapping[str, Any]
    header: Mapping[str, Any]
    has_body: bool
    body: Any
    rule: str | None

    def __str__(self) -> str:
        return f"{self.operation.operation_id}/{self.name}"

    def target(self) -> str:
        """The path and query of the HTTP request."""
        path = self.operation.path
        for name, value in self.path.items():
            path = path.replace(f"{{{name}}}", quote(_text(value), safe=""))
        pairs = [pair for name, value in self.query.items() for pair in self._pairs(name, value)]
        return path + ("?" + urlencode(pairs) if pairs else "")

    def request_options(self) -> dict[str, Any]:
        """Headers and body as arguments of httpx. A body of bytes is a picture, an archive or a text, because examples
        hold no bytes.
        """
        if self.header:
            return {"headers": {name: _text(value) for name, value in self.header.items()}}
        if self.has_body:
            return {"json": self.body}
        if self.operation.takes_bytes:
            content, media_type = (
                (ARCHIVE, "application/zip")
                if self.operation.takes_archive
                else (TEXT, "text/plain")
                if self.operation.takes_text
                else (PICTURE, "image/png")
            )
            return {"content": content, "headers": {"Content-Type": media_type}}
        return {"headers": {"Content-Type": JSON}} if self.operation.takes_json else {}

    def _pairs(self, name: str, value: Any) -> Iterator[tuple[str, str]]:
        if not isinstance(value, list):
            yield name, _text(value)
            return
        described = self.operation.parameter(name)
        if described is not None and described[1].get("explode", True) is False:
            yield name, ",".join(map(_text, value))
        else:
            yield from ((name, _text(item)) for item in value)

    def faults(self) -> list[str]:
        """The violations that `jsonschema` finds: unknown, missing or invalid parameters, and the body."""
        found = []
        for place, given in (("path", self.path), ("query", self.query), ("header", self.header)):
            described = {p["name"]: (at, p) for at, p in self.operation.parameters if p["in"] == place}
            found += [f"{place} {name}: unknown" for name in given.keys() - described.keys()]
            for name, (pointer, parameter) in described.items():
                if name in given:
                    found += [f"{place} {name}: {fault}" for fault in schema_faults(f"{pointer}/schema", given[name])]
                elif parameter.get("required"):
                    found.append(f"{place} {name}: missing")
        if self.operation.takes_json:
            media = JSON.replace("/", "~1")
            schema = f"{self.operation.pointer}/requestBody/content/{media}/schema"
            if self.has_body:
                found += schema_faults(schema, self.body)
            elif self.operation.body_required:
                found.append("body: missing")
        elif self.has_body:
            found.append("body: unknown")
        return found

    def on(self, known: Mapping[Any, Any]) -> "Example":
        """The same request on existing resources: each identifier is replaced by its value in `known`."""
        return replace(
            self,
            path=_substituted(self.path, known),
            query=_substituted(self.query, known),
            body=_substituted(self.body, known),
        )


def _substituted(value: Any, known: Mapping[Any, Any], name: str = "") -> Any:
    """The value with the identifiers of `known`. Integers are identifiers only in members with such a name."""
    if isinstance(value, dict):
        return {key: _substituted(item, known, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_substituted(item, known, name) for item in value]
    is_identifier = not isinstance(value, int) or name in _NUMBERED
    if not isinstance(value, bool) and is_identifier and value in known:
        return known[value]
    if isinstance(value, str) and HOME in value and HOME in known:
        return value.replace(HOME, known[HOME])
    if isinstance(value, str) and '"' in value:  # a JSON text, which may name extensions
        for extension in EXTENSIONS:
            value = value.replace(f'"{extension}"', f'"{known.get(extension, extension)}"')
    return value


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@cache
def examples(kind: str) -> tuple[Example, ...]:
    """All requests of one kind, `valid` or `invalid`: those of the files, and the invalid ones that follow from the
    description.
    """
    return tuple(_files(kind)) if kind == "valid" else (*_files(kind), *_derived())


def _files(kind: str) -> Iterator[Example]:
    """Each request of the files once for each operation that it is an example of."""
    by_id = {operation.operation_id: operation for operation in operations()}
    for content in _requests()[kind]:
        for operation_id in content["operations"]:
            yield Example(
                operation=by_id[operation_id],
                name=content["name"],
                valid=kind == "valid",
                path=content.get("path", {}),
                query=content.get("query", {}),
                header=content.get("header", {}),
                has_body="body" in content,
                body=content.get("body"),
                rule=content.get("rule"),
            )


def _requests() -> Any:
    return json.loads(generated_files.read("request-examples.json"))


def _derived() -> Iterator[Example]:
    """The invalid requests of every operation that are its shortest valid one with one fault."""
    for operation in operations():
        valid = [example for example in examples("valid") if example.operation == operation]
        empty = Example(operation, "empty", True, {}, {}, {}, False, None, None)
        base = min(valid, key=lambda example: len(example.query) + len(example.header), default=empty)
        for spoilt in derived(operation, {"path": base.path, "query": base.query, "header": base.header}):
            yield replace(base, name=spoilt.name, valid=False, rule=spoilt.rule, **spoilt.changes)

"""The bundled description, read for contract tests without the code of the service."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from facetry.schema import generated_files

JSON: Final = "application/json"
METHODS: Final = frozenset({"get", "put", "post", "delete", "patch", "head", "options", "trace"})


@cache
def document() -> Mapping[str, Any]:
    """The whole description, as parsed JSON; not to be changed."""
    parsed: Mapping[str, Any] = json.loads(generated_files.read("openapi.json"))
    return parsed


@dataclass(frozen=True, slots=True)
class Operation:
    """The properties of an operation that the tests use."""

    operation_id: str
    method: str
    path: str
    pointer: str
    scopes: frozenset[str]
    public: bool
    any_key: bool
    owner: str | None
    parameters: tuple[tuple[str, Mapping[str, Any]], ...]  # each with its JSON Pointer
    media_types: tuple[str, ...]  # of the body, none when there is no body
    max_bytes: int  # of the body
    body_required: bool
    successes: frozenset[int]
    beyond_schema: frozenset[str]
    ignores_unknown_query: bool

    @property
    def label(self) -> str:
        """The name of the operation in schemathesis."""
        return f"{self.method} {self.path}"

    @property
    def takes_json(self) -> bool:
        """Whether its body is JSON."""
        return JSON in self.media_types

    @property
    def takes_bytes(self) -> bool:
        """Whether its body is bytes."""
        return bool(self.media_types) and not self.takes_json

    @property
    def takes_archive(self) -> bool:
        """Whether the bytes are the archive of an extension. Other bytes are a text, a picture or arbitrary."""
        return "application/zip" in self.media_types

    @property
    def takes_text(self) -> bool:
        """Whether the bytes are a text."""
        return "text/plain" in self.media_types

    def parameter(self, name: str) -> tuple[str, Mapping[str, Any]] | None:
        """The parameter with this name, with its JSON Pointer."""
        return next((found for found in self.parameters if found[1]["name"] == name), None)


@cache
def operations() -> tuple[Operation, ...]:
    """Every operation of the description."""
    return tuple(_operations())


def _operations() -> Iterator[Operation]:
    for path, item in document()["paths"].items():
        for method, described in item.items():
            if method not in METHODS:
                continue
            security = described["security"]
            needed = {frozenset(scopes) for requirement in security for scopes in requirement.values()}
            pointer = f"/paths/{path.replace('~', '~0').replace('/', '~1')}"
            shared = _parameters(f"{pointer}/parameters", item.get("parameters", ()))
            own = _parameters(f"{pointer}/{method}/parameters", described.get("parameters", ()))
            body = resolved(described.get("requestBody", {}))
            yield Operation(
                operation_id=described["operationId"],
                method=method.upper(),
                path=path,
                pointer=f"{pointer}/{method}",
                scopes=next(iter(needed), frozenset()),
                public=not security,
                any_key="x-any-key" in described,
                owner=described.get("x-owner"),
                parameters=(*shared, *own),
                media_types=tuple(body.get("content", ())),
                max_bytes=body.get("x-max-bytes", 0),
                body_required=body.get("required", False),
                successes=frozenset(int(status) for status in described["responses"] if status.startswith("2")),
                beyond_schema=frozenset(described.get("x-beyond-schema", ())),
                ignores_unknown_query="x-any-query" in described,
            )


def _parameters(pointer: str, listed: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for number, parameter in enumerate(listed):
        yield parameter.get("$ref", f"#{pointer}/{number}").removeprefix("#"), resolved(parameter)


def resolved_at(pointer: str) -> Mapping[str, Any]:
    """The node at a JSON Pointer."""
    return resolved({"$ref": f"#{pointer}"})


def resolved(node: Mapping[str, Any]) -> Mapping[str, Any]:
    """The node itself, or the node that its `$ref` names."""
    while "$ref" in node:
        found: Any = document()
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        node = found
    return node


def grantable_scopes() -> list[str]:
    """The scopes that an extension can be granted."""
    return list(document()["components"]["schemas"]["ManifestScope"]["enum"])


def every_scope() -> frozenset[str]:
    """All scopes that a key can have."""
    return frozenset(document()["components"]["schemas"]["Scope"]["enum"])

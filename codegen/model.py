"""The description as typed values, which the targets and the lint read instead of the bundle."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from codegen.bundle import Bundle
from codegen.finding import SpecError
from codegen.pointer import escape, resolve
from codegen.topics import is_streamed

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
JSON = "application/json"

Schema = Mapping[str, Any]


def python_name(wire: str) -> str:
    """Converts camelCase and kebab-case to snake_case; a reserved word gets a trailing underscore."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", wire).replace("-", "_").lower()
    return f"{name}_" if keyword.iskeyword(name) else name


@dataclass(frozen=True, slots=True)
class Parameter:
    """A path, query or header parameter."""

    name: str
    location: str
    required: bool
    schema: Schema
    pointer: str
    spans_segments: bool = False
    """Whether it is the last one of a path, and its value may be several segments."""
    is_precondition: bool = False
    """Whether it is a header that the pipeline reads; handlers get it as part of their request."""

    @property
    def argument(self) -> str:
        """The name of the argument of the handler."""
        return python_name(self.name)


@dataclass(frozen=True, slots=True)
class Body:
    """A request body: its schemas by media type, and its maximum size in bytes."""

    required: bool
    media: Mapping[str, Schema | None]
    max_bytes: int | None
    pointer: str

    @property
    def is_binary(self) -> bool:
        """Whether the handler gets the bytes in a file, because no media type of the body is JSON."""
        return bool(self.media) and JSON not in self.media


@dataclass(frozen=True, slots=True)
class Header:
    """A response header."""

    name: str
    schema: Schema
    pointer: str


@dataclass(frozen=True, slots=True)
class Response:
    """One documented response: its schemas by media type, none for an empty response."""

    status: str
    media: Mapping[str, Schema | None]
    headers: tuple[Header, ...]
    pointer: str

    @property
    def is_success(self) -> bool:
        return self.status.startswith("2")

    @property
    def is_problem(self) -> bool:
        """Whether the response refuses the request; the status `default` counts as a refusal."""
        return self.status[0] not in "123"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method on one path."""

    operation_id: str
    method: str
    path: str
    tags: tuple[str, ...]
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    body: Body | None
    responses: tuple[Response, ...]
    security: tuple[Mapping[str, tuple[str, ...]], ...] | None
    """Alternatives, each with scopes by scheme. None when the operation has no member `security`."""
    x_members: Mapping[str, Any]
    """The members whose names begin with `x-`."""
    pointer: str

    @property
    def family(self) -> str:
        return self.tags[0] if self.tags else ""

    @property
    def function(self) -> str:
        """The name of the handler."""
        return python_name(self.operation_id)

    @property
    def handled_parameters(self) -> tuple[Parameter, ...]:
        """The parameters that are arguments of the handler."""
        return tuple(parameter for parameter in self.parameters if not parameter.is_precondition)

    @property
    def scopes(self) -> tuple[str, ...]:
        """Every scope that the caller needs."""
        return tuple(dict.fromkeys(scope for one in self.security or () for scopes in one.values() for scope in scopes))

    @property
    def is_secured(self) -> bool:
        """Whether the operation needs a key; true also without a member `security`."""
        return self.security is None or bool(self.security)

    def response(self, status: str) -> Response | None:
        return next((response for response in self.responses if response.status == status), None)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic, and the meaning of its events."""

    name: str
    meaning: str
    is_logged: bool
    """Whether its events are in the log; otherwise an event is delivered at once or lost."""
    is_streamed: bool
    """Whether its events are on the stream."""


@dataclass(frozen=True)
class Description:
    """The whole description."""

    bundle: Bundle
    operations: tuple[Operation, ...]
    topics: tuple[Topic, ...]

    @property
    def document(self) -> Mapping[str, Any]:
        return self.bundle.document

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The schemas among the components, by name."""
        components: Mapping[str, Schema] = self.document.get("components", {}).get("schemas", {})
        return components

    @cached_property
    def families(self) -> Mapping[str, tuple[Operation, ...]]:
        """The operations of each family, in the order of the first operation of each."""
        names = dict.fromkeys(operation.family for operation in self.operations)
        return {name: tuple(o for o in self.operations if o.family == name) for name in names}

    @property
    def scopes(self) -> tuple[str, ...]:
        """All scopes."""
        return tuple(self.schemas.get("Scope", {}).get("enum", ()))

    @cached_property
    def events(self) -> Description:
        """The AsyncAPI document as a description without operations."""
        return Description(replace(self.bundle, document=self.bundle.events), (), ())

    def dereference(self, node: Mapping[str, Any]) -> Mapping[str, Any]:
        """`part`, or the target of its reference."""
        return _dereference(self.bundle, node, "")[0]


def read(bundle: Bundle) -> Description:
    """Reads a bundle that is valid OpenAPI; it need not keep our own rules."""
    reader = _Reader(bundle)
    return Description(bundle, tuple(reader.operations()), tuple(reader.topics()))


def _dereference(bundle: Bundle, node: Mapping[str, Any], pointer: str) -> tuple[Mapping[str, Any], str]:
    """The target of a part that may be a reference, and its pointer."""
    seen = set()
    while "$ref" in node:
        pointer = node["$ref"].removeprefix("#")
        if pointer in seen:
            raise SpecError(
                bundle.place(pointer),
                "bundle.reference",
                "the component only refers to itself",
                "replace the reference by the content",
            )
        seen.add(pointer)
        node = resolve(bundle.document, pointer)
    return node, pointer


class _Reader:
    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle

    def operations(self) -> Iterator[Operation]:
        for path, item in self.bundle.document.get("paths", {}).items():
            for method in METHODS:
                if method in item:
                    yield self.operation(path, method, item, f"/paths/{escape(path)}")

    def operation(self, path: str, method: str, item: Mapping[str, Any], path_pointer: str) -> Operation:
        source, pointer = item[method], f"{path_pointer}/{method}"
        parameters = {
            (parameter.name, parameter.location): parameter
            for holder, place in ((item, path_pointer), (source, pointer))
            for index, node in enumerate(holder.get("parameters", ()))
            for parameter in [self.parameter(node, f"{place}/parameters/{index}")]
        }
        security = source.get("security")
        return Operation(
            operation_id=source.get("operationId", ""),
            method=method.upper(),
            path=path,
            tags=tuple(source.get("tags", ())),
            summary=source.get("summary", ""),
            description=source.get("description", ""),
            parameters=tuple(parameters.values()),
            body=self.body(source["requestBody"], f"{pointer}/requestBody") if "requestBody" in source else None,
            responses=tuple(
                self.response(status, node, f"{pointer}/responses/{status}")
                for status, node in source.get("responses", {}).items()
            ),
            security=None
            if security is None
            else tuple({scheme: tuple(scopes) for scheme, scopes in one.items()} for one in security),
            x_members={key: value for key, value in source.items() if key.startswith("x-")},
            pointer=pointer,
        )

    def parameter(self, node: Mapping[str, Any], pointer: str) -> Parameter:
        node, pointer = _dereference(self.bundle, node, pointer)
        return Parameter(
            node["name"],
            node["in"],
            node.get("required", False),
            node.get("schema", {}),
            pointer,
            bool(node.get("x-spans-segments")),
            bool(node.get("x-precondition")),
        )

    def body(self, node: Mapping[str, Any], pointer: str) -> Body:
        node, pointer = _dereference(self.bundle, node, pointer)
        return Body(node.get("required", False), self.media(node), node.get("x-max-bytes"), pointer)

    def response(self, status: str, node: Mapping[str, Any], pointer: str) -> Response:
        node, pointer = _dereference(self.bundle, node, pointer)
        headers = tuple(
            Header(name, header.get("schema", {}), place)
            for name, source in node.get("headers", {}).items()
            for header, place in [_dereference(self.bundle, source, f"{pointer}/headers/{escape(name)}")]
        )
        return Response(status, self.media(node), headers, pointer)

    def media(self, node: Mapping[str, Any]) -> Mapping[str, Schema | None]:
        return {name: media.get("schema") for name, media in node.get("content", {}).items()}

    def topics(self) -> Iterator[Topic]:
        for name, meaning in self.bundle.topics.items():
            yield Topic(name, meaning.get("description", ""), bool(meaning.get("log")), is_streamed(meaning))

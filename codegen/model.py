"""The description as typed values: the only reading of the bundle that the targets and the lint see."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from codegen.bundle import Bundle
from codegen.finding import Finding, SpecError
from codegen.pointer import escape, resolve

AUDIENCES = ("extensions", "frontEnds")
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
JSON = "application/json"

Schema = Mapping[str, Any]


def python_name(wire: str) -> str:
    """camelCase, kebab-case → snake_case; a reserved word gets a trailing underscore."""
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

    @property
    def argument(self) -> str:
        """The handler's argument."""
        return python_name(self.name)


@dataclass(frozen=True, slots=True)
class Body:
    """A request body: its schema by media type, and the bytes it may have at most."""

    required: bool
    media: Mapping[str, Schema | None]
    max_bytes: int | None
    pointer: str

    @property
    def binary(self) -> bool:
        """Whether the handler gets the bytes in a file; a body that is JSON in one of its forms is none."""
        return bool(self.media) and JSON not in self.media


@dataclass(frozen=True, slots=True)
class Header:
    """A response header."""

    name: str
    schema: Schema
    pointer: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One documented response: its schema by media type, none for an empty one."""

    status: str
    media: Mapping[str, Schema | None]
    headers: tuple[Header, ...]
    pointer: str

    @property
    def good(self) -> bool:
        return self.status.startswith("2")

    @property
    def problem(self) -> bool:
        """Whether the request was refused; a catch-all answer counts as one."""
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
    answers: tuple[Answer, ...]
    security: tuple[Mapping[str, tuple[str, ...]], ...] | None
    """As written: alternatives of scheme → scopes. None when the operation does not say."""
    marks: Mapping[str, Any]
    """Its `x-` members."""
    pointer: str

    @property
    def family(self) -> str:
        return self.tags[0] if self.tags else ""

    @property
    def function(self) -> str:
        """The handler's name."""
        return python_name(self.operation_id)

    @property
    def scopes(self) -> tuple[str, ...]:
        """Every scope the caller must have."""
        return tuple(dict.fromkeys(scope for one in self.security or () for scopes in one.values() for scope in scopes))

    @property
    def secured(self) -> bool:
        """Whether a key is asked for; an operation that does not say is secured."""
        return self.security is None or bool(self.security)

    def answer(self, status: str) -> Answer | None:
        return next((answer for answer in self.answers if answer.status == status), None)


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic, what an event of it means, and who is told."""

    name: str
    meaning: str
    log: bool
    """Whether its events are in the log; otherwise they are told at once, or never."""
    told: tuple[str, ...]
    """Those of `AUDIENCES` that are told."""
    directed: bool
    """Whether each event is for one extension, or one front end, alone."""

    @property
    def streamed(self) -> bool:
        """Whether the log tells everybody who may read events."""
        return self.log and not self.directed and "frontEnds" in self.told


@dataclass(frozen=True)
class Description:
    """The whole contract."""

    bundle: Bundle
    operations: tuple[Operation, ...]
    topics: tuple[Topic, ...]

    @property
    def document(self) -> Mapping[str, Any]:
        return self.bundle.document

    @property
    def schemas(self) -> Mapping[str, Schema]:
        """The schema components by name."""
        found: Mapping[str, Schema] = self.document.get("components", {}).get("schemas", {})
        return found

    @cached_property
    def families(self) -> Mapping[str, tuple[Operation, ...]]:
        """The operations of each family, families in the order of their first operation."""
        names = dict.fromkeys(operation.family for operation in self.operations)
        return {name: tuple(o for o in self.operations if o.family == name) for name in names}

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes that exist."""
        return tuple(self.schemas.get("Scope", {}).get("enum", ()))

    @cached_property
    def events(self) -> Description:
        """The AsyncAPI document as a description without operations."""
        return Description(replace(self.bundle, document=self.bundle.events), (), ())

    def followed(self, part: Mapping[str, Any]) -> Mapping[str, Any]:
        """`part`, or what it refers to."""
        return _followed(self.bundle, part, "")[0]


def read(bundle: Bundle) -> Description:
    """Reads a bundle that is valid OpenAPI; what our own rules ask beyond that may be missing."""
    reader = _Reader(bundle)
    return Description(bundle, tuple(reader.operations()), tuple(reader.topics()))


def _followed(bundle: Bundle, part: Mapping[str, Any], pointer: str) -> tuple[Mapping[str, Any], str]:
    """The part and its pointer, references followed."""
    seen = set()
    while "$ref" in part:
        pointer = part["$ref"].removeprefix("#")
        if pointer in seen:
            raise SpecError(
                Finding(bundle.place(pointer), "bundle.reference", "it only refers to itself", "describe it")
            )
        seen.add(pointer)
        part = resolve(bundle.document, pointer)
    return part, pointer


class _Reader:
    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle

    def operations(self) -> Iterator[Operation]:
        for path, item in self.bundle.document.get("paths", {}).items():
            for method in METHODS:
                if method in item:
                    yield self.operation(path, method, item, f"/paths/{escape(path)}")

    def operation(self, path: str, method: str, item: Mapping[str, Any], above: str) -> Operation:
        written, pointer = item[method], f"{above}/{method}"
        parameters = {
            (parameter.name, parameter.location): parameter
            for home, place in ((item, above), (written, pointer))
            for index, part in enumerate(home.get("parameters", ()))
            for parameter in [self.parameter(part, f"{place}/parameters/{index}")]
        }
        security = written.get("security")
        return Operation(
            operation_id=written.get("operationId", ""),
            method=method.upper(),
            path=path,
            tags=tuple(written.get("tags", ())),
            summary=written.get("summary", ""),
            description=written.get("description", ""),
            parameters=tuple(parameters.values()),
            body=self.body(written["requestBody"], f"{pointer}/requestBody") if "requestBody" in written else None,
            answers=tuple(
                self.answer(status, part, f"{pointer}/responses/{status}")
                for status, part in written.get("responses", {}).items()
            ),
            security=None
            if security is None
            else tuple({scheme: tuple(scopes) for scheme, scopes in one.items()} for one in security),
            marks={key: value for key, value in written.items() if key.startswith("x-")},
            pointer=pointer,
        )

    def parameter(self, part: Mapping[str, Any], pointer: str) -> Parameter:
        part, pointer = _followed(self.bundle, part, pointer)
        return Parameter(part["name"], part["in"], part.get("required", False), part.get("schema", {}), pointer)

    def body(self, part: Mapping[str, Any], pointer: str) -> Body:
        part, pointer = _followed(self.bundle, part, pointer)
        return Body(part.get("required", False), self.media(part), part.get("x-max-bytes"), pointer)

    def answer(self, status: str, part: Mapping[str, Any], pointer: str) -> Answer:
        part, pointer = _followed(self.bundle, part, pointer)
        headers = tuple(
            Header(name, header.get("schema", {}), place)
            for name, written in part.get("headers", {}).items()
            for header, place in [_followed(self.bundle, written, f"{pointer}/headers/{escape(name)}")]
        )
        return Answer(status, self.media(part), headers, pointer)

    def media(self, part: Mapping[str, Any]) -> Mapping[str, Schema | None]:
        return {name: media.get("schema") for name, media in part.get("content", {}).items()}

    def topics(self) -> Iterator[Topic]:
        for name, meaning in self.bundle.topics.items():
            told = tuple(meaning.get("told", ()))
            yield Topic(
                name, meaning.get("description", ""), bool(meaning.get("log")), told, bool(meaning.get("directed"))
            )

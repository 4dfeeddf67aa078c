"""The parameters of an operation, compiled at start-up and read strictly from path, query and headers."""

import keyword
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

import jsonschema_rs

from facetry.errors import FaultError, bad_parameter
from facetry.http.paths import decoded_segment
from facetry.schema.document import ContractError, Document
from facetry.schema.violations import first_violation, meant

_UUID: Final = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.ASCII)
_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})", re.ASCII)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,24})?(?:[eE][+-]?[0-9]{1,3})?", re.ASCII)
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def python_name(wire_name: str) -> str:
    """The argument name of a wire name: `extensionIds` → `extension_ids`, `Last-Event-ID` → `last_event_id`."""
    name = _HUMP.sub("_", wire_name).replace("-", "_").lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def _uuid(name: str, text: str) -> tuple[object, object]:
    if _UUID.fullmatch(text) is None:
        raise bad_parameter(
            name,
            "The text must be a UUID in its canonical form: lower case, with hyphens.",
            rule="uuid.canonical",
            value=text,
        )
    return text, UUID(text)


def _integer(name: str, text: str) -> tuple[object, object]:
    if _INTEGER.fullmatch(text) is None:
        raise bad_parameter(
            name, "The text must be a decimal integer such as 42 or -1.", rule="parameter.type", value=text
        )
    return int(text), int(text)


def _number(name: str, text: str) -> tuple[object, object]:
    number = float(text) if _NUMBER.fullmatch(text) else math.inf
    if not math.isfinite(number):
        raise bad_parameter(name, "The text must be a decimal number such as 0.25.", rule="parameter.type", value=text)
    return number, number


def _boolean(name: str, text: str) -> tuple[object, object]:
    if text not in ("true", "false"):
        raise bad_parameter(name, "The text must be true or false.", rule="parameter.type", value=text)
    return text == "true", text == "true"


def _text(_: str, text: str) -> tuple[object, object]:
    return text, text


# Gives the JSON value that the schema judges, and the Python value that the handler gets.
Converter = Callable[[str, str], tuple[object, object]]
_CONVERTERS: Final[Mapping[str, Converter]] = {
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "string": _text,
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One compiled parameter."""

    name: str
    argument: str
    place: str
    required: bool
    many: bool
    default: object
    convert: Converter
    pointer: str
    validator: jsonschema_rs.Draft202012Validator


def compile_parameter(document: Document, pointer: str, described: Mapping[str, Any]) -> Parameter:
    """Compiles one parameter object; refuses what the pipeline does not serve (cookies, other styles)."""
    name, place, schema = described["name"], described["in"], f"{pointer}/schema"
    if place not in ("path", "query", "header") or "schema" not in described:
        raise ContractError([f"{pointer}: only path, query and header parameters with a schema are served"])
    if described.get("style", "form" if place == "query" else "simple") != ("form" if place == "query" else "simple"):
        raise ContractError([f"{pointer}: the style {described['style']} is not served"])
    shape = document.shape(schema)
    many = _type(shape) == "array"
    if many and (place != "query" or not described.get("explode", True)):
        raise ContractError([f"{pointer}: an array is served as a repeated query parameter only"])
    element = document.shape(f"{document.follow(schema)[0]}/items") if many else shape
    convert = _uuid if element.get("format") == "uuid" else _CONVERTERS.get(_type(element))
    if convert is None:
        raise ContractError([f"{pointer}: a parameter of type {_type(element)} is not served"])
    return Parameter(
        name=name,
        argument=python_name(name),
        place=place,
        required=bool(described.get("required", False)),
        many=many,
        default=shape.get("default"),
        convert=convert,
        pointer=schema,
        validator=document.validator(schema),
    )


def _type(shape: Mapping[str, Any]) -> str:
    """The one type besides null that a schema names; text when it names none."""
    named = shape.get("type", "string")
    kinds = [named] if isinstance(named, str) else [kind for kind in named if kind != "null"]
    return kinds[0] if len(kinds) == 1 else "+".join(kinds)


class Parameters:
    """Every parameter of one operation."""

    def __init__(self, document: Document, path_names: Sequence[str], parameters: Sequence[Parameter]) -> None:
        self._document = document
        by_name = {p.name: p for p in parameters if p.place == "path"}
        if set(by_name) != set(path_names):
            raise ContractError([f"path names {sorted(path_names)} but the parameters are {sorted(by_name)}"])
        self._path = tuple(by_name[name] for name in path_names)
        self._query = {p.name: p for p in parameters if p.place == "query"}
        self._headers = {p.name.lower().encode("ascii"): p for p in parameters if p.place == "header"}
        self.headers = frozenset(self._headers)
        others = (*self._query.values(), *self._headers.values())
        self._defaults = {p.argument: p.default for p in others if not p.required}
        self._required = tuple(p for p in others if p.required)
        self.all = tuple(parameters)
        self.arguments = tuple(p.argument for p in parameters)
        if len(set(self.arguments)) != len(self.arguments):
            raise ContractError([f"two parameters have the same argument name: {sorted(self.arguments)}"])

    def read(
        self, segments: Sequence[str], query: bytes, headers: Mapping[bytes, bytes] = MappingProxyType({})
    ) -> dict[str, Any]:
        """The arguments out of the path's raw values, the raw query string and the headers, whose names are in lower
        case; the first fault is raised.
        """
        arguments: dict[str, Any] = dict(self._defaults)
        for parameter, segment in zip(self._path, segments, strict=True):
            text: str | None = segment
            if "%" in segment or not segment.isascii():
                text = decoded_segment(segment)
            if text is None:
                raise _encoding(parameter.name, segment)
            arguments[parameter.argument] = self._value(parameter, text)
        if query:
            self._read_query(query, arguments)
        for header, parameter in self._headers.items():
            if header in headers:
                arguments[parameter.argument] = self._value(parameter, headers[header].decode("latin-1").strip())
        for parameter in self._required:
            if parameter.argument not in arguments:
                is_header = parameter.place == "header"
                raise bad_parameter(
                    parameter.name,
                    f"The {parameter.place} {'' if is_header else 'parameter '}{parameter.name} is missing.",
                    rule="parameter.missing",
                    remedy=f"Send the header {parameter.name}."
                    if is_header
                    else f"Add ?{parameter.name}=… to the address.",
                )
        return arguments

    def _read_query(self, query: bytes, arguments: dict[str, Any]) -> None:
        judged_items: dict[str, list[object]] = {}
        for part in query.decode("latin-1").split("&"):
            if not part:
                continue
            raw_name, _, raw_text = part.partition("=")
            name = _component(raw_name, raw_name)
            parameter = self._query.get(name)
            if parameter is None:
                raise bad_parameter(
                    name,
                    "This operation has no such query parameter.",
                    rule="parameter.unknown",
                    value=name,
                    remedy=meant(name, list(self._query)),
                )
            text = _component(name, raw_text)
            if name not in judged_items:
                judged_items[name] = []
                arguments[parameter.argument] = [] if parameter.many else self._value(parameter, text)
            elif not parameter.many:
                raise bad_parameter(
                    name,
                    "This query parameter must not be repeated.",
                    rule="parameter.duplicate",
                    value=text,
                    remedy="Send it once.",
                )
            if parameter.many:
                judged, value = parameter.convert(name, text)
                judged_items[name].append(judged)
                arguments[parameter.argument].append(value)
        for name, items in judged_items.items():
            parameter = self._query[name]
            if parameter.many and not parameter.validator.is_valid(items):
                raise FaultError(first_violation(self._document, parameter.pointer, items, parameter=name))

    def _value(self, parameter: Parameter, text: str) -> object:
        judged, value = parameter.convert(parameter.name, text)
        if not parameter.validator.is_valid(judged):
            raise FaultError(first_violation(self._document, parameter.pointer, judged, parameter=parameter.name))
        return value


def _component(name: str, raw: str) -> str:
    """A query component as text: `+` is a space, escapes are strict."""
    if raw.isascii() and "%" not in raw:
        return raw.replace("+", " ")
    text = decoded_segment(raw.replace("+", " "))
    if text is None:
        raise _encoding(name, raw)
    return text


def _encoding(name: str, raw: str) -> FaultError:
    return bad_parameter(
        name,
        "The text is not percent-encoded UTF-8 without NUL.",
        rule="parameter.encoding",
        value=raw,
        remedy="Percent-encode the value as UTF-8.",
    )

"""Parameters of operations: compiled at start-up, then read strictly from path, query and headers."""

import keyword
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

import jsonschema_rs

from facetry.errors import FaultError, bad_parameter
from facetry.http.paths import decode_segment
from facetry.schema.document import ContractError, Document
from facetry.schema.uuids import UUID_PATTERN
from facetry.schema.violations import first_violation, suggest

_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})", re.ASCII)
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,24})?(?:[eE][+-]?[0-9]{1,3})?", re.ASCII)
_MAX_REMEMBERED: Final = 32  # query strings of each operation
_MAX_REMEMBERED_BYTES: Final = 128  # of each of them
_MAX_REMEMBERED_PARTS: Final = 64  # names and values of each operation
_MAX_REMEMBERED_TEXT: Final = 32  # characters of each of them; signatures are longer
_CAMEL_CASE_BOUNDARY: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def python_name(wire_name: str) -> str:
    """The argument name of a wire name: `extensionIds` → `extension_ids`, `Last-Event-ID` → `last_event_id`."""
    name = _CAMEL_CASE_BOUNDARY.sub("_", wire_name).replace("-", "_").lower()
    return f"{name}_" if keyword.iskeyword(name) else name


def _convert_uuid(name: str, text: str) -> tuple[object, object]:
    if UUID_PATTERN.fullmatch(text) is None:
        raise bad_parameter(
            name,
            "The text must be a UUID of 36 characters: hexadecimal digits with hyphens.",
            rule="uuid.canonical",
            value=text,
        )
    return text.lower(), UUID(text)


def _convert_integer(name: str, text: str) -> tuple[object, object]:
    if _INTEGER.fullmatch(text) is None:
        raise bad_parameter(
            name, "The text must be a decimal integer such as 42 or -1.", rule="parameter.type", value=text
        )
    return int(text), int(text)


def _convert_number(name: str, text: str) -> tuple[object, object]:
    number = float(text) if _NUMBER.fullmatch(text) else math.inf
    if not math.isfinite(number):
        raise bad_parameter(name, "The text must be a decimal number such as 0.25.", rule="parameter.type", value=text)
    return number, number


def _convert_boolean(name: str, text: str) -> tuple[object, object]:
    if text not in ("true", "false"):
        raise bad_parameter(name, "The text must be true or false.", rule="parameter.type", value=text)
    return text == "true", text == "true"


def _convert_text(_: str, text: str) -> tuple[object, object]:
    return text, text


# Returns two values: the JSON value to be validated by the schema, and the Python value for the handler.
Converter = Callable[[str, str], tuple[object, object]]
_CONVERTERS: Final[Mapping[str, Converter]] = {
    "integer": _convert_integer,
    "number": _convert_number,
    "boolean": _convert_boolean,
    "string": _convert_text,
}


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """One compiled parameter. Equal only to itself."""

    name: str
    argument: str
    location: str
    required: bool
    is_array: bool
    default: object
    convert: Converter
    pointer: str
    validator: jsonschema_rs.Draft202012Validator


def compile_parameter(document: Document, pointer: str, definition: Mapping[str, Any]) -> Parameter:
    """Compiles one parameter object. Raises `ContractError` for unsupported ones, such as cookies and other styles."""
    name, location, schema = definition["name"], definition["in"], f"{pointer}/schema"
    if location not in ("path", "query", "header") or "schema" not in definition:
        raise ContractError([f"{pointer}: only path, query and header parameters with a schema are served"])
    if definition.get("style", "form" if location == "query" else "simple") != (
        "form" if location == "query" else "simple"
    ):
        raise ContractError([f"{pointer}: the style {definition['style']} is not served"])
    merged_schema = document.merged_schema(schema)
    is_array = _type_name(merged_schema) == "array"
    if is_array and (location != "query" or not definition.get("explode", True)):
        raise ContractError([f"{pointer}: an array is served as a repeated query parameter only"])
    element = document.merged_schema(f"{document.resolve(schema)[0]}/items") if is_array else merged_schema
    convert = _convert_uuid if element.get("format") == "uuid" else _CONVERTERS.get(_type_name(element))
    if convert is None:
        raise ContractError([f"{pointer}: a parameter of type {_type_name(element)} is not served"])
    return Parameter(
        name=name,
        argument=python_name(name),
        location=location,
        required=bool(definition.get("required", False)),
        is_array=is_array,
        default=merged_schema.get("default"),
        convert=convert,
        pointer=schema,
        validator=document.validator(schema),
    )


def _type_name(schema: Mapping[str, Any]) -> str:
    """The type of a schema, null left out; `string` when it has none; several types joined by `+`."""
    type_names = schema.get("type", "string")
    types = [type_names] if isinstance(type_names, str) else [kind for kind in type_names if kind != "null"]
    return types[0] if len(types) == 1 else "+".join(types)


class Parameters:
    """Every parameter of one operation."""

    def __init__(
        self,
        document: Document,
        path_names: Sequence[str],
        parameters: Sequence[Parameter],
        *,
        ignores_unknown_query: bool = False,
    ) -> None:
        self._document = document
        self._ignores_unknown_query = ignores_unknown_query
        # Most requests have the query of an earlier one: an extension names itself in each.
        self._remembered_query = lru_cache(_MAX_REMEMBERED)(self._read_query)
        # Others have parts in common, as the media URLs of a gallery do.
        self._remembered_part = lru_cache(_MAX_REMEMBERED_PARTS)(self._read_part)
        self._remembered_value = lru_cache(_MAX_REMEMBERED_PARTS)(self._convert)
        by_name = {p.name: p for p in parameters if p.location == "path"}
        if set(by_name) != set(path_names):
            raise ContractError([f"path names {sorted(path_names)} but the parameters are {sorted(by_name)}"])
        self._path = tuple(by_name[name] for name in path_names)
        self._query = {p.name: p for p in parameters if p.location == "query"}
        self._headers = {p.name.lower().encode("ascii"): p for p in parameters if p.location == "header"}
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
        """The arguments, read from the raw values of the path, the raw query string and the headers (names in lower
        case). Raises the first fault.
        """
        arguments: dict[str, Any] = dict(self._defaults)
        for parameter, segment in zip(self._path, segments, strict=True):
            text: str | None = segment
            if "%" in segment or not segment.isascii():
                text = decode_segment(segment)
            if text is None:
                raise _bad_encoding(parameter.name, segment)
            arguments[parameter.argument] = self._convert(parameter, text)
        if query:
            read_query = self._remembered_query if len(query) <= _MAX_REMEMBERED_BYTES else self._read_query
            for argument, value in read_query(query).items():
                arguments[argument] = value.copy() if isinstance(value, list) else value
        for header, parameter in self._headers.items():
            if header in headers:
                arguments[parameter.argument] = self._convert(parameter, headers[header].decode("latin-1").strip())
        for parameter in self._required:
            if parameter.argument not in arguments:
                is_header = parameter.location == "header"
                raise bad_parameter(
                    parameter.name,
                    f"The {parameter.location} {'' if is_header else 'parameter '}{parameter.name} is missing.",
                    rule="parameter.missing",
                    remedy=f"Send the header {parameter.name}."
                    if is_header
                    else f"Add ?{parameter.name}=… to the address.",
                )
        return arguments

    def _read_query(self, query: bytes) -> Mapping[str, Any]:
        """The arguments of a query string."""
        arguments: dict[str, Any] = {}
        json_items: dict[str, list[object]] = {}
        for part in query.decode("latin-1").split("&"):
            if not part:
                continue
            may_remember = len(part) <= _MAX_REMEMBERED_TEXT
            parameter, text = self._remembered_part(part) if may_remember else self._read_part(part)
            if parameter is None:
                continue
            name = parameter.name
            if name not in json_items:
                json_items[name] = []
                if parameter.is_array:
                    arguments[parameter.argument] = []
                else:
                    convert = self._remembered_value if may_remember else self._convert
                    arguments[parameter.argument] = convert(parameter, text)
            elif not parameter.is_array:
                raise bad_parameter(
                    name,
                    "This query parameter must not be repeated.",
                    rule="parameter.duplicate",
                    value=text,
                    remedy="Send it once.",
                )
            if parameter.is_array:
                json_value, value = parameter.convert(name, text)
                json_items[name].append(json_value)
                arguments[parameter.argument].append(value)
        for name, items in json_items.items():
            parameter = self._query[name]
            if parameter.is_array and not parameter.validator.is_valid(items):
                raise FaultError(first_violation(self._document, parameter.pointer, items, parameter=name))
        return arguments

    def _read_part(self, part: str) -> tuple[Parameter | None, str]:
        """The parameter that a part of a query names, and its text. None for a name that is ignored."""
        raw_name, _, raw_text = part.partition("=")
        name = _decode_component(raw_name, raw_name)
        parameter = self._query.get(name)
        if parameter is None and not self._ignores_unknown_query:
            raise bad_parameter(
                name,
                "This operation has no such query parameter.",
                rule="parameter.unknown",
                value=name,
                remedy=suggest(name, list(self._query)),
            )
        return parameter, "" if parameter is None else _decode_component(name, raw_text)

    def _convert(self, parameter: Parameter, text: str) -> object:
        json_value, value = parameter.convert(parameter.name, text)
        if not parameter.validator.is_valid(json_value):
            fault = first_violation(self._document, parameter.pointer, json_value, parameter=parameter.name)
            raise FaultError(replace(fault, value=text))  # as it was sent: a converted 0 would be quoted as 0.0
        return value


def _decode_component(name: str, raw: str) -> str:
    """Decodes a query component: `+` is a space; invalid escapes are a fault."""
    if raw.isascii() and "%" not in raw:
        return raw.replace("+", " ")
    text = decode_segment(raw.replace("+", " "))
    if text is None:
        raise _bad_encoding(name, raw)
    return text


def _bad_encoding(name: str, raw: str) -> FaultError:
    return bad_parameter(
        name,
        "The text must be percent-encoded UTF-8 without NUL.",
        rule="parameter.encoding",
        value=raw,
        remedy="Percent-encode the value as UTF-8.",
    )

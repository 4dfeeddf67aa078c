"""OpenAPI descriptions and JSON Schemas as data: resolves references, and compiles validators by JSON Pointer."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

import jsonschema_rs

_URI: Final = "urn:description"
_POINTER_SAFE: Final = "#/~!$&'()*+,;=:@-._"
_MAX_REFERENCE_CHAIN: Final = 32


class ContractError(Exception):
    """The description, the generated table and the handlers do not match. `mismatches` lists every difference."""

    def __init__(self, mismatches: list[str]) -> None:
        super().__init__("the service cannot start:\n" + "\n".join(f"  - {mismatch}" for mismatch in mismatches))
        self.mismatches = mismatches


def pointer_token(name: str) -> str:
    """`name` as one reference token of a JSON Pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


class Document:
    """An OpenAPI 3.1 document or a JSON Schema. Schemas keep their `$ref`; nothing is fetched. `formats` maps the names
    of formats that JSON Schema does not define to functions that check a text.
    """

    def __init__(self, content: Mapping[str, Any], formats: Mapping[str, Callable[[str], bool]] | None = None) -> None:
        self.content = content
        self._formats = dict(formats or {})
        self._registry = jsonschema_rs.Registry([(_URI, dict(content))])
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def at(self, pointer: str) -> Any:
        """The value at a pointer such as `#/components/schemas/Tag`."""
        node: Any = self.content
        for part in pointer.removeprefix("#").split("/")[1:]:
            name = part.replace("~1", "/").replace("~0", "~")
            node = node[int(name)] if isinstance(node, list) else node[name]
        return node

    def resolve(self, pointer: str) -> tuple[str, Any]:
        """Follows references of parameters, responses and bodies; returns the final pointer and its value."""
        for _ in range(_MAX_REFERENCE_CHAIN):
            node = self.at(pointer)
            if not (isinstance(node, dict) and "$ref" in node):
                return pointer, node
            pointer = _local_pointer(node["$ref"], pointer)
        raise ContractError([f"{pointer}: the chain of references does not end"])

    def merged_schema(self, pointer: str) -> dict[str, Any]:
        """The keywords of a schema, merged with those of the schemas it refers to. Its own keywords win."""
        merged: dict[str, Any] = {}
        for _ in range(_MAX_REFERENCE_CHAIN):
            schema = self.at(pointer)
            merged = {**schema, **merged} if isinstance(schema, dict) else merged
            if "$ref" not in merged:
                return merged
            pointer = _local_pointer(merged.pop("$ref"), pointer)
        raise ContractError([f"{pointer}: the chain of references does not end"])

    def validator(self, pointer: str) -> jsonschema_rs.Draft202012Validator:
        """The compiled validator of the schema at `pointer`. Checks formats; patterns run in linear time."""
        if pointer not in self._validators:
            self._validators[pointer] = self.compile(self.reference(pointer))
        return self._validators[pointer]

    def reference(self, pointer: str) -> dict[str, str]:
        """A schema that refers to the one at `pointer`, as a part of a schema for `compile`."""
        return {"$ref": _URI + quote(pointer, safe=_POINTER_SAFE)}

    def require_valid_schema(self, pointer: str) -> None:
        """Raise what `validator` would raise for the schema at `pointer`. Nothing is kept in memory."""
        if pointer not in self._validators:
            self.compile(self.reference(pointer))

    def compile(self, schema: Mapping[str, Any]) -> jsonschema_rs.Draft202012Validator:
        """A validator of a schema that is not in the document, with the options of `validator`. Its references are
        those of `reference`.
        """
        return jsonschema_rs.Draft202012Validator(
            dict(schema),
            registry=self._registry,
            validate_formats=True,
            formats=self._formats,
            pattern_options=jsonschema_rs.RegexOptions(),
            offline=True,
        )

    def parameters(self, path: str, method: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Pointer and parameter object of every parameter of an operation. Its own ones replace those of the path."""
        item = f"#/paths/{pointer_token(path)}"
        parameters: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {}
        for owner in (item, f"{item}/{method}"):
            for index in range(len(self.at(owner).get("parameters", ()))):
                pointer, parameter = self.resolve(f"{owner}/parameters/{index}")
                parameters[parameter["in"], parameter["name"]] = pointer, parameter
        yield from parameters.values()


def _local_pointer(reference: str, pointer: str) -> str:
    if not reference.startswith("#/"):
        raise ContractError([f"{pointer}: the reference {reference!r} leaves the bundled description"])
    return unquote(reference)

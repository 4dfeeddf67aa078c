"""A bundled description or schema as data: references followed, validators compiled from JSON Pointers."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

import jsonschema_rs

_URI: Final = "urn:description"
_POINTER_SAFE: Final = "#/~!$&'()*+,;=:@-._"
_LONGEST_CHAIN: Final = 32


class ContractError(Exception):
    """The description, the generated table and the handlers do not fit together; lists every misfit."""

    def __init__(self, misfits: list[str]) -> None:
        super().__init__("the service cannot start:\n" + "\n".join(f"  - {misfit}" for misfit in misfits))
        self.misfits = misfits


def token(name: str) -> str:
    """`name` as one reference token of a JSON Pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


class Document:
    """An OpenAPI 3.1 document, or a JSON Schema, whose schemas keep their `$ref`; nothing is ever fetched. `formats`
    judge the texts of formats that JSON Schema does not know.
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

    def follow(self, pointer: str) -> tuple[str, Any]:
        """The pointer and value behind a chain of bare references, as parameters, responses and bodies use them."""
        for _ in range(_LONGEST_CHAIN):
            node = self.at(pointer)
            if not (isinstance(node, dict) and "$ref" in node):
                return pointer, node
            pointer = _local(node["$ref"], pointer)
        raise ContractError([f"{pointer}: the chain of references does not end"])

    def shape(self, pointer: str) -> dict[str, Any]:
        """The keywords of a schema together with those of the schemas it refers to; its own win."""
        found: dict[str, Any] = {}
        for _ in range(_LONGEST_CHAIN):
            schema = self.at(pointer)
            found = {**schema, **found} if isinstance(schema, dict) else found
            if "$ref" not in found:
                return found
            pointer = _local(found.pop("$ref"), pointer)
        raise ContractError([f"{pointer}: the chain of references does not end"])

    def validator(self, pointer: str) -> jsonschema_rs.Draft202012Validator:
        """The compiled validator of the schema at `pointer`: formats checked, patterns in linear time, offline."""
        if pointer not in self._validators:
            self._validators[pointer] = jsonschema_rs.Draft202012Validator(
                {"$ref": _URI + quote(pointer, safe=_POINTER_SAFE)},
                registry=self._registry,
                validate_formats=True,
                formats=self._formats,
                pattern_options=jsonschema_rs.RegexOptions(),
                offline=True,
            )
        return self._validators[pointer]

    def parameters(self, path: str, method: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Pointer and parameter object of every parameter of an operation; the operation's own replace the path's."""
        item = f"#/paths/{token(path)}"
        chosen: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {}
        for holder in (item, f"{item}/{method}"):
            for index in range(len(self.at(holder).get("parameters", ()))):
                pointer, parameter = self.follow(f"{holder}/parameters/{index}")
                chosen[parameter["in"], parameter["name"]] = pointer, parameter
        yield from chosen.values()


def _local(reference: str, pointer: str) -> str:
    if not reference.startswith("#/"):
        raise ContractError([f"{pointer}: the reference {reference!r} leaves the bundled description"])
    return unquote(reference)

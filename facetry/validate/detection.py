"""Finds out what kind of document a text is: from its `$schema`, from the name of its file, or from its members."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import orjson

from facetry.validate.kinds import Kind

_MAX_PARSED_BYTES: Final = 1_048_576
"""A larger text is recognised by its first member and its name only."""
_MAX_MENDED_BYTES: Final = 262_144
"""The size up to which a text that is not JSON is recognised by its members."""
_SCHEMA_NAMES: Final[Mapping[str, Kind]] = {
    "manifest-v3.schema.json": Kind.MANIFEST,
    "urn:facetry:manifest:3": Kind.MANIFEST,
    "view-document-1.0.schema.json": Kind.VIEW_DOCUMENT,
    "urn:facetry:view-document:1.0": Kind.VIEW_DOCUMENT,
}
"""The last step of an address of a schema, or its identifier."""
_FAMILIES: Final = ((re.compile(r"manifest-v[0-9]+\.schema\.json"), Kind.MANIFEST),)
_META_SCHEMA: Final = re.compile(r"https?://json-schema\.org/")
_FILE_NAMES: Final[Mapping[str, Kind]] = {
    "manifest.json": Kind.MANIFEST,
    "view.json": Kind.VIEW_DOCUMENT,
    "event.json": Kind.EVENT,
    "recipe.json": Kind.RECIPE,
    "settings.schema.json": Kind.SETTINGS_SCHEMA,
    "parameters.schema.json": Kind.SETTINGS_SCHEMA,
    "schema.json": Kind.SETTINGS_SCHEMA,
}
"""The name of a file, or its last parts: `card.view.json` is a view document."""
_FIRST_MEMBER: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*+\{\s*+"\$schema"\s*+:\s*+"([^"\\]{1,1024}+)"')
_TELLING_MEMBERS: Final = (
    (Kind.RECIPE, frozenset({"modelTags", "prompt"})),
    (Kind.EVENT, frozenset({"channel", "value"})),
    (Kind.MANIFEST, frozenset({"instructions", "runtimes"})),
    (Kind.VIEW_DOCUMENT, frozenset({"schemaVersion", "elements"})),
)
"""Members that, two together, no other kind has."""
_HINTS: Final = (
    (Kind.MANIFEST, frozenset({"instructions", "runtimes", "categories", "id"}), 2),
    (Kind.VIEW_DOCUMENT, frozenset({"elements"}), 1),
    (Kind.RECIPE, frozenset({"modelTags"}), 1),
    (Kind.EVENT, frozenset({"channel", "milliseconds", "contextId"}), 1),
    (Kind.SETTINGS_SCHEMA, frozenset({"type", "properties"}), 2),
)
"""Members of which so many are enough for a document that has mistakes."""


def detect(text: bytes, name: str, *, is_named: bool = True) -> Kind | None:
    """The kind of a text in a file of this name; None if nothing tells it. `$schema` decides, then the name, then the
    members. In a text that is not JSON, `$schema` is read if it is the first member, and the other members if
    they are certain.

    A person who names a file means it (`is_named`). One that was found in a folder may be called `manifest.json` and be
    that of something else: then its members decide instead of its name.
    """
    kind_of_name = _kind_of_name(name)
    is_certain = kind_of_name is not None and (is_named or kind_of_name is not Kind.MANIFEST)
    if is_certain and b"$schema" not in text and b"\\u" not in text:
        return kind_of_name  # most files need not be parsed here
    value = _parsed(text)
    if not is_certain and kind_of_name is not None and isinstance(value, dict):
        kind_of_name = None
    found = _kind_of_schema(_schema_address(text, value)) or kind_of_name or _kind_of_members(value)
    return found or (_kind_of_faulty(text) if value is None else None)


def _parsed(text: bytes) -> Any:
    if len(text) > _MAX_PARSED_BYTES:
        return None
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _schema_address(text: bytes, value: Any) -> str | None:
    address = value.get("$schema") if isinstance(value, dict) else None
    if value is None and (first := _FIRST_MEMBER.match(text)):
        address = first[1].decode("utf-8", "replace")
    return address if isinstance(address, str) else None


def _kind_of_schema(address: str | None) -> Kind | None:
    if address is None:
        return None
    last = address.partition("#")[0].rpartition("/")[2]
    if last in _SCHEMA_NAMES:
        return _SCHEMA_NAMES[last]
    if _META_SCHEMA.match(address):
        return Kind.SETTINGS_SCHEMA
    return next((kind for pattern, kind in _FAMILIES if pattern.fullmatch(last)), None)


def _kind_of_name(name: str) -> Kind | None:
    parts = name.rpartition("/")[2].lower().split(".")  # a PurePath takes ten times as long
    suffixes = (".".join(parts[start:]) for start in range(len(parts)))
    return next((_FILE_NAMES[suffix] for suffix in suffixes if suffix in _FILE_NAMES), None)


def _kind_of_faulty(text: bytes) -> Kind | None:
    """The kind of a text with faults of the syntax, such as a comma too many, by members that no other kind has."""
    if len(text) > _MAX_MENDED_BYTES:
        return None
    from facetry.validate.syntax.encoding import as_utf8
    from facetry.validate.texts import json_text

    value = _parsed(json_text(as_utf8(text).decode("utf-8", "replace").encode()))
    return _kind_of_telling_members(value) if isinstance(value, dict) else None


def _kind_of_telling_members(value: Mapping[str, Any]) -> Kind | None:
    return next((kind for kind, members in _TELLING_MEMBERS if members <= value.keys()), None)


def _kind_of_members(value: Any) -> Kind | None:
    if not isinstance(value, dict):
        return None
    if kind := _kind_of_telling_members(value):
        return kind
    return next((kind for kind, members, count in _HINTS if len(members & value.keys()) >= count), None)

"""Finds members of a document that a schema does not describe and that are misspelt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from facetry.errors import printable_text
from facetry.schema.document import Document, pointer_token
from facetry.schema.edits import RenameKey
from facetry.schema.similarity import certain_match
from facetry.validate.finding import Finding

_APPLICATORS: Final = ("allOf", "anyOf", "oneOf")
_MAX_WARNINGS: Final = 20
_MAX_NAMES: Final = 200  # searching a similar name is slow


def misspelt_members(document: Document, pointer: str, value: object, *, rule: str) -> Iterator[Finding]:
    """Warnings with this rule, for each member of a value of the schema at `pointer` that is not described and close to
    an absent one that is.
    """
    pending: list[tuple[list[Any], Any, str]] = [([document.at(pointer)], value, "")]
    warnings = names = 0
    while pending and warnings < _MAX_WARNINGS:
        schemas, part, place = pending.pop()
        schemas = [schema for each in schemas for schema in _applied(document, each)]
        if isinstance(part, list):
            items = [schema["items"] for schema in schemas if "items" in schema]
            pending.extend((items, item, f"{place}/{index}") for index, item in enumerate(part) if items)
        if not isinstance(part, dict):
            continue
        known = dict.fromkeys(name for schema in schemas for name in schema.get("properties", ()))
        absent = [name for name in known if name not in part]
        for name, child in part.items():
            child_place = f"{place}/{pointer_token(name)}"
            if name in known:
                inner = [schema["properties"][name] for schema in schemas if name in schema.get("properties", ())]
                pending.append((inner, child, child_place))
            elif names < _MAX_NAMES and not name.startswith("$"):
                names += 1
                candidate = certain_match(name, absent)
                if candidate is not None:
                    warnings += 1
                    absent.remove(candidate)  # no other member can be renamed to it
                    yield _warning(rule, name, candidate, child_place)


def _applied(document: Document, schema: Any) -> Iterator[Mapping[str, Any]]:
    """The schemas without a reference that apply to one value."""
    if "$ref" in schema:
        yield from _applied(document, document.at(schema["$ref"]))
    yield schema
    for keyword in _APPLICATORS:
        for part in schema.get(keyword, ()):
            yield from _applied(document, part)


def _warning(rule: str, name: str, candidate: str, pointer: str) -> Finding:
    return Finding(
        rule=rule,
        pointer=pointer,
        detail="The schema does not describe this member. It is kept, and has no effect.",
        level="warning",
        value=printable_text(name),
        remedy=f"Did you mean {candidate}?",
        on_key=True,
        edit=RenameKey(pointer, candidate),
    )

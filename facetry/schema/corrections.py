"""Corrections of violations: edits of the document where only one is possible, so that no author has to decide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import orjson

from facetry.schema.document import Document
from facetry.schema.edits import AddMember, Edit, RemoveMember, RenameKey, SetValue
from facetry.schema.similarity import certain_match

_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?")
_MAX_SIBLINGS: Final = 20
_WORDS: Final = {"true": True, "false": False}


def of_value(document: Document, schema_pointer: str, value: Any, types: Iterable[str], pointer: str) -> Edit | None:
    """The edit of a value at `pointer` of the wrong type, which is not null, by the permitted types. The new value
    satisfies the schema at `schema_pointer`.
    """
    for new_value in _conversions(value, frozenset(types)):
        if document.validator(schema_pointer).is_valid(new_value):
            return SetValue(pointer, new_value)
    return None


def of_word(word: str, options: Iterable[Any], pointer: str) -> Edit | None:
    """The edit of a word at `pointer` that is none of the options of an enum."""
    match = certain_match(word, [option for option in options if isinstance(option, str)])
    return None if match is None else SetValue(pointer, match)


def of_name(name: str, value: dict[str, Any], names: list[str], unexpected: list[str], pointer: str) -> Edit | None:
    """The edit of an unknown member at `pointer` of the object `value`, whose schema has `names`. `unexpected` are all
    unknown members of the object.
    """
    match = certain_match(name, names)
    if match is None or match in value:
        return None
    if any(other != name and certain_match(other, names) == match for other in unexpected[:_MAX_SIBLINGS]):
        return None
    return RenameKey(pointer, match)


def of_missing(name: str, schema: Any, pointer: str) -> Edit | None:
    """The edit of an object at `pointer` without a member whose schema has one value only."""
    constant = schema.get("const") if isinstance(schema, dict) else None
    return None if constant is None else AddMember(pointer, name, constant)


def of_constant(value: Any, constant: Any, pointer: str) -> Edit | None:
    """The edit of a value at `pointer` that prints as the constant text, or is very similar to it."""
    if not isinstance(constant, str):
        return None
    word = value if isinstance(value, str) else orjson.dumps(value).decode()
    return SetValue(pointer, constant) if certain_match(word, [constant]) == constant else None


def of_null(path: Sequence[str | int], parent: Any, pointer: str) -> Edit | None:
    """The edit of a null at `pointer` instead of an optional member of an object, which `parent` describes; None when
    it is no member.
    """
    if parent is None:
        return None
    is_optional = path[-1] in parent.get("properties", {}) and path[-1] not in parent.get("required", ())
    return RemoveMember(pointer) if is_optional else None


def _conversions(value: Any, types: frozenset[str]) -> Iterable[Any]:
    """The values of these types that `value` can mean, which has none of them."""
    if isinstance(value, str):
        if types & {"integer", "number"} and _INTEGER.fullmatch(value):
            yield int(value)
        elif "number" in types and _NUMBER.fullmatch(value):
            yield float(value)
        elif "boolean" in types and value.lower() in _WORDS:
            yield _WORDS[value.lower()]
    elif "string" in types and isinstance(value, int | float):
        text = orjson.dumps(value).decode()
        if _NUMBER.fullmatch(text):
            yield text
    if "array" in types:
        yield [value]

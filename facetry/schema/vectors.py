"""JSON texts of vectors: objects of names and vectors, or arrays of these. Almost all are read without a scan of each
character, because what makes a text strict then shows in its value.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import jsonschema_rs
import orjson

from facetry.schema.document import ContractError, Document

_NORM_BOUND: Final = 2.0**62
"""The parser makes floats of integers beyond 64 bits. They are twice as large at least, so rounding cannot hide one."""
_ANNOTATIONS: Final = frozenset({"title", "description", "examples"})
_OBJECT_KEYWORDS: Final = frozenset({"type", "required", "properties", "additionalProperties"})
_ARRAY_KEYWORDS: Final = frozenset({"type", "minItems", "maxItems", "items"})


class VectorReader:
    """Reads texts of one schema."""

    def __init__(self, validator: jsonschema_rs.Draft202012Validator, vectors: tuple[str, ...], *, is_array: bool):
        """`validator` judges all but the components of vectors, and `vectors` are the members that are vectors. With
        `is_array`, a text is an array of objects.
        """
        self._validator = validator
        self._vectors = vectors
        self._is_array = is_array

    def read(self, text: bytes) -> Any | None:
        """The value of a text that certainly is strict JSON (see `strict_json.parse`) and satisfies the schema. None
        for every invalid text, and for a few valid ones.
        """
        try:
            value = orjson.loads(text)
        except orjson.JSONDecodeError:
            return None
        if b"\\" in text or not self._validator.is_valid(value):  # without escapes there is no NUL character
            return None
        objects = value if self._is_array else (value,)
        if _occurs_more_often(text, b":", sum(map(len, objects))):  # a key was there twice, perhaps with a deep value
            return None
        if _has_word(text, b"true") or _has_word(text, b"false"):  # `hypot` takes them for numbers
            return None
        for item in objects:
            for name in self._vectors:
                if name in item and not _are_components(item[name]):
                    return None
        return value


def _are_components(values: list[Any]) -> bool:
    """Whether all values are numbers or booleans, and certainly no integers beyond 64 bits."""
    try:
        return math.hypot(*values) < _NORM_BOUND  # no component is larger than the Euclidean norm of its vector
    except TypeError:
        return False


def _has_word(text: bytes, word: bytes) -> bool:
    """Whether a word occurs whose first letter is rare; then this is many times faster than `in`."""
    letter = word[:1]
    position = text.find(letter)
    while position >= 0 and not text.startswith(word, position):
        position = text.find(letter, position + 1)
    return position >= 0


def _occurs_more_often(text: bytes, character: bytes, count: int) -> bool:
    """For a rare character this is many times faster than `bytes.count`."""
    position = -1
    for _ in range(count + 1):
        position = text.find(character, position + 1)
        if position < 0:
            return False
    return True


def compile_vector_reader(document: Document, pointer: str) -> VectorReader | None:
    """The reader for the schema at `pointer`. None if its values have other parts than texts and vectors, or if it
    has other keywords than those of plain objects, arrays and numbers.
    """
    pointer, schema = document.resolve(pointer)
    is_array = schema.get("type") == "array"
    where, item = document.resolve(f"{pointer}/items") if is_array else (pointer, schema)
    if item.get("type") != "object" or item.get("additionalProperties") is not False:
        return None
    if not _has_only(item, _OBJECT_KEYWORDS) or (is_array and not _has_only(schema, _ARRAY_KEYWORDS)):
        return None
    pointers = {name: f"{where}/properties/{name}" for name in item.get("properties", {})}
    members = {name: document.merged_schema(place) for name, place in pointers.items()}
    vectors = tuple(name for name, member in members.items() if _is_vector(document, member))
    texts = [name for name, member in members.items() if member.get("type") == "string" and "format" not in member]
    if not vectors or len(vectors) + len(texts) < len(members):
        return None
    properties = {
        name: {keyword: value for keyword, value in members[name].items() if keyword != "items"}
        if name in vectors
        else document.reference(place)
        for name, place in pointers.items()
    }
    judged_item = {**item, "properties": properties}
    validator = document.compile({**schema, "items": judged_item} if is_array else judged_item)
    return VectorReader(validator, vectors, is_array=is_array)


def _has_only(schema: Mapping[str, Any], keywords: frozenset[str]) -> bool:
    """Whether the schema has no other keywords than these and annotations."""
    return all(name in keywords or name in _ANNOTATIONS or name.startswith("x-") for name in schema)


def _is_vector(document: Document, schema: Mapping[str, Any]) -> bool:
    """Whether a schema is that of vectors, whose components may be all numbers."""
    if not schema.get("x-vector"):
        return False
    component = schema["items"]
    if "$ref" in component:
        component = document.resolve(component["$ref"])[1]
    if schema.get("type") != "array" or component.get("type") != "number":
        raise ContractError(["a schema with x-vector must be an array of numbers"])
    return _has_only(schema, _ARRAY_KEYWORDS) and _has_only(component, frozenset({"type"}))

"""JSON Schema violations as faults: place, rule, a sentence for the rule, and a suggestion."""

import difflib
import math
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import unquote

import jsonschema_rs
import orjson

from facetry.errors import MAX_VALUE_CHARACTERS, Fault, FaultKind, printable_text
from facetry.schema.document import Document, pointer_token

# Listing costs about 8 µs for each violation. Bodies up to this size get the first violation in document order; larger
# ones get the first one that the validator finds.
_FULL_LISTING_BYTES: Final = 4096
_MAX_LISTED: Final = 100

_SENTENCES: Final = {
    "type": "The value must be of type {value}.",
    "enum": "The value must be one of {value}.",
    "const": "The value must be {value}.",
    "minLength": "The text must be at least {value} characters long.",
    "maxLength": "The text must be at most {value} characters long.",
    "pattern": "The text must match {value}.",
    "format": "The text must have the format {value}.",
    "minimum": "The number must be at least {value}.",
    "maximum": "The number must be at most {value}.",
    "exclusiveMinimum": "The number must be above {value}.",
    "exclusiveMaximum": "The number must be below {value}.",
    "multipleOf": "The number must be a multiple of {value}.",
    "minItems": "The array must have at least {value} items.",
    "maxItems": "The array must have at most {value} items.",
    "uniqueItems": "The items must differ from one another.",
    "minProperties": "The object must have at least {value} properties.",
    "maxProperties": "The object must have at most {value} properties.",
    "additionalProperties": "The property is not known here.",
    "unevaluatedProperties": "The property is not known here.",
    "required": "The property {value} is missing.",
    "falseSchema": "No value is permitted here.",
    "anyOf": "The value has none of the permitted forms.",
    "oneOf": "The value must have exactly one of the permitted forms.",
}


def first_violation(
    document: Document, pointer: str, instance: object, *, parameter: str | None = None, size: int = 0
) -> Fault:
    """The fault for an instance that violates the schema at `pointer`. With `parameter` the fault names that parameter
    instead of a place in the body. `size` is the length of the body in bytes. Raises `ValueError` for a valid instance.
    """
    validator = document.validator(pointer)
    if size <= _FULL_LISTING_BYTES:
        errors = list(validator.iter_errors(instance))
        error = min(errors, key=lambda e: _document_position(instance, e))
    else:
        try:
            validator.validate(instance)
        except jsonschema_rs.ValidationError as validation_error:
            error = validation_error
        else:
            raise ValueError("the instance satisfies the schema")
    return _fault(document, _innermost(error), parameter)


def violations(document: Document, pointer: str, instance: object) -> list[Fault]:
    """The faults of an instance in document order, at most 100. Listing is slow, so the instance must be small."""
    validator = document.validator(pointer)
    if validator.is_valid(instance):
        return []
    errors = sorted(validator.iter_errors(instance), key=lambda e: _document_position(instance, e))
    return [_fault(document, _innermost(error), None) for error in errors[:_MAX_LISTED]]


def _innermost(error: jsonschema_rs.ValidationError) -> jsonschema_rs.ValidationError:
    """For a failed anyOf or oneOf: the deepest violation of an alternative, if it is deeper than the choice."""
    kind = error.kind
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.AnyOf | jsonschema_rs.ValidationErrorKind.OneOfNotValid):
        first_errors = [branch[0] for branch in kind.context if branch]
        deepest = max(first_errors, key=lambda e: len(e.instance_path), default=error)
        if len(deepest.instance_path) > len(error.instance_path):
            return _innermost(deepest)
    return error


def _document_position(instance: object, error: jsonschema_rs.ValidationError) -> list[int]:
    """Sort key of a violation: its position in the document."""
    position: list[int] = []
    node: Any = instance
    for part in [*error.instance_path, *_unexpected_members(error)[:1]]:
        position.append(list(node).index(part) if isinstance(node, dict) else int(part))
        node = node[part]
    return position


def _unexpected_members(error: jsonschema_rs.ValidationError) -> list[Any]:
    """The keys or indexes that a closed object or array does not permit, in document order."""
    unexpected: list[Any] = getattr(error.kind, "unexpected", [])
    if unexpected and isinstance(error.instance, dict):
        names = set(unexpected)
        return [name for name in error.instance if name in names]
    return unexpected


def _fault(document: Document, error: jsonschema_rs.ValidationError, parameter: str | None) -> Fault:
    kind = error.kind
    keyword = str(kind.name)
    path: list[str | int] = list(error.instance_path)
    value: Any = error.instance
    remedy: str | None = None
    match kind:
        case jsonschema_rs.ValidationErrorKind.AdditionalProperties() | (
            jsonschema_rs.ValidationErrorKind.UnevaluatedProperties()
        ):
            name = next(iter(_unexpected_members(error)), "")
            path.append(name)
            value = name
            remedy = suggest(name, _property_names(document, error))
        case jsonschema_rs.ValidationErrorKind.Enum() if isinstance(value, str):
            remedy = suggest(value, [option for option in kind.options if isinstance(option, str)])
        case jsonschema_rs.ValidationErrorKind.Required():
            remedy = f"Add the property {kind.property}."
        case jsonschema_rs.ValidationErrorKind.UniqueItems():
            index = _first_duplicate_index(value)
            path.append(index)
            value = value[index]
    return Fault(
        kind=FaultKind.BAD_PARAMETER,
        rule=f"schema.{keyword}",
        detail=_schema_sentence(document, error) or _keyword_sentence(keyword, kind.value),
        parameter=parameter,
        pointer=None if parameter is not None else "".join(f"/{pointer_token(str(part))}" for part in path),
        value=describe_value(value),
        remedy=remedy,
    )


def _schema_sentence(document: Document, error: jsonschema_rs.ValidationError) -> str | None:
    """The description of a `not` schema, or a sentence with the titles of all alternatives of an anyOf; None if there
    is none. The keywords inside of these schemas would not help a person.
    """
    match error.kind:
        case jsonschema_rs.ValidationErrorKind.Not():
            schema = document.at(_keyword_pointer(error))
            return schema.get("description") if isinstance(schema, dict) else None
        case jsonschema_rs.ValidationErrorKind.AnyOf():
            forms = document.at(_keyword_pointer(error))
            titles = [str(form["title"]) for form in forms if "title" in form]
            return f"The value must be one of these: {', '.join(titles)}." if len(titles) == len(forms) else None
        case _:
            return None


def _keyword_pointer(error: jsonschema_rs.ValidationError) -> str:
    """The pointer to the violated keyword in the description."""
    return "#" + unquote((error.absolute_keyword_location or "").partition("#")[2])


def _keyword_sentence(keyword: str, value: object) -> str:
    template = _SENTENCES.get(keyword, "The value does not satisfy the rule {keyword}.")
    values = value if isinstance(value, list) else [value]
    text = ", ".join(str(item) for item in values[:_MAX_LISTED])
    return template.format(keyword=keyword, value=text)


def _property_names(document: Document, error: jsonschema_rs.ValidationError) -> list[str]:
    """The property names of the schema that does not permit a property."""
    return list(document.at(_keyword_pointer(error).rpartition("/")[0]).get("properties", {}))


def _first_duplicate_index(items: Sequence[object]) -> int:
    """The index of the first item that equals an earlier one."""
    seen: set[bytes] = set()
    for index, item in enumerate(items):
        key = orjson.dumps(item, option=orjson.OPT_SORT_KEYS)
        if key in seen:
            return index
        seen.add(key)
    return 0


def suggest(word: str, candidates: Sequence[str]) -> str | None:
    """A remedy with the candidate most similar to `word`; None when no candidate is similar."""
    candidate = most_similar(word, candidates)
    return None if candidate is None else f"Did you mean {candidate}?"


def most_similar(word: str, candidates: Sequence[str]) -> str | None:
    """The candidate most similar to `word`; None when no candidate is similar."""
    matches = difflib.get_close_matches(word[:MAX_VALUE_CHARACTERS], candidates[:_MAX_LISTED], n=1)
    return matches[0] if matches else None


def describe_value(value: object) -> str:
    """A JSON value as text of at most 64 characters: scalars as they are, arrays and objects by their size."""
    match value:
        case str():
            return printable_text(value)
        case list():
            return f"an array of {len(value)} items"
        case dict():
            return f"an object of {len(value)} properties"
        case float() if not math.isfinite(value):
            return str(value)
        case _:
            return printable_text(orjson.dumps(value).decode())

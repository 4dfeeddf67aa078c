"""JSON Schema violations as faults: where, which rule, the rule as a sentence, and what was probably meant."""

import difflib
import math
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import unquote

import jsonschema_rs
import orjson

from facetry.errors import VALUE_CHARACTERS, Fault, Kind, shown
from facetry.schema.document import Document, token

# Listing every violation costs about 8 µs each, so only bodies up to this size get the first one in document order;
# larger ones get the first one that the validator meets.
_LISTED_BYTES: Final = 4096
_NOTICED: Final = 100

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
    "falseSchema": "Nothing may stand here.",
    "anyOf": "The value has none of the permitted forms.",
    "oneOf": "The value must have exactly one of the permitted forms.",
}


def first_violation(
    document: Document, pointer: str, instance: object, *, parameter: str | None = None, size: int = 0
) -> Fault:
    """The fault for an instance that the schema at `pointer` refuses. `parameter` names a parameter instead of a
    place in the body; `size` is the body's length in bytes.
    """
    validator = document.validator(pointer)
    if size <= _LISTED_BYTES:
        errors = list(validator.iter_errors(instance))
        error = min(errors, key=lambda e: _place(instance, e))
    else:
        try:
            validator.validate(instance)
        except jsonschema_rs.ValidationError as first:
            error = first
        else:
            raise ValueError("the instance satisfies the schema")
    return _fault(document, _innermost(error), parameter)


def violations(document: Document, pointer: str, instance: object) -> list[Fault]:
    """The faults of an instance, first in the document first. Listing them takes time: the instance has to be small."""
    validator = document.validator(pointer)
    if validator.is_valid(instance):
        return []
    errors = sorted(validator.iter_errors(instance), key=lambda e: _place(instance, e))
    return [_fault(document, _innermost(error), None) for error in errors[:_NOTICED]]


def _innermost(error: jsonschema_rs.ValidationError) -> jsonschema_rs.ValidationError:
    """For a failed choice, the violation of the form that got furthest, when one got further than the choice."""
    kind = error.kind
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.AnyOf | jsonschema_rs.ValidationErrorKind.OneOfNotValid):
        firsts = [branch[0] for branch in kind.context if branch]
        deepest = max(firsts, key=lambda e: len(e.instance_path), default=error)
        if len(deepest.instance_path) > len(error.instance_path):
            return _innermost(deepest)
    return error


def _place(instance: object, error: jsonschema_rs.ValidationError) -> list[int]:
    """Sorts violations by where they stand in the document."""
    place: list[int] = []
    node: Any = instance
    for part in [*error.instance_path, *_unexpected(error)[:1]]:
        place.append(list(node).index(part) if isinstance(node, dict) else int(part))
        node = node[part]
    return place


def _unexpected(error: jsonschema_rs.ValidationError) -> list[Any]:
    """The keys or indexes that a closed object or array does not permit, first in the document first."""
    unexpected: list[Any] = getattr(error.kind, "unexpected", [])
    if unexpected and isinstance(error.instance, dict):
        refused = set(unexpected)
        return [name for name in error.instance if name in refused]
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
            name = next(iter(_unexpected(error)), "")
            path.append(name)
            value = name
            remedy = meant(name, _properties(document, error))
        case jsonschema_rs.ValidationErrorKind.Enum() if isinstance(value, str):
            remedy = meant(value, [option for option in kind.options if isinstance(option, str)])
        case jsonschema_rs.ValidationErrorKind.Required():
            remedy = f"Add the property {kind.property}."
        case jsonschema_rs.ValidationErrorKind.UniqueItems():
            index = _repeated(value)
            path.append(index)
            value = value[index]
    return Fault(
        kind=Kind.BAD_PARAMETER,
        rule=f"schema.{keyword}",
        detail=_reason(document, error) or _sentence(keyword, kind.value),
        parameter=parameter,
        pointer=None if parameter is not None else "".join(f"/{token(str(part))}" for part in path),
        value=described(value),
        remedy=remedy,
    )


def _reason(document: Document, error: jsonschema_rs.ValidationError) -> str | None:
    """The sentence that a `not` schema gives for itself, or one that names the forms of a choice if all have titles:
    the keywords inside of these say nothing to a person.
    """
    match error.kind:
        case jsonschema_rs.ValidationErrorKind.Not():
            schema = document.at(_location(error))
            return schema.get("description") if isinstance(schema, dict) else None
        case jsonschema_rs.ValidationErrorKind.AnyOf():
            forms = document.at(_location(error))
            titles = [str(form["title"]) for form in forms if "title" in form]
            return f"The value must be one of these: {', '.join(titles)}." if len(titles) == len(forms) else None
        case _:
            return None


def _location(error: jsonschema_rs.ValidationError) -> str:
    """The pointer, into the description, of the keyword that refused."""
    return "#" + unquote((error.absolute_keyword_location or "").partition("#")[2])


def _sentence(keyword: str, value: object) -> str:
    template = _SENTENCES.get(keyword, "The value does not satisfy the rule {keyword}.")
    listed = value if isinstance(value, list) else [value]
    text = ", ".join(str(item) for item in listed[:_NOTICED])
    return template.format(keyword=keyword, value=text)


def _properties(document: Document, error: jsonschema_rs.ValidationError) -> list[str]:
    """The property names of the schema whose closing keyword refused a property."""
    return list(document.at(_location(error).rpartition("/")[0]).get("properties", {}))


def _repeated(items: Sequence[object]) -> int:
    """The index of the first item that an earlier one equals."""
    seen: set[bytes] = set()
    for index, item in enumerate(items):
        key = orjson.dumps(item, option=orjson.OPT_SORT_KEYS)
        if key in seen:
            return index
        seen.add(key)
    return 0


def meant(word: str, known: Sequence[str]) -> str | None:
    """A remedy that names the known word nearest to `word`, if one is near."""
    near = difflib.get_close_matches(word[:VALUE_CHARACTERS], known[:_NOTICED], n=1)
    return f"Did you mean {near[0]}?" if near else None


def described(value: object) -> str:
    """A JSON value in at most 64 characters: scalars as they are, arrays and objects by their size."""
    match value:
        case str():
            return shown(value)
        case list():
            return f"an array of {len(value)} items"
        case dict():
            return f"an object of {len(value)} properties"
        case float() if not math.isfinite(value):
            return str(value)
        case _:
            return shown(orjson.dumps(value).decode())

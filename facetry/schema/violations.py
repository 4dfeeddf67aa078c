"""JSON Schema violations as faults: place, rule, a sentence for the rule, a suggestion, and an edit that mends it."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

import jsonschema_rs
import orjson

from facetry.errors import Fault, FaultKind, printable_text
from facetry.schema import corrections
from facetry.schema.document import Document, pointer_token
from facetry.schema.edits import Edit, RemoveMember
from facetry.schema.json_values import count_values
from facetry.schema.similarity import most_similar, suggest

__all__ = ["Violation", "describe_value", "first_violation", "most_similar", "sentence", "suggest", "violations"]

# Listing costs about 8 µs for each violation. Bodies up to this size get the first violation in document order; larger
# ones get the first one that the validator finds.
_FULL_LISTING_BYTES: Final = 4096
_MAX_OPTIONS: Final = 100
# An error holds copies of the refused value, one for each branch of a choice. Of instances with many values, errors of
# few items are listed first.
_FIRST_ITEMS: Final = (16, 128, 1_000)
_MANY_VALUES: Final = 20_001
_MAX_SUGGESTIONS: Final = 20  # searching a similar name is slow

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation(Fault):
    """The fault of a violated keyword. With `on_key` it is about the name of the member at `pointer`, not its value.
    `edit` mends it, if only one edit is possible; `violations` finds it.
    """

    on_key: bool = False
    edit: Edit | None = None


def first_violation(
    document: Document, pointer: str, instance: object, *, parameter: str | None = None, size: int = 0
) -> Fault:
    """The fault for an instance that violates the schema at `pointer`. With `parameter` the fault names that parameter
    instead of a place in the body. `size` is the length of the body in bytes. Raises `ValueError` for a valid instance.
    """
    validator = document.validator(pointer)
    order = _DocumentOrder(instance)
    if size <= _FULL_LISTING_BYTES:
        errors = list(validator.iter_errors(instance))
        error = min(errors, key=order.of_error)
    else:
        try:
            validator.validate(instance)
        except jsonschema_rs.ValidationError as validation_error:
            error = validation_error
        else:
            raise ValueError("the instance satisfies the schema")
    first = next(_violations_of(document, _innermost(error), order))
    return Fault(
        kind=first.kind,
        rule=first.rule,
        detail=first.detail,
        parameter=parameter,
        pointer=first.pointer if parameter is None else None,
        value=first.value,
        remedy=first.remedy,
    )


def violations(document: Document, pointer: str, instance: object, limit: int = 100) -> list[Violation]:
    """The faults of an instance in document order, at most `limit`, with edits: one for each missing, unknown or
    repeated part. If long arrays have very many, those of their first items are listed.
    """
    validator = document.validator(pointer)
    if validator.is_valid(instance):
        return []
    order = _DocumentOrder(instance)
    found: dict[tuple[str, str | None, str | None], Violation] = {}
    for error in sorted(_errors(validator, instance, limit), key=order.of_error):
        if len(found) >= limit:
            break
        # Several branches of a schema may refuse the same part, and are one violation.
        for violation in islice(_violations_of(document, _innermost(error), order, pointer), limit):
            found.setdefault((violation.rule, violation.pointer, violation.remedy), violation)
    return sorted(found.values(), key=order.of_violation)[:limit]


def _errors(validator: Any, instance: object, limit: int) -> list[jsonschema_rs.ValidationError]:
    """The errors of an instance, or those at `limit` places at least. Listing 100,000 takes a second, so arrays are cut
    first.
    """
    for maximum in _FIRST_ITEMS if count_values(instance, _MANY_VALUES) > _MANY_VALUES else _FIRST_ITEMS[-1:]:
        cut: set[tuple[str | int, ...]] = set()
        head = _head(instance, (), cut, maximum)
        if not cut:
            break
        errors = [error for error in validator.iter_errors(head) if not _is_of_cut(error, cut)]
        if len({tuple(error.instance_path) for error in errors}) >= limit:
            return errors
    return list(validator.iter_errors(instance))


def _is_of_cut(error: jsonschema_rs.ValidationError, cut: set[tuple[str | int, ...]]) -> bool:
    """Whether an error may be due to the cut of an array: because it became too short, or a part is no longer there."""
    kinds = jsonschema_rs.ValidationErrorKind
    may_be = isinstance(error.kind, kinds.MinItems | kinds.Contains | kinds.AnyOf | kinds.OneOfNotValid | kinds.Not)
    return may_be and tuple(error.instance_path) in cut


def _head(value: Any, path: tuple[str | int, ...], cut: set[tuple[str | int, ...]], maximum: int) -> Any:
    """The value with at most `maximum` items of its arrays. `cut` gets the paths of the arrays that have more."""
    if isinstance(value, dict):
        return {name: _head(child, (*path, name), cut, maximum) for name, child in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) > maximum:
        cut.add(path)
    return [_head(item, (*path, index), cut, maximum) for index, item in enumerate(value[:maximum])]


def _innermost(error: jsonschema_rs.ValidationError) -> jsonschema_rs.ValidationError:
    """For a failed anyOf or oneOf: the deepest violation of an alternative, if it is deeper than the choice."""
    kind = error.kind
    if isinstance(kind, jsonschema_rs.ValidationErrorKind.AnyOf | jsonschema_rs.ValidationErrorKind.OneOfNotValid):
        first_errors = [branch[0] for branch in kind.context if branch]
        deepest = max(first_errors, key=lambda e: len(e.instance_path), default=error)
        if len(deepest.instance_path) > len(error.instance_path):
            return _innermost(deepest)
    return error


class _DocumentOrder:
    """The order of the parts of one document. A sort key has the indexes on the way to a part."""

    def __init__(self, instance: object) -> None:
        self._instance: Any = instance
        self._indexes: dict[int, Mapping[str, int]] = {}

    def of_error(self, error: jsonschema_rs.ValidationError) -> list[int]:
        """The sort key of an error. Members that are not permitted have the place of the first of them."""
        position, node = self._follow(self.path_of(error))
        unexpected = getattr(error.kind, "unexpected", None)
        if unexpected and isinstance(node, dict):
            position.append(min(self._index(node, name) for name in unexpected))
        return position

    def of_members(self, path: Sequence[str | int], names: Iterable[str]) -> list[str]:
        """Members of the object at a path, sorted."""
        node = self._follow(path)[1]
        return sorted(names, key=lambda name: self._index(node, name))

    def value_at(self, path: Sequence[str | int]) -> Any:
        """The value at a path."""
        return self._follow(path)[1]

    def path_of(self, error: jsonschema_rs.ValidationError) -> list[str | int]:
        """The path to the part that an error is about."""
        return instance_path(self._instance, error)

    def of_violation(self, violation: Violation) -> list[int]:
        """The sort key of a violation, by its pointer."""
        path = (violation.pointer or "").split("/")[1:]
        return self._follow([step.replace("~1", "/").replace("~0", "~") for step in path])[0]

    def _follow(self, path: Sequence[str | int]) -> tuple[list[int], Any]:
        position: list[int] = []
        node = self._instance
        for step in path:
            index = self._index(node, step)
            position.append(index)
            node = node[index] if isinstance(node, list) else node[step]
        return position, node

    def _index(self, node: Any, step: str | int) -> int:
        if not isinstance(node, dict):
            return int(step)
        if id(node) not in self._indexes:
            self._indexes[id(node)] = {name: index for index, name in enumerate(node)}
        return self._indexes[id(node)][str(step)]


def instance_path(instance: Any, error: jsonschema_rs.ValidationError) -> list[str | int]:
    """The path to the part that an error is about. The engine leaves out members whose name is empty, and has numbers
    for names that look like them.
    """
    steps = list(error.instance_path)
    return next((path for path, node in _whole_paths(instance, steps) if node == error.instance), steps)


def _whole_paths(node: Any, steps: list[str | int]) -> Iterator[tuple[list[str | int], Any]]:
    """The paths to which members with an empty name can complete a path, each with the part that it leads to."""
    if not steps:
        yield [], node
    elif isinstance(node, list):
        step = steps[0]
        if isinstance(step, int) and 0 <= step < len(node):  # otherwise the path is that of another member
            yield from (([step, *path], part) for path, part in _whole_paths(node[step], steps[1:]))
    elif isinstance(node, dict):
        for name in _names_of(steps[0], node):
            yield from (([name, *path], part) for path, part in _whole_paths(node[name], steps[1:]))
    if isinstance(node, dict) and "" in node:
        yield from ((["", *path], part) for path, part in _whole_paths(node[""], steps))


def _names_of(step: str | int, node: Mapping[str, Any]) -> list[str]:
    """The names of an object that are a step of the engine; `01` is the step 1."""
    if isinstance(step, str):
        return [step] if step in node else []
    digits = re.compile(rf"\+?0*{step}")
    return [name for name in node if digits.fullmatch(name)]


def _violations_of(
    document: Document, error: jsonschema_rs.ValidationError, order: _DocumentOrder, correct_from: str | None = None
) -> Iterator[Violation]:
    """One violation for an error, or one for each unknown or repeated part, in document order. `correct_from` is the
    pointer of the schema of the whole instance; without it no edits are searched.
    """
    kind = error.kind
    keyword = str(kind.name)
    path: list[str | int] = order.path_of(error)
    plain = Violation(
        kind=FaultKind.BAD_PARAMETER,
        rule=f"schema.{keyword}",
        detail=_schema_sentence(document, error) or _keyword_sentence(keyword, kind.value),
    )

    def violation(
        value: Any, *more: str | int, remedy: str | None = None, on_key: bool = False, edit: Edit | None = None
    ) -> Violation:
        pointer = _pointer([*path, *more])
        return replace(plain, pointer=pointer, value=describe_value(value), remedy=remedy, on_key=on_key, edit=edit)

    value = order.value_at(path)
    place = _pointer(path)
    match kind:
        case jsonschema_rs.ValidationErrorKind.AdditionalProperties() | (
            jsonschema_rs.ValidationErrorKind.UnevaluatedProperties()
        ):
            names, unexpected = _property_names(document, error), order.of_members(path, kind.unexpected)
            for index, name in enumerate(unexpected):
                remedy = suggest(name, names) if index < _MAX_SUGGESTIONS else None
                edit = None
                if correct_from is not None and remedy is not None:
                    edit = corrections.of_name(name, value, names, unexpected, _pointer([*path, name]))
                yield violation(name, name, remedy=remedy, on_key=True, edit=edit)
        case jsonschema_rs.ValidationErrorKind.Enum() if isinstance(value, str):
            options = [option for option in kind.options if isinstance(option, str)]
            edit = None if correct_from is None else corrections.of_word(value, options, place)
            yield violation(value, remedy=suggest(value, options), edit=edit)
        case jsonschema_rs.ValidationErrorKind.Constant():
            edit = None if correct_from is None else corrections.of_constant(value, kind.expected_value, place)
            yield violation(value, edit=edit)
        case jsonschema_rs.ValidationErrorKind.Required():
            edit = None
            if correct_from is not None:
                properties = document.at(_schema_pointer(error)).get("properties", {})
                edit = corrections.of_missing(kind.property, properties.get(kind.property), place)
            yield violation(value, remedy=f"Add the property {kind.property}.", edit=edit)
        case jsonschema_rs.ValidationErrorKind.UniqueItems():
            for index in _duplicate_indexes(value):
                yield violation(value[index], index, edit=RemoveMember(_pointer([*path, index])))
        case jsonschema_rs.ValidationErrorKind.Type() if correct_from is not None:
            edit = (
                corrections.of_null(path, _parent_schema(document, correct_from, error), place)
                if value is None
                else corrections.of_value(document, _schema_pointer(error), value, kind.types, place)
            )
            yield violation(value, edit=edit)
        case _:
            yield violation(value)


def _pointer(path: Sequence[str | int]) -> str:
    return "".join(f"/{pointer_token(str(part))}" for part in path)


def _schema_pointer(error: jsonschema_rs.ValidationError) -> str:
    """The pointer to the schema with the violated keyword."""
    return _keyword_pointer(error).rpartition("/")[0]


def _parent_schema(document: Document, pointer: str, error: jsonschema_rs.ValidationError) -> Any:
    """The schema that describes the violating member; None when it is no member."""
    steps, path = list(error.evaluation_path), error.instance_path
    while steps and steps[-2:] != ["properties", *path[-1:]]:
        steps.pop()
    schema: Any = {"$ref": pointer}  # what the validator of a document begins with
    for step in steps[:-2]:
        schema = document.at(unquote(schema["$ref"])) if step == "$ref" else schema[step]
    return schema if steps else None


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
            titles = [str(form["title"]) for form in forms if isinstance(form, dict) and "title" in form]
            return f"The value must be one of these: {', '.join(titles)}." if len(titles) == len(forms) else None
        case _:
            return None


def _keyword_pointer(error: jsonschema_rs.ValidationError) -> str:
    """The pointer to the violated keyword in the description."""
    return "#" + unquote((error.absolute_keyword_location or "").partition("#")[2])


def sentence(error: jsonschema_rs.ValidationError) -> str:
    """What the violated keyword requires."""
    return _keyword_sentence(str(error.kind.name), error.kind.value)


def _keyword_sentence(keyword: str, value: object) -> str:
    template = _SENTENCES.get(keyword, "The value does not satisfy the rule {keyword}.")
    values = value if isinstance(value, list) else [value]
    text = ", ".join(str(item) for item in values[:_MAX_OPTIONS])
    return template.format(keyword=keyword, value=text)


def _property_names(document: Document, error: jsonschema_rs.ValidationError) -> list[str]:
    """The property names of the schema that does not permit a property."""
    return list(document.at(_schema_pointer(error)).get("properties", {}))


def _duplicate_indexes(items: Sequence[object]) -> list[int]:
    """The indexes of the items that equal an earlier one."""
    seen: set[bytes] = set()
    found: list[int] = []
    for index, item in enumerate(items):
        key = orjson.dumps(item, option=orjson.OPT_SORT_KEYS)
        if key in seen:
            found.append(index)
        seen.add(key)
    return found or [0]


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

"""The JSON Schemas that extensions bring, of their settings and of the parameters of their commands.

They are the work of strangers: before one is used it is held to limits within which judging a value is quick, and
nothing that it refers to is ever fetched.
"""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn
from urllib.parse import unquote

import jsonschema_rs
import orjson

from facetry.errors import Fault, FaultError, Kind, shown
from facetry.schema.document import Document, token
from facetry.schema.violations import first_violation, meant
from facetry.validate.finding import Finding
from facetry.validate.schema_survey import SCHEMAS, Survey

DEPTH: Final = 32
VALUES: Final = 2_000
ALL_VALUES: Final = 4_000
PATTERNS: Final = 48
PATTERN_CHARACTERS: Final = 256
LOAD: Final = 256
"""How many parts of a schema may apply to one value, which settings nest in at most `DEPTH` deep."""
SETTINGS_VALUES: Final = 4_000
SETTINGS_BYTES: Final = 262_144
_PATTERN_BYTES: Final = 131_072
_DEFAULTS: Final = 2 * VALUES
"""Steps to all defaults, and their values."""
_HINTS: Final = "ui"
"""How a form shows a property: no keyword of JSON Schema, and not looked at."""
_DIALECTS: Final[Mapping[str, type[jsonschema_rs.Validator]]] = {
    "http://json-schema.org/draft-04/schema": jsonschema_rs.Draft4Validator,
    "http://json-schema.org/draft-06/schema": jsonschema_rs.Draft6Validator,
    "http://json-schema.org/draft-07/schema": jsonschema_rs.Draft7Validator,
    "https://json-schema.org/draft/2019-09/schema": jsonschema_rs.Draft201909Validator,
    "https://json-schema.org/draft/2020-12/schema": jsonschema_rs.Draft202012Validator,
}
_USUAL: Final = "http://json-schema.org/draft-07/schema"
_UNEVALUATED: Final = frozenset(
    {"https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"}
)
_REFUSED: Final = frozenset({"$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary"})
_SPEAKING: Final = frozenset({"$schema", "$id", "id", "$ref"}) | _REFUSED
_COMBINING: Final = frozenset(
    {"$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependencies", "dependentSchemas"}
)
_JUDGING: Final = """
$schema $id id $ref $anchor $comment title description default examples deprecated readOnly writeOnly type enum const
multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format maxItems minItems
uniqueItems maxContains minContains maxProperties minProperties required dependentRequired contentEncoding
contentMediaType ui
"""
_KEYWORDS: Final = SCHEMAS | _REFUSED | frozenset(_JUDGING.split())


@dataclass(slots=True)
class Room:
    """What the schemas of one manifest may have together; what was looked at is taken off."""

    values: int = ALL_VALUES
    patterns: int = PATTERNS


class Checked:
    """A schema that was found to be sound, compiled."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.schema = schema
        self._document = _Embedded(_closed(schema))

    def fault(self, value: object, pointer: str) -> Fault | None:
        """What is wrong with settings or parameters, which stand at `pointer` of a request's body; properties that are
        not described are refused.
        """
        values, depth = _size(value, SETTINGS_VALUES)
        is_small = values <= SETTINGS_VALUES and depth <= DEPTH
        text = orjson.dumps(value) if is_small else b""
        if not is_small or len(text) > SETTINGS_BYTES:
            return Fault(
                kind=Kind.BAD_PARAMETER,
                rule="settings.size",
                detail=f"There may be {SETTINGS_VALUES} values in {SETTINGS_BYTES} bytes, {DEPTH} levels deep.",
                pointer=pointer,
            )
        if self._document.validator("#").is_valid(value):
            return None
        found = first_violation(self._document, "#", value, size=len(text))
        return replace(found, pointer=f"{pointer}{found.pointer}")


def checked(schema: Mapping[str, Any]) -> Checked:
    """A schema ready to judge values; 400 for one that breaks a rule."""
    for finding in findings(schema):
        if finding.level == "error":
            raise FaultError(finding.fault)
    return Checked(schema)


def findings(schema: Mapping[str, Any], room: Room | None = None) -> list[Finding]:
    """Everything that is wrong with a schema; pointers lead into it."""
    room = room or Room()
    values, depth = _size(schema, min(VALUES, room.values))
    if values > min(VALUES, room.values):
        detail = f"A schema may have {VALUES} values, and all schemas of a manifest {ALL_VALUES}."
        return [_finding("nodes", "", detail, remedy="Describe less, or give one list of values less.")]
    if depth > DEPTH:
        return [_finding("depth", "", f"The schema nests deeper than {DEPTH} levels.")]
    room.values -= values
    survey = Survey(schema)
    found = [*_spoken(schema, survey), *_patterns(survey, room)]
    if not found:
        found += _judged(schema)
    if not found:
        found += _loaded(schema, survey)
    return [*found, *_misspelt(survey)]


def defaults(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a checked schema gives its properties when nobody has set them."""
    return _defaults(schema, schema, ("#",), [_DEFAULTS])


def _size(value: object, most: int) -> tuple[int, int]:
    """How many values there are, counted until there are too many, and how deep they nest."""
    count, depth = 1, 0
    level: list[Any] = [value]
    while level and count <= most and depth <= DEPTH:
        following: list[Any] = []
        for node in level:
            if isinstance(node, dict):
                following.extend(node.values())
            elif isinstance(node, list):
                following.extend(node)
        has_children = any(isinstance(node, dict | list) for node in level)
        count += len(following)
        depth += has_children
        level = following
    return count, depth


def _finding(name: str, pointer: str, detail: str, value: object = None, remedy: str | None = None) -> Finding:
    text = None if value is None else shown(str(value))
    rule = f"manifest.schema.{name}" if name else "manifest.schema"
    return Finding(rule=rule, pointer=pointer, detail=detail, value=text, remedy=remedy)


def _dialect(schema: Mapping[str, Any]) -> str:
    named = schema.get("$schema", _USUAL)
    return named.removesuffix("#") if isinstance(named, str) else ""


def _spoken(schema: Mapping[str, Any], survey: Survey) -> Iterator[Finding]:
    """What the schema says of itself: the dialect, its names, and what it refers to."""
    if "object" not in (named if isinstance(named := schema.get("type", "object"), list) else [named]):
        yield _finding("object", "/type", "The schema must describe an object.", named)
    for part in survey.parts:
        if not isinstance(part.schema, dict):
            continue
        for keyword in [name for name in part.schema if name in _SPEAKING]:
            yield from _named(keyword, part.schema[keyword], f"{part.pointer}/{token(keyword)}", _dialect(schema))
    for pointer in survey.astray:
        reference = _at(schema, pointer)
        if isinstance(reference, str) and reference.startswith("#"):
            yield _finding("reference", pointer, "The reference leads to no schema.", reference, "Mend the pointer.")


def _named(keyword: str, value: Any, pointer: str, dialect: str) -> Iterator[Finding]:
    if keyword == "$schema" and (pointer != "/$schema" or dialect not in _DIALECTS):
        detail = f"The dialect, which the root alone names, must be one of {', '.join(_DIALECTS)}."
        yield _finding("dialect", pointer, detail, value)
    elif keyword == "$id" or (keyword == "id" and dialect.endswith("draft-04/schema")):
        yield _finding("id", pointer, "A schema of an extension has no name of its own.", value, "Leave it out.")
    elif keyword == "$ref" and not (isinstance(value, str) and value.startswith("#")):
        remedy = "Copy the schema to definitions, and refer to it there."
        yield _finding("reference", pointer, "A reference must stay inside of the schema.", value, remedy)
    elif keyword in _REFUSED:
        yield _finding("dynamic", pointer, f"The keyword {keyword} is not supported.", value, "Use $ref.")


def _patterns(survey: Survey, room: Room) -> Iterator[Finding]:
    for part in survey.parts:
        if not isinstance(part.schema, dict):
            continue
        keys, single = part.schema.get("patternProperties"), part.schema.get("pattern")
        found = [("/pattern", single)] if isinstance(single, str) else []
        if isinstance(keys, dict):
            found += [(f"/patternProperties/{token(key)}", key) for key in keys]
        for below, pattern in found:
            pointer = part.pointer + below
            room.patterns -= 1
            if room.patterns < 0:
                yield _finding(
                    "patterns", pointer, f"All schemas of a manifest together may have {PATTERNS} patterns.", pattern
                )
                return
            if len(pattern) > PATTERN_CHARACTERS:
                detail = f"A pattern may have {PATTERN_CHARACTERS} characters."
                yield _finding("pattern", pointer, detail, pattern)
            elif not _is_linear(pattern):
                detail = "The pattern is none that runs in linear time: it is wrong, too large, or looks around."
                remedy = "Write it without look-around and back-references."
                yield _finding("pattern", pointer, detail, pattern, remedy)


def _options() -> jsonschema_rs.RegexOptions:
    return jsonschema_rs.RegexOptions(size_limit=_PATTERN_BYTES, dfa_size_limit=_PATTERN_BYTES)


def _is_linear(pattern: str) -> bool:
    try:
        jsonschema_rs.Draft7Validator({"pattern": pattern}, pattern_options=_options())
    except (jsonschema_rs.ValidationError, ValueError):
        return False
    return True


def _judged(schema: Mapping[str, Any]) -> Iterator[Finding]:
    """What is wrong by the schema of schemas."""
    judge = _DIALECTS[_dialect(schema)]({"$ref": _dialect(schema)}, retriever=_denied)
    bare = _without_hints(schema)
    if not judge.is_valid(bare):
        for error in judge.iter_errors(bare):
            pointer = "".join(f"/{token(str(step))}" for step in error.instance_path)
            yield _finding("", pointer, "JSON Schema does not permit this value here.", _short(error.instance))
        return
    try:
        _compiled(bare)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
        yield _finding("", "", "The schema cannot be used.", str(error).partition("\n")[0])


def _short(value: object) -> object:
    return f"an {'object' if isinstance(value, dict) else 'array'}" if isinstance(value, dict | list) else value


def _loaded(schema: Mapping[str, Any], survey: Survey) -> Iterator[Finding]:
    endless = survey.endless()
    if endless is not None:
        yield _finding("recursion", endless, "The schema applies itself to the same value again and again.")
        return
    if survey.load(DEPTH, LOAD + 1) > LOAD:
        detail = f"More than {LOAD} parts of the schema can apply to one value."
        yield _finding("expansion", "", detail, remedy="Combine fewer schemas, and let fewer refer to one another.")
        return
    try:
        defaults(schema)
    except _TooManyError:
        yield _finding("expansion", "", "The defaults of the schema are too many.")


def _misspelt(survey: Survey) -> Iterator[Finding]:
    known = sorted(_KEYWORDS)
    for part in survey.parts:
        for keyword in part.schema if isinstance(part.schema, dict) else ():
            if keyword not in _KEYWORDS and not keyword.startswith("x-"):
                yield replace(
                    _finding("keyword", f"{part.pointer}/{token(keyword)}", "No dialect has this keyword.", keyword),
                    level="warning",
                    remedy=meant(keyword, known),
                )
                return  # looking for what was meant takes a while


def _without_hints(schema: Mapping[str, Any]) -> dict[str, Any]:
    bare = copy.deepcopy(dict(schema))
    for part in Survey(bare).parts:
        if isinstance(part.schema, dict):
            part.schema.pop(_HINTS, None)
    return bare


def _closed(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema without hints, that refuses properties it does not describe if it did not say about them."""
    bare = _without_hints(schema)
    if "additionalProperties" in bare or "unevaluatedProperties" in bare:
        return bare
    if not bare.keys() & _COMBINING:
        return {**bare, "additionalProperties": False}
    return {**bare, "unevaluatedProperties": False} if _dialect(schema) in _UNEVALUATED else bare


def _compiled(schema: Mapping[str, Any]) -> jsonschema_rs.Validator:
    return _DIALECTS[_dialect(schema)](
        dict(schema), validate_formats=True, retriever=_denied, pattern_options=_options()
    )


def _denied(uri: str) -> NoReturn:
    raise ValueError(f"{uri} is not fetched")


class _Embedded(Document):
    """A schema in the dialect that it names."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        super().__init__(schema)
        self._compiled = _compiled(schema)

    def validator(self, pointer: str) -> Any:  # noqa: ARG002 -- there is but one schema
        """The validator of the schema as a whole."""
        return self._compiled


class _TooManyError(Exception):
    """There are more defaults than a schema may have values."""


def _defaults(root: Mapping[str, Any], schema: Any, way: tuple[str, ...], room: list[int]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part, passed in _applied(root, schema, way, room):
        properties = part.get("properties")
        for name, child in properties.items() if isinstance(properties, dict) else ():
            given = next((each for each, _ in _applied(root, child, passed, room) if "default" in each), None)
            if given is not None:
                _take(room, _size(given["default"], room[0])[0])
                found[name] = copy.deepcopy(given["default"])
            elif inner := _defaults(root, child, passed, room):
                found[name] = inner
    return found


def _applied(
    root: Mapping[str, Any], schema: Any, way: tuple[str, ...], room: list[int]
) -> Iterator[tuple[Mapping[str, Any], tuple[str, ...]]]:
    """A schema and what it refers to, as long as that is not where it came from."""
    while isinstance(schema, dict):
        _take(room, 1)
        yield schema, way
        reference = schema.get("$ref")
        if not isinstance(reference, str) or reference in way:
            return
        way = (*way, reference)
        schema = _at(root, unquote(reference.removeprefix("#")))


def _take(room: list[int], values: int) -> None:
    room[0] -= values
    if room[0] < 0:
        raise _TooManyError


def _at(schema: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        schema = schema[int(name)] if isinstance(schema, list) else schema[name]
    return schema

"""Checks the JSON Schemas of extensions, which describe settings and the parameters of commands, and validates by them.

These schemas are untrusted. Limits ensure that validating a value is fast, and references are never fetched.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import jsonschema_rs
import orjson

from facetry.errors import Fault, FaultError, FaultKind, printable_text
from facetry.schema.document import Document, pointer_token
from facetry.schema.edits import AddMember, Edit, SetValue
from facetry.schema.similarity import certain_match, suggest
from facetry.schema.violations import first_violation, instance_path, sentence
from facetry.validate import schema_defaults, schema_keywords
from facetry.validate.finding import Finding
from facetry.validate.schema_closing import closed
from facetry.validate.schema_dialects import DIALECTS, compile_schema, dialect_of, is_linear, metaschema_errors
from facetry.validate.schema_keywords import UNSUPPORTED_KEYWORDS
from facetry.validate.schema_survey import SubschemaGraph

MAX_DEPTH: Final = 32
MAX_VALUES: Final = 2_000
MAX_MANIFEST_VALUES: Final = 4_000
MAX_PATTERNS: Final = 48
MAX_PATTERN_CHARACTERS: Final = 256
MAX_LOAD: Final = 256
"""Maximum number of subschemas that may apply to one value; settings nest at most `MAX_DEPTH` levels."""
MAX_SETTINGS_VALUES: Final = 4_000
MAX_SETTINGS_BYTES: Final = 262_144
_MAX_DEFAULTS_STEPS: Final = 2 * MAX_VALUES
"""Maximum number of schemas visited in the search for defaults, plus the values of the defaults."""
_IDENTIFYING_KEYWORDS: Final = frozenset({"$schema", "$id", "id", "$ref"}) | UNSUPPORTED_KEYWORDS
_TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")
_TYPING_KEYWORDS: Final = frozenset({"type", "$ref", "allOf", "anyOf", "oneOf"})
_MAX_METASCHEMA_FINDINGS: Final = 100
_MAX_CACHED_SCHEMAS: Final = 256
_MAX_CACHED_BYTES: Final = 16_384


@dataclass(slots=True)
class SchemaBudget:
    """What the remaining schemas of one manifest may have together; each checked schema is subtracted."""

    values: int = MAX_MANIFEST_VALUES
    patterns: int = MAX_PATTERNS
    suggestions: int = schema_keywords.MAX_UNKNOWN
    """Searches for keywords similar to unknown ones, which are slow."""


class CheckedSchema:
    """A schema that has passed all checks, compiled."""

    def __init__(self, schema: Mapping[str, Any], *, is_closed: bool = True) -> None:
        """`is_closed`: whether properties that the schema does not describe are refused."""
        self.schema = schema
        self._document = _EmbeddedDocument(closed(schema) if is_closed else schema)

    def fault(self, value: object, pointer: str) -> Fault | None:
        """The first fault of settings, parameters or an answer, which are at `pointer` of a body; None if valid."""
        values, depth = _count_and_depth(value, MAX_SETTINGS_VALUES)
        is_small = values <= MAX_SETTINGS_VALUES and depth <= MAX_DEPTH
        text = orjson.dumps(value) if is_small else b""
        if not is_small or len(text) > MAX_SETTINGS_BYTES:
            return Fault(
                kind=FaultKind.BAD_PARAMETER,
                rule="settings.size",
                detail=f"The value is too large: at most {MAX_SETTINGS_VALUES} values, {MAX_SETTINGS_BYTES} bytes and "
                f"{MAX_DEPTH} levels are permitted.",
                pointer=pointer,
            )
        if self._document.validator("#").is_valid(value):
            return None
        violation = first_violation(self._document, "#", value, size=len(text))
        return replace(violation, pointer=f"{pointer}{violation.pointer}")


def check_schema(schema: Mapping[str, Any], *, is_closed: bool = True) -> CheckedSchema:
    """The compiled schema; see `CheckedSchema`. Raises a 400 fault for the first error."""
    for finding in findings(schema):
        if finding.level == "error":
            raise FaultError(finding.fault)
    return CheckedSchema(schema, is_closed=is_closed)


def findings(schema: Mapping[str, Any], budget: SchemaBudget | None = None, *, is_form: bool = False) -> list[Finding]:
    """All findings on a schema; their pointers lead into the schema. `is_form`: whether it describes a form, so that it
    should name the type of its values.
    """
    budget = budget or SchemaBudget()
    checked = _checked_once(schema)
    if checked is None or checked.values > budget.values or checked.patterns > budget.patterns:
        checked = _check(schema, budget)
    budget.values -= checked.values
    budget.patterns -= checked.patterns
    found = list(checked.findings)
    for index, finding in enumerate(found):
        if finding.rule == schema_keywords.UNKNOWN and budget.suggestions:
            budget.suggestions -= 1
            found[index] = schema_keywords.with_similar(finding, schema)
    if is_form and schema and not schema.keys() & _TYPING_KEYWORDS:
        detail = "The schema has no type. Without it, values that are no object are valid as well."
        found.append(_warning("untyped", "", detail, edit=AddMember("", "type", "object")))
    return found


def defaults(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The default values in a checked schema, by property."""
    return schema_defaults.collect(schema, _MAX_DEFAULTS_STEPS)


@dataclass(frozen=True, slots=True)
class _Checked:
    """The findings on a schema, and what it takes of a budget."""

    findings: tuple[Finding, ...]
    values: int = 0
    patterns: int = 0


def _checked_once(schema: Mapping[str, Any]) -> _Checked | None:
    """The findings on a small schema with the budget of a whole manifest. Equal schemas are checked once."""
    try:
        text = orjson.dumps(schema)
    except orjson.JSONEncodeError:
        return None  # too deep, which has a finding
    return _checked_text(text) if len(text) <= _MAX_CACHED_BYTES else None


@lru_cache(maxsize=_MAX_CACHED_SCHEMAS)
def _checked_text(text: bytes) -> _Checked:
    return _check(orjson.loads(text), SchemaBudget())


def _check(schema: Mapping[str, Any], budget: SchemaBudget) -> _Checked:
    values, depth = _count_and_depth(schema, min(MAX_VALUES, budget.values))
    if values > min(MAX_VALUES, budget.values):
        detail = (
            f"A schema may have at most {MAX_VALUES} values, and all schemas of a manifest together at most "
            f"{MAX_MANIFEST_VALUES}."
        )
        return _Checked(
            (_finding("nodes", "", detail, remedy="Describe fewer properties, or shorten lists of values."),)
        )
    if depth > MAX_DEPTH:
        return _Checked((_finding("depth", "", f"The schema nests deeper than {MAX_DEPTH} levels."),))
    survey = SubschemaGraph(schema)
    patterns = [*_patterns(survey)]
    found = [*_check_identity(schema, survey), *_check_patterns(patterns, budget.patterns)]
    if dialect_of(schema) in DIALECTS:
        reported = {finding.pointer for finding in found}
        found += [finding for finding in _validate_by_metaschema(schema, survey) if finding.pointer not in reported]
    found += _check_load(survey)
    if not found:
        found += _check_compiled(schema, survey)
    return _Checked((*found, *schema_keywords.findings(schema, survey)), values, min(len(patterns), budget.patterns))


def _count_and_depth(value: object, limit: int) -> tuple[int, int]:
    """The number of values and their nesting depth; counting stops above `limit` values or `MAX_DEPTH` levels."""
    count, depth = 1, 0
    level: list[Any] = [value]
    while level and count <= limit and depth <= MAX_DEPTH:
        next_level: list[Any] = []
        for node in level:
            if isinstance(node, dict):
                next_level.extend(node.values())
            elif isinstance(node, list):
                next_level.extend(node)
        has_children = any(isinstance(node, dict | list) for node in level)
        count += len(next_level)
        depth += has_children
        level = next_level
    return count, depth


def _finding(
    name: str,
    pointer: str,
    detail: str,
    value: object = None,
    remedy: str | None = None,
    *,
    on_key: bool = False,
    edit: Edit | None = None,
) -> Finding:
    text = None if value is None else printable_text(str(value))
    rule = f"manifest.schema.{name}" if name else "manifest.schema"
    return Finding(rule=rule, pointer=pointer, detail=detail, value=text, remedy=remedy, on_key=on_key, edit=edit)


def _warning(name: str, pointer: str, detail: str, value: object = None, edit: Edit | None = None) -> Finding:
    return replace(_finding(name, pointer, detail, value, edit=edit), level="warning")


def _check_identity(schema: Mapping[str, Any], survey: SubschemaGraph) -> Iterator[Finding]:
    """Findings on the type, the dialect, the identifiers and the references of a schema."""
    if "object" not in (types if isinstance(types := schema.get("type", "object"), list) else [types]):
        yield _finding("object", "/type", "The schema must describe an object.", types)
    for part in survey.subschemas:
        if not isinstance(part.schema, dict):
            continue
        for keyword in [name for name in part.schema if name in _IDENTIFYING_KEYWORDS]:
            yield from _check_keyword(
                keyword, part.schema[keyword], f"{part.pointer}/{pointer_token(keyword)}", dialect_of(schema)
            )
    for pointer in survey.dangling_references:
        reference = schema_defaults.value_at(schema, pointer)
        if isinstance(reference, str) and reference.startswith("#"):
            yield _finding("reference", pointer, "The reference leads to no schema.", reference, "Correct the pointer.")


def _check_keyword(keyword: str, value: Any, pointer: str, dialect: str) -> Iterator[Finding]:
    if keyword == "$schema" and (pointer != "/$schema" or dialect not in DIALECTS):
        detail = f"Only the root may name a dialect, which must be one of {', '.join(DIALECTS)}."
        yield _finding("dialect", pointer, detail, value, on_key=pointer != "/$schema")
    elif keyword == "$id" or (keyword == "id" and dialect.endswith("draft-04/schema")):
        detail = "A schema of an extension must not have an identifier."
        yield _finding("id", pointer, detail, value, "Remove it.", on_key=True)
    elif keyword == "$ref" and not (isinstance(value, str) and value.startswith("#")):
        remedy = "Copy the referenced schema into definitions, and refer to the copy."
        yield _finding("reference", pointer, "A reference must lead to a part of the same schema.", value, remedy)
    elif keyword in UNSUPPORTED_KEYWORDS:
        yield _finding("dynamic", pointer, f"The keyword {keyword} is not supported.", value, "Use $ref.", on_key=True)


def _patterns(survey: SubschemaGraph) -> Iterator[tuple[str, str, bool]]:
    """(pointer, pattern, whether it is a key) of each pattern."""
    for part in survey.subschemas:
        if not isinstance(part.schema, dict):
            continue
        property_patterns, value_pattern = part.schema.get("patternProperties"), part.schema.get("pattern")
        if isinstance(value_pattern, str):
            yield f"{part.pointer}/pattern", value_pattern, False
        if isinstance(property_patterns, dict):
            for key in property_patterns:
                yield f"{part.pointer}/patternProperties/{pointer_token(key)}", key, True


def _check_patterns(patterns: list[tuple[str, str, bool]], permitted: int) -> Iterator[Finding]:
    for pointer, pattern, is_key in patterns[:permitted]:
        if len(pattern) > MAX_PATTERN_CHARACTERS:
            detail = f"A pattern may have at most {MAX_PATTERN_CHARACTERS} characters."
            yield _finding("pattern", pointer, detail, pattern, on_key=is_key)
        elif not is_linear(pattern):
            detail = (
                "The pattern cannot be matched in linear time: it is invalid, too large, or has look-around or"
                " back-references."
            )
            remedy = "Write it without look-around and back-references."
            yield _finding("pattern", pointer, detail, pattern, remedy, on_key=is_key)
    for pointer, pattern, is_key in patterns[permitted : permitted + 1]:
        detail = f"All schemas of a manifest together may have at most {MAX_PATTERNS} patterns."
        yield _finding("patterns", pointer, detail, pattern, on_key=is_key)


def _validate_by_metaschema(schema: Mapping[str, Any], survey: SubschemaGraph) -> Iterator[Finding]:
    """Findings of the metaschema of the dialect, one for each place."""
    pointers: set[str] = set()
    for error in metaschema_errors(schema):
        pointer = "".join(f"/{pointer_token(str(step))}" for step in instance_path(schema, error))
        if pointer not in pointers:
            pointers.add(pointer)
            yield _metaschema_finding(error, pointer, survey)
        if len(pointers) == _MAX_METASCHEMA_FINDINGS:
            return


def _metaschema_finding(error: jsonschema_rs.ValidationError, pointer: str, survey: SubschemaGraph) -> Finding:
    holder, _, keyword = pointer.rpartition("/")
    is_keyword = holder in survey.index_by_pointer
    value, edit = error.instance, None
    detail, remedy = f"JSON Schema does not permit this value here. {sentence(error)}", None
    if is_keyword and keyword == "type" and isinstance(value, str):
        detail, remedy = "JSON Schema has no such type.", suggest(value, _TYPES) or f"Use one of {', '.join(_TYPES)}."
        match = certain_match(value, _TYPES)
        edit = None if match is None else SetValue(pointer, match)
    elif is_keyword and keyword == "required" and isinstance(value, bool):
        detail = "JSON Schema does not permit this value here. The keyword required lists names of properties."
        remedy = "Name the property in required of the object around it."
    return _finding("", pointer, detail, _summary(value), remedy, edit=edit)


def _summary(value: object) -> object:
    return f"an {'object' if isinstance(value, dict) else 'array'}" if isinstance(value, dict | list) else value


def _check_load(survey: SubschemaGraph) -> Iterator[Finding]:
    recursion_pointer = survey.find_endless_recursion()
    if recursion_pointer is not None:
        yield _finding("recursion", recursion_pointer, "The schema applies itself to the same value without an end.")
        return
    if survey.max_load(MAX_DEPTH, MAX_LOAD + 1) > MAX_LOAD:
        detail = f"More than {MAX_LOAD} subschemas can apply to one value."
        yield _finding("expansion", "", detail, remedy="Combine fewer schemas, and use fewer references between them.")


def _check_compiled(schema: Mapping[str, Any], survey: SubschemaGraph) -> Iterator[Finding]:
    """Findings of the compiler, and on default values."""
    try:
        compile_schema(schema)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
        yield _finding("", "", "The schema cannot be compiled.", str(error).partition("\n")[0])
        return
    try:
        defaults(schema)
    except schema_defaults.TooManyDefaultsError:
        yield _finding("expansion", "", "The schema has too many default values.")
        return
    for part in schema_defaults.refused(schema, survey):
        value = _summary(schema_defaults.value_at(part.schema, "/default"))
        yield _warning("default", f"{part.pointer}/default", "The schema refuses its own default value.", value)


class _EmbeddedDocument(Document):
    """A document that is one schema, compiled in its own dialect."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        super().__init__(schema)
        self._validator = compile_schema(schema)

    def validator(self, pointer: str) -> Any:  # noqa: ARG002 -- there is only one schema
        """The validator of the whole schema."""
        return self._validator

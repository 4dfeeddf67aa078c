"""Checks the JSON Schemas of extensions, which describe settings and the parameters of commands, and validates by them.

These schemas are untrusted. Limits ensure that validating a value is fast, and references are never fetched.
"""

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn
from urllib.parse import unquote

import jsonschema_rs
import orjson

from facetry.errors import Fault, FaultError, FaultKind, printable_text
from facetry.schema.document import Document, pointer_token
from facetry.schema.violations import first_violation, suggest
from facetry.validate.finding import Finding
from facetry.validate.schema_survey import SUBSCHEMA_KEYWORDS, SubschemaGraph

MAX_DEPTH: Final = 32
MAX_VALUES: Final = 2_000
MAX_MANIFEST_VALUES: Final = 4_000
MAX_PATTERNS: Final = 48
MAX_PATTERN_CHARACTERS: Final = 256
MAX_LOAD: Final = 256
"""Maximum number of subschemas that may apply to one value; settings nest at most `MAX_DEPTH` levels."""
MAX_SETTINGS_VALUES: Final = 4_000
MAX_SETTINGS_BYTES: Final = 262_144
_COMPILED_PATTERN_BYTES: Final = 131_072
_MAX_DEFAULTS_STEPS: Final = 2 * MAX_VALUES
"""Maximum number of schemas visited in the search for defaults, plus the values of the defaults."""
_FORM_HINTS: Final = "ui"
"""Hints for forms that show a property. Not a keyword of JSON Schema, and ignored here."""
_DIALECTS: Final[Mapping[str, type[jsonschema_rs.Validator]]] = {
    "http://json-schema.org/draft-04/schema": jsonschema_rs.Draft4Validator,
    "http://json-schema.org/draft-06/schema": jsonschema_rs.Draft6Validator,
    "http://json-schema.org/draft-07/schema": jsonschema_rs.Draft7Validator,
    "https://json-schema.org/draft/2019-09/schema": jsonschema_rs.Draft201909Validator,
    "https://json-schema.org/draft/2020-12/schema": jsonschema_rs.Draft202012Validator,
}
_DEFAULT_DIALECT: Final = "http://json-schema.org/draft-07/schema"
_UNEVALUATED_DIALECTS: Final = frozenset(
    {"https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"}
)
_UNSUPPORTED_KEYWORDS: Final = frozenset(
    {"$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary"}
)
_IDENTIFYING_KEYWORDS: Final = frozenset({"$schema", "$id", "id", "$ref"}) | _UNSUPPORTED_KEYWORDS
_COMBINING_KEYWORDS: Final = frozenset(
    {"$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependencies", "dependentSchemas"}
)
_OTHER_KEYWORDS: Final = """
$schema $id id $ref $anchor $comment title description default examples deprecated readOnly writeOnly type enum const
multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format maxItems minItems
uniqueItems maxContains minContains maxProperties minProperties required dependentRequired contentEncoding
contentMediaType ui
"""
_KEYWORDS: Final = SUBSCHEMA_KEYWORDS | _UNSUPPORTED_KEYWORDS | frozenset(_OTHER_KEYWORDS.split())


@dataclass(slots=True)
class SchemaBudget:
    """What the remaining schemas of one manifest may have together; each checked schema is subtracted."""

    values: int = MAX_MANIFEST_VALUES
    patterns: int = MAX_PATTERNS


class CheckedSchema:
    """A schema that has passed all checks, compiled."""

    def __init__(self, schema: Mapping[str, Any], *, is_closed: bool = True) -> None:
        """`is_closed`: whether properties that the schema does not describe are refused."""
        self.schema = schema
        self._document = _EmbeddedDocument(_closed_schema(schema) if is_closed else _without_hints(schema))

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


def findings(schema: Mapping[str, Any], budget: SchemaBudget | None = None) -> list[Finding]:
    """All findings on a schema; their pointers lead into the schema."""
    budget = budget or SchemaBudget()
    values, depth = _count_and_depth(schema, min(MAX_VALUES, budget.values))
    if values > min(MAX_VALUES, budget.values):
        detail = (
            f"A schema may have at most {MAX_VALUES} values, and all schemas of a manifest together at most "
            f"{MAX_MANIFEST_VALUES}."
        )
        return [_finding("nodes", "", detail, remedy="Describe fewer properties, or shorten lists of values.")]
    if depth > MAX_DEPTH:
        return [_finding("depth", "", f"The schema nests deeper than {MAX_DEPTH} levels.")]
    budget.values -= values
    survey = SubschemaGraph(schema)
    found = [*_check_identity(schema, survey), *_check_patterns(survey, budget)]
    if not found:
        found += _validate_by_metaschema(schema)
    if not found:
        found += _check_load(schema, survey)
    return [*found, *_check_spelling(survey)]


def defaults(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The default values in a checked schema, by property."""
    return _collect_defaults(schema, schema, ("#",), [_MAX_DEFAULTS_STEPS])


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


def _finding(name: str, pointer: str, detail: str, value: object = None, remedy: str | None = None) -> Finding:
    text = None if value is None else printable_text(str(value))
    rule = f"manifest.schema.{name}" if name else "manifest.schema"
    return Finding(rule=rule, pointer=pointer, detail=detail, value=text, remedy=remedy)


def _dialect(schema: Mapping[str, Any]) -> str:
    dialect = schema.get("$schema", _DEFAULT_DIALECT)
    return dialect.removesuffix("#") if isinstance(dialect, str) else ""


def _check_identity(schema: Mapping[str, Any], survey: SubschemaGraph) -> Iterator[Finding]:
    """Findings on the type, the dialect, the identifiers and the references of a schema."""
    if "object" not in (types if isinstance(types := schema.get("type", "object"), list) else [types]):
        yield _finding("object", "/type", "The schema must describe an object.", types)
    for part in survey.subschemas:
        if not isinstance(part.schema, dict):
            continue
        for keyword in [name for name in part.schema if name in _IDENTIFYING_KEYWORDS]:
            yield from _check_keyword(
                keyword, part.schema[keyword], f"{part.pointer}/{pointer_token(keyword)}", _dialect(schema)
            )
    for pointer in survey.dangling_references:
        reference = _value_at(schema, pointer)
        if isinstance(reference, str) and reference.startswith("#"):
            yield _finding("reference", pointer, "The reference leads to no schema.", reference, "Correct the pointer.")


def _check_keyword(keyword: str, value: Any, pointer: str, dialect: str) -> Iterator[Finding]:
    if keyword == "$schema" and (pointer != "/$schema" or dialect not in _DIALECTS):
        detail = f"Only the root may name a dialect, which must be one of {', '.join(_DIALECTS)}."
        yield _finding("dialect", pointer, detail, value)
    elif keyword == "$id" or (keyword == "id" and dialect.endswith("draft-04/schema")):
        yield _finding("id", pointer, "A schema of an extension must not have an identifier.", value, "Remove it.")
    elif keyword == "$ref" and not (isinstance(value, str) and value.startswith("#")):
        remedy = "Copy the referenced schema into definitions, and refer to the copy."
        yield _finding("reference", pointer, "A reference must lead to a part of the same schema.", value, remedy)
    elif keyword in _UNSUPPORTED_KEYWORDS:
        yield _finding("dynamic", pointer, f"The keyword {keyword} is not supported.", value, "Use $ref.")


def _check_patterns(survey: SubschemaGraph, budget: SchemaBudget) -> Iterator[Finding]:
    for part in survey.subschemas:
        if not isinstance(part.schema, dict):
            continue
        property_patterns, value_pattern = part.schema.get("patternProperties"), part.schema.get("pattern")
        patterns = [("/pattern", value_pattern)] if isinstance(value_pattern, str) else []
        if isinstance(property_patterns, dict):
            patterns += [(f"/patternProperties/{pointer_token(key)}", key) for key in property_patterns]
        for path, pattern in patterns:
            pointer = part.pointer + path
            budget.patterns -= 1
            if budget.patterns < 0:
                yield _finding(
                    "patterns",
                    pointer,
                    f"All schemas of a manifest together may have at most {MAX_PATTERNS} patterns.",
                    pattern,
                )
                return
            if len(pattern) > MAX_PATTERN_CHARACTERS:
                detail = f"A pattern may have at most {MAX_PATTERN_CHARACTERS} characters."
                yield _finding("pattern", pointer, detail, pattern)
            elif not _is_linear(pattern):
                detail = "The pattern cannot be matched in linear time: it is invalid, too large, or uses look-around."
                remedy = "Write it without look-around and back-references."
                yield _finding("pattern", pointer, detail, pattern, remedy)


def _regex_options() -> jsonschema_rs.RegexOptions:
    return jsonschema_rs.RegexOptions(size_limit=_COMPILED_PATTERN_BYTES, dfa_size_limit=_COMPILED_PATTERN_BYTES)


def _is_linear(pattern: str) -> bool:
    try:
        jsonschema_rs.Draft7Validator({"pattern": pattern}, pattern_options=_regex_options())
    except (jsonschema_rs.ValidationError, ValueError):
        return False
    return True


def _validate_by_metaschema(schema: Mapping[str, Any]) -> Iterator[Finding]:
    """Findings of the metaschema of the dialect, or of the compiler."""
    metaschema_validator = _DIALECTS[_dialect(schema)]({"$ref": _dialect(schema)}, retriever=_refuse_retrieval)
    plain_schema = _without_hints(schema)
    if not metaschema_validator.is_valid(plain_schema):
        for error in metaschema_validator.iter_errors(plain_schema):
            pointer = "".join(f"/{pointer_token(str(step))}" for step in error.instance_path)
            yield _finding("", pointer, "JSON Schema does not permit this value here.", _summary(error.instance))
        return
    try:
        _compile(plain_schema)
    except (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError) as error:
        yield _finding("", "", "The schema cannot be compiled.", str(error).partition("\n")[0])


def _summary(value: object) -> object:
    return f"an {'object' if isinstance(value, dict) else 'array'}" if isinstance(value, dict | list) else value


def _check_load(schema: Mapping[str, Any], survey: SubschemaGraph) -> Iterator[Finding]:
    recursion_pointer = survey.find_endless_recursion()
    if recursion_pointer is not None:
        yield _finding("recursion", recursion_pointer, "The schema applies itself to the same value without an end.")
        return
    if survey.max_load(MAX_DEPTH, MAX_LOAD + 1) > MAX_LOAD:
        detail = f"More than {MAX_LOAD} subschemas can apply to one value."
        yield _finding("expansion", "", detail, remedy="Combine fewer schemas, and use fewer references between them.")
        return
    try:
        defaults(schema)
    except _TooManyDefaultsError:
        yield _finding("expansion", "", "The schema has too many default values.")


def _check_spelling(survey: SubschemaGraph) -> Iterator[Finding]:
    keywords = sorted(_KEYWORDS)
    for part in survey.subschemas:
        for keyword in part.schema if isinstance(part.schema, dict) else ():
            if keyword not in _KEYWORDS and not keyword.startswith("x-"):
                yield replace(
                    _finding(
                        "keyword",
                        f"{part.pointer}/{pointer_token(keyword)}",
                        "No dialect has this keyword.",
                        keyword,
                    ),
                    level="warning",
                    remedy=suggest(keyword, keywords),
                )
                return  # searching a suggestion is slow


def _without_hints(schema: Mapping[str, Any]) -> dict[str, Any]:
    plain_schema = copy.deepcopy(dict(schema))
    for part in SubschemaGraph(plain_schema).subschemas:
        if isinstance(part.schema, dict):
            part.schema.pop(_FORM_HINTS, None)
    return plain_schema


def _closed_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema without hints. It refuses undescribed properties, unless it has a rule for them itself."""
    plain_schema = _without_hints(schema)
    if "additionalProperties" in plain_schema or "unevaluatedProperties" in plain_schema:
        return plain_schema
    if not plain_schema.keys() & _COMBINING_KEYWORDS:
        return {**plain_schema, "additionalProperties": False}
    return (
        {**plain_schema, "unevaluatedProperties": False} if _dialect(schema) in _UNEVALUATED_DIALECTS else plain_schema
    )


def _compile(schema: Mapping[str, Any]) -> jsonschema_rs.Validator:
    return _DIALECTS[_dialect(schema)](
        dict(schema), validate_formats=True, retriever=_refuse_retrieval, pattern_options=_regex_options()
    )


def _refuse_retrieval(uri: str) -> NoReturn:
    raise ValueError(f"{uri} is not fetched")


class _EmbeddedDocument(Document):
    """A document that is one schema, compiled in its own dialect."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        super().__init__(schema)
        self._validator = _compile(schema)

    def validator(self, pointer: str) -> Any:  # noqa: ARG002 -- there is only one schema
        """The validator of the whole schema."""
        return self._validator


class _TooManyDefaultsError(Exception):
    """The defaults exceed the budget."""


def _collect_defaults(
    root: Mapping[str, Any], schema: Any, visited: tuple[str, ...], budget: list[int]
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for part, references in _reference_chain(root, schema, visited, budget):
        properties = part.get("properties")
        for name, child in properties.items() if isinstance(properties, dict) else ():
            source = next(
                (
                    subschema
                    for subschema, _ in _reference_chain(root, child, references, budget)
                    if "default" in subschema
                ),
                None,
            )
            if source is not None:
                _consume(budget, _count_and_depth(source["default"], budget[0])[0])
                values[name] = copy.deepcopy(source["default"])
            elif inner := _collect_defaults(root, child, references, budget):
                values[name] = inner
    return values


def _reference_chain(
    root: Mapping[str, Any], schema: Any, visited: tuple[str, ...], budget: list[int]
) -> Iterator[tuple[Mapping[str, Any], tuple[str, ...]]]:
    """A schema and the schemas that it refers to, in turn; ends at a reference that was visited before."""
    while isinstance(schema, dict):
        _consume(budget, 1)
        yield schema, visited
        reference = schema.get("$ref")
        if not isinstance(reference, str) or reference in visited:
            return
        visited = (*visited, reference)
        schema = _value_at(root, unquote(reference.removeprefix("#")))


def _consume(budget: list[int], values: int) -> None:
    budget[0] -= values
    if budget[0] < 0:
        raise _TooManyDefaultsError


def _value_at(schema: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        schema = schema[int(name)] if isinstance(schema, list) else schema[name]
    return schema

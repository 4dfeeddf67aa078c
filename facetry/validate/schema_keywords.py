"""Warnings on keywords of schemas: those that no dialect has, and those that the dialect of the schema has not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from facetry.errors import printable_text
from facetry.schema.document import pointer_token
from facetry.schema.edits import RenameKey
from facetry.schema.similarity import certain_match, suggest
from facetry.validate.finding import Finding
from facetry.validate.schema_defaults import value_at
from facetry.validate.schema_dialects import DIALECTS, dialect_of, ignores_beside_references
from facetry.validate.schema_survey import DEFINITION_MAPS, SUBSCHEMA_KEYWORDS, SubschemaGraph

UNKNOWN: Final = "manifest.schema.keyword"
_INEFFECTIVE: Final = "manifest.schema.no-effect"
MAX_UNKNOWN: Final = 20
_MAX_INEFFECTIVE: Final = 20
UNSUPPORTED_KEYWORDS: Final = frozenset(
    {"$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary"}
)
_VALIDATING_KEYWORDS: Final = frozenset(
    {"type", "enum", "const", "format", "required", "dependentRequired", "contentEncoding", "contentMediaType"}
    | {"multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern"}
    | {"maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties"}
)
_OTHER_KEYWORDS: Final = frozenset(
    {"$schema", "$id", "id", "$ref", "$anchor", "$comment", "title", "description", "default", "examples"}
    | {"deprecated", "readOnly", "writeOnly", "ui"}
)
"""The last one has hints for forms that show a property. It is no keyword of JSON Schema; validators ignore it."""
_KEYWORDS: Final = SUBSCHEMA_KEYWORDS | UNSUPPORTED_KEYWORDS | _VALIDATING_KEYWORDS | _OTHER_KEYWORDS
_BESIDE_REFERENCES: Final = (SUBSCHEMA_KEYWORDS - DEFINITION_MAPS) | _VALIDATING_KEYWORDS
"""Keywords that seem to decide something beside a reference."""

_DRAFT_06, _DRAFT_07, _2019_09, _2020_12 = range(1, len(DIALECTS))
_FIRST_DIALECT: Final[Mapping[str, int]] = {
    **dict.fromkeys(("const", "contains", "propertyNames", "contentEncoding", "contentMediaType"), _DRAFT_06),
    **dict.fromkeys(("if", "then", "else"), _DRAFT_07),
    **dict.fromkeys(("dependentRequired", "dependentSchemas", "minContains", "maxContains"), _2019_09),
    **dict.fromkeys(("unevaluatedProperties", "unevaluatedItems", "contentSchema", "$anchor"), _2019_09),
    "prefixItems": _2020_12,
}
"""The dialects from this one on have the keyword. Annotations such as `examples` are left out: they do no harm."""
_LAST_DIALECT: Final[Mapping[str, int]] = {"dependencies": _DRAFT_07, "additionalItems": _2019_09}
_FIRST_DIALECT_OF_FORMAT: Final[Mapping[str, int]] = {
    **dict.fromkeys(("uri-reference", "uri-template", "json-pointer"), _DRAFT_06),
    **dict.fromkeys(("idn-hostname", "iri", "iri-reference", "relative-json-pointer"), _DRAFT_07),
    **dict.fromkeys(("duration", "uuid"), _2019_09),
}
_REPLACEMENTS: Final[Mapping[str, str]] = {
    "const": "enum with one value",
    "unevaluatedProperties": "additionalProperties",
    "dependentRequired": "dependencies",
    "dependentSchemas": "dependencies",
    "prefixItems": "items with an array",
    "$anchor": "a pointer such as #/definitions/name",
    "dependencies": "dependentRequired or dependentSchemas",
    "additionalItems": "items, with prefixItems for the first ones",
}


def findings(schema: Mapping[str, Any], survey: SubschemaGraph) -> Iterator[Finding]:
    """Warnings on the keywords of a schema and its subschemas, a bounded number of each rule."""
    yield from islice(_unknown(survey), MAX_UNKNOWN)
    if dialect_of(schema) in DIALECTS:
        yield from islice(_ineffective(schema, survey), _MAX_INEFFECTIVE)


def with_similar(finding: Finding, schema: Mapping[str, Any]) -> Finding:
    """The finding on an unknown keyword with its remedy, which takes long to find."""
    keywords, keyword = sorted(_KEYWORDS), finding.value or ""
    match = certain_match(keyword, keywords)
    holder = value_at(schema, finding.pointer.rpartition("/")[0])
    edit = None if match is None or match in holder else RenameKey(finding.pointer, match)
    return replace(finding, remedy=suggest(keyword, keywords), edit=edit)


def _unknown(survey: SubschemaGraph) -> Iterator[Finding]:
    for part in survey.subschemas:
        for keyword in part.schema if isinstance(part.schema, dict) else ():
            if keyword not in _KEYWORDS and not keyword.startswith("x-"):
                yield _on_keyword(UNKNOWN, part.pointer, keyword, "No dialect has this keyword.")


def _ineffective(schema: Mapping[str, Any], survey: SubschemaGraph) -> Iterator[Finding]:
    """Warnings on what has an effect in another dialect only."""
    dialect = DIALECTS.index(dialect_of(schema))
    named = "the dialect that $schema names" if "$schema" in schema else "the dialect without $schema"
    place = f"in {_name(dialect)}, {named}"
    for part in survey.subschemas:
        if not isinstance(part.schema, dict):
            continue
        is_reference = ignores_beside_references(schema) and str(part.schema.get("$ref", "")).startswith("#")
        for keyword, value in part.schema.items():
            if is_reference:
                if keyword in _BESIDE_REFERENCES:
                    detail = f"The keyword {keyword} has no effect beside $ref {place}."
                    remedy = f"Write $ref into allOf, or {_setting(_2020_12)}"
                    yield _on_keyword(_INEFFECTIVE, part.pointer, keyword, detail, remedy)
            elif dialect < _FIRST_DIALECT.get(keyword, 0):
                detail = f"The keyword {keyword} has no effect {place}."
                instead = f"Use {_REPLACEMENTS[keyword]}, or " if keyword in _REPLACEMENTS else ""
                remedy = _sentence(f"{instead}{_setting(_2020_12)}")
                yield _on_keyword(_INEFFECTIVE, part.pointer, keyword, detail, remedy)
            elif dialect > _LAST_DIALECT.get(keyword, dialect):
                detail = f"The keyword {keyword} is not part of {_name(dialect)}, {named}. Other programs ignore it."
                remedy = f"Use {_REPLACEMENTS[keyword]}, or {_setting(_LAST_DIALECT[keyword])}"
                yield _on_keyword(_INEFFECTIVE, part.pointer, keyword, detail, remedy)
            elif keyword == "format" and isinstance(value, str) and dialect < _FIRST_DIALECT_OF_FORMAT.get(value, 0):
                detail = f"The format {value} has no effect {place}."
                found = _on_keyword(_INEFFECTIVE, part.pointer, keyword, detail, _sentence(_setting(_2020_12)))
                yield replace(found, value=value, on_key=False)


def _on_keyword(rule: str, holder: str, keyword: str, detail: str, remedy: str | None = None) -> Finding:
    return Finding(
        rule=rule,
        level="warning",
        pointer=f"{holder}/{pointer_token(keyword)}",
        detail=detail,
        value=printable_text(keyword),
        remedy=remedy,
        on_key=True,
    )


def _name(dialect: int) -> str:
    return DIALECTS[dialect].removesuffix("/schema").rpartition("/")[2]


def _setting(dialect: int) -> str:
    return f"set $schema at the root to {DIALECTS[dialect]}."


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]

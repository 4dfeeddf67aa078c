"""The dialects of JSON Schema that schemas of extensions may have, and their compilers. Nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NoReturn

import jsonschema_rs

_VALIDATORS: Final[Mapping[str, tuple[type[jsonschema_rs.Validator], int]]] = {
    "http://json-schema.org/draft-04/schema": (jsonschema_rs.Draft4Validator, jsonschema_rs.Draft4),
    "http://json-schema.org/draft-06/schema": (jsonschema_rs.Draft6Validator, jsonschema_rs.Draft6),
    "http://json-schema.org/draft-07/schema": (jsonschema_rs.Draft7Validator, jsonschema_rs.Draft7),
    "https://json-schema.org/draft/2019-09/schema": (jsonschema_rs.Draft201909Validator, jsonschema_rs.Draft201909),
    "https://json-schema.org/draft/2020-12/schema": (jsonschema_rs.Draft202012Validator, jsonschema_rs.Draft202012),
}
DIALECTS: Final = tuple(_VALIDATORS)
DEFAULT_DIALECT: Final = "http://json-schema.org/draft-07/schema"
UNEVALUATED_DIALECTS: Final = frozenset(DIALECTS[-2:])
"""The dialects with the keyword `unevaluatedProperties`."""
_REFERENCE_ALONE_DIALECTS: Final = frozenset(DIALECTS[:3])
_BASE_URI: Final = "urn:facetry:schema"
"""With it errors say which keyword was violated."""
_COMPILED_PATTERN_BYTES: Final = 131_072


def dialect_of(schema: Mapping[str, Any]) -> str:
    """The name of the dialect of a schema; empty when it is no text."""
    dialect = schema.get("$schema", DEFAULT_DIALECT)
    return dialect.removesuffix("#") if isinstance(dialect, str) else ""


def ignores_beside_references(schema: Mapping[str, Any]) -> bool:
    """Whether keywords beside a `$ref` have no effect in the dialect of a schema."""
    return dialect_of(schema) in _REFERENCE_ALONE_DIALECTS


def compile_schema(schema: Mapping[str, Any]) -> jsonschema_rs.Validator:
    """The validator of a schema, in its own dialect. Raises `ValidationError` and `ReferencingError` of jsonschema_rs,
    and `ValueError`.
    """
    validator_type, _ = _VALIDATORS[dialect_of(schema)]
    return validator_type(
        dict(schema),
        validate_formats=True,
        retriever=_refuse_retrieval,
        pattern_options=_regex_options(),
        base_uri=_BASE_URI,
    )


def compile_beside(schema: Mapping[str, Any], root: Mapping[str, Any], address: str) -> jsonschema_rs.Validator:
    """The validator of a schema in the dialect of `root`, to which it refers by an address. Raises as
    `compile_schema`.
    """
    validator_type, draft = _VALIDATORS[dialect_of(root)]
    return validator_type(
        dict(schema),
        validate_formats=True,
        registry=jsonschema_rs.Registry([(address, dict(root))], draft=draft, retriever=_refuse_retrieval),
        pattern_options=_regex_options(),
    )


def metaschema_errors(schema: Mapping[str, Any]) -> Iterator[jsonschema_rs.ValidationError]:
    """The errors of a schema by the metaschema of its dialect."""
    validator = _metaschema_validator(dialect_of(schema))
    return iter(()) if validator.is_valid(schema) else validator.iter_errors(schema)


def is_linear(pattern: str) -> bool:
    """Whether a pattern compiles, within a bound, to a form that is matched in linear time."""
    try:
        jsonschema_rs.Draft7Validator({"pattern": pattern}, pattern_options=_regex_options())
    except (jsonschema_rs.ValidationError, ValueError):
        return False
    return True


@cache
def _metaschema_validator(dialect: str) -> jsonschema_rs.Validator:
    return _VALIDATORS[dialect][0]({"$ref": dialect}, retriever=_refuse_retrieval)


def _regex_options() -> jsonschema_rs.RegexOptions:
    return jsonschema_rs.RegexOptions(size_limit=_COMPILED_PATTERN_BYTES, dfa_size_limit=_COMPILED_PATTERN_BYTES)


def _refuse_retrieval(uri: str) -> NoReturn:
    raise ValueError(f"{uri} is not fetched")

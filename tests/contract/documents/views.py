"""The examples of view documents, and their reference validator."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from jsonschema import Draft202012Validator, FormatChecker

from tests.contract.documents.schema_documents import (
    example_name,
    examples_of,
    schema_of,
    strict_validator,
    violations_of,
)

__all__ = ["example_name", "examples", "faults", "reference_validator", "schema"]

_SCHEMA: Final = "view-document-1.0.schema.json"


def schema() -> Any:
    """The generated schema."""
    return schema_of(_SCHEMA)


def examples(kind: str) -> list[Path]:
    """The files of the valid or the invalid documents."""
    return examples_of("views", kind)


@cache
def reference_validator() -> Draft202012Validator:
    """A `jsonschema` validator of the generated schema."""
    checker = FormatChecker(())
    checker.checks("json", raises=ValueError)(_is_json)
    return strict_validator(schema(), checker)


def faults(document: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of each violation that the reference validator finds in a document."""
    return violations_of(reference_validator(), document)


def _is_json(text: object) -> bool:
    if isinstance(text, str):
        json.loads(text, parse_constant=_refused)
    return True


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")

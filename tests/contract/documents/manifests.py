"""The examples of manifests, and their reference validator."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator

from tests.contract.documents import schema_documents as documents
from tests.contract.documents.schema_documents import (
    example_name,
    examples_of,
    schema_of,
    strict_validator,
    violations_of,
)

__all__ = ["EXAMPLES", "example_name", "examples", "faults", "reference_validator", "schema"]

EXAMPLES: Final = documents.EXAMPLES / "manifests"
_SCHEMA: Final = "manifest-v3.schema.json"


def schema() -> Any:
    """The generated schema."""
    return schema_of(_SCHEMA)


def examples(kind: str) -> list[Path]:
    """The files of the manifests that are `valid`, `invalid` or `warned`."""
    return examples_of("manifests", kind)


@cache
def reference_validator() -> Draft202012Validator:
    """A `jsonschema` validator of the generated schema."""
    return strict_validator(schema())


def faults(manifest: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of each violation that the reference validator finds in a manifest."""
    return violations_of(reference_validator(), manifest)

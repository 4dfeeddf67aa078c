"""The examples of manifests, and their second judge."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator

from tests.contract import documents
from tests.contract.documents import examples_of, judge_of, named, schema_of, told

__all__ = ["EXAMPLES", "examples", "faults", "judge", "named", "schema"]

EXAMPLES: Final = documents.EXAMPLES / "manifests"
_SCHEMA: Final = "manifest-v3.schema.json"


def schema() -> Any:
    """The generated schema."""
    return schema_of(_SCHEMA)


def examples(kind: str) -> list[Path]:
    """The files of the valid or the invalid manifests."""
    return examples_of("manifests", kind)


@cache
def judge() -> Draft202012Validator:
    """`jsonschema` over the generated schema."""
    return judge_of(schema())


def faults(manifest: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of everything that the judge has against a manifest."""
    return told(judge(), manifest)

"""The examples of view documents, and their second judge."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from jsonschema import Draft202012Validator, FormatChecker

from tests.contract.documents import examples_of, judge_of, named, schema_of, told

__all__ = ["examples", "faults", "judge", "named", "schema"]

_SCHEMA: Final = "view-document-1.0.schema.json"


def schema() -> Any:
    """The generated schema."""
    return schema_of(_SCHEMA)


def examples(kind: str) -> list[Path]:
    """The files of the valid or the invalid documents."""
    return examples_of("views", kind)


@cache
def judge() -> Draft202012Validator:
    """`jsonschema` over the generated schema."""
    checker = FormatChecker(())
    checker.checks("json", raises=ValueError)(_is_json)
    return judge_of(schema(), checker)


def faults(document: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of everything that the judge has against a document."""
    return told(judge(), document)


def _is_json(text: object) -> bool:
    if isinstance(text, str):
        json.loads(text, parse_constant=_refused)
    return True


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")

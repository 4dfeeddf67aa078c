"""The examples of view documents, and `jsonschema` as their second judge."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend

from tests.contract.description import ROOT

SCHEMA: Final = ROOT / "generated" / "schemas" / "view-document-1.0.schema.json"
EXAMPLES: Final = ROOT / "specs" / "examples" / "views"


def schema() -> Any:
    """The generated schema, read without any of our own code."""
    return json.loads(SCHEMA.read_bytes())


def examples(kind: str) -> list[Path]:
    """The files of the valid or the invalid documents."""
    return sorted((EXAMPLES / kind).rglob("*.json"))


def named(path: Path) -> str:
    """`<why>` of a valid document, `<rule>/<why>` of an invalid one."""
    return str(path.relative_to(EXAMPLES).with_suffix("")).partition("/")[2]


@cache
def judge() -> Draft202012Validator:
    """`jsonschema` over the generated schema."""
    checker = FormatChecker(())
    checker.checks("json", raises=ValueError)(_is_json)
    strict: type[Draft202012Validator] = extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]  # the stubs leave it so
    return strict(schema(), format_checker=checker)


def faults(document: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of everything that the judge has against a document."""
    return {
        (f"schema.{error.validator}", "".join(f"/{step}" for step in error.absolute_path))
        for error in judge().iter_errors(document)
    }


def _pattern(_: object, pattern: str, instance: object, __: object) -> Iterator[ValidationError]:
    """Python's $ also matches before a final newline, ECMA-262's does not."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$\Z", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _is_json(text: object) -> bool:
    if isinstance(text, str):
        json.loads(text, parse_constant=_refused)
    return True


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")

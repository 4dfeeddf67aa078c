"""Documents with a generated schema: their examples, and `jsonschema` as their second judge."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend
from referencing import Registry

from tests.contract.description import ROOT

_SCHEMAS: Final = ROOT / "generated" / "schemas"
EXAMPLES: Final = ROOT / "specs" / "examples"


def schema_of(name: str) -> Any:
    """A generated schema, read without any of our own code."""
    return json.loads((_SCHEMAS / name).read_bytes())


def examples_of(folder: str, kind: str) -> list[Path]:
    """The files of the valid or the invalid documents of a folder."""
    return sorted((EXAMPLES / folder / kind).rglob("*.json"))


def named(path: Path) -> str:
    """`<why>` of a valid document, `<rule>/<why>` of an invalid one."""
    return path.relative_to(EXAMPLES).with_suffix("").as_posix().split("/", 2)[2]


def judge_of(
    schema: Any, checker: FormatChecker | None = None, registry: Registry[Any] | None = None
) -> Draft202012Validator:
    """`jsonschema` over a schema, and over those of a registry that it refers to."""
    strict: type[Draft202012Validator] = extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]  # the stubs leave it so
    return strict(schema, format_checker=checker, registry=registry or Registry())


def told(judge: Draft202012Validator, document: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of everything that a judge has against a document."""
    return {
        (f"schema.{error.validator}", "".join(f"/{step}" for step in error.absolute_path))
        for error in judge.iter_errors(document)
    }


def _pattern(_: object, pattern: str, instance: object, __: object) -> Iterator[ValidationError]:
    """Python's $ also matches before a final newline, ECMA-262's does not."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$\Z", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")

"""The examples of manifests, and `jsonschema` as their second judge."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from tests.contract.description import ROOT

SCHEMA: Final = ROOT / "generated" / "schemas" / "manifest-v3.schema.json"
EXAMPLES: Final = ROOT / "specs" / "examples" / "manifests"


def schema() -> Any:
    """The generated schema, read without any of our own code."""
    return json.loads(SCHEMA.read_bytes())


def examples(kind: str) -> list[Path]:
    """The files of the valid or the invalid manifests."""
    return sorted((EXAMPLES / kind).rglob("*.json"))


def named(path: Path) -> str:
    """`<why>` of a valid manifest, `<rule>/<why>` of an invalid one."""
    return str(path.relative_to(EXAMPLES).with_suffix("")).partition("/")[2]


@cache
def judge() -> Draft202012Validator:
    """`jsonschema` over the generated schema."""
    strict: type[Draft202012Validator] = extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]  # the stubs leave it so
    return strict(schema())


def faults(manifest: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of everything that the judge has against a manifest."""
    return {
        (f"schema.{error.validator}", "".join(f"/{step}" for step in error.absolute_path))
        for error in judge().iter_errors(manifest)
    }


def _pattern(_: object, pattern: str, instance: object, __: object) -> Iterator[ValidationError]:
    """Python's $ also matches before a final newline, ECMA-262's does not."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$\Z", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")

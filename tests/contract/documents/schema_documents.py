"""Documents with a generated schema: their examples, and `jsonschema` as the reference validator."""

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


def example_name(path: Path) -> str:
    """`<why>` of a valid document, `<rule>/<why>` of an invalid one."""
    return path.relative_to(EXAMPLES).with_suffix("").as_posix().split("/", 2)[2]


def strict_validator(
    schema: Any, checker: FormatChecker | None = None, registry: Registry[Any] | None = None
) -> Draft202012Validator:
    """A `jsonschema` validator of a schema. `registry` holds the schemas that it refers to."""
    strict: type[Draft202012Validator] = extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]  # the stubs leave it so
    return strict(schema, format_checker=checker, registry=registry or Registry())


def violations_of(reference_validator: Draft202012Validator, document: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of each violation that a validator finds in a document. Each unknown member is one violation."""
    return {
        (f"schema.{error.validator}", "".join(f"/{_escaped(step)}" for step in (*error.absolute_path, *member)))
        for error in reference_validator.iter_errors(document)
        for member in _unknown_members(error)
    }


def _escaped(step: str | int) -> str:
    return str(step).replace("~", "~0").replace("/", "~1")


def _unknown_members(error: ValidationError) -> list[tuple[str, ...]]:
    if error.validator != "additionalProperties":
        return [()]
    instance: Any = error.instance
    schema: Any = error.schema
    return [(name,) for name in instance if name not in schema["properties"]]


def _pattern(_: object, pattern: str, instance: object, __: object) -> Iterator[ValidationError]:
    """Check `pattern` as ECMA-262 does: `$` does not match before a final newline."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$\Z", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")

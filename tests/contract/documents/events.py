"""The examples of events and of socket messages, and their reference validator."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.contract.description import EVENTS
from tests.contract.documents.schema_documents import EXAMPLES, examples_of, strict_validator, violations_of

FOLDERS: Final = ("events", "socket")
_BASE: Final = "urn:events"


@cache
def document() -> Any:
    """The generated description, read without any of our own code."""
    return json.loads(EVENTS.read_bytes())


def examples(kind: str) -> list[Path]:
    """The files of the valid or the invalid values and messages."""
    return [path for folder in FOLDERS for path in examples_of(folder, kind)]


def cases(kind: str) -> list[tuple[str, Path]]:
    """Each example with the name of every schema that it is of: a value of many topics is in one file."""
    return [(name, path) for path in examples(kind) for name in schemas_of(path)]


def case_name(value: object) -> str:
    """Names a case in a test report by its schema and its file."""
    return example_name(value) if isinstance(value, Path) else str(value)


def example_name(path: Path) -> str:
    """`<topic or message>/<why>`, with the rule between the two for an invalid one."""
    return path.relative_to(EXAMPLES).with_suffix("").as_posix().split("/", 2)[2]


def schema_of(path: Path) -> str:
    """The name of the schema of an example: that of a topic, of a value, or of a message."""
    subject = example_name(path).split("/")[0]
    return "".join(part[0].upper() + part[1:] for part in [*subject.split("."), "value"]) if "." in subject else subject


def schemas_of(path: Path) -> list[str]:
    """The schema of an example, and the schemas that are nothing but a reference to it."""
    name = schema_of(path)
    reference = {"$ref": f"#/components/schemas/{name}"}
    return [name, *(other for other, schema in document()["components"]["schemas"].items() if schema == reference)]


def reference_validator(name: str) -> Draft202012Validator:
    """A `jsonschema` validator of the named schema."""
    return reference_validator_at(f"/components/schemas/{name}")


@cache
def reference_validator_at(pointer: str) -> Draft202012Validator:
    """A `jsonschema` validator of the schema at a pointer of the description."""
    registry: Registry[Any] = Registry().with_resource(_BASE, DRAFT202012.create_resource(document()))
    return strict_validator({"$ref": f"{_BASE}#{pointer}"}, registry=registry)


def faults(name: str, value: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of each violation that the reference validator finds in a value."""
    return violations_of(reference_validator(name), value)

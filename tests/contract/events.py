"""The examples of events and of messages on sockets, and their second judge."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.contract.description import EVENTS
from tests.contract.documents import EXAMPLES, examples_of, judge_of, told

FOLDERS: Final = ("events", "socket")
_BASE: Final = "urn:events"


@cache
def document() -> Any:
    """The generated description, read without any of our own code."""
    return json.loads(EVENTS.read_bytes())


def examples(kind: str) -> list[Path]:
    """The files of the valid or the invalid values and messages."""
    return [path for folder in FOLDERS for path in examples_of(folder, kind)]


def named(path: Path) -> str:
    """`<topic or message>/<why>`, with the rule between the two for an invalid one."""
    return path.relative_to(EXAMPLES).with_suffix("").as_posix().split("/", 2)[2]


def schema_of(path: Path) -> str:
    """The name of the schema of an example."""
    subject = named(path).split("/")[0]
    is_topic = path.relative_to(EXAMPLES).parts[0] == "events"
    return "".join(part[0].upper() + part[1:] for part in [*subject.split("."), "value"]) if is_topic else subject


@cache
def judge(name: str) -> Draft202012Validator:
    """`jsonschema` over the schema of this name."""
    registry: Registry[Any] = Registry().with_resource(_BASE, DRAFT202012.create_resource(document()))
    return judge_of({"$ref": f"{_BASE}#/components/schemas/{name}"}, registry=registry)


def faults(name: str, value: Any) -> set[tuple[str, str]]:
    """(rule, pointer) of everything that the judge has against a value."""
    return told(judge(name), value)

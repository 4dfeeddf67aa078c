"""Rules on events: the files of topics are complete, and their schemas and examples are valid."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from codegen.asyncapi import ROOT, SOCKET, VALUE
from codegen.lint.rule import Fault, rule
from codegen.lint.validator import SchemaValidator
from codegen.lint.views import schema_faults, subschemas
from codegen.model import Description, Schema
from codegen.pointer import escape, tokens
from codegen.topics import AUDIENCES, ENTITIES, FOLDER, component, is_topic

EXAMPLES = "examples"
MEMBERS = {"description": str, "entity": str, "log": bool, "audience": list, "directed": bool, "value": dict}
TOPIC = re.compile(r"[a-z]+(?:\.[a-z][a-zA-Z]*)+")
PATH_LENGTHS = {"valid": 3, "invalid": 4}
"""The length of the tuple that `_files` yields for an example."""


@rule("event.topic")
def event_topic(description: Description) -> Iterator[Fault]:
    """A file of events is named after its topic and states its meaning, entity, audience and value."""
    entities = description.bundle.files.get(ROOT, {}).get(ENTITIES, ())
    for name, content in description.bundle.topics.items():
        place = description.bundle.place_in(f"{FOLDER}/{name}.yaml", "")
        audience = content.get("audience")
        if not TOPIC.fullmatch(name):
            yield place, f"{name} is no name of a topic", "rename the file to <entity>.<what happened>.yaml"
        elif content.keys() != MEMBERS.keys() or not all(type(content[key]) is kind for key, kind in MEMBERS.items()):
            yield place, "a member is missing, unknown or of the wrong type", f"write exactly {', '.join(MEMBERS)}"
        elif not audience or sorted({*audience} & {*AUDIENCES}) != audience:
            yield (
                place,
                "`audience` is empty, unknown or unsorted",
                f"list one or more of {', '.join(AUDIENCES)}, in this order",
            )
        elif ROOT in description.bundle.files and content["entity"] not in entities:
            message = f"the entity {content['entity']} is not listed in {ROOT}"
            yield place, message, f"add it to `{ENTITIES}` there, or write one of {', '.join(entities)}"


@rule("event.schema")
def event_schema(description: Description) -> Iterator[Fault]:
    """The schemas of events and messages are valid; their keywords are known, their patterns anchored and linear."""
    for file, pointer, part in _schemas(description):
        yield from schema_faults(description.bundle.place_in(file, pointer), part)


@rule("event.example")
def event_example(description: Description) -> Iterator[Fault]:
    """Every example of an event or message is valid, or breaks the rule of its folder. Each topic has a valid one."""
    if next(event_schema(description), None) is not None:
        return
    validator = SchemaValidator(description.events)
    for file, pointer, part in _schemas(description):
        for value in part.get("examples", ()) if pointer in ("", VALUE) else ():
            for keyword, message in validator.errors(_pointer(_component(file)), value):
                place = description.bundle.place_in(file, pointer)
                yield place, f"an example is invalid, {keyword}: {message}", "correct the example or the schema"
    covered = set()
    for path in _files(description.bundle.root):
        place = f"{description.bundle.root.name}/{path[0]}"
        if len(path) != PATH_LENGTHS.get(path[1]):
            yield (
                place,
                "the example is in no folder of a topic or message",
                "move it to valid/<topic>/ or invalid/<topic>/<rule>/",
            )
            continue
        kind, subject = path[1:3]
        name = component(subject) if "." in subject else subject
        if name not in description.events.schemas:
            yield (
                place,
                f"there is no topic or message {subject}",
                "rename the folder after a topic, a value or a message",
            )
            continue
        if _target_schema(description, name) != name:
            target = _target_schema(description, name)
            message = f"the schema of {subject} is only a reference to {target}, which has the examples"
            yield place, message, f"move it to {path[0].replace(subject, _subject(description, name))}, or remove it"
        covered.add((kind, name))
        value = json.loads((description.bundle.root / path[0]).read_bytes())
        broken = [f"schema.{keyword}" for keyword, _ in validator.errors(_pointer(name), value)]
        expected = [] if kind == "valid" else [path[3]]
        if sorted(set(broken)) != expected:
            rules = ", ".join(sorted(set(broken))) or "nothing"
            yield (
                place,
                f"the example breaks {rules}",
                "correct it, or move it to the folder of the rule that it breaks",
            )
    for each in description.topics if description.bundle.events else ():
        if ("valid", _target_schema(description, component(each.name))) not in covered:
            place = description.bundle.place_in(f"{FOLDER}/{each.name}.yaml", "")
            folder = f"{EXAMPLES}/{FOLDER}/valid/{_subject(description, component(each.name))}"
            yield place, "the topic has no valid example", f"add {folder}/<why>.json"


def _target_schema(description: Description, name: str) -> str:
    """The schema that a schema of events refers to, if it is nothing but a reference, or else the schema itself."""
    seen: list[str] = []
    while name not in seen:
        seen.append(name)
        target = description.events.schemas.get(name, {})
        steps = tokens(target["$ref"]) if [*target] == ["$ref"] else []
        name = steps[-1] if len(steps) == len(tokens(_pointer(name))) else name
    return name


def _subject(description: Description, name: str) -> str:
    """The name of the folder of the examples of a schema: its topic, or its own name."""
    shared = _target_schema(description, name)
    return next((topic.name for topic in description.topics if component(topic.name) == shared), shared)


def _schemas(description: Description) -> Iterator[tuple[str, str, Schema]]:
    """(file, pointer, schema) of each schema in the source."""
    for file, content in description.bundle.files.items():
        if is_topic(file):
            yield from ((file, pointer, part) for pointer, part in subschemas(VALUE, content.get("value")))
        elif file.startswith((f"{FOLDER}/", f"{SOCKET}/")):
            yield from ((file, pointer, part) for pointer, part in subschemas("", content))


def _component(file: str) -> str:
    stem = Path(file).name.removesuffix(".yaml")
    return component(stem) if is_topic(file) else stem


def _pointer(name: str) -> str:
    return f"/components/schemas/{escape(name)}"


def _files(root: Path) -> Iterator[tuple[str, ...]]:
    """For each example: its path, `valid` or `invalid`, its topic or message and, if it is invalid, its rule."""
    for folder in (FOLDER, SOCKET):
        for path in sorted((root / EXAMPLES / folder).rglob("*.json")):
            file = path.relative_to(root).as_posix()
            yield file, *path.relative_to(root / EXAMPLES / folder).parent.as_posix().split("/")

"""Rules on events: a file says all of its topic, the AsyncAPI document lists it, and its examples are judged."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from codegen.asyncapi import FOLDER, ROOT, SOCKET, VALUE, component, is_topic
from codegen.lint.rule import Fault, rule
from codegen.lint.validator import Judge
from codegen.lint.views import parts, unsound
from codegen.model import AUDIENCES, Description, Schema
from codegen.pointer import escape

EXAMPLES = "examples"
MEMBERS = {"description": str, "entity": str, "log": bool, "told": list, "directed": bool, "value": dict}
TOPIC = re.compile(r"[a-z]+(?:\.[a-z][a-zA-Z]*)+")
DEPTHS = {"valid": 3, "invalid": 4}
"""How many things `_files` has to tell of an example."""
STREAMED = "EventTopic"
"""The component that lists the topics of the stream."""


@rule("event.topic")
def topic(description: Description) -> Iterator[Fault]:
    """A file of events is named after its topic and says what it means, of what it is, and who is told."""
    for name, content in description.bundle.topics.items():
        place = description.bundle.written(f"{FOLDER}/{name}.yaml", "")
        told = content.get("told")
        if not TOPIC.fullmatch(name):
            yield place, f"{name} is no topic", "name it <entity>.<what happened>"
        elif content.keys() != MEMBERS.keys() or not all(type(content[key]) is kind for key, kind in MEMBERS.items()):
            yield place, "it does not say what a topic has to", f"write {', '.join(MEMBERS)} and nothing else"
        elif not told or sorted({*told} & {*AUDIENCES}) != told:
            yield place, "it does not say who is told", f"list some of {', '.join(AUDIENCES)}, in this order"


@rule("event.listed")
def listed(description: Description) -> Iterator[Fault]:
    """Every topic is a message of the channel of events, and one that the stream tells is listed there as well."""
    if not description.bundle.events:
        return
    streamed = [topic.name for topic in description.topics if topic.streamed]
    channels = description.bundle.events.get("channels", {})
    wanted = {"events": [topic.name for topic in description.topics], "stream": streamed}
    for channel, names in wanted.items():
        found = [name for name, message in channels.get(channel, {}).get("messages", {}).items() if _tells(message)]
        place = description.bundle.written(ROOT, f"/channels/{channel}/messages")
        yield from _apart(place, names, found)
    if STREAMED in description.schemas:
        place = description.bundle.place(f"/components/schemas/{STREAMED}")
        yield from _apart(place, streamed, description.schemas[STREAMED].get("enum", ()))


@rule("event.schema")
def schema(description: Description) -> Iterator[Fault]:
    """The schemas of events and messages are valid, their keywords are known, and their patterns anchored and quick."""
    for file, pointer, part in _schemas(description):
        yield from unsound(description.bundle.written(file, pointer), part)


@rule("event.example")
def example(description: Description) -> Iterator[Fault]:
    """Every example of an event or message is valid, or breaks the rule that its folder names; each topic has one."""
    if next(schema(description), None) is not None:
        return
    judge = Judge(description.events)
    for file, pointer, part in _schemas(description):
        for value in part.get("examples", ()) if pointer in ("", VALUE) else ():
            for keyword, message in judge.faults(_pointer(_component(file)), value):
                place = description.bundle.written(file, pointer)
                yield place, f"an example is invalid, {keyword}: {message}", "mend one of the two"
    judged = set()
    for path in _files(description.bundle.root):
        place = f"{description.bundle.root.name}/{path[0]}"
        if len(path) != DEPTHS.get(path[1]):
            yield place, "it lies in no folder of its topic", "see specs/README.md"
            continue
        kind, subject = path[1:3]
        name = component(subject) if path[0].split("/")[1] == FOLDER else subject
        if name not in description.events.schemas:
            yield place, f"there is no {subject}", "move it to the folder of a topic or message"
            continue
        judged.add((kind, name))
        value = json.loads((description.bundle.root / path[0]).read_bytes())
        found = [f"schema.{keyword}" for keyword, _ in judge.faults(_pointer(name), value)]
        wanted = [] if kind == "valid" else [path[3]]
        if sorted(set(found)) != wanted:
            told = ", ".join(sorted(set(found))) or "nothing"
            yield place, f"it breaks {told}", "mend it, or move it to the folder of that rule"
    for each in description.topics if description.bundle.events else ():
        if ("valid", component(each.name)) not in judged:
            place = description.bundle.written(f"{FOLDER}/{each.name}.yaml", "")
            yield place, "there is no example", f"add one in {EXAMPLES}/{FOLDER}/valid/{each.name}"


def _tells(message: Mapping[str, Any]) -> bool:
    """Whether a message is that of a topic, and not one of the channel's own."""
    return "allOf" in message["payload"]


def _apart(place: str, wanted: list[str], found: Any) -> Iterator[Fault]:
    for name in sorted({*wanted} - {*found}):
        yield place, f"{name} is missing", "list it, or say in its file that it is told to others"
    for name in sorted({*found} - {*wanted}):
        yield place, f"{name} is not told here", "remove it, or say in its file that it is"


def _schemas(description: Description) -> Iterator[tuple[str, str, Schema]]:
    """(file, pointer, schema) of each schema as it was written."""
    for file, content in description.bundle.files.items():
        if is_topic(file):
            yield from ((file, pointer, part) for pointer, part in parts(VALUE, content.get("value")))
        elif file.startswith((f"{FOLDER}/", f"{SOCKET}/")):
            yield from ((file, pointer, part) for pointer, part in parts("", content))


def _component(file: str) -> str:
    stem = Path(file).name.removesuffix(".yaml")
    return component(stem) if is_topic(file) else stem


def _pointer(name: str) -> str:
    return f"/components/schemas/{escape(name)}"


def _files(root: Path) -> Iterator[tuple[str, ...]]:
    """The path below the source of each example, whether it is valid, its subject and, if it is not, its rule."""
    for folder in (FOLDER, SOCKET):
        for path in sorted((root / EXAMPLES / folder).rglob("*.json")):
            file = path.relative_to(root).as_posix()
            yield file, *path.relative_to(root / EXAMPLES / folder).parent.as_posix().split("/")

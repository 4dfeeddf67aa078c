"""Bundles the description of events into one AsyncAPI document. Schemas keep their names; topics become messages."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from codegen.copies import rewritten
from codegen.finding import SpecError
from codegen.pointer import escape
from codegen.topics import ENTITIES, FOLDER, LIST, component, is_topic

ROOT = "asyncapi.yaml"
SOCKET = "socket"
VALUE = "/value"
ENVELOPE = "x-envelope"
"""On a channel: the schema of the message that carries the value of a topic."""

Read = Callable[[str], Any]
Dereference = Callable[[str, str], tuple[str, str, Any]]
ListTopics = Callable[[object, str], list[str]]


def bundle(root: Path, read: Read, dereference: Dereference, list_topics: ListTopics) -> dict[str, Any]:
    """The document with everything that it refers to; each file becomes a schema of the same name. Empty without
    asyncapi.yaml. `list_topics` returns the topics of a list that a file names."""
    return _Events(root, read, dereference, list_topics).bundle() if (root / ROOT).exists() else {}


def entities(root: Path, read: Read) -> list[str]:
    """The entities that topics may be of, in their order; none without a root."""
    return list(read(ROOT).get(ENTITIES, ())) if (root / ROOT).exists() else []


class _Events:
    def __init__(self, root: Path, read: Read, dereference: Dereference, list_topics: ListTopics) -> None:
        self.root = root
        self.read = read
        self.dereference = dereference
        self.list_topics = list_topics
        self.files_by_name: dict[str, str] = {}
        self.pending: list[str] = []

    def bundle(self) -> dict[str, Any]:
        source = {key: part for key, part in self.read(ROOT).items() if key != ENTITIES}
        channels = {name: self.channel(channel) for name, channel in source.get("channels", {}).items()}
        document = {key: channels if key == "channels" else self.rewrite(part, ROOT) for key, part in source.items()}
        schemas = {}
        while self.pending:
            name = self.pending.pop()
            file, content = self.files_by_name[name], self.read(self.files_by_name[name])
            schemas[name] = self.rewrite(content["value"] if is_topic(file) else content, file)
        return {**document, "components": {"schemas": dict(sorted(schemas.items()))}}

    def channel(self, channel: Mapping[str, Any]) -> dict[str, Any]:
        """A channel with all its messages: first those that it lists, then one for each topic of `x-topics`."""
        messages = {name: self.message(message["$ref"]) for name, message in channel.get("messages", {}).items()}
        if LIST in channel:
            if ENVELOPE not in channel:
                raise self.fault(
                    ROOT,
                    f"a channel has {LIST} without {ENVELOPE}",
                    f"add `{ENVELOPE}: <schema of its messages>` to the channel",
                )
            messages |= {topic: self.event(topic, channel[ENVELOPE]) for topic in self.list_topics(channel[LIST], ROOT)}
        rest = {key: part for key, part in channel.items() if key not in ("messages", ENVELOPE, LIST)}
        return {**self.rewrite(rest, ROOT), "messages": messages}

    def message(self, ref: str) -> dict[str, Any]:
        """The message whose payload is the schema under a reference."""
        file, _, content = self.dereference(ref, ROOT)
        if is_topic(file):
            raise self.fault(ROOT, f"the message {ref} is a topic", f"remove it; `{LIST}` of the channel lists topics")
        name = posixpath.splitext(posixpath.basename(file))[0]
        payload = {"$ref": self.reference(ref, ROOT)}
        return {"name": name, "title": name, "summary": content.get("description", ""), "payload": payload}

    def event(self, topic: str, envelope: str) -> dict[str, Any]:
        """The message of a topic: the envelope, with the value of the topic in it."""
        file = f"./{FOLDER}/{topic}.yaml"
        _, _, content = self.dereference(file, ROOT)
        properties: dict[str, Any] = {"channel": {"const": topic}}
        if "value" in content:  # the lint reports a topic without a value
            properties["value"] = {"$ref": self.reference(f"{file}#{VALUE}", ROOT)}
        return {
            "name": topic,
            "title": topic,
            "summary": content.get("description", ""),
            "payload": {
                "allOf": [{"$ref": self.reference(envelope, ROOT)}, {"type": "object", "properties": properties}],
            },
        }

    def rewrite(self, value: Any, file: str) -> Any:
        """A copy of `value`, written in `file`, whose references point into the one document."""

        def change(part: dict[str, Any]) -> dict[str, Any]:
            return {**part, "$ref": self.reference(part["$ref"], file)} if isinstance(part.get("$ref"), str) else part

        return rewritten(value, change)

    def reference(self, ref: str, file: str) -> str:
        target, pointer, _ = self.dereference(ref, file)
        if target == ROOT:
            return f"#{pointer}"
        if is_topic(target):
            if not f"{pointer}/".startswith(f"{VALUE}/"):
                raise self.fault(
                    file, f"the reference {ref} leads to no value of a topic", f"let the reference end in #{VALUE}"
                )
            name, pointer = component(posixpath.splitext(posixpath.basename(target))[0]), pointer[len(VALUE) :]
        else:
            name = posixpath.splitext(posixpath.basename(target))[0]
        if name not in self.files_by_name:
            self.files_by_name[name] = target
            self.pending.append(name)
        elif self.files_by_name[name] != target:
            raise self.fault(
                file, f"{name} is also the name of the schema in {self.files_by_name[name]}", "rename one of the two"
            )
        return f"#/components/schemas/{escape(name)}{pointer}"

    def fault(self, file: str, message: str, remedy: str) -> SpecError:
        return SpecError(f"{self.root.name}/{file}", "event.reference", message, remedy)

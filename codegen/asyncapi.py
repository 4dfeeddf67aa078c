"""The split description of events as one AsyncAPI document: schemas keep their names, topics become messages."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from codegen.finding import Finding, SpecError
from codegen.pointer import escape

ROOT = "asyncapi.yaml"
FOLDER = "events"
SOCKET = "socket"
VALUE = "/value"
ENVELOPE = "x-envelope"
"""On a channel: the schema of what goes around the value of a topic there."""

Read = Callable[[str], Any]
Followed = Callable[[str, str], tuple[str, str, Any]]


def bundled(root: Path, read: Read, followed: Followed) -> dict[str, Any]:
    """The document with everything that it refers to, each file a schema of its name; empty without a root."""
    return _Events(root, read, followed).bundled() if (root / ROOT).exists() else {}


def topics(root: Path, read: Read) -> dict[str, Any]:
    """The file of each topic, by the name of the topic."""
    return {path.stem: read(f"{FOLDER}/{path.name}") for path in sorted((root / FOLDER).glob("*.yaml"))}


def component(topic: str) -> str:
    """The name of the schema of a topic's value: `image.computeTags` has ImageComputeTagsValue."""
    return "".join(word[:1].upper() + word[1:] for word in (*topic.split("."), "value"))


def is_topic(file: str) -> bool:
    """Whether a file describes a topic."""
    return posixpath.dirname(file) == FOLDER


class _Events:
    def __init__(self, root: Path, read: Read, followed: Followed) -> None:
        self.root = root
        self.read = read
        self.followed = followed
        self.homes: dict[str, str] = {}
        self.waiting: list[str] = []

    def bundled(self) -> dict[str, Any]:
        source = dict(self.read(ROOT))
        channels = {name: self.channel(channel) for name, channel in source.get("channels", {}).items()}
        document = {key: channels if key == "channels" else self.rewritten(part, ROOT) for key, part in source.items()}
        schemas = {}
        while self.waiting:
            name = self.waiting.pop()
            file, content = self.homes[name], self.read(self.homes[name])
            schemas[name] = self.rewritten(content["value"] if is_topic(file) else content, file)
        return {**document, "components": {"schemas": dict(sorted(schemas.items()))}}

    def channel(self, channel: Mapping[str, Any]) -> dict[str, Any]:
        """A channel whose messages are written out: they are topics in its envelope, or schemas."""
        messages = {
            name: self.message(message["$ref"], channel.get(ENVELOPE))
            for name, message in channel.get("messages", {}).items()
        }
        rest = {key: part for key, part in channel.items() if key not in ("messages", ENVELOPE)}
        return {**self.rewritten(rest, ROOT), "messages": messages}

    def message(self, ref: str, envelope: str | None) -> dict[str, Any]:
        file, _, content = self.followed(ref, ROOT)
        if not is_topic(file) or envelope is None:
            name = posixpath.splitext(posixpath.basename(file))[0]
            payload = {"$ref": self.reference(ref, ROOT)}
            return {"name": name, "title": name, "summary": content.get("description", ""), "payload": payload}
        topic = posixpath.splitext(posixpath.basename(file))[0]
        inside = {"channel": {"const": topic}, "value": {"$ref": self.reference(f"{ref}#{VALUE}", ROOT)}}
        return {
            "name": topic,
            "title": topic,
            "summary": content.get("description", ""),
            "payload": {
                "allOf": [{"$ref": self.reference(envelope, ROOT)}, {"type": "object", "properties": inside}],
            },
        }

    def rewritten(self, value: Any, file: str) -> Any:
        """A copy of `value`, written in `file`, whose references point into the one document."""
        if isinstance(value, list):
            return [self.rewritten(item, file) for item in value]
        if not isinstance(value, dict):
            return value
        copy = {key: item if key == "examples" else self.rewritten(item, file) for key, item in value.items()}
        if isinstance(value.get("$ref"), str):
            copy["$ref"] = self.reference(value["$ref"], file)
        return copy

    def reference(self, ref: str, file: str) -> str:
        target, pointer, _ = self.followed(ref, file)
        if target == ROOT:
            return f"#{pointer}"
        if is_topic(target):
            if not f"{pointer}/".startswith(f"{VALUE}/"):
                raise self.fault(file, f"the reference {ref} leads to no value of a topic", f"end it in #{VALUE}")
            name, pointer = component(posixpath.splitext(posixpath.basename(target))[0]), pointer[len(VALUE) :]
        else:
            name = posixpath.splitext(posixpath.basename(target))[0]
        if name not in self.homes:
            self.homes[name] = target
            self.waiting.append(name)
        elif self.homes[name] != target:
            raise self.fault(file, f"{name} is also the schema of {self.homes[name]}", "rename one of the two")
        return f"#/components/schemas/{escape(name)}{pointer}"

    def fault(self, file: str, message: str, remedy: str) -> SpecError:
        return SpecError(Finding(f"{self.root.name}/{file}", "event.reference", message, remedy))

"""The topics of events. Each is a file in specs/events/; all lists of topics are derived from these files."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

FOLDER = "events"
LIST = "x-topics"
"""On a channel: which topics are its messages. On a schema: which topics are the values of its `enum`."""
ENTITIES = "x-entities"
"""In the AsyncAPI document: the allowed values of `entity` of a topic, in the order of the lists of topics."""
AUDIENCES = ("extensions", "frontEnds")

Read = Callable[[str], Any]


def topics(root: Path, read: Read, entities: Sequence[str]) -> dict[str, Any]:
    """The content of the file of each topic, by the name of the topic, in the order of entities and names."""
    files = {path.stem: read(f"{FOLDER}/{path.name}") for path in sorted((root / FOLDER).glob("*.yaml"))}
    ranks = {entity: rank for rank, entity in enumerate(entities)}
    return dict(sorted(files.items(), key=lambda item: (ranks.get(item[1].get("entity"), len(ranks)), item[0])))


def is_topic(file: str) -> bool:
    """Whether a file describes a topic."""
    return posixpath.dirname(file) == FOLDER


def is_streamed(topic: Mapping[str, Any]) -> bool:
    """Whether the events of a topic are on the stream: they are logged, not directed, and for front ends."""
    return bool(topic.get("log")) and not topic.get("directed") and "frontEnds" in topic.get("audience", ())


LISTS: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {"all": lambda _: True, "streamed": is_streamed}
"""The predicate of each value of `x-topics` on the content of the file of a topic."""


def component(topic: str) -> str:
    """The name of the schema of a topic's value: `image.computeTags` has ImageComputeTagsValue."""
    return "".join(word[:1].upper() + word[1:] for word in (*topic.split("."), "value"))

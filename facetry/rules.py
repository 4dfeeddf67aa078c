"""The rule catalogue: what the rules of findings and problems mean, from generated/rules.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

import orjson

from facetry.schema import generated_files

FILE: Final = "rules.json"
DOCUMENTS: Final[Mapping[str, str]] = {
    "manifest": "a manifest",
    "view-document": "a view document",
    "settings-schema": "a schema of settings",
    "event": "an event",
    "recipe": "a recipe",
    "text": "a JSON text",
    "request": "a request",
}
"""The kinds of documents of examples, as words in a sentence."""

MAX_SUGGESTIONS: Final = 3

Level = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A part of a document that breaks a rule, and the same part corrected."""

    document: str
    """The kind of the document, a key of `DOCUMENTS`."""
    at: str | None
    """JSON Pointer to the part in its document; None for the whole document."""
    bad: Any
    good: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule that service or tools hold documents and requests to."""

    id: str
    group: str
    level: Level
    title: str
    explanation: str
    remedy: str
    source: str | None
    """The sentence of the interface behind the rule."""
    decision: str | None
    """The row in specs/decisions/ behind the rule, such as `D96`."""
    example: Example | None
    without_example: str | None
    """Why there is no example."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Rules on one page."""

    name: str
    title: str
    summary: str


def rule(identifier: str) -> Rule:
    """The rule with an id. Raises `KeyError` when the catalogue has none."""
    return _rule(identifier, _content()["rules"][identifier])


def rules() -> Mapping[str, Rule]:
    """All rules by id, in the order of their groups."""
    return {identifier: _rule(identifier, entry) for identifier, entry in _content()["rules"].items()}


def identifiers() -> list[str]:
    """The ids of all rules, in the order of their groups."""
    return list(_content()["rules"])


def as_json(rule: Rule) -> dict[str, Any]:
    """The rule as a JSON object: the entry of the catalogue, with its id."""
    return {"id": rule.id, **_content()["rules"][rule.id]}


def example_text(document: str, part: Any) -> str:
    """A part of an example as people write it: texts and requests as they are, anything else as indented JSON."""
    return str(part) if document in ("text", "request") else json.dumps(part, indent=2, ensure_ascii=False)


def suggestion(word: str) -> str | None:
    """A question with the rules that are most similar to a word, at most three; None when none is."""
    import difflib

    similar = difflib.get_close_matches(word, identifiers(), n=MAX_SUGGESTIONS)
    similar = similar or [identifier for identifier in identifiers() if word.lower() in identifier.lower()]
    return f"Did you mean {' or '.join(similar[:MAX_SUGGESTIONS])}?" if word and similar else None


def groups() -> tuple[Group, ...]:
    """All groups, in the order of the pages."""
    return tuple(Group(name=name, **group) for name, group in _content()["groups"].items())


@cache
def _content() -> dict[str, Any]:
    content: dict[str, Any] = orjson.loads(generated_files.read(FILE))
    return content


def _rule(identifier: str, entry: Mapping[str, Any]) -> Rule:
    example = entry.get("example")
    return Rule(
        id=identifier,
        group=entry["group"],
        level=entry["level"],
        title=entry["title"],
        explanation=entry["explanation"],
        remedy=entry["remedy"],
        source=entry.get("source"),
        decision=entry.get("decision"),
        example=None
        if example is None
        else Example(document=example["document"], at=example.get("at"), bad=example["bad"], good=example["good"]),
        without_example=entry.get("withoutExample"),
    )

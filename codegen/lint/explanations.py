"""Rules on the rule catalogue in rules/: each entry is whole and short, and its example is where it says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from codegen.lint.rule import Fault, rule
from codegen.model import Description
from codegen.pointer import escape, resolve
from codegen.rules import BASES, FOLDER, GROUPS, KINDS, first_word

LEVELS = ("error", "warning")
REQUIRED = ("level", "title", "explanation", "remedy")
TEXTS = ("title", "explanation", "remedy", "source", "decision", "withoutExample")
OTHERS = ("level", "example")
EXAMPLE = ("document", "at", "bad", "good")
TEXT_KINDS = ("text", "request")
MAX_TITLE = 60
MAX_SENTENCE_WORDS = 25
MAX_SENTENCES = 4


@rule("explanation.shape")
def explanation_shape(description: Description) -> Iterator[Fault]:
    """An entry of rules/ has its members, a level, an example or why it has none, and a source or decision."""
    for place, entry in _entries(description):
        for message, remedy in _shape(entry):
            yield place, message, remedy


@rule("explanation.name")
def explanation_name(description: Description) -> Iterator[Fault]:
    """A rule id is one that a problem can name. Its file is named after its first word, and one group has that word."""
    bundle = description.bundle
    schema = description.schemas.get("Problem", {}).get("properties", {}).get("rule", {})
    pattern, longest = schema.get("pattern", ""), schema.get("maxLength", 64)
    words = [word for group in bundle.rules.groups.values() for word in group["words"]]
    for rule_id, file in bundle.rules.files.items():
        place = bundle.place_in(file, f"/{escape(rule_id)}")
        if not re.search(pattern, rule_id) or len(rule_id) > longest:
            yield (
                place,
                "no problem document can name this rule",
                f"write it as {pattern}, at most {longest} characters",
            )
        elif file != f"{FOLDER}/{first_word(rule_id)}.yaml":
            yield place, "the rule is in the file of another first word", f"move it to {first_word(rule_id)}.yaml"
        elif words.count(first_word(rule_id)) != 1:
            yield place, f"not one group has the word {first_word(rule_id)}", f"list it once in {GROUPS}"
    present = {first_word(rule_id) for rule_id in bundle.rules.entries}
    for word in words:
        if word not in present:
            yield bundle.place_in(GROUPS, ""), f"no rule begins with {word}", "remove the word"


@rule("explanation.sentence")
def explanation_sentence(description: Description) -> Iterator[Fault]:
    """A title is a few words; an explanation has one to four sentences and a remedy one, none of more than 25 words."""
    for place, entry in _entries(description):
        if next(_shape(entry), None) is None:
            for message, remedy in _style(entry):
                yield place, message, remedy


@rule("explanation.example")
def explanation_example(description: Description) -> Iterator[Fault]:
    """The example of a rule differs between bad and good, and its place exists in the document that it is a part of."""
    for place, entry in _entries(description):
        example = entry.get("example") if isinstance(entry, dict) else None
        if isinstance(example, dict) and next(_shape(entry), None) is None:
            for message, remedy in _example_faults(description, example):
                yield place, message, remedy


def sentences(text: str) -> list[str]:
    """The sentences of a text. A dot inside a word or a path ends none."""
    return re.split(r"(?<=[.?!])\s+(?=[A-Z`\"0-9])", " ".join(text.split()))


def _entries(description: Description) -> Iterator[tuple[str, Any]]:
    """(place, entry) of each rule."""
    catalogue = description.bundle.rules
    for rule_id, entry in catalogue.entries.items():
        yield description.bundle.place_in(catalogue.files[rule_id], f"/{escape(rule_id)}"), entry


def _shape(entry: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(entry, dict):
        yield "the entry is no mapping", f"write its members {', '.join(REQUIRED)}"
        return
    for name in REQUIRED:
        if name not in entry:
            yield f"the member {name} is missing", "add it"
    for name, value in entry.items():
        if name not in (*TEXTS, *OTHERS):
            yield f"the member {name} is unknown", f"write one of {', '.join((*TEXTS, *OTHERS))}"
        elif name in TEXTS and not (isinstance(value, str) and value.strip()):
            yield f"the member {name} is no text", "write a text"
    if entry.get("level") not in LEVELS:
        yield f"the level {entry.get('level')} is unknown", f"write {' or '.join(LEVELS)}"
    if "source" not in entry and "decision" not in entry:
        yield "nothing says where the rule comes from", "quote the interface in source, or name a decision"
    if ("example" in entry) == ("withoutExample" in entry):
        yield "the entry has not one of example and withoutExample", "add an example, or say why there is none"
    if "example" in entry:
        yield from _example_shape(entry["example"])


def _example_shape(example: Any) -> Iterator[tuple[str, str]]:
    if not isinstance(example, dict) or not {"document", "bad", "good"} <= example.keys() <= set(EXAMPLE):
        yield "the example has not the members document, bad and good, and perhaps at", "correct its members"
    elif example["document"] not in KINDS:
        yield f"there are no documents of the kind {example['document']}", f"write one of {', '.join(KINDS)}"
    elif "at" in example and example["document"] not in BASES:
        yield f"a {example['document']} has no base document", f"remove at, or write one of {', '.join(BASES)}"
    elif example["document"] in TEXT_KINDS and not all(isinstance(example[name], str) for name in ("bad", "good")):
        yield f"bad and good of a {example['document']} are no texts", "write texts"


def _style(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if len(entry["title"]) > MAX_TITLE or entry["title"].endswith("."):
        yield f"the title is no title: {entry['title']}", f"write at most {MAX_TITLE} characters, without a full stop"
    for name, most in (("explanation", MAX_SENTENCES), ("remedy", 1), ("withoutExample", 2)):
        texts = sentences(entry[name]) if name in entry else []
        if len(texts) > most:
            yield f"the member {name} has {len(texts)} sentences", f"write at most {most}"
        for text in texts:
            if not text.endswith((".", "?")):
                yield f"a sentence of {name} has no end: {text}", "write a full stop"
            elif len(text.split()) > MAX_SENTENCE_WORDS:
                yield f"a sentence of {name} has {len(text.split())} words: {text}", "make it two sentences"


def _example_faults(description: Description, example: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if example["bad"] == example["good"]:
        yield "the bad and the good example are the same", "write the fault into bad and its correction into good"
    kind, pointer = example["document"], example.get("at", "")
    if pointer:
        try:
            resolve(json.loads((description.bundle.root / BASES[kind]).read_text(encoding="utf-8")), pointer)
        except (KeyError, OSError):
            yield f"{BASES[kind]} has no part {pointer}", "correct at; it is the place whose value is replaced"

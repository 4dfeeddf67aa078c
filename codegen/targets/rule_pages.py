"""docs/rules/: a page for each group of rules with a heading for each rule, and a page with all rules."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from codegen.header import NOTICE
from codegen.model import Description
from codegen.rules import Catalogue

FOLDER = "docs/rules"
INDEX = "README.md"
COLUMNS = 120
LANGUAGES = {"request": "http"}
PLACES = {
    "manifest": "In a manifest",
    "view-document": "In a view document",
    "settings-schema": "A schema of settings",
    "event": "An event",
    "recipe": "A recipe",
    "text": "A JSON text",
    "request": "A request",
}


def pages(description: Description) -> dict[str, str]:
    """The content of each page by its name in the folder; none without a catalogue."""
    catalogue = description.bundle.rules
    if not catalogue.groups:
        return {}
    members = {
        name: sorted(rule for rule in catalogue.entries if catalogue.group(rule) == name) for name in catalogue.groups
    }
    texts = {INDEX: _index(catalogue, members)}
    for name, rules in members.items():
        texts[f"{name}.md"] = _page(catalogue, name, rules)
    return texts


def _index(catalogue: Catalogue, members: Mapping[str, list[str]]) -> str:
    lines = [f"<!-- {NOTICE} -->", "# Rules", ""]
    lines += textwrap.wrap(
        "Whatever refuses something names a rule: a problem document of the service, and every finding of the tools "
        "for authors. These pages explain each rule: why it exists, what to do, and an example. `facetry explain RULE` "
        "prints the same without a network, and a running server has them at `/docs/rules/`.",
        COLUMNS,
        break_long_words=False,
        break_on_hyphens=False,
    )
    for name, group in catalogue.groups.items():
        lines += ["", f"## [{group['title']}]({name}.md)", "", group["summary"], "", "| rule | |", "|---|---|"]
        for rule in members[name]:
            entry = catalogue.entries[rule]
            note = " (warning)" if entry["level"] == "warning" else ""
            lines.append(f"| [`{rule}`]({name}.md#{rule}) | {entry['title']}{note} |")
    return "\n".join(lines) + "\n"


def _page(catalogue: Catalogue, name: str, rules: list[str]) -> str:
    group = catalogue.groups[name]
    lines = [f"<!-- {NOTICE} -->", f"# {group['title']}", "", *_wrapped(f"{group['summary']} [All rules](README.md).")]
    for rule in rules:
        lines += ["", *_section(rule, catalogue.entries[rule])]
    return "\n".join(lines) + "\n"


def _section(rule: str, entry: Mapping[str, Any]) -> Iterator[str]:
    yield f'<a id="{rule}"></a>'
    yield ""
    yield f"## {rule}"
    yield ""
    yield f"**{entry['title']}** ({entry['level']})"
    for text in (_plain(entry["explanation"]), f"**What to do.** {_plain(entry['remedy'])}"):
        yield ""
        yield from _wrapped(text)
    if "example" in entry:
        yield from _example(entry["example"])
    yield ""
    yield from _wrapped(f"**Where it comes from.** {' '.join(_origins(entry))}")


def _example(example: Mapping[str, Any]) -> Iterator[str]:
    kind = example["document"]
    place = PLACES[kind] + (f", at `{example['at']}`" if "at" in example else "")
    for word, part in (("wrong", example["bad"]), ("right", example["good"])):
        yield ""
        yield f"{place}, {word}:"
        yield ""
        yield f"```{LANGUAGES.get(kind, 'json')}"
        yield part.rstrip() if kind in ("text", "request") else json.dumps(part, indent=2, ensure_ascii=False)
        yield "```"


def _origins(entry: Mapping[str, Any]) -> Iterator[str]:
    if "source" in entry:
        yield f"The interface: “{_plain(entry['source'])}”"
    if "decision" in entry:
        yield f"Decision {entry['decision']} of [DECISIONS.md](../../specs/DECISIONS.md)."


def _plain(text: str) -> str:
    """The text without marks that Markdown would read, outside of backticks: `Bearer <key>` is no element."""
    parts = text.split("`")
    parts[::2] = [part.replace("*", r"\*").replace("<", r"\<") for part in parts[::2]]
    return "`".join(parts)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, COLUMNS, break_long_words=False, break_on_hyphens=False)

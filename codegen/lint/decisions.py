"""Rules on DECISIONS.md: each decision has one entry and is referred to where it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codegen.lint.files import x_members
from codegen.lint.rule import Fault, rule
from codegen.model import Description
from codegen.pointer import escape

FILE = "DECISIONS.md"
ENTRY = re.compile(r"^(?:#+ +|\| *)(D\d+)\b", re.MULTILINE)


@rule("decision.entry")
def decision_entry(description: Description) -> Iterator[Fault]:
    """Every `x-decision: D<nn>` has one entry in DECISIONS.md, and every entry has an `x-decision`. The `decision` of a
    rule in rules/ counts as one."""
    root = description.bundle.root
    text = (root / FILE).read_text(encoding="utf-8") if (root / FILE).exists() else ""
    entries = ENTRY.findall(text)
    references = set()
    for file, pointer, name in _references(description):
        references.add(name)
        if name not in entries:
            yield (
                description.bundle.place_in(file, pointer),
                f"{FILE} has no entry {name}",
                "add an entry with the decision and its reason",
            )
    for name in sorted(set(entries)):
        if name not in references:
            yield (
                f"{root.name}/{FILE}",
                f"no `x-decision: {name}` is in the source",
                "add it where the decision shows, or remove the entry",
            )
        if entries.count(name) > 1:
            yield f"{root.name}/{FILE}", f"{name} has two entries", "give one of them a new number"


def _references(description: Description) -> Iterator[tuple[str, str, str]]:
    """(file, pointer, decision) of every reference to a decision."""
    for file, content in description.bundle.files.items():
        for pointer, key, value in x_members(content):
            for name in (value if isinstance(value, list) else [value]) if key == "x-decision" else ():
                yield file, pointer, name
    catalogue = description.bundle.rules
    for rule_id, entry in catalogue.entries.items():
        if isinstance(entry, dict) and "decision" in entry:
            yield catalogue.files[rule_id], f"/{escape(rule_id)}", entry["decision"]

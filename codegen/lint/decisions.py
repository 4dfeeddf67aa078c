"""Rules on the pages of decisions: each decision has one entry and is referred to where it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codegen.lint.files import x_members
from codegen.lint.rule import Fault, rule
from codegen.model import Description
from codegen.pointer import escape

INDEX = "DECISIONS.md"
FOLDER = "decisions"
ENTRY = re.compile(r"^\| *(D\d+) *\|", re.MULTILINE)


@rule("decision.entry")
def decision_entry(description: Description) -> Iterator[Fault]:
    """Every `x-decision: D<nn>` has one entry in a page of decisions/, and every entry has an `x-decision`. The
    `decision` of a rule in rules/ counts as one."""
    entries = _entries(description)
    references = set()
    for file, pointer, name in _references(description):
        references.add(name)
        if name not in entries:
            yield (
                description.bundle.place_in(file, pointer),
                f"no page of {FOLDER}/ has an entry {name}",
                "add an entry with the decision and its reason to the page of its family",
            )
    for name, (page, *others) in sorted(entries.items()):
        place = description.bundle.place_in(page, "")
        if name not in references:
            yield (
                place,
                f"no `x-decision: {name}` is in the source",
                "add it where the decision shows, or remove the entry",
            )
        if others:
            yield place, f"{name} has another entry in {', '.join(others)}", "give one of them a new number"


@rule("decision.page")
def decision_page(description: Description) -> Iterator[Fault]:
    """DECISIONS.md lists every page of decisions/, and has no decision itself."""
    root = description.bundle.root
    index = (root / INDEX).read_text(encoding="utf-8")
    listed = re.findall(rf"\]\(({FOLDER}/[\w.-]+)\)", index)
    for page in _pages(description):
        if page not in listed:
            place = description.bundle.place_in(page, "")
            yield place, f"{INDEX} does not list this page", f"add `[title]({page})` to its table"
    if names := ENTRY.findall(index):
        place = description.bundle.place_in(INDEX, "")
        yield place, f"{names[0]} has its entry in the list of pages", "move it to the page of its family"


def _pages(description: Description) -> list[str]:
    root = description.bundle.root
    return [path.relative_to(root).as_posix() for path in sorted((root / FOLDER).glob("*.md"))]


def _entries(description: Description) -> dict[str, list[str]]:
    """The pages that have an entry of each decision; a page that has two is named twice."""
    entries: dict[str, list[str]] = {}
    for page in _pages(description):
        for name in ENTRY.findall((description.bundle.root / page).read_text(encoding="utf-8")):
            entries.setdefault(name, []).append(page)
    return entries


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

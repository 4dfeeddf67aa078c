"""The rule catalogue: what service and tools refuse, explained for people. specs/rules/ has a file for each first
word of a rule id; groups.yaml there has the pages, with the first words that each page takes together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = "rules"
GROUPS = f"{FOLDER}/groups.yaml"
BASES: Mapping[str, str] = {
    "manifest": "examples/manifests/valid/whole.json",
    "view-document": "examples/views/valid/card.json",
}
"""The kinds of documents of which an example may be a part, and the valid document into which it is put."""
KINDS = (*BASES, "settings-schema", "event", "recipe", "text", "request")
"""The kinds of documents of examples. A text is a JSON text that may be malformed; a request is the text of one."""

Read = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The entries by rule id, the groups by name, and the file of each rule id."""

    entries: Mapping[str, Any]
    groups: Mapping[str, Any]
    files: Mapping[str, str]

    def group(self, rule: str) -> str:
        """The name of the group that has the first word of the rule; empty when none has."""
        word = first_word(rule)
        return next((name for name, group in self.groups.items() if word in group["words"]), "")


def catalogue(root: Path, read: Read) -> Catalogue:
    """Everything in the folder; empty without it."""
    groups = read(GROUPS) if (root / GROUPS).exists() else {}
    names = sorted(path.name for path in (root / FOLDER).glob("*.yaml") if f"{FOLDER}/{path.name}" != GROUPS)
    entries: dict[str, Any] = {}
    files: dict[str, str] = {}
    for file in (f"{FOLDER}/{name}" for name in names):
        for rule, entry in read(file).items():
            entries[rule] = entry
            files[rule] = file
    return Catalogue(entries, groups, files)


def first_word(rule: str) -> str:
    """The part of a rule id before its first dot."""
    return rule.partition(".")[0]

"""Rules on DECISIONS.md: each thing that the brief leaves open is decided once, and marked where it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codegen.lint.files import marks
from codegen.lint.rule import Fault, rule
from codegen.model import Description

FILE = "DECISIONS.md"
ENTRY = re.compile(r"^(?:#+ +|\| *)(D\d+)\b", re.MULTILINE)


@rule("decision.entry")
def entry(description: Description) -> Iterator[Fault]:
    """Every `x-decision: D<nn>` has one entry in DECISIONS.md, and every entry a mark."""
    root = description.bundle.root
    text = (root / FILE).read_text(encoding="utf-8") if (root / FILE).exists() else ""
    entries = ENTRY.findall(text)
    marked = set()
    for file, content in description.bundle.files.items():
        for pointer, key, value in marks(content):
            for name in (value if isinstance(value, list) else [value]) if key == "x-decision" else ():
                marked.add(name)
                if name not in entries:
                    yield (
                        description.bundle.written(file, pointer),
                        f"{FILE} has no entry {name}",
                        "write down what was decided and why",
                    )
    for name in sorted(set(entries)):
        if name not in marked:
            yield f"{root.name}/{FILE}", f"nothing is marked `x-decision: {name}`", "mark the spot, or remove the entry"
        if entries.count(name) > 1:
            yield f"{root.name}/{FILE}", f"{name} stands twice", "number the decisions apart"

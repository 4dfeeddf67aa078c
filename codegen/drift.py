"""How the committed files differ from what the source says now."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from codegen.header import COMMAND

SHOWN_LINES = 20


def stale(wanted: Mapping[str, str], folder: Path) -> Iterator[str]:
    """A message for each file of the folder that is missing, differs, or that nothing generates."""
    yield from differing(wanted, folder, f"{folder.name}/")
    for path in sorted(folder.rglob("*")) if folder.exists() else ():
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in wanted and "__pycache__" not in path.parts:
            yield f"{folder.name}/{name}: nothing generates it; remove it"


def differing(wanted: Mapping[str, str], folder: Path, home: str = "") -> Iterator[str]:
    """A message for each file that is missing or differs, whatever else the folder holds; `home` goes before names."""
    for name, text in wanted.items():
        path = folder / name
        found = path.read_bytes().decode("utf-8", "replace") if path.exists() else None
        if found is None:
            yield f"{home}{name}: missing"
        elif found != text:
            yield f"{home}{name}: stale\n{_difference(found, text, f'{home}{name}')}"


def _difference(found: str, wanted: str, name: str) -> str:
    lines = list(
        difflib.unified_diff(
            found.splitlines(), wanted.splitlines(), f"{name} (committed)", f"{name} ({COMMAND})", n=1, lineterm=""
        )
    ) or ["(they differ in line ends only)"]
    rest = len(lines) - SHOWN_LINES
    return "\n".join(f"    {line}" for line in lines[:SHOWN_LINES] + ([f"… {rest} more lines"] if rest > 0 else []))

"""Differences between the committed generated files and what the source generates now."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from codegen.header import COMMAND

SHOWN_LINES = 20
BUILT_FOLDERS = ("web",)
"""Folders of generated files that something else builds, and a test compares: `web/` from its sources in TypeScript."""


def stale_files(expected: Mapping[str, str], folder: Path, prefix: str | None = None) -> Iterator[str]:
    """A message for each file of the folder that is missing, out of date, or no longer generated. `prefix` is put
    before its name; by default it is the name of the folder.
    """
    prefix = f"{folder.name}/" if prefix is None else prefix
    yield from differences(expected, folder, prefix)
    for path in sorted(folder.rglob("*")) if folder.exists() else ():
        name = path.relative_to(folder).as_posix()
        is_built = path.relative_to(folder).parts[0] in BUILT_FOLDERS
        if path.is_file() and name not in expected and "__pycache__" not in path.parts and not is_built:
            yield f"{prefix}{name}: no longer generated; remove it"


def differences(expected: Mapping[str, str], folder: Path, prefix: str = "") -> Iterator[str]:
    """A message for each expected file that is missing or out of date; `prefix` is put before its name."""
    for name, text in expected.items():
        path = folder / name
        committed = path.read_bytes().decode("utf-8", "replace") if path.exists() else None
        if committed is None:
            yield f"{prefix}{name}: missing"
        elif committed != text:
            yield f"{prefix}{name}: out of date\n{_difference(committed, text, f'{prefix}{name}')}"


def _difference(committed: str, expected: str, name: str) -> str:
    lines = list(
        difflib.unified_diff(
            committed.splitlines(),
            expected.splitlines(),
            f"{name} (committed)",
            f"{name} ({COMMAND})",
            n=1,
            lineterm="",
        )
    ) or ["(only the line ends differ)"]
    hidden = len(lines) - SHOWN_LINES
    return "\n".join(f"    {line}" for line in lines[:SHOWN_LINES] + ([f"… {hidden} more lines"] if hidden > 0 else []))

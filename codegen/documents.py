"""Reads the schemas of files that the commands write and read. Each is one JSON Schema that refers to itself alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

FOLDER = "documents"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def bundle(root: Path, read: Callable[[str], Any]) -> Mapping[str, Any]:
    """The schemas by the names of their files; none in a source without the folder."""
    files = sorted(path.relative_to(root).as_posix() for path in (root / FOLDER).glob("*.yaml"))
    return {Path(file).stem: {"$schema": DIALECT, **_published(read(file))} for file in files}


def _published(value: Any) -> Any:
    """A copy without the members of this project, such as `x-decision`."""
    if isinstance(value, list):
        return [_published(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _published(item) for key, item in value.items() if not key.startswith("x-")}

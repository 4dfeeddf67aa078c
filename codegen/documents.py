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
    return {Path(file).stem: {"$schema": DIALECT, **read(file)} for file in files}

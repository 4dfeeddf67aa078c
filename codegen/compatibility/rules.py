"""The rules of breaking changes, as `specs/compatibility.yaml` lists them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from codegen.source import read_yaml

FILE: Final = "compatibility.yaml"


def sentences(root: Path) -> Mapping[str, str]:
    """The sentence of each rule; none for a source without the file."""
    path = root / FILE
    return dict(read_yaml(path, f"{root.name}/{FILE}")["breaks"]) if path.exists() else {}

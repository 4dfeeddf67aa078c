"""Reads files of the package `generated`. `importlib.resources` would take longer to load than to read one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import generated

_FOLDER: Final = Path(generated.__file__).parent


def read(name: str) -> bytes:
    """The bytes of a file, by its path in the package."""
    return (_FOLDER / name).read_bytes()

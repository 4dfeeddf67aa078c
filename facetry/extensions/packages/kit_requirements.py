"""Refuses archives with a list of required packages that names the kit as if a package registry had it. The rule itself
stands beside the other rules on extensions, in `facetry.validate`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from facetry.extensions.packages.entries import archive_error
from facetry.system.files.safe_open import FILE_FLAGS
from facetry.validate.manifest.kit_requirements import RULE, FileReader, find

_MAX_FILE_BYTES: Final = 1024**2


def require_files_of_kits(root: Path) -> None:
    """Raises `FaultError`: 400, `archive.kit`, when an unpacked archive names a kit without its file."""
    for kit in find(folder_reader(root)):
        raise archive_error(RULE.removeprefix("archive."), kit.detail, kit.file, kit.remedy())


def folder_reader(root: Path) -> FileReader:
    """Reads files of a folder, at most `_MAX_FILE_BYTES` of each, following no link."""

    def read(name: str) -> bytes:
        try:
            with os.fdopen(os.open(root / name, FILE_FLAGS), "rb") as file:
                return file.read(_MAX_FILE_BYTES)
        except OSError:
            return b""  # missing; what cannot be read fails when it is installed

    return read

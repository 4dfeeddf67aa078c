"""Folders whose names survive a loss of power."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def make_folders(folder: Path, mode: int = 0o777) -> None:
    """Create the folder and those above it that are missing, durably; what exists stays as it is.

    Other than `Path.mkdir`, `mode` applies to all of them. A new folder is not on the disk before the folder above it
    is flushed: a loss of power would take it away with all that was flushed inside. Raises `OSError`.
    """
    missing: list[Path] = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir(mode=mode, exist_ok=True)
        with suppress(PermissionError):  # a folder that may be written to, but not read
            flush_folder(each.parent)


def flush_folder(folder: Path) -> None:
    """Make the names in a folder durable. Raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

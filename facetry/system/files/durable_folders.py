"""Folders whose names survive a loss of power."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from facetry.system.files.safe_open import FOLDER_FLAGS, open_without_links


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


def open_or_make_folder(path: Path) -> int:
    """A descriptor of the folder at an absolute, resolved path, created with those above it if they are missing; the
    caller closes it. No link is followed. Raises `OSError`.
    """
    missing: list[str] = []
    while True:
        try:
            folder = open_without_links(str(path))
            break
        except FileNotFoundError:
            missing.append(path.name)
            path = path.parent
    for name in reversed(missing):
        parent = folder
        try:
            folder = make_subfolder(parent, name)
        finally:
            os.close(parent)
    return folder


def make_subfolder(parent: int, name: str, mode: int = 0o777) -> int:
    """A descriptor of the folder with a name in an open one, created durably if it is missing; the caller closes it.

    Raises `OSError`, also for a link.
    """
    with suppress(FileExistsError):
        os.mkdir(name, mode, dir_fd=parent)
        os.fsync(parent)
    return os.open(name, FOLDER_FLAGS, dir_fd=parent)


def flush_folder(folder: Path) -> None:
    """Make the names in a folder durable. Raises `OSError`."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

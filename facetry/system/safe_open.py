"""Opens files and folders beneath a root folder without following symbolic links, so that nothing outside is opened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

FOLDER_FLAGS: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
FILE_FLAGS: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""`O_NONBLOCK`, so that opening a named pipe returns at once; it changes nothing for a regular file."""


def open_folder(root: str, parts: tuple[str, ...] = ()) -> int:
    """A descriptor of the folder with the path components `parts` beneath `root`; the caller closes it.

    The root itself may be a link, because a person chose it. Raises `OSError`, also for a link further down.
    """
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    for part in parts:
        parent = folder
        try:
            folder = os.open(part, FOLDER_FLAGS, dir_fd=parent)
        finally:
            os.close(parent)
    return folder


def open_file(root: str, path: str) -> int:
    """A descriptor of the file at `path`, relative to `root` and with `/` between its parts; the caller closes it.

    Raises `OSError`. The descriptor may belong to something other than a regular file: check it with `os.fstat`.
    """
    *parents, name = path.split("/")
    folder = open_folder(root, tuple(parents))
    try:
        return os.open(name, FILE_FLAGS, dir_fd=folder)
    finally:
        os.close(folder)


def read_text(path: Path, max_characters: int) -> str | None:
    """The first `max_characters` of a text file, without following a link; None when it cannot be read."""
    try:
        with os.fdopen(os.open(path, FILE_FLAGS), "rb") as file:
            return file.read(4 * max_characters).decode("utf-8", "replace").replace("\0", "\ufffd")[:max_characters]
    except OSError:
        return None

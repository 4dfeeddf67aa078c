"""Opening what lies beneath a folder, and nothing outside of it: no symbolic link is followed on the way."""

from __future__ import annotations

import os
from typing import Final

FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
FILE: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
"""`O_NONBLOCK`, so that opening a named pipe returns at once; it changes nothing for a regular file."""


def open_folder(root: str, parts: tuple[str, ...] = ()) -> int:
    """A descriptor of the folder `parts` beneath `root`, for the caller to close.

    The root itself may be a link, for a person named it. Raises OSError, also for a link further down.
    """
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    for part in parts:
        parent = folder
        try:
            folder = os.open(part, FOLDER, dir_fd=parent)
        finally:
            os.close(parent)
    return folder


def open_file(root: str, path: str) -> int:
    """A descriptor of the file at `path`, relative to `root` and with `/` between its parts; the caller closes it.

    Raises OSError. What was opened may be something else than a regular file: ask `os.fstat`.
    """
    *parents, name = path.split("/")
    folder = open_folder(root, tuple(parents))
    try:
        return os.open(name, FILE, dir_fd=folder)
    finally:
        os.close(folder)

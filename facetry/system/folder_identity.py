"""The identity of a folder, which tells whether another one is in its place."""

from __future__ import annotations

from pathlib import Path

Identity = tuple[int, int]
"""The numbers of the device and of the inode."""


def identity_of(path: Path) -> Identity | None:
    """The identity of what `path` leads to; None when it cannot be reached."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino

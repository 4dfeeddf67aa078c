"""How a folder spells a name: file systems that fold case or composition find a file by other spellings as well."""

from __future__ import annotations

import os
import unicodedata


def spelt(folder: int, name: str) -> str:
    """The name of the entry that `name` finds in the open folder, as a listing shows it.

    Raises OSError when it finds none. A listing is made only where another spelling finds the same.
    """
    found = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if not any(_finds(folder, other, found) for other in _others(name)):
        return name
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if entry.name == name or entry.inode() == found.st_ino]
    return name if name in names or not names else names[0]


def _others(name: str) -> set[str]:
    return {name.swapcase(), *(unicodedata.normalize(form, name) for form in ("NFC", "NFD"))} - {name}


def _finds(folder: int, name: str, found: os.stat_result) -> bool:
    try:
        other = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return False
    return (other.st_dev, other.st_ino) == (found.st_dev, found.st_ino)

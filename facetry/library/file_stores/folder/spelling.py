"""Spelling of names: file systems that ignore case or Unicode composition find one file under several spellings."""

from __future__ import annotations

import os
import unicodedata


def listed_name(folder: int, name: str) -> str:
    """The name that a listing of the open folder shows for the entry that `name` finds.

    Raises OSError when there is no such entry. The folder is listed only when another spelling finds the same entry.
    """
    status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if not any(_is_same_entry(folder, other, status) for other in _other_spellings(name)):
        return name
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if entry.name == name or entry.inode() == status.st_ino]
    return name if name in names or not names else names[0]


def _other_spellings(name: str) -> set[str]:
    return {name.swapcase(), *(unicodedata.normalize(form, name) for form in ("NFC", "NFD"))} - {name}


def _is_same_entry(folder: int, name: str, status: os.stat_result) -> bool:
    try:
        other = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return False
    return (other.st_dev, other.st_ino) == (status.st_dev, status.st_ino)

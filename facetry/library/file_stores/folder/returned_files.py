"""Files that get their names back: those that have a temporary name, and turn out to be other ones than was thought."""

from __future__ import annotations

import os
from collections.abc import Callable

from facetry.library.file_stores.file_names import numbered_names
from facetry.library.file_stores.folder import renames

IsNew = Callable[[os.stat_result], bool]
"""Says whether a file is the new one, which was to replace another file."""


def give_name_back(source: int, name: str, target: int, former: str) -> str:
    """Give an entry of the open folder `source` the name that it had in `target`, or a numbered one if that is taken.

    Returns its name. Raises `FileNotFoundError`, `FileExistsError` if too many names are taken, and other `OSError`s.
    """
    for each in numbered_names(former):
        try:
            renames.move_entry(source, name, target, each)
        except FileExistsError:
            continue
        return each
    raise FileExistsError(former)


def remove_new_or_return(folder: int, name: str, former: str, is_new: IsNew) -> str | None:
    """Remove the entry with a temporary name if it is the new file; otherwise it gets the name `former` back, which it
    had before an exchange with the new file, or before it was set aside.

    Returns its name; None if it was removed, or if there is none. Raises `OSError`.
    """
    status = _find(folder, name)
    if status is None:
        return None
    if is_new(status):
        os.unlink(name, dir_fd=folder)
        return None
    present = _find(folder, former)
    if present is not None and is_new(present) and renames.exchange_entries(folder, name, former):
        if not _is_new_at(folder, name, is_new):  # a program has saved a file there just before
            return give_name_back(folder, name, folder, former)
        os.unlink(name, dir_fd=folder)
        return former
    return give_name_back(folder, name, folder, former)


def _is_new_at(folder: int, name: str, is_new: IsNew) -> bool:
    status = _find(folder, name)
    return status is not None and is_new(status)


def _find(folder: int, name: str) -> os.stat_result | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None

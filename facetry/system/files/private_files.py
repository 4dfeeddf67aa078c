"""Files that only the user of the process may read."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.system.files.durable_folders import flush_folder
from facetry.system.files.safe_open import FILE_FLAGS

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700
_OF_OTHERS: Final = 0o077
_NOT_THERE: Final = frozenset({errno.ENOENT, errno.ELOOP, errno.ENXIO})
"""Errors for entries that are missing, links, or sockets."""
_NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_private_file(path: Path, text: str) -> None:
    """Write a durable file with mode 0600, whole or not at all; a file or a link at `path` is replaced.

    Raises `OSError` when it cannot be written.
    """
    temporary = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    descriptor = os.open(temporary, _NEW_FILE, PRIVATE_FILE)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        temporary.replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            temporary.unlink()
        raise
    flush_folder(path.parent)


@dataclass(frozen=True, slots=True)
class Mended:
    """Paths that others could use: those that only this user can use now, and those that could not be changed."""

    paths: tuple[Path, ...]
    failed: tuple[Path, ...]


def make_private(folder: Path, names: Iterable[str], trees: Iterable[str] = ()) -> Mended:
    """Give the folder and the folders in it with these names mode 0700, and the files with these names mode 0600.

    In `trees`, names of folders, all that they contain is included. Names that do not exist are passed over. Links in
    the folder are not followed, and other entries stay as they are. A folder that several users share (such as `/tmp`),
    a file with several names, and what belongs to another user is not changed. Raises `OSError` when the folder cannot
    be opened.
    """
    mended: list[Path] = []
    failed: list[Path] = []
    root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        _mend(root, folder, mended, failed)
        trees = frozenset(trees)
        for name in sorted({*names, *trees}):
            _mend_entry(root, name, folder / name, mended, failed, is_tree=name in trees)
    finally:
        os.close(root)
    return Mended(tuple(mended), tuple(failed))


def _mend_entry(parent: int, name: str, path: Path, mended: list[Path], failed: list[Path], *, is_tree: bool) -> None:
    try:
        status = os.stat(name, dir_fd=parent, follow_symlinks=False)
        if not _is_open_to_others(status) and not stat.S_ISDIR(status.st_mode):
            return  # not opened: closing a file ends the locks that SQLite has on it in this process
        descriptor = os.open(name, FILE_FLAGS, dir_fd=parent)
    except OSError as error:
        if error.errno not in _NOT_THERE:
            failed.append(path)
        return
    try:
        _mend(descriptor, path, mended, failed)
        if is_tree and stat.S_ISDIR(os.fstat(descriptor).st_mode):
            for child in sorted(os.listdir(descriptor)):  # noqa: PTH208  # the path may lead elsewhere by now
                _mend_entry(descriptor, child, path / child, mended, failed, is_tree=True)
    finally:
        os.close(descriptor)


def _mend(descriptor: int, path: Path, mended: list[Path], failed: list[Path]) -> None:
    """Change the mode of an open file or folder if others may use it; anything else stays."""
    status = os.fstat(descriptor)
    is_folder = stat.S_ISDIR(status.st_mode)
    if not _is_open_to_others(status):
        return
    is_shared = bool(status.st_mode & stat.S_ISVTX) if is_folder else status.st_nlink > 1
    if is_shared or status.st_uid != os.geteuid():
        failed.append(path)
        return
    try:
        os.fchmod(descriptor, PRIVATE_FOLDER if is_folder else PRIVATE_FILE)
    except OSError:
        failed.append(path)
    else:
        mended.append(path)


def _is_open_to_others(status: os.stat_result) -> bool:
    """Whether it is a file or a folder with any permission for another user."""
    return (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)) and bool(status.st_mode & _OF_OTHERS)

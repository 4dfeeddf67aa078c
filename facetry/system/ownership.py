"""The owner of files that the superuser creates in a folder of another user."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.system.files.safe_open import FILE_FLAGS

_SUPERUSER: Final = 0
_REPLACED: Final = frozenset({errno.ENOENT, errno.ELOOP, errno.ENXIO})
"""Errors for a file that is gone by now, or is a link or a socket."""


@dataclass(frozen=True, slots=True)
class Owner:
    """A user and a group, by number."""

    user: int
    group: int


def other_owner(folder: Path) -> Owner | None:
    """The owner of a folder if this process is the superuser and the folder belongs to another user; otherwise None,
    also when there is no such folder.
    """
    if os.geteuid() != _SUPERUSER:
        return None
    try:
        status = folder.stat()
    except OSError:
        return None
    return None if status.st_uid == _SUPERUSER else Owner(status.st_uid, status.st_gid)


@contextmanager
def keep_owner(folder: Path) -> Iterator[None]:
    """At the end, give what the superuser has created in a folder of another user to that user, who could not use it
    otherwise. Raises `OSError`.
    """
    owner = other_owner(folder)
    try:
        yield
    finally:
        if owner is not None:
            give(folder, owner)


def give(folder: Path, owner: Owner) -> None:
    """Give the folder, and all in it that belongs to the superuser, to an owner. Raises `OSError`.

    The owner may change the folder meanwhile, so links are not followed, and files with several names stay: one of
    them may be outside.
    """
    for _, _, names, descriptor in os.fwalk(folder.resolve()):
        _give_opened(descriptor, owner)
        for name in names:
            _give_file(name, descriptor, owner)


def _give_file(name: str, folder: int, owner: Owner) -> None:
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != _SUPERUSER:
            return
        descriptor = os.open(name, FILE_FLAGS, dir_fd=folder)
    except OSError as error:
        if error.errno in _REPLACED:
            return
        raise
    try:
        _give_opened(descriptor, owner)
    finally:
        os.close(descriptor)


def _give_opened(descriptor: int, owner: Owner) -> None:
    status = os.fstat(descriptor)
    if status.st_uid == _SUPERUSER and (stat.S_ISDIR(status.st_mode) or status.st_nlink == 1):
        os.fchown(descriptor, owner.user, owner.group)

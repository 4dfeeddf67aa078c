"""Files that are held while they get other names: whether they are still what was looked at before.

A new name changes the change time, so that alone does not say what another program has done meanwhile. An open file is
known again, its inode is not used for another one, and the system reports writes to it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from facetry.library.file_stores.folder.atomic_files import Folder, file_facts
from facetry.library.pictures import FileFacts
from facetry.system.files.file_times import wait_for_change_time
from facetry.system.files.file_versions import FileVersion, version_of
from facetry.system.files.safe_open import FILE_FLAGS
from facetry.system.files.write_watch import WriteWatch

_HOLD_FLAGS: Final = getattr(os, "O_PATH", FILE_FLAGS) | os.O_NOFOLLOW | os.O_CLOEXEC
"""Whoever may not read a file can hold it."""


class HeldFile:
    """A file in a folder, from a moment on: `version` is the one that it had then."""

    def __init__(self, version: FileVersion, status: os.stat_result, writes: WriteWatch) -> None:
        self.version = version
        self.status = status
        self._writes = writes

    def is_unchanged(self, folder: Folder, status: os.stat_result | None) -> bool:
        """Whether what has this status in a folder is the file with its content; it may have got another name."""
        if status is None or self._writes.has_seen_write():
            return False
        return version_of(status, folder.descriptor)._replace(changed_ns=0).is_same(self.version)

    def facts_at(self, folder: Folder, name: str, born_ms: int) -> FileFacts:
        """The facts of the file that has just got this name. They are unsettled if another file has it, or if a program
        has written to the file since it is held. Raises `OSError`.
        """
        status = os.stat(name, dir_fd=folder.descriptor, follow_symlinks=False)
        wait_for_change_time(status)  # so that a later write shows, and an earlier one was reported
        is_unchanged = self.is_unchanged(folder, status)
        return file_facts(folder, name, status, born_ms)._replace(is_unsettled=not is_unchanged)


@contextmanager
def hold(folder: Folder, name: str) -> Iterator[HeldFile]:
    """Hold a file within the context. Raises `FileNotFoundError`, and other `OSError`s."""
    descriptor = os.open(name, _HOLD_FLAGS, dir_fd=folder.descriptor)
    try:
        writes = WriteWatch(descriptor)
        try:
            status = os.fstat(descriptor)  # after the watch: each write is reported, or shows in this change time
            yield HeldFile(version_of(status, folder.descriptor), status, writes)
        finally:
            writes.close()
    finally:
        os.close(descriptor)

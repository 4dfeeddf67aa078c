"""Whether a file is what the library has read, so that it may be deleted or replaced."""

from __future__ import annotations

import hashlib
import os
import stat

from facetry.library.file_stores.file_store import RecordedContent, file_changed
from facetry.library.file_stores.folder.atomic_files import Folder, version_of
from facetry.library.pictures import FileVersion
from facetry.system.safe_open import FILE_FLAGS


def verified_version(folder: Folder, name: str, recorded: RecordedContent) -> FileVersion | None:
    """The version of a file that has the recorded bytes under another version than the recorded ones; otherwise None.

    Programs that set permissions or times change the version and not the bytes. Reads the file. Raises `OSError`.
    """
    status = folder.find(name)
    if status is None or not stat.S_ISREG(status.st_mode) or recorded.has(version_of(status, folder)):
        return None
    if all(status.st_size != version.size for version in recorded.versions):
        return None
    with os.fdopen(os.open(name, FILE_FLAGS, dir_fd=folder.descriptor), "rb") as file:
        before = version_of(os.fstat(file.fileno()), folder)
        is_recorded = hashlib.file_digest(file, "sha256").digest() == recorded.content_hash
        is_unchanged = version_of(os.fstat(file.fileno()), folder) == before
    return before if is_recorded and is_unchanged else None


def confirm(folder: Folder, name: str, verified: FileVersion | None, recorded: RecordedContent) -> FileVersion | None:
    """The present version of a file, within the unit of work that changes it; None when there is no such file.

    `verified` is what `verified_version` has returned before, and `recorded` what the library has read by now. Raises
    409 `image.file-changed` for another version than these.
    """
    status = folder.find(name)
    if status is None:
        return None
    version = version_of(status, folder)
    if version != verified and not recorded.has(version):
        raise file_changed(folder.path(name))
    return version


def is_moved_file(folder: Folder, name: str, version: FileVersion) -> bool:
    """Whether a file that has just got this name had the version before. A new name changes the change time."""
    status = folder.find(name)
    return status is not None and version_of(status, folder)._replace(changed_ns=0).is_same(version)

"""Whether a file in a folder may be changed: the condition of a change, asked before and within its unit of work."""

from __future__ import annotations

import hashlib
import os
import stat

from sqlalchemy import Connection

from facetry.library.file_stores.file_store import FileCondition, FileStatus, RecordedContent, file_changed
from facetry.library.file_stores.folder.atomic_files import Folder
from facetry.store.store import Store
from facetry.system.files.file_versions import FileVersion, version_of
from facetry.system.files.safe_open import FILE_FLAGS


def verified_version(store: Store, folder: Folder, name: str, condition: FileCondition) -> FileVersion | None:
    """The version of a file that has the recorded bytes under another version than the recorded ones; otherwise None.

    Programs that set permissions or times change the version and not the bytes. Reads the file. Raises `OSError`, and
    what finding the record raises.
    """
    return None if condition.find_recorded is None else _verified(folder, name, store.read_now(condition.find_recorded))


def _verified(folder: Folder, name: str, recorded: RecordedContent) -> FileVersion | None:
    status = folder.find(name)
    if status is None or not stat.S_ISREG(status.st_mode) or recorded.has(version_of(status, folder.descriptor)):
        return None
    if all(status.st_size != version.size for version in recorded.versions):
        return None
    try:
        descriptor = os.open(name, FILE_FLAGS, dir_fd=folder.descriptor)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        before = version_of(os.fstat(file.fileno()), folder.descriptor)
        is_recorded = hashlib.file_digest(file, "sha256").digest() == recorded.content_hash
        is_unchanged = version_of(os.fstat(file.fileno()), folder.descriptor) == before
    return before if is_recorded and is_unchanged else None


def confirm(
    connection: Connection, folder: Folder, name: str, verified: FileVersion | None, condition: FileCondition
) -> FileVersion | None:
    """The present version of a file, within the unit of work that changes it; None when there is no such file.

    `verified` is what `verified_version` has returned before. Raises what the condition says.
    """
    status = folder.find(name)
    file = None if status is None else FileStatus(version_of(status, folder.descriptor), status.st_mtime)
    if condition.check is not None:
        condition.check(connection, file if status is not None and stat.S_ISREG(status.st_mode) else None)
    if file is None:
        return None
    find_recorded = condition.find_recorded
    if find_recorded is not None and file.version != verified and not find_recorded(connection).has(file.version):
        raise file_changed(folder.path(name))
    return file.version


def is_moved_file(folder: Folder, name: str, version: FileVersion) -> bool:
    """Whether a file that has just got this name had the version before. A new name changes the change time."""
    status = folder.find(name)
    return status is not None and version_of(status, folder.descriptor)._replace(changed_ns=0).is_same(version)

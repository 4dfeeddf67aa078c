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
    if condition.check is not None:
        condition.check(connection, _file_status(folder, status))
    if status is None:
        return None
    version = version_of(status, folder.descriptor)
    if condition.find_recorded is not None and version != verified:
        recorded = condition.find_recorded(connection)
        # Since the look before, a scan may have recorded that it is not sure of the file.
        if not recorded.has(version) and _verified(folder, name, recorded) != version:
            raise file_changed(folder.path(name))
    return version


def confirm_other(
    connection: Connection, folder: Folder, path: str, status: os.stat_result | None, condition: FileCondition
) -> None:
    """Ask about a file that has come to `path` since `confirm`, or has changed since. Nobody has read it, so it is
    refused wherever the condition says what was read. Raises what the condition says.
    """
    if condition.find_recorded is not None:
        raise file_changed(path)
    if condition.check is not None:
        condition.check(connection, _file_status(folder, status))


def _file_status(folder: Folder, status: os.stat_result | None) -> FileStatus | None:
    """What a regular file is; None for anything else."""
    if status is None or not stat.S_ISREG(status.st_mode):
        return None
    return FileStatus(version_of(status, folder.descriptor), status.st_mtime)

"""A folder of backups. Chunks are kept once, under their hashes, whichever backups have them.

facetry-backups.json          says what the folder is
backups/<name>.json           the manifest of each backup
objects/<ab>/<hash>           the chunks
temporary/                    what an interrupted backup left; emptied by the next one
lock                          held by whoever writes, shared by whoever reads
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from facetry.backup import manifest as manifests
from facetry.backup.errors import BackupError
from facetry.backup.manifest import BackupManifest
from facetry.system.files.durable_folders import flush_folder
from facetry.system.files.private_files import PRIVATE_FILE, PRIVATE_FOLDER

MARKER: Final = "facetry-backups.json"
_MARKER_TEXT: Final = b'{"format": "facetry-backups", "version": 1}\n'
_BACKUPS: Final = "backups"
_OBJECTS: Final = "objects"
_TEMPORARY: Final = "temporary"
_LOCK: Final = "lock"
_NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_IGNORED: Final = {"lost+found"}
"""Entries of an empty file system."""


class BackupFolder:
    """The backups in a folder, while its lock is held."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._changed_folders: set[Path] = set()

    @property
    def scratch(self) -> Path:
        """An empty folder for temporary files."""
        return self.path / _TEMPORARY

    def names(self) -> list[str]:
        """The names of all backups, the oldest first."""
        found = [path.stem for path in (self.path / _BACKUPS).glob("*.json")]
        return sorted(name for name in found if manifests.is_name(name))

    def manifest(self, name: str) -> BackupManifest:
        """The manifest of a backup. Raises `BackupError`."""
        try:
            text = self._manifest_path(name).read_bytes()
        except FileNotFoundError:
            raise BackupError(f"there is no backup {name} in {self.path}") from None
        except OSError as error:
            raise BackupError(f"{self._manifest_path(name)} cannot be read: {error.strerror}") from error
        return manifests.decode(name, text)

    def former(self) -> BackupManifest | None:
        """The newest backup whose manifest is sound. Those with a date in the future do not count."""
        now = time.time()
        for name in reversed(self.names()):
            if not manifests.is_in_future(name, now):
                with contextlib.suppress(BackupError):
                    return self.manifest(name)
        return None

    def chunk(self, digest: str) -> bytes | None:
        """The bytes that are kept under a hash, or None."""
        try:
            return self._object(digest).read_bytes()
        except FileNotFoundError:
            return None

    def has(self, digest: str, size: int) -> bool:
        """Whether there is a chunk with this hash and size. It is not read."""
        try:
            return self._object(digest).stat().st_size == size
        except OSError:
            return False

    def add(self, digest: str, data: bytes) -> int:
        """Keep a chunk durably, and compare what was written. A damaged chunk with this hash is replaced."""
        path = self._object(digest)
        with contextlib.suppress(OSError):
            if path.read_bytes() == data:
                return 0
        path.parent.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        self._write(path, data)
        if path.read_bytes() != data:
            raise BackupError(f"the disk of {self.path} does not keep what is written to it ({path})")
        return len(data)

    def commit(self, name: str, manifest: bytes) -> None:
        """Make a backup valid by its manifest, after everything else is durable."""
        self._changed_folders.add(self.path / _OBJECTS)
        for folder in self._changed_folders:
            flush_folder(folder)
        self._changed_folders.clear()
        path = self._manifest_path(name)
        self._write(path, manifest)
        flush_folder(path.parent)

    def remove(self, name: str) -> None:
        """Remove a backup. Its chunks stay until `remove_unused_chunks`."""
        self._manifest_path(name).unlink()
        flush_folder(self.path / _BACKUPS)

    def remove_unused_chunks(self) -> int:
        """Remove the chunks that no backup has; returns their bytes. Raises `BackupError` while a manifest is damaged,
        because its chunks are unknown.
        """
        used = {digest for name in self.names() for file in self.manifest(name).files for digest in file.chunks}
        freed = 0
        for folder in sorted((self.path / _OBJECTS).iterdir()):
            for path in folder.iterdir():
                if path.name not in used:
                    freed += path.stat().st_size
                    path.unlink()
        return freed

    def _write(self, path: Path, data: bytes) -> None:
        temporary = self.scratch / path.name
        with os.fdopen(os.open(temporary, _NEW_FILE, PRIVATE_FILE), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        self._changed_folders.add(path.parent)

    def _manifest_path(self, name: str) -> Path:
        return self.path / _BACKUPS / f"{name}.json"

    def _object(self, digest: str) -> Path:
        return self.path / _OBJECTS / digest[:2] / digest


def is_backup_folder(path: Path) -> bool:
    """Whether a folder is one of backups."""
    return (path / MARKER).is_file()


@contextmanager
def writing_folder(path: Path) -> Iterator[BackupFolder]:
    """The folder, made if it is missing or empty, with its lock. What an interrupted backup left is removed.

    Raises `BackupError` when another backup is running, or when the folder has other files, and `OSError`.
    """
    path.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    if not is_backup_folder(path):
        _require_no_others(path)
    lock = _locked(path, os.O_RDWR | os.O_CREAT, fcntl.LOCK_EX)
    try:
        for name in (_BACKUPS, _OBJECTS, _TEMPORARY):
            (path / name).mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        _empty(path / _TEMPORARY)
        folder = BackupFolder(path)
        if not is_backup_folder(path):
            folder._write(path / MARKER, _MARKER_TEXT)
            flush_folder(path)
        try:
            yield folder
        finally:
            _empty(path / _TEMPORARY)
    finally:
        os.close(lock)


@contextmanager
def reading_folder(path: Path) -> Iterator[BackupFolder]:
    """The folder, with a lock that keeps others from removing backups. Raises `BackupError`."""
    if not is_backup_folder(path):
        raise BackupError(f"{path} is no folder of backups: it has no {MARKER}")
    lock = _locked(path, os.O_RDONLY, fcntl.LOCK_SH)
    try:
        yield BackupFolder(path)
    finally:
        os.close(lock)


def _require_no_others(path: Path) -> None:
    """Raise `BackupError` when the folder has entries of others. What an interrupted first backup made is not one."""
    own = {_BACKUPS, _OBJECTS, _TEMPORARY, _LOCK}
    if others := sorted(entry.name for entry in path.iterdir() if entry.name not in own | _IGNORED):
        raise BackupError(
            f"{path} is no folder of backups and has other files, such as {others[0]}. Name a new folder."
        )


def _locked(path: Path, flags: int, kind: int) -> int:
    try:
        descriptor = os.open(path / _LOCK, flags | os.O_CLOEXEC, PRIVATE_FILE)
    except OSError as error:
        raise BackupError(f"{path / _LOCK} cannot be opened: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise BackupError(f"{path} is in use: another backup or restore is running. Try again later.") from None
    return descriptor


def _empty(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()

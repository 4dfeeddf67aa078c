"""A backup in one file: a zip archive with the manifest and the chunks, which are stored without compression."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from facetry.backup import manifest as manifests
from facetry.backup.errors import BackupError, DamagedBackupError
from facetry.backup.manifest import BackupManifest
from facetry.system.files.durable_folders import flush_folder
from facetry.system.files.private_files import PRIVATE_FILE, PRIVATE_FOLDER

SUFFIX: Final = ".zip"
_OBJECTS: Final = "objects/"
_MANIFESTS: Final = "backups/"
_PARTIAL: Final = ".partial"
_MAX_CHUNK_BYTES: Final = 16 * 1024**2
_MAX_MANIFEST_BYTES: Final = 2 * 1024**3


class ArchiveWriter:
    """Writes one backup into a temporary archive. It gets its name when it is whole."""

    def __init__(self, target: Path, scratch: Path) -> None:
        self._target = target
        self.scratch = scratch
        self._path = scratch / "backup"
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_FILE)
        self._file = os.fdopen(descriptor, "w+b")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_STORED)
        self._sizes: dict[str, int] = {}

    def former(self) -> BackupManifest | None:
        """An archive has no earlier backup."""
        return None

    def has(self, digest: str, size: int) -> bool:
        """Whether this backup has the chunk already."""
        return self._sizes.get(digest) == size

    def add(self, digest: str, data: bytes) -> int:
        """Keep a chunk, once. Returns its size if it is new."""
        if digest in self._sizes:
            return 0
        self._zip.writestr(_entry(_OBJECTS + digest), data)
        self._sizes[digest] = len(data)
        return len(data)

    def commit(self, name: str, manifest: bytes) -> None:
        """Complete the archive, read it again, and give it its name."""
        self._zip.writestr(_entry(f"{_MANIFESTS}{name}.json"), manifest)
        self._zip.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        with zipfile.ZipFile(self._path) as written:
            damaged = written.testzip()
        if damaged is not None:
            raise BackupError(f"the disk of {self._target} does not keep what is written to it ({damaged})")
        _require_free(self._target)
        self._path.rename(self._target)
        flush_folder(self._target.parent)

    def close(self) -> None:
        """Release the files. An incomplete archive stays incomplete."""
        with contextlib.suppress(OSError, ValueError):
            self._file.close()  # first, so that the archive cannot write its end
        with contextlib.suppress(OSError, ValueError):
            self._zip.close()


class ArchiveReader:
    """Reads the backup of an archive."""

    def __init__(self, path: Path, archive: zipfile.ZipFile) -> None:
        self._path = path
        self._zip = archive

    def names(self) -> list[str]:
        """The name of the backup."""
        entries = [name for name in self._zip.namelist() if name.startswith(_MANIFESTS) and name.endswith(".json")]
        return [name.removeprefix(_MANIFESTS).removesuffix(".json") for name in entries]

    def manifest(self, name: str) -> BackupManifest:
        """The manifest. Raises `BackupError`."""
        text = self._read(f"{_MANIFESTS}{name}.json", _MAX_MANIFEST_BYTES)
        if text is None:
            raise BackupError(f"there is no backup {name} in {self._path}")
        return manifests.decode(name, text)

    def chunk(self, digest: str) -> bytes | None:
        """The bytes of a chunk, or None."""
        return self._read(_OBJECTS + digest, _MAX_CHUNK_BYTES)

    def _read(self, entry: str, limit: int) -> bytes | None:
        try:
            info = self._zip.getinfo(entry)
        except KeyError:
            return None
        if info.file_size > limit or info.compress_type != zipfile.ZIP_STORED:
            raise DamagedBackupError(self._path.name, [f"{entry} is not what a backup has"])
        try:
            return self._zip.read(info)
        except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError) as error:
            raise DamagedBackupError(self._path.name, [f"{entry} cannot be read: {error}"]) from error


@contextmanager
def writing_archive(path: Path) -> Iterator[ArchiveWriter]:
    """A new archive at `path`. What interrupted backups left there is removed. Raises `BackupError` and `OSError`."""
    _require_free(path)
    path.parent.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    _remove_leftovers(path)
    scratch = Path(tempfile.mkdtemp(prefix=f".{path.name}-", suffix=_PARTIAL, dir=path.parent))
    lock = _lock(scratch)
    writer = ArchiveWriter(path, scratch)
    try:
        yield writer
    finally:
        writer.close()
        shutil.rmtree(scratch, ignore_errors=True)
        if lock is not None:
            os.close(lock)


@contextmanager
def reading_archive(path: Path) -> Iterator[ArchiveReader]:
    """The archive at `path`. Raises `BackupError`."""
    try:
        archive = zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        raise DamagedBackupError(path.name, [f"the archive is incomplete or no archive: {error}"]) from error
    except OSError as error:
        raise BackupError(f"{path} cannot be opened: {error.strerror}") from error
    with archive:
        yield ArchiveReader(path, archive)


def _require_free(path: Path) -> None:
    if os.path.lexists(path):
        raise BackupError(f"{path} exists already. Choose another name; backups are not overwritten.")


def _remove_leftovers(path: Path) -> None:
    for folder in list(path.parent.iterdir()):
        if not (folder.name.startswith(f".{path.name}-") and folder.name.endswith(_PARTIAL)):
            continue
        lock = _lock(folder)
        if lock is not None:  # its backup has ended
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _lock(folder: Path) -> int | None:
    """A lock on a folder that ends with the process; None when another process has it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = PRIVATE_FILE << 16
    return entry

"""Makes a backup: a copy of the database at one moment, and the files that belong to it."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from facetry.backup import data_folder
from facetry.backup import manifest as manifests
from facetry.backup.data_folder import DataFolder, Found
from facetry.backup.errors import BackupError, writing_errors
from facetry.backup.manifest import BackupFile, BackupManifest, Role
from facetry.backup.store import BackupWriter
from facetry.store import migrations
from facetry.store.copy_marker import MARKER, UnfinishedCopyError
from facetry.store.engine import engine_at, engine_of
from facetry.store.engines.sqlite.database_copy import DamagedSourceError, copy_database, damages, open_copy
from facetry.store.library_tables import damage_of_contents
from facetry.system.files.chosen_folders import ChosenFolders
from facetry.system.files.file_times import modified_ns
from facetry.system.files.safe_open import open_file, open_folder

Report = Callable[[str, int], None]
"""Gets what is copied, and the bytes of this step. Its exceptions end the backup."""

_DATABASE_CHUNK: Final = 1024**2
"""Small, because a changed page makes its chunk a new one."""
_FILE_CHUNK: Final = 8 * 1024**2
_CLOCK_STEP_NS: Final = 2_000_000_000
"""The longest step in which the clock of a file system goes forward."""
_ATTEMPTS: Final = 3
"""Extensions may be updated while their files are read; then the backup begins again."""


@dataclass(frozen=True, slots=True)
class BackupResult:
    """A backup that was made. `missing` are pictures whose files cannot be read, `skipped` links and special files."""

    name: str
    manifest: BackupManifest
    seconds: float
    missing: tuple[str, ...]
    skipped: tuple[str, ...]


class _ChangedMeanwhileError(Exception):
    """An extension was updated or removed between the copy of the database and that of its files."""


def create(folder: DataFolder, writer: BackupWriter, *, with_pictures: bool, report: Report) -> BackupResult:
    """Back up the library of a data folder, whether or not it is served. Raises `BackupError`; then nothing is kept.

    The database has the state of one moment. Files are those that belong to this state; the state folders of running
    extensions are copied file by file. Raises SQLAlchemy's `DatabaseError` for a database that cannot be read.
    """
    with writing_errors(writer.scratch.parent):
        for _ in range(_ATTEMPTS):
            try:
                return _Backup(folder, writer, report).run(with_pictures)
            except _ChangedMeanwhileError as error:
                lacking = str(error)
    raise BackupError(f"the files of the extension {lacking} cannot be read: it changes, or its folder is missing")


class _Backup:
    """One attempt at a backup."""

    def __init__(self, folder: DataFolder, writer: BackupWriter, report: Report) -> None:
        self._folder = folder
        self._writer = writer
        self._report = report
        self._begin = time.monotonic()
        self._files: list[BackupFile] = []
        self._new_bytes = 0
        self._copied = 0
        self._missing: list[str] = []
        self._skipped: list[str] = []

    def run(self, with_pictures: bool) -> BackupResult:
        database = self._folder.database
        source = self._folder.path / database
        copy = self._writer.scratch / "database"
        copy.unlink(missing_ok=True)
        former = self._writer.former()
        created = _moment_after(former)
        engine = engine_at(source)
        acknowledged = engine.acknowledged(source)
        # Before it is opened: SQLite would drop what follows the damage, and it is no copy of what was acknowledged.
        if (damage := engine.damage_of_files(source, is_served=True)) is not None:  # perhaps it is
            raise _damaged(source, damage)
        try:
            copy_database(source, copy, self._report_copy, lambda reader: damage_of_contents(reader, acknowledged))
        except DamagedSourceError as error:
            raise _damaged(source, error) from error
        if found := damages(copy):
            raise _damaged(source, found[0])
        with open_copy(copy) as connection:
            if engine_of(connection).has_table(connection, MARKER):
                raise BackupError(str(UnfinishedCopyError(source)))
            revision = migrations.current(connection)
            if revision is None:
                raise BackupError(f"{source} is no database of a library")
            counts = data_folder.counts(connection)
            versions = data_folder.version_folders(connection, revision)
            self._add(Found(database, str(copy.parent), copy.name), "database", _DATABASE_CHUNK)
            for name in self._folder.settings:
                self._add(Found(name, str(self._folder.path), name), "settings", is_optional=True)
            self._add_extensions(versions)
            if with_pictures:
                folders = self._folders(connection, revision)
                self._add_pictures(data_folder.pictures(connection, revision), former, folders)
        copy.unlink()
        manifest = BackupManifest(
            created=created,
            facetry=_version(),
            database_revision=revision,
            database=database,
            has_pictures=with_pictures,
            counts=counts,
            new_bytes=self._new_bytes,
            files=tuple(self._files),
        )
        text = manifest.encode()
        name = manifests.name_of(created, text)
        manifests.decode(name, text)
        self._writer.commit(name, text)
        seconds = time.monotonic() - self._begin
        return BackupResult(name, manifest, seconds, tuple(self._missing), tuple(self._skipped))

    def _report_copy(self, done: int, _: int) -> None:
        self._report("database", done - self._copied)
        self._copied = done

    def _add_extensions(self, versions: list[tuple[str, str]]) -> None:
        for found in data_folder.extension_files(self._folder, versions, self._skipped):
            self._add(found, "extension", is_optional=True)
        paths = {file.path for file in self._files}
        if lacking := data_folder.lacking_versions(paths, self._folder, versions):
            raise _ChangedMeanwhileError(lacking[0])

    def _folders(self, connection: Connection, revision: str) -> ChosenFolders:
        records = self._folder.path / self._folder.chosen
        return ChosenFolders(records, lambda path: data_folder.chosen_at(connection, revision, path))

    def _add_pictures(self, pictures: Iterable[Found], former: BackupManifest | None, folders: ChosenFolders) -> None:
        known = {} if former is None else {file.path: file for file in former.files if file.role == "picture"}
        since_ns = 0 if former is None else former.created * 1_000_000 - _CLOCK_STEP_NS
        for found in pictures:
            if not self._add(
                found, "picture", is_optional=True, known=known.get(found.path), since_ns=since_ns, folders=folders
            ):
                self._missing.append(f"{found.root}/{found.relative}")

    def _add(
        self,
        found: Found,
        role: Role,
        chunk_bytes: int = _FILE_CHUNK,
        *,
        is_optional: bool = False,
        known: BackupFile | None = None,
        since_ns: int = 0,
        folders: ChosenFolders | None = None,
    ) -> bool:
        """Add a file. Returns False for an optional one that cannot be opened or is no regular file.

        `known` is the file in an earlier backup, which began at `since_ns`, in nanoseconds since the epoch. With the
        same size and modification time, and an earlier change time, the file is not read again. With `folders`, its
        root has to be one of these.
        """
        try:
            descriptor = _open(found, folders)
        except OSError:
            if is_optional:
                return False
            raise
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                return False
            is_same = known is not None and (known.size, known.modified_ns) == (status.st_size, status.st_mtime_ns)
            if known is not None and is_same and status.st_ctime_ns < since_ns:
                chunks = enumerate(known.chunks)
                if all(self._writer.has(digest, known.chunk_size(index)) for index, digest in chunks):
                    self._files.append(known)
                    self._report(role, 0)
                    return True
            size, digests = 0, []
            while data := file.read(chunk_bytes):
                digest = hashlib.sha256(data).hexdigest()
                self._new_bytes += self._writer.add(digest, data)
                digests.append(digest)
                size += len(data)
                self._report(role, len(data))
        is_executable = bool(status.st_mode & stat.S_IXUSR)
        self._files.append(
            BackupFile(found.path, role, size, status.st_mtime_ns, is_executable, chunk_bytes, tuple(digests))
        )
        return True


def _moment_after(former: BackupManifest | None) -> int:
    """Now, in milliseconds since the epoch, but in a later second than that of the backup before.

    Names have seconds, and the last name has to be that of the newest backup.
    """
    if former is not None and 0 < (wait := former.created // 1000 + 1 - time.time()) <= 1:
        time.sleep(wait)
    return time.time_ns() // 1_000_000


def _open(found: Found, folders: ChosenFolders | None) -> int:
    """A descriptor of the file, wherever it is. Raises `OSError`."""

    def open_root() -> int:
        return open_folder(found.root) if folders is None else folders.of(found.root).open()

    try:
        return open_file(open_root(), found.relative)
    except FileNotFoundError:
        if found.moved is None:
            raise
    descriptor = open_file(open_root(), found.moved)
    status = os.fstat(descriptor)
    if (status.st_size, modified_ns(status)) != found.version:
        os.close(descriptor)
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), found.relative)
    return descriptor


def _damaged(database: Path, damage: object) -> BackupError:
    return BackupError(
        f"the database {database} is damaged: {damage}. Nothing is kept. `facetry check` says what is concerned."
    )


def _version() -> str:
    try:
        return version("facetry")
    except PackageNotFoundError:
        return "unknown"

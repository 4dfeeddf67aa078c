"""Restores a backup into a data folder: all of it, or nothing."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sqlalchemy import text

from facetry.backup.errors import BackupError, DamagedBackupError, writing_errors
from facetry.backup.manifest import BackupFile, BackupManifest
from facetry.backup.picture_folders import PictureFolders
from facetry.backup.store import BackupReader, read_chunk
from facetry.store import migrations
from facetry.store.engine import close, connect
from facetry.store.engines.sqlite.database_copy import damages, open_copy
from facetry.store.engines.sqlite.integrity.page_checksums import require_verification
from facetry.system.files.durable_folders import flush_folder, make_folders
from facetry.system.files.private_files import PRIVATE_FILE, PRIVATE_FOLDER
from facetry.system.ownership import keep_owner, other_owner

_STAGING: Final = ".restoring-"
_REPLACED: Final = "replaced-"
_EXECUTABLE: Final = 0o700


@dataclass(frozen=True, slots=True)
class RestoreOptions:
    """Where and how a backup is restored.

    `data_dir` is the new data folder and `lock` the name of the file in it that a running service locks. With
    `replaces`, what the folder has is kept in a folder within it. `pictures` is the folder for the pictures of the
    backup, if they are wanted.
    """

    data_dir: Path
    lock: str
    replaces: bool = False
    pictures: Path | None = None


@dataclass(frozen=True, slots=True)
class RestorePlan:
    """What a restore does, or has done. `migrated_from` is the revision of an older database; `replaced` is the folder
    with what the data folder had before.
    """

    name: str
    manifest: BackupManifest
    files: tuple[BackupFile, ...]
    migrated_from: str | None
    replaced: Path | None = None

    @property
    def size(self) -> int:
        """The bytes of all files that are restored."""
        return sum(file.size for file in self.files)


def plan(reader: BackupReader, name: str, options: RestoreOptions) -> RestorePlan:
    """What restoring this backup would do. Raises `BackupError` when it is impossible, without reading the chunks."""
    manifest = reader.manifest(name)
    if manifest.database_revision > migrations.HEAD:
        raise BackupError(
            f"the backup {name} is of a newer Facetry ({manifest.facetry}, database revision "
            f"{manifest.database_revision}; this one knows up to {migrations.HEAD}). Install that version or newer."
        )
    if options.pictures is not None and not manifest.has_pictures:
        raise BackupError(f"the backup {name} has no pictures: it was made without --pictures")
    if (entries := _entries(options)) and not options.replaces:
        raise BackupError(
            f"{options.data_dir} is not empty: it has {entries[0].name}. Name a new folder, or give --replace, which "
            "keeps what is there in a folder within it."
        )
    files = tuple(file for file in manifest.files if file.role != "picture" or options.pictures is not None)
    is_older = manifest.database_revision < migrations.HEAD
    return RestorePlan(name, manifest, files, manifest.database_revision if is_older else None)


def restore(
    reader: BackupReader, name: str, options: RestoreOptions, report: Callable[[int, int], None]
) -> RestorePlan:
    """Restore a backup. `report` gets the written and all bytes. Raises `BackupError`.

    Every chunk is compared with its hash, and the database is checked and migrated, before the data folder changes.
    """
    with writing_errors(options.data_dir):
        options.data_dir.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        with keep_owner(options.data_dir), _locked(options):
            _remove_leftovers(options.data_dir)
            planned = plan(reader, name, options)
            with _staging(options.data_dir) as staging:
                folders = None if options.pictures is None else PictureFolders(options.pictures)
                try:
                    _write_all(reader, planned, staging, folders, report)
                    database = staging / planned.manifest.database
                    _prepare_database(name, database, folders)
                    replaced = _set_aside(options) if options.replaces else None
                    if folders is not None:
                        folders.commit(other_owner(options.data_dir))
                    _move(staging, options.data_dir, last=planned.manifest.database)
                finally:
                    if folders is not None:
                        folders.discard()
    return replace(planned, replaced=replaced)


def _write_all(
    reader: BackupReader,
    planned: RestorePlan,
    staging: Path,
    folders: PictureFolders | None,
    report: Callable[[int, int], None],
) -> None:
    done = 0
    # the database first: it has the names of the folders of pictures
    for file in sorted(planned.files, key=lambda file: file.role != "database"):
        path = staging / file.path
        if folders is not None and file.role == "picture":
            path = folders.path_of(file.path)
        make_folders(path.parent, PRIVATE_FOLDER)
        mode = _EXECUTABLE if file.executable else PRIVATE_FILE
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        with os.fdopen(descriptor, "wb") as target:
            for index in range(len(file.chunks)):
                target.write(read_chunk(reader, planned.name, file, index))
                done += file.chunk_size(index)
                report(done, planned.size)
            target.flush()
            os.fsync(target.fileno())
        os.utime(path, ns=(file.modified_ns, file.modified_ns))
        if folders is not None and file.role == "database":
            with open_copy(path) as connection:
                rows = connection.execute(
                    text("SELECT hex(id), path FROM repository WHERE path LIKE '/%' ORDER BY key")
                )
                folders.assign([(id.lower(), root) for id, root in rows])


def _prepare_database(name: str, database: Path, folders: PictureFolders | None) -> None:
    """Check the database, migrate it, and write the new folders of repositories into it."""
    if found := damages(database):
        raise DamagedBackupError(name, [f"its database is damaged: {found[0]}"])
    require_verification(database)
    connection = connect(database)
    try:
        migrations.migrate(connection)
        if folders is not None:
            with connection.begin():
                for id, path in folders.new_paths().items():
                    statement = text("UPDATE repository SET path = :path WHERE id = :id")
                    connection.execute(statement, {"path": str(path), "id": bytes.fromhex(id)})
    finally:
        close(connection)


@contextmanager
def _locked(options: RestoreOptions) -> Iterator[None]:
    """The lock of the data folder, so that no service starts on it. Raises `BackupError` when one runs."""
    lock = os.open(options.data_dir / options.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BackupError(f"a server runs on the library in {options.data_dir}; stop it first") from None
    try:
        yield
    finally:
        os.close(lock)


@contextmanager
def _staging(data_dir: Path) -> Iterator[Path]:
    """A folder in the data folder, so that its files get their names without being copied. It goes at the end."""
    staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=data_dir))
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _remove_leftovers(data_dir: Path) -> None:
    for entry in data_dir.iterdir():
        if entry.name.startswith(_STAGING) and entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)


def _entries(options: RestoreOptions) -> list[Path]:
    """What the data folder has, besides its lock, what an interrupted restore left, and what is set aside."""
    with contextlib.suppress(FileNotFoundError):
        return sorted(
            entry
            for entry in options.data_dir.iterdir()
            if entry.name not in (options.lock, "lost+found") and not entry.name.startswith((_STAGING, _REPLACED))
        )
    return []


def _set_aside(options: RestoreOptions) -> Path | None:
    """Move what the data folder has into a folder within it, files first. Returns that folder, or None for nothing."""
    entries = _entries(options)
    if not entries:
        return None
    folder = options.data_dir / f"{_REPLACED}{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"
    folder.mkdir(mode=PRIVATE_FOLDER)
    for entry in sorted(entries, key=lambda entry: entry.is_dir()):
        entry.rename(folder / entry.name)
    flush_folder(folder)
    return folder


def _move(staging: Path, data_dir: Path, last: str) -> None:
    """Move what was staged to its place. The database comes last: before, the folder has no library."""
    for root, _, _ in os.walk(staging):
        flush_folder(Path(root))
    for entry in sorted(staging.iterdir(), key=lambda entry: entry.name == last):
        entry.rename(data_dir / entry.name)
    flush_folder(data_dir)

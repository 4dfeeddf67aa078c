"""The data folder of a service: the names in it, its lock, and who may read it."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
from pathlib import Path
from typing import Final

from facetry.extensions.packages.version_store import FOLDERS as EXTENSION_FOLDERS
from facetry.service.library_database import DATABASE_FILES
from facetry.service.object_stores import MOVES
from facetry.service.vector_engines import NAME_FILE
from facetry.settings import FILE_NAME
from facetry.store.engines.sqlite.migration_copies import FOLDER as MIGRATION_COPIES
from facetry.system.files.file_kinds import require_kind
from facetry.system.files.private_files import make_private

LOCK: Final = "serving.lock"
VALIDATION_LOCK: Final = "validation.lock"
"""The file with which the processes of a service check documents one after another."""
INDEX_LOCK: Final = "index-load.lock"
"""The file with whose lock API processes read the index one after another."""
MASTER_KEY: Final = "master.key"
"""The file with a new master key that no terminal has shown."""
INCOMING: Final = "incoming"
SCRATCH: Final = "scratch"
TEMPORARY: Final = "temporary"
CHOSEN: Final = "chosen"
"""The folder with the records of which folders the repositories have on this host; see `ChosenFolders`."""
RENDITIONS: Final = "renditions"
VECTORS: Final = "vectors"
REPOSITORIES: Final = "repositories"
EXTENSIONS: Final = "extensions"
LEADER: Final = "leader"
"""The folder with a folder for each role that this host of a cluster leads."""
_FILES: Final = (*DATABASE_FILES, LOCK, VALIDATION_LOCK, INDEX_LOCK, MASTER_KEY, FILE_NAME, NAME_FILE)
_RECORDS: Final = (TEMPORARY, CHOSEN, MOVES)
"""Folders that have nothing but a few small files."""
_PRIVATE_FOLDERS: Final = (*_RECORDS, INCOMING, SCRATCH, RENDITIONS, VECTORS, EXTENSIONS, MIGRATION_COPIES)
_PRIVATE_NAMES: Final = (*_FILES, *_PRIVATE_FOLDERS)
_FOLDERS: Final = (*_PRIVATE_FOLDERS, REPOSITORIES, LEADER, *(f"{EXTENSIONS}/{name}" for name in EXTENSION_FOLDERS))

_log = logging.getLogger(__name__)


class AlreadyServedError(RuntimeError):
    """Another process serves this data folder."""


def require_expected_kinds(data_dir: Path) -> None:
    """Raise `UnusableFileError` unless each name in the data folder is that of a file or of a folder as it is expected.

    This comes before anything there is opened or changed: opening a named pipe would wait for ever. Caches need no such
    look, because what cannot be used there is made again. Raises `OSError` for what cannot be looked at.
    """
    require_kind(data_dir, "folder")
    for name in _FOLDERS:
        require_kind(data_dir / name, "folder")
    for name in _FILES:
        require_kind(data_dir / name, "regular file")
    for name in _RECORDS:
        if (data_dir / name).exists():
            for record in sorted((data_dir / name).iterdir()):
                require_kind(record, "regular file")


def lock_folder(path: Path) -> int:
    """A lock that the operating system releases when the process ends, however it ends."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise AlreadyServedError(f"Another process serves the data folder {path.parent}.") from None
    return descriptor


def make_folder_private(data_dir: Path) -> None:
    """Take the data folder away from other users of the machine; says in the log what was changed.

    A folder with mode 0700 protects all that is in it, so the many files of extensions and renditions are not looked
    at. Folders of repositories are not touched.
    """
    result = make_private(data_dir, _PRIVATE_NAMES, trees=(VECTORS,))
    if result.paths:
        _log.warning("other users could read these, and no longer can: %s", ", ".join(map(str, result.paths)))
    if result.failed:
        _log.warning("other users may be able to read these: %s", ", ".join(map(str, result.failed)))


def empty_folder(folder: Path) -> Path:
    """The folder, created or emptied; any content was left by a process that died."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder

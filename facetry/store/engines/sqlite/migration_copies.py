"""Copies of the database from before a migration, beside it. The newest two are kept."""

from __future__ import annotations

import contextlib
import logging
import time
from pathlib import Path
from typing import Final

from facetry.store.engines.sqlite.database_copy import copy_database
from facetry.system.files.durable_folders import flush_folder
from facetry.system.files.private_files import PRIVATE_FOLDER

FOLDER: Final = "before-migration"
"""The folder of the copies, in the folder of the database."""
KEPT: Final = 2
_PARTIAL: Final = ".partial"

_log = logging.getLogger(__name__)


def keep_copy(database: Path, revision: str, head: str) -> Path:
    """Copy the database, whose newest migration is `revision`, before it is migrated to `head`. Names the copy in the
    log, and removes all but the newest two. Raises `OSError`, for example when the disk is full; then nothing is kept.
    """
    folder = database.parent / FOLDER
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    for left in folder.glob(f"*{_PARTIAL}*"):
        left.unlink()
    path = folder / f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{revision}{database.suffix}"
    partial = path.with_name(path.name + _PARTIAL)
    try:
        copy_database(database, partial)
        partial.replace(path)
        flush_folder(folder)
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise
    _log.warning("the library is migrated from %s to %s; as it was before, it is kept in %s", revision, head, path)
    # Copies whose names are dates in the future do not count: the clock was wrong then, or is now.
    for old in [copy for copy in sorted(folder.glob(f"*{database.suffix}")) if copy <= path][:-KEPT]:
        old.unlink()
    return path

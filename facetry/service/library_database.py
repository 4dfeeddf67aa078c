"""The database of a library by the settings: where it is, in a file or on a server, and how it is opened.

Commands on a library import this module and not the whole service, which takes twice as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from facetry.library import changes
from facetry.library.tasks import ledger
from facetry.observability.redaction import never_log
from facetry.service.shared_state import SharedState
from facetry.settings import Settings
from facetry.store.change_feed import ChangeFeed
from facetry.store.copy_marker import require_finished
from facetry.store.engine import DatabaseUrl, Lease, Location, close, engine_at
from facetry.store.library_tables import damage_of_contents
from facetry.store.store import DamagedDatabaseError, FollowingStore, Store
from facetry.system.files.durable_folders import make_folders
from facetry.system.files.file_kinds import UnusableFileError, require_kind

DATABASE: Final = "library.db"
DATABASE_FILES: Final = tuple(DATABASE + suffix for suffix in ("", "-wal", "-shm", "-journal", "-mark", "-roots"))
"""The names of the database's file and of the files beside it."""
_EVIDENCE: Final = tuple(DATABASE + suffix for suffix in ("", "-wal", "-mark", "-roots"))
"""The files of which one with content says that there is, or was, a library."""


def location_of(settings: Settings) -> Location:
    """Where the library's database is."""
    if settings.database_url is None:
        return settings.data_dir / DATABASE
    url = DatabaseUrl(settings.database_url.get_secret_value())
    if url.password is not None:
        never_log(url.password)
    return url


def server_location_of(settings: Settings) -> DatabaseUrl:
    """Where the library's database is on a server. Raises `ValueError` if it is a file."""
    location = location_of(settings)
    if not isinstance(location, DatabaseUrl):
        raise ValueError("the database is not on a server")
    return location


def lack_of_library(settings: Settings) -> str | None:
    """Why there is no library, in a sentence without its full stop; None if there may be one: in the file, or on a
    server. An empty file alone is none: SQLite would make a database of it, even to look for damage.
    """
    folder = settings.data_dir
    if settings.database_url is not None:
        return None
    if any(_has_bytes(folder / name) for name in _EVIDENCE):
        return None
    lack = f"there is no library in {folder}"
    return f"{lack}: the file {DATABASE} is empty" if (folder / DATABASE).exists() else lack


def _has_bytes(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def require_regular_files(folder: Path) -> None:
    """Raise `UnusableFileError` if something else than a regular file, or a link to one, has the name of a file of the
    database in a folder. SQLite takes a database that lacks such a file for one that cannot be written.
    """
    for name in DATABASE_FILES:
        require_kind(folder / name, "regular file")


def require_no_link(database: Path) -> None:
    """Raise `UnusableFileError` for a link in the place of a database that is about to be written: SQLite has its log
    beside the file to which the link leads, and not in the data folder.
    """
    if database.is_symlink():
        raise UnusableFileError(
            f"{database} is a link, to {database.readlink()}. The database must be a file in the data folder: put that "
            "file here, with the files beside it whose names begin with its name"
        )


@contextmanager
def intact_library(settings: Settings, *, is_served: bool) -> Iterator[Connection]:
    """A connection that reads the library, of this version or another one.

    A file whose log is damaged is not opened: SQLite would remove the damaged part, which `facetry repair` can read.
    Raises `DamagedDatabaseError`, `UnfinishedCopyError`, `OSError`, `UnsafeSQLiteError` and `UnusableServerError`.
    """
    location = location_of(settings)
    engine = engine_at(location)
    if (damage := engine.damage_of_files(location, is_served=is_served)) is not None:
        raise DamagedDatabaseError(location, damage)
    acknowledged = engine.acknowledged(location)
    connection = engine.connect(location, query_only=True)
    is_damaged = True
    try:
        require_finished(connection, location)
        if (damage := damage_of_contents(connection, acknowledged)) is not None:
            raise DamagedDatabaseError(location, damage)
        is_damaged = False
        yield connection
    finally:
        if is_damaged:
            engine.leave(connection)
        else:
            close(connection)


def open_store(settings: Settings, shared: SharedState | None = None) -> Store:
    """The store of the data folder, created if it is missing; several processes may have it open. With `shared`, other
    processes of the service follow its commits. Raises what `Store` raises, and `UnusableFileError`.
    """
    location = location_of(settings)
    if isinstance(location, Path):
        require_regular_files(location.parent)
        require_no_link(location)
    make_folders(settings.data_dir, 0o700)
    store = Store(location) if shared is None else Store(location, ChangeFeed(changes.TYPES), shared.files)
    ledger.register(store)
    return store


def open_cluster_store(settings: Settings, lease: Lease | None) -> Store:
    """The store of a cluster, for a host or, under its `lease`, for the leader of a role."""
    store = Store(location_of(settings), ChangeFeed(changes.TYPES), is_shared=True, lease=lease)
    ledger.register(store)
    return store


def open_following_store(settings: Settings, shared: SharedState) -> FollowingStore:
    """The store of a process that only reads. The process with the writer has opened it with the same `shared`."""
    return FollowingStore(location_of(settings), ChangeFeed(changes.TYPES), shared.files)

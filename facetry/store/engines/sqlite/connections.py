"""Connections of SQLite: its version, its checksums of pages, and the pragmas."""

from __future__ import annotations

import ctypes
import errno
import functools
import importlib.util
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.pool import NullPool

from facetry.store.engines.sqlite.timed_connections import timed_connection_class
from facetry.store.engines.values import SMALL_CACHE_MIB, USUAL_CACHE_MIB, DamageError, raw_connection

PAGE_BYTES = 16_384
"""Bytes of a database page: large enough for a vector or a metadata text. A commit writes whole pages."""

BUSY_TIMEOUT_MS = 5_000
"""Maximum time that a statement waits for the lock of another connection."""

FIRST_SAFE_VERSION = (3, 51, 3)
"""Older versions can corrupt the database when two connections reset the write-ahead log at the same time."""

_COMPANIONS = ("-wal", "-mark", "-roots")
"""What the names of files end with that belong to a database."""

_PRAGMAS: tuple[str, ...] = (
    f"PRAGMA cache_size=-{USUAL_CACHE_MIB * 1024}",
    f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}",
    "PRAGMA synchronous=FULL",  # an acknowledged write survives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA mmap_size=0",  # a damaged disk must give an error, not a signal
    "PRAGMA temp_store=MEMORY",
    "PRAGMA wal_autocheckpoint=0",  # the writer does it, when it has verified the log
    "PRAGMA journal_size_limit=67108864",
)


class UnsafeSQLiteError(RuntimeError):
    """The installed SQLite can corrupt a write-ahead log; the server refuses to start with it."""


class EmptiedDatabaseError(DamageError):
    """The database has lost all its bytes, but files of it are there. SQLite would remove them and begin anew."""


def driver() -> ModuleType:
    """The SQLite driver to use: the `pysqlite3` wheel if it is installed, else Python's `sqlite3`."""
    try:
        from pysqlite3 import dbapi2
    except ImportError:
        return sqlite3
    return dbapi2  # type: ignore[no-any-return]  # the wheel has no type annotations


def check_version(module: ModuleType) -> None:
    """Raise `UnsafeSQLiteError` when this SQLite is older than `FIRST_SAFE_VERSION`."""
    version: tuple[int, ...] = module.sqlite_version_info
    if version < FIRST_SAFE_VERSION:
        raise UnsafeSQLiteError(
            f"SQLite {module.sqlite_version} can corrupt a library (the WAL-reset bug); "
            f"{'.'.join(map(str, FIRST_SAFE_VERSION))} or newer is needed. "
            "Install the package pysqlite3, or a Python built with a newer SQLite."
        )


def require_not_emptied(path: Path) -> None:
    """Raise `EmptiedDatabaseError` for an empty or a missing database whose log or other files have something."""
    left = {suffix for suffix in _COMPANIONS if _has_bytes(path.with_name(path.name + suffix))}
    if left and path.is_file() and path.stat().st_size == 0:
        raise EmptiedDatabaseError("the file is empty, but it was not before")
    if left and not path.exists():
        names = " and ".join(sorted(path.name + suffix for suffix in left))
        raise EmptiedDatabaseError(f"the file is missing, but {names} of it is there. Put it back, or restore a backup")


def _has_bytes(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


@functools.cache
def has_page_checksums() -> bool:
    """Whether SQLite writes and verifies a checksum for each page; loads its checksum VFS when first called.

    The VFS is a file of the package `apsw`, which itself is not imported. It serves all later connections of this
    process, and changes nothing for a database without room for checksums in its pages.
    """
    package = importlib.util.find_spec("apsw")
    if package is None or package.origin is None:
        return False
    folder = Path(package.origin).parent / "sqlite_extra_binaries"
    module = driver()
    connection = module.connect(":memory:")
    try:
        for name in ("cksumvfs.so", "cksumvfs.dylib"):
            if (folder / name).is_file() and hasattr(connection, "enable_load_extension"):
                connection.enable_load_extension(True)
                connection.load_extension(str(folder / name))
                return True
    except module.OperationalError:
        return False  # built for another machine
    finally:
        connection.close()
    return False


def verifies_pages(connection: Connection) -> bool:
    """Whether this connection verifies the checksum of each page that it reads."""
    row = raw_connection(connection).execute("PRAGMA checksum_verification").fetchone()
    return row is not None and row[0] == "1"


def connect(path: Path, *, query_only: bool = False) -> Connection:
    """A new connection to the database at `path`.

    The caller begins and ends transactions in SQL. The driver's legacy mode would begin them deferred: a deferred
    transaction that first reads and then writes fails at once when another one wrote in between.

    Raises `UnsafeSQLiteError`, `EmptiedDatabaseError`, and for a database that is only read `FileNotFoundError` when it
    has no bytes: the journal mode alone would make one of it.
    """
    module = driver()
    check_version(module)
    require_not_emptied(path)
    if query_only and not _has_bytes(path):
        raise FileNotFoundError(errno.ENOENT, "There is no database", str(path))
    has_page_checksums()
    engine = create_engine(
        f"sqlite:///{path}",
        module=module,
        poolclass=NullPool,
        connect_args={
            "isolation_level": None,
            "check_same_thread": False,
            "cached_statements": 512,
            "factory": timed_connection_class(module),
        },
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        if not path.exists() or path.stat().st_size == 0:
            connection.execute(f"PRAGMA page_size={PAGE_BYTES}")  # before the first table
        for pragma in _PRAGMAS:
            connection.execute(pragma)
        _use_write_ahead_log(connection)
        if query_only:
            connection.execute("PRAGMA query_only=ON")

    return engine.connect().execution_options(isolation_level="AUTOCOMMIT")


def _use_write_ahead_log(connection: Any) -> None:
    """Set the journal mode. Waits for other connections that do the same to a new database.

    Two connections that both hold a read lock here would wait for each other, so SQLite fails one of them at once and
    without the busy timeout: https://sqlite.org/c3ref/busy_handler.html
    """
    deadline = time.monotonic() + BUSY_TIMEOUT_MS / 1_000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except driver().OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= deadline:
                raise
            time.sleep(0.005)
        else:
            return


def leave_open(connection: Connection) -> None:
    """Have a connection end with the process, so that SQLite does not copy the log into the database.

    A closed connection does that if it is the last one, and so does one that is collected as garbage. SQLAlchemy closes
    the driver's connection as soon as its own one is collected, so both stay.
    """
    for kept in (connection, raw_connection(connection)):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))


def limit_cache(connection: Connection, mebibytes: int = SMALL_CACHE_MIB) -> None:
    """Let the connection keep at most this many MiB of pages in memory."""
    raw_connection(connection).execute(f"PRAGMA cache_size=-{mebibytes * 1024}")


def ignore_references(connection: Connection) -> None:
    """Do not look for the rows to which others refer. Call it before a transaction."""
    raw_connection(connection).execute("PRAGMA foreign_keys=OFF")


@contextmanager
def small_cache(connection: Connection) -> Iterator[None]:
    """Let the connection keep at most 2 MiB of pages in memory in this block, which reads each page once."""
    limit_cache(connection)
    try:
        yield
    finally:
        limit_cache(connection, USUAL_CACHE_MIB)

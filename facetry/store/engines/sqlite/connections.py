"""SQLite: the version check, the pragmas, the connections, its errors, and statements that only it understands."""

from __future__ import annotations

import ctypes
import errno
import functools
import importlib.util
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, TextualSelect, create_engine, event, func, select
from sqlalchemy.pool import NullPool

from facetry.errors import FaultError, storage_full, unavailable
from facetry.store.engines.values import damaged, unpack_integers
from facetry.store.engines.values import raw_connection as raw_connection
from facetry.store.slow_queries import timed_connection_class

PAGE_BYTES = 16_384
"""Bytes of a database page: large enough for a vector or a metadata text. A commit writes whole pages."""

BUSY_TIMEOUT_MS = 5_000
"""Maximum time that a statement waits for the lock of another connection."""

FIRST_SAFE_VERSION = (3, 51, 3)
"""Older versions can corrupt the database when two connections reset the write-ahead log at the same time."""

_STEPS_BETWEEN_CHECKS = 100_000
"""Steps of SQLite's virtual machine between two checks whether to interrupt a statement: about 2 ms. A check needs the
interpreter lock."""

_COMPANIONS = ("-wal", "-mark", "-roots")
"""What the names of files end with that belong to a database."""

SMALL_CACHE_MIB = 2
USUAL_CACHE_MIB = 32
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


_DAMAGE_CODES = frozenset(
    {
        sqlite3.SQLITE_IOERR,  # what the full-text index makes of the others
        sqlite3.SQLITE_IOERR_DATA,  # the checksum of a page is wrong
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_CORRUPTFS,
    }
)


class UnsafeSQLiteError(RuntimeError):
    """The installed SQLite can corrupt a write-ahead log; the server refuses to start with it."""


class EmptiedDatabaseError(RuntimeError):
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


def interrupt_statements_when(connection: Connection, is_due: Callable[[], bool]) -> None:
    """Interrupt each statement of the connection that runs when `is_due` returns true. It is called from time to time,
    in the thread of the statement.
    """
    raw_connection(connection).set_progress_handler(is_due, _STEPS_BETWEEN_CHECKS)


def is_interruption(error: BaseException) -> bool:
    """Whether the error is that of an interrupted statement."""
    return _error_code(error) == sqlite3.SQLITE_INTERRUPT


def leave_open(connection: Connection) -> None:
    """Have a connection end with the process, so that SQLite does not copy the log into the database.

    A closed connection does that if it is the last one, and so does one that is collected as garbage. SQLAlchemy closes
    the driver's connection as soon as its own one is collected, so both stay.
    """
    for kept in (connection, raw_connection(connection)):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))


def begin_read(connection: Connection) -> None:
    """Begin a transaction whose statements all see one snapshot."""
    raw_connection(connection).execute("BEGIN")


def end_read(connection: Connection) -> None:
    """End a read transaction; nothing if SQLite has ended it, as it does after some errors."""
    raw = raw_connection(connection)
    if raw.in_transaction:
        raw.execute("ROLLBACK")


def begin_write(connection: Connection) -> None:
    """Begin a write transaction. Waits for another writer to end, at most as long as the busy timeout."""
    raw_connection(connection).execute("BEGIN IMMEDIATE")


def commit(connection: Connection) -> None:
    """Commit a write transaction."""
    raw_connection(connection).execute("COMMIT")


def savepoint(connection: Connection) -> None:
    """Begin the part of a write transaction that `roll_back_to_savepoint` takes back."""
    raw_connection(connection).execute("SAVEPOINT unit")


def roll_back_to_savepoint(connection: Connection) -> None:
    """Take back what was written since `savepoint`."""
    raw_connection(connection).execute("ROLLBACK TO unit")


def is_in_transaction(connection: Connection) -> bool:
    """Whether a transaction is open: SQLite rolls one back by itself when the disk is full or fails."""
    return bool(raw_connection(connection).in_transaction)


def change_count(connection: Connection) -> int:
    """The number of rows that this connection has changed, including those of rolled back transactions."""
    count: int = raw_connection(connection).total_changes
    return count


def has_table(connection: Connection, name: str) -> bool:
    """Whether the database has this table."""
    result = raw_connection(connection).execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [name])
    return result.fetchone() is not None


def never_reuse_keys(connection: Connection, table: str, key: str, *, may_be_given: bool) -> None:
    """Do nothing: such a table is one with AUTOINCREMENT."""


def create_triggers(connection: Connection, table: str, triggers: Sequence[tuple[str, str, Sequence[str]]]) -> None:
    """Create triggers for each changed row of a table: (name, event, statements)."""
    for name, event_of_row, statements in triggers:
        raw_connection(connection).execute(
            f"CREATE TRIGGER {name} AFTER {event_of_row} ON {table} BEGIN {'; '.join(statements)}; END"
        )


def create_cluster_functions(connection: Connection) -> None:
    """Do nothing: one machine serves a file."""


def create_commit_outcomes(connection: Connection) -> None:
    """Do nothing: no connection to a file is lost."""


def server_clock_ms(connection: Connection) -> int | None:  # noqa: ARG001  # of the engine's interface
    """None: a file has no server."""
    return None


def damage_of(error: BaseException) -> str | None:
    """What SQLite says about a damaged database; None for other errors."""
    if isinstance(error, EmptiedDatabaseError):
        return str(error)
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", None)
    is_damage = code is not None and (
        code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or code in _DAMAGE_CODES
    )
    if is_damage or (isinstance(cause, driver().OperationalError) and "Could not decode" in str(cause)):
        name = getattr(cause, "sqlite_errorname", None)
        return f"{cause} ({name})" if name else str(cause)
    return None


def fault_of(error: BaseException) -> FaultError | None:
    """The fault for an SQLite error that is no bug: disk full (507), database busy or damaged (503).

    None for other errors.
    """
    if damage_of(error) is not None:
        return damaged()
    match _error_code(error):
        case sqlite3.SQLITE_FULL:
            return storage_full("The disk that holds the library is full; nothing was written.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return unavailable(
                "store.busy", "Another program has locked the library's database; try again.", retry_after=1
            )
    return None


def _error_code(error: BaseException) -> int | None:
    """The primary SQLite code of an error of the driver or of SQLAlchemy; None for other errors."""
    code = getattr(error, "sqlite_errorcode", getattr(getattr(error, "orig", None), "sqlite_errorcode", None))
    return None if code is None else code & 0xFF


def operating_system_error(error: BaseException, path: Path) -> OSError | None:
    """The error of the operating system behind an SQLite error while the file at `path` was written; None if it has
    another reason.
    """
    # the errors of `backup` have a text and no code
    match _error_code(error) or str(error):
        case sqlite3.SQLITE_FULL | "database or disk is full":
            number = errno.ENOSPC
        case sqlite3.SQLITE_IOERR | "disk I/O error":
            number = errno.EIO
        case _:
            return None
    return OSError(number, os.strerror(number), str(path))


def integer_columns(connection: Connection, query: Select[Any] | TextualSelect) -> list[NDArray[np.int64]]:
    """The columns of a query as arrays, in the order of the query. All values are integers and none is NULL.

    All values are fetched in one row, in a third of the time that a row for each of them takes.
    """
    rows = query.subquery()
    return [unpack_integers(text) for text in connection.execute(select(*map(func.group_concat, rows.c))).one()]


def row_batches(connection: Connection, query: Select[*tuple[Any, ...]], size: int) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a query as the driver's tuples, `size` at a time. For more rows than should be in memory."""
    result = connection.execute(query)
    try:
        cursor: Any = cast("Any", result).cursor
        while rows := cursor.fetchmany(size):
            yield rows
    finally:
        result.close()


def limit_cache(connection: Connection, mebibytes: int) -> None:
    """Let the connection keep at most this many MiB of pages in memory."""
    raw_connection(connection).execute(f"PRAGMA cache_size=-{mebibytes * 1024}")


@contextmanager
def small_cache(connection: Connection) -> Iterator[None]:
    """Let the connection keep at most 2 MiB of pages in memory in this block, which reads each page once."""
    limit_cache(connection, SMALL_CACHE_MIB)
    try:
        yield
    finally:
        limit_cache(connection, USUAL_CACHE_MIB)


def renew_snapshot(connection: Connection) -> None:
    """Replace a reader's snapshot by the newest one."""
    raw_connection(connection).execute("ROLLBACK")
    raw_connection(connection).execute("BEGIN")


def newest_key(connection: Connection, table: str) -> int:
    """The greatest key that an AUTOINCREMENT table has ever used; 0 before the first row."""
    row = raw_connection(connection).execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]).fetchone()
    return 0 if row is None else int(row[0])

"""Everything that only SQLite can do: its version guard, its pragmas, its connections.

PostgreSQL comes next; what is not in this file is portable SQLAlchemy.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    SQLColumnExpression,
    TextualSelect,
    create_engine,
    event,
    func,
    select,
)
from sqlalchemy.pool import NullPool

from facetry.errors import FaultError, storage_full, unavailable

PAGE_BYTES = 16_384
"""Large pages: vectors and metadata texts fit in one, and a page is what a commit writes."""

FIRST_SAFE_VERSION = (3, 51, 3)
"""Older ones can corrupt the database when two connections reset the write-ahead log at once."""

_PRAGMAS = (
    f"PRAGMA page_size={PAGE_BYTES}",  # before the first table; ignored afterwards
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",  # an acknowledged write survives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA busy_timeout=5000",
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA mmap_size=0",  # a damaged disk must give an error, not a signal
    "PRAGMA temp_store=MEMORY",
    "PRAGMA journal_size_limit=67108864",
    "PRAGMA cache_size=-32768",
)


class UnsafeSQLiteError(RuntimeError):
    """The only SQLite at hand can corrupt a write-ahead log; the server refuses to start on it."""


def driver() -> ModuleType:
    """The newest SQLite driver installed: the `pysqlite3` wheel where present, else Python's own."""
    try:
        from pysqlite3 import dbapi2
    except ImportError:
        return sqlite3
    return dbapi2  # type: ignore[no-any-return]  # the wheel carries no types


def check_version(module: ModuleType) -> None:
    """Raise `UnsafeSQLiteError` when this SQLite is older than the first that is safe in WAL mode."""
    version: tuple[int, ...] = module.sqlite_version_info
    if version < FIRST_SAFE_VERSION:
        raise UnsafeSQLiteError(
            f"SQLite {module.sqlite_version} can corrupt a library (the WAL-reset bug); "
            f"{'.'.join(map(str, FIRST_SAFE_VERSION))} or newer is needed. "
            "Install the package pysqlite3, or a Python built with a newer SQLite."
        )


def connect(path: Path, *, query_only: bool = False) -> Connection:
    """A connection of its own to the database at `path`.

    Transactions are begun and ended by the caller, in SQL: the driver's legacy mode begins them deferred, and a
    deferred transaction that first reads and then writes fails at once when another one wrote in between.
    """
    module = driver()
    check_version(module)
    engine = create_engine(
        f"sqlite:///{path}",
        module=module,
        poolclass=NullPool,
        connect_args={"isolation_level": None, "check_same_thread": False, "cached_statements": 512},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        for pragma in _PRAGMAS:
            connection.execute(pragma)
        if query_only:
            connection.execute("PRAGMA query_only=ON")

    return engine.connect().execution_options(isolation_level="AUTOCOMMIT")


def raw(connection: Connection) -> Any:
    """The driver's own connection, for the hot statements and for transaction control."""
    return connection.connection.driver_connection


def begin_write(connection: Connection) -> None:
    """Begin a transaction that may write from its first statement on; waits for another writer to end."""
    raw(connection).execute("BEGIN IMMEDIATE")


def is_in_transaction(connection: Connection) -> bool:
    """Whether a transaction is open: SQLite gives one up by itself when the disk is full or fails."""
    return bool(raw(connection).in_transaction)


def changes(connection: Connection) -> int:
    """How many rows this connection has ever changed, those of a transaction that was undone included."""
    count: int = raw(connection).total_changes
    return count


def has_table(connection: Connection, name: str) -> bool:
    """Whether the database has this table."""
    found = raw(connection).execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [name])
    return found.fetchone() is not None


def refusal(error: BaseException) -> FaultError | None:
    """What a client is told of an SQLite failure that is nobody's bug: disk full, or database busy."""
    code = getattr(error, "sqlite_errorcode", getattr(getattr(error, "orig", None), "sqlite_errorcode", None))
    match code and code & 0xFF:
        case sqlite3.SQLITE_FULL:
            return storage_full("The disk that holds the library is full; nothing was written.")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return unavailable("store.busy", "Another program holds the library's database.", retry_after=1)
    return None


def columns(connection: Connection, query: Select[Any] | TextualSelect) -> list[NDArray[np.int64]]:
    """The columns of a query as arrays, all of them integers and none of them null, in the order of the query.

    One row that holds them all takes a third of the time of a row for each.
    """
    rows = query.subquery()
    return [unpacked(text) for text in connection.execute(select(*map(packed, rows.c))).one()]


def plain_rows(connection: Connection, query: Select[*tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The rows of a query as the driver makes them, in a third of the time, for when there are very many."""
    answer = connection.execute(query)
    found: list[tuple[Any, ...]] = cast("Any", answer).cursor.fetchall()
    answer.close()
    return found


def packed(column: SQLColumnExpression[Any]) -> ColumnElement[Any]:
    """All integers of a column, or of a group of rows, as one value for `unpacked`."""
    return func.group_concat(column)


def unpacked(text: str | None) -> NDArray[np.int64]:
    """What `packed` made of them."""
    return np.fromstring(text, np.int64, sep=",") if text else np.empty(0, np.int64)


def renew(connection: Connection) -> None:
    """Give up a reader's snapshot and take the newest."""
    raw(connection).execute("ROLLBACK")
    raw(connection).execute("BEGIN")


def newest_key(connection: Connection, table: str) -> int:
    """The greatest key that a table whose keys are never given again has ever given; 0 for none."""
    row = raw(connection).execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]).fetchone()
    return 0 if row is None else int(row[0])

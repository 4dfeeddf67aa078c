"""The database engine of a connection. Code elsewhere is SQLAlchemy that runs on each engine, or calls these functions.

`engines/` has what only SQLite or only PostgreSQL knows. PostgreSQL's driver is imported with the first connection.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    SQLColumnExpression,
    Text,
    TextualSelect,
    false,
    func,
    literal_column,
    true,
)
from sqlalchemy import cast as sql_cast

from facetry.errors import FaultError
from facetry.store.engines.interface import Engine
from facetry.store.engines.postgresql import errors as postgresql_errors
from facetry.store.engines.postgresql.address import DatabaseUrl
from facetry.store.engines.postgresql.errors import UnusableServerError
from facetry.store.engines.sqlite import connections as sqlite
from facetry.store.engines.sqlite.connections import UnsafeSQLiteError, damage_of, leave_open, small_cache
from facetry.store.engines.values import ByEngine, damaged, raw_connection, unpack_integers
from facetry.store.lease import Lease

__all__ = [
    "DatabaseUrl",
    "Lease",
    "Location",
    "UnsafeSQLiteError",
    "UnusableServerError",
    "damage_of",
    "damaged",
    "leave_open",
    "raw_connection",
    "small_cache",
    "unpack_integers",
]

Location = Path | DatabaseUrl
"""Where the database of a library is: a file of SQLite, or a database of a PostgreSQL server."""


@functools.cache
def _engine_named(dialect: str) -> Engine:
    if dialect == "sqlite":
        return sqlite
    from facetry.store.engines.postgresql import engine as postgresql

    return postgresql


def _engine_of(connection: Connection) -> Engine:
    return _engine_named(connection.dialect.name)


def connect(location: Location, *, query_only: bool = False) -> Connection:
    """A new connection. The caller begins and ends transactions with the functions of this module.

    Raises `UnsafeSQLiteError`, and `UnusableServerError` for a PostgreSQL server that cannot be used.
    """
    if isinstance(location, Path):
        return sqlite.connect(location, query_only=query_only)
    try:
        from facetry.store.engines.postgresql.connections import connect as connect_to_server
    except ImportError as error:
        raise UnusableServerError(
            f"the driver of PostgreSQL cannot be imported ({error}). Install it: pip install 'facetry[postgresql]'"
        ) from error
    return connect_to_server(location, query_only=query_only)


def close(connection: Connection) -> None:
    """Close a connection, also one that is lost."""
    if not connection.invalidated and getattr(raw_connection(connection), "closed", False):
        connection.invalidate()  # SQLAlchemy would try to roll back, and log that it cannot
    connection.close()
    connection.engine.dispose()


def claim_serving(connection: Connection, *, is_shared: bool = False) -> bool:
    """Keep other services from the database on a server, for as long as this connection is used; whether there are
    none. With `is_shared`, only those that would serve it alone. A file has its lock elsewhere.
    """
    if connection.dialect.name == "sqlite":
        return True
    from facetry.store.engines.postgresql import serving_lock

    return serving_lock.claim(connection, is_shared=is_shared)


def write_under_lease(connection: Connection, lease: Lease) -> None:
    """Have each later write transaction of the connection fail as soon as another process has the lease."""
    from facetry.store.engines.postgresql.connections import session_of

    session_of(connection).lease = lease


def limit_transactions(connection: Connection) -> None:
    """Bound the time of a transaction on a server: for a process that is stopped, and for a server that is."""
    from facetry.store.engines.postgresql import connections

    connections.limit_transactions(connection)


def begin_read(connection: Connection) -> None:
    """Begin a transaction whose statements all see one snapshot."""
    _engine_of(connection).begin_read(connection)


def end_read(connection: Connection) -> None:
    """End a read transaction, whether its statements succeeded or not."""
    _engine_of(connection).end_read(connection)


def renew_snapshot(connection: Connection) -> None:
    """Replace a reader's snapshot by the newest one."""
    _engine_of(connection).renew_snapshot(connection)


def begin_write(connection: Connection) -> None:
    """Begin a write transaction. Waits for another writer to end, for some seconds."""
    _engine_of(connection).begin_write(connection)


def commit(connection: Connection) -> None:
    """Commit a write transaction. It returns only if the transaction is certainly committed."""
    _engine_of(connection).commit(connection)


def savepoint(connection: Connection) -> None:
    """Begin the part of a write transaction that `roll_back_to_savepoint` takes back. Its name is `unit`."""
    _engine_of(connection).savepoint(connection)


def roll_back_to_savepoint(connection: Connection) -> None:
    """Take back what was written since `savepoint`, with the keys that were used."""
    _engine_of(connection).roll_back_to_savepoint(connection)


def is_in_transaction(connection: Connection) -> bool:
    """Whether a transaction is open: SQLite rolls one back by itself when the disk is full or fails, and PostgreSQL
    when the connection is lost.
    """
    return _engine_of(connection).is_in_transaction(connection)


def change_count(connection: Connection) -> int:
    """A number that differs after a statement of this connection that changed rows, or after which the transaction
    cannot go on.
    """
    return _engine_of(connection).change_count(connection)


def has_table(connection: Connection, name: str) -> bool:
    """Whether the database has this table."""
    return _engine_of(connection).has_table(connection, name)


def newest_key(connection: Connection, table: str) -> int:
    """The greatest key that a table whose keys are never reused has ever used; 0 before the first row."""
    return _engine_of(connection).newest_key(connection, table)


def never_reuse_keys(connection: Connection, table: str, key: str, *, may_be_given: bool = False) -> None:
    """Keep the newest key of a table, also of rows that were deleted. Some rows may come with a key. For a
    migration.
    """
    _engine_of(connection).never_reuse_keys(connection, table, key, may_be_given=may_be_given)


def create_triggers(connection: Connection, table: str, triggers: Sequence[tuple[str, str, Sequence[str]]]) -> None:
    """Create triggers for each changed row of a table: (name, event, statements). For a migration."""
    _engine_of(connection).create_triggers(connection, table, triggers)


def create_cluster_functions(connection: Connection) -> None:
    """Create what the hosts of a cluster need beside its tables. For a migration."""
    _engine_of(connection).create_cluster_functions(connection)


def create_commit_outcomes(connection: Connection) -> None:
    """Create what tells a writer that lost its connection whether its commit took place. For a migration."""
    _engine_of(connection).create_commit_outcomes(connection)


def server_clock_ms(connection: Connection) -> int | None:
    """What the clock of the database's server shows, in milliseconds since the epoch; None for a file."""
    return _engine_of(connection).server_clock_ms(connection)


def truth_text(connection: Connection, value: bool) -> str:
    """A truth value as it stands in a statement of the engine."""
    return str((true() if value else false()).compile(dialect=connection.dialect))


def interrupt_statements_when(connection: Connection, is_due: Callable[[], bool]) -> None:
    """Interrupt each statement of the connection that runs when `is_due` returns true. It is called from time to time,
    in the thread of the statement.
    """
    _engine_of(connection).interrupt_statements_when(connection, is_due)


def is_interruption(error: BaseException) -> bool:
    """Whether the error is that of an interrupted statement."""
    return sqlite.is_interruption(error) or postgresql_errors.is_interruption(error)


def server_message(error: BaseException) -> str | None:
    """What the server or its driver says, on one line; None for an error that is not theirs."""
    return postgresql_errors.message_of(error)


def fault_of(error: BaseException) -> FaultError | None:
    """The fault for an error of the engine that is no bug: disk full (507), database busy, damaged or out of reach
    (503). None for other errors.
    """
    return sqlite.fault_of(error) or postgresql_errors.fault_of(error)


def integer_columns(connection: Connection, query: Select[Any] | TextualSelect) -> list[NDArray[np.int64]]:
    """The columns of a query as arrays, in the order of the query. All values are integers and none is NULL."""
    return _engine_of(connection).integer_columns(connection, query)


def driver_rows(connection: Connection, query: Select[*tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The rows of a query as the driver's tuples, in a third of the time of SQLAlchemy's rows. For very many rows."""
    result = connection.execute(query)
    rows: list[tuple[Any, ...]] = cast("Any", result).cursor.fetchall()
    result.close()
    return rows


def row_batches(connection: Connection, query: Select[*tuple[Any, ...]], size: int) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a query as the driver's tuples, `size` at a time. For more rows than should be in memory."""
    return _engine_of(connection).row_batches(connection, query, size)


def pack_integers(column: SQLColumnExpression[Any]) -> ColumnElement[Any]:
    """All integers of a column, or of a group of rows, as one text value for `unpack_integers`."""
    return ByEngine(func.group_concat(column), func.string_agg(sql_cast(column, Text), literal_column("','")))


def limit_cache(connection: Connection, mebibytes: int) -> None:
    """Let the connection keep at most this many MiB of pages in the memory of this process."""
    _engine_of(connection).limit_cache(connection, mebibytes)


def use_small_cache(connection: Connection) -> None:
    """Let the connection keep at most 2 MiB of pages in memory, for a reader that reads each row once."""
    limit_cache(connection, sqlite.SMALL_CACHE_MIB)

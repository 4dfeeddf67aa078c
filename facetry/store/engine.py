"""The database engine of a library: SQLite for a file, PostgreSQL for a server.

Code elsewhere is SQLAlchemy that runs on each engine, or calls the methods of `Engine`. PostgreSQL's driver is imported
when it is needed.
"""

from __future__ import annotations

import functools
from pathlib import Path

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.store.engines.interface import Engine
from facetry.store.engines.postgresql import errors as postgresql_errors
from facetry.store.engines.postgresql.address import DatabaseUrl
from facetry.store.engines.postgresql.errors import UnusableServerError
from facetry.store.engines.sqlite import errors as sqlite_errors
from facetry.store.engines.sqlite.connections import UnsafeSQLiteError
from facetry.store.engines.sqlite.engine import SQLite
from facetry.store.engines.values import close, raw_connection
from facetry.store.lease import Lease

__all__ = [
    "DatabaseUrl",
    "Engine",
    "Lease",
    "Location",
    "UnsafeSQLiteError",
    "UnusableServerError",
    "close",
    "raw_connection",
]

Location = Path | DatabaseUrl
"""Where the database of a library is: a file of SQLite, or a database of a PostgreSQL server."""


@functools.cache
def _engine_named(dialect: str) -> Engine:
    if dialect == "sqlite":
        return SQLite()
    try:
        from facetry.store.engines.postgresql.engine import PostgreSQL
    except ImportError as error:
        raise UnusableServerError(
            f"the driver of PostgreSQL cannot be imported ({error}). Install it: pip install 'facetry[postgresql]'"
        ) from error
    return PostgreSQL()


def engine_of(connection: Connection) -> Engine:
    """The engine of a connection."""
    return _engine_named(connection.dialect.name)


def engine_at(location: Location) -> Engine:
    """The engine of a place. Raises `UnusableServerError` when the driver of PostgreSQL is not installed."""
    return _engine_named("sqlite" if isinstance(location, Path) else "postgresql")


def connect(location: Location, *, query_only: bool = False) -> Connection:
    """A new connection. The caller begins and ends transactions with the methods of its engine.

    Raises `UnsafeSQLiteError`, and `UnusableServerError` for a PostgreSQL server that cannot be used.
    """
    return engine_at(location).connect(location, query_only=query_only)


def fault_of(error: BaseException) -> FaultError | None:
    """The fault for an error of either engine that is no bug; see `Engine.fault_of`."""
    return sqlite_errors.fault_of(error) or postgresql_errors.fault_of(error)

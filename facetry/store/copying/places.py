"""Opens both sides of a copy: the library, and the database that gets the copy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from facetry.store.copying.side import CopyError, Side
from facetry.store.engine import DatabaseUrl, Location, close, connect, engine_at, engine_of
from facetry.store.engines.values import DamageError
from facetry.store.migrations import current
from facetry.store.store import DamagedDatabaseError, Store


@contextmanager
def opened_library(location: Location) -> Iterator[Side]:
    """The library that is copied, which is checked and migrated as at the start of a service, and then only read.

    Raises `CopyError` for a database without a library, and what `Store` raises.
    """
    if isinstance(location, DatabaseUrl):
        with _connected(location, query_only=True) as connection:
            if current(connection) is None:
                raise CopyError(f"there is no library in the database {location}")
    Store(location).close()
    with _connected(location, query_only=True) as connection:
        yield Side(connection, location)


@contextmanager
def opened_target(location: Location) -> Iterator[Side]:
    """The database that gets the copy; a file is created. No server can start on it meanwhile.

    The caller holds the lock of the data folder in which a file is. Raises `CopyError` for a database that is served,
    and for files of another library; `OSError`, `UnsafeSQLiteError` and `UnusableServerError`.
    """
    if isinstance(location, Path):
        _require_no_other_database(location)
    try:
        engine_at(location).prepare(location)
    except DamageError as error:
        raise DamagedDatabaseError(location, str(error)) from error
    with _connected(location) as connection:
        if not engine_of(connection).claim_serving(connection):
            raise CopyError(
                f"a server runs on the database {location}; stop it first. Or the database is the library itself, or "
                "an interrupted run has not ended there yet"
            )
        yield Side(connection, location)


def _require_no_other_database(path: Path) -> None:
    others = sorted(each.name for each in path.parent.glob(f"{path.name}-*"))
    if others and not path.exists():
        raise CopyError(
            f"{path.parent} has files of another database: {', '.join(others)}. Move them to another folder first"
        )


@contextmanager
def _connected(location: Location, *, query_only: bool = False) -> Iterator[Connection]:
    connection = connect(location, query_only=query_only)
    try:
        yield connection
    finally:
        close(connection)

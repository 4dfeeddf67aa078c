"""The store of one library: its database file, its writer and its readers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from facetry.store.engine import connect
from facetry.store.journal import Journal
from facetry.store.migrations import migrate
from facetry.store.readers import Readers
from facetry.store.work import Work
from facetry.store.writer import Writer

T = TypeVar("T")


class Store:
    """Opens the database, brings it up to date, and takes units of work and queries until it is closed."""

    def __init__(self, path: Path) -> None:
        """Open or create the database file at `path`.

        Raises `UnsafeSQLiteError` when the SQLite at hand could corrupt it, and `NewerLibraryError` when a newer
        Facetry wrote it.
        """
        connection = connect(path)
        migrate(connection)
        self._writer = Writer(connection)
        self._readers = Readers(path)

    @property
    def journal(self) -> Journal:
        """What the last commits of this process changed."""
        return self._writer.journal

    @property
    def broken(self) -> str | None:
        """Why nothing can be written any more, or None while all is well."""
        return self._writer.broken

    async def write(self, unit: Callable[[Work], T]) -> T:
        """Run a unit of work; see `Writer.write`."""
        return await self._writer.write(unit)

    def write_now(self, unit: Callable[[Work], T]) -> T:
        """Run a unit of work from outside the event loop."""
        return self._writer.write_now(unit)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run a query on one snapshot of the library."""
        return await self._readers.read(query)

    def read_now(self, query: Callable[[Connection], T]) -> T:
        """Run a query from outside the event loop."""
        return self._readers.read_now(query)

    def close(self) -> None:
        """Finish what waits, then close."""
        self._writer.close()
        self._readers.close()

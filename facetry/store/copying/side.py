"""One side of a copy: a connection, and its engine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from sqlalchemy import Connection

from facetry.store.copying.marker import Marker, Origin
from facetry.store.engine import Location, engine_of, raw_connection
from facetry.store.engines.bulk import Kind, Row, Table
from facetry.store.migrations import HEAD
from facetry.store.revision import current

_FETCHED_ROWS: Final = 10_000
_FETCHED_BYTES: Final = 32 * 2**20
"""Maximum sizes of what is in memory at a time, for each side."""
_IDENTITY: Final = "media_key"
"""A table whose row is random, and different in each library."""
_TYPES: Final[dict[Kind, tuple[type, ...]]] = {
    Kind.INTEGER: (int,),
    Kind.NUMBER: (int, float),
    Kind.BOOLEAN: (int,),
    Kind.TEXT: (str,),
    Kind.BYTES: (bytes,),
    Kind.JSON: (str,),
}


class CopyError(RuntimeError):
    """The library cannot be copied; the message says why, and what to do."""


class Side:
    """A database that is copied, or gets the copy."""

    def __init__(self, connection: Connection, location: Location) -> None:
        self.connection = connection
        self.location = location
        self.engine = engine_of(connection)
        self.bulk = self.engine.bulk
        self.marker = Marker(connection, self.bulk)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A read transaction, whose statements see one state: nobody else writes to the side that gets the copy."""
        self.engine.begin_read(self.connection)
        try:
            yield
        finally:
            self.engine.end_read(self.connection)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A write transaction."""
        self.engine.begin_write(self.connection)
        raw = raw_connection(self.connection)
        try:
            yield
            raw.execute("COMMIT")
        except BaseException:
            with suppress(Exception):  # it may have ended already, with its connection; the first error tells more
                raw.execute("ROLLBACK")
            raise

    def execute(self, statement: str) -> Any:
        """Execute a statement without parameters; its cursor."""
        return raw_connection(self.connection).execute(statement)

    def count(self, table: Table) -> int:
        """The number of rows of a table."""
        count: int = self.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0]  # noqa: S608  # our own name
        return count

    def last_key(self, table: Table) -> Row | None:
        """The greatest key of a table; None without rows."""
        columns, order = (", ".join(f'"{name}"{ending}' for name in table.key) for ending in ("", " DESC"))
        statement = f'SELECT {columns} FROM "{table.name}" ORDER BY {order} LIMIT 1'  # noqa: S608
        row: Row | None = self.execute(statement).fetchone()
        return row

    def fetch_size(self, table: Table) -> int:
        """How many rows of a table may be in memory at a time."""
        longest = self.bulk.bytes_of_longest_row(self.connection, table)
        return max(1, min(_FETCHED_ROWS, _FETCHED_BYTES // max(longest, 1)))

    def rows(self, table: Table, after: Row | None, size: int) -> Iterator[list[Row]]:
        """The rows with keys after `after`, in the order of their keys, `size` at a time. In a read transaction."""
        return self.bulk.rows(self.connection, table, after, size)

    def insert(self, table: Table, rows: Sequence[Row]) -> None:
        """Insert rows. Raises `CopyError` for a value that the engine cannot store."""
        try:
            self.bulk.insert(self.connection, table, rows)
        except Exception as error:
            if (refusal := self._refusal(table, rows)) is not None:
                raise CopyError(refusal) from error
            raise

    def newest_keys(self, tables: Sequence[Table]) -> dict[str, int]:
        """The newest keys of the tables whose keys are never reused."""
        return {
            table.name: self.engine.newest_key(self.connection, table.name)
            for table in tables
            if table.keeps_newest_key
        }

    def origin(self, tables: Sequence[Table]) -> Origin:
        """What identifies the library and its state. In a read transaction."""
        digest = hashlib.sha256()
        for table in tables:
            if table.name == _IDENTITY:
                for rows in self.rows(table, None, _FETCHED_ROWS):
                    digest.update(repr(rows).encode())
        keys = self.newest_keys(tables)
        state = [current(self.connection), *keys.values(), *map(self.count, tables)]
        return Origin(digest.hexdigest(), HEAD, state)

    def _refusal(self, table: Table, rows: Sequence[Row]) -> str | None:
        for row in rows:
            for (name, kind), value in zip(table.columns.items(), row, strict=True):
                reason = None if value is None else self.bulk.refusal_of(value)
                if value is not None and not isinstance(value, _TYPES[kind]):
                    reason = f"it is of the type {type(value).__name__}, and the column has values of the type {kind}"
                if reason is not None:
                    key = ", ".join(map(str, table.key_of(row)))
                    return f"table {table.name}, key {key}: {name} cannot be copied, because {reason}"
        return None

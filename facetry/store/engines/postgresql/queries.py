"""Queries that are read in PostgreSQL's own ways: columns of integers as binary copies, and rows in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Connection,
    Select,
    TextualSelect,
    case,
    func,
    literal_column,
    select,
)
from sqlalchemy import cast as sql_cast

from facetry.store.engines.postgresql.connections import session_of
from facetry.store.engines.values import SMALL_CACHE_MIB, raw_connection

_HEADER_BYTES: Final = 19
"""The signature, the flags and the length of an extension that nobody uses."""
_TRAILER_BYTES: Final = 2
_MAX_PACKED: Final = 100_000_000
"""Integers in the packed columns of one row, which the server limits to a gigabyte."""
_NO_BYTES: Final[ColumnElement[bytes]] = literal_column("''::bytea")
_CURSOR: Final = "rows"
_FIELDS: Final = (("length", ">i4"), ("value", ">i8"))
_ONE: Final[ColumnElement[int]] = literal_column("1")
_ZERO: Final[ColumnElement[int]] = literal_column("0")
SERVER_CLOCK: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""What the server's clock shows, in milliseconds since the epoch: SQL."""
_KEYS: Final = {"event": "sequence", "api_secret": "id", "collection": "id"}
"""The column of the key, if it is not `key`."""


class Queries:
    """The methods of `Engine` for what is read in other ways than those of SQLAlchemy."""

    def server_clock_ms(self, connection: Connection) -> int | None:
        clock: int = raw_connection(connection).execute(f"SELECT {SERVER_CLOCK}").fetchone()[0]
        return clock

    def integer_columns(self, connection: Connection, query: Select[Any] | TextualSelect) -> list[NDArray[np.int64]]:
        # The server packs each column into one value. Millions of rows, each of which arrives alone, would take most of
        # the time and several times the memory. Longer columns than a value can be are copied row by row.
        rows = query.subquery()
        columns = [
            sql_cast(case((column, _ONE), else_=_ZERO) if isinstance(column.type, Boolean) else column, BigInteger)
            for column in rows.c
        ]
        limit = _MAX_PACKED // len(columns)
        limited = select(*columns).limit(limit + 1).subquery()
        # An aggregate takes the rows of a sorted subquery in their order, as nothing else is done with them.
        aggregates = [func.string_agg(func.int8send(column), _NO_BYTES) for column in limited.c]
        text, values = _compiled(connection, select(*aggregates))
        packed = raw_connection(connection).execute(text, values, binary=True).fetchone()
        arrays = [np.frombuffer(value or b"", ">i8").astype(np.int64) for value in packed]
        if len(arrays[0]) <= limit:
            return arrays
        return _copied_columns(connection, select(*columns), len(columns))

    def row_batches(
        self, connection: Connection, query: Select[*tuple[Any, ...]], size: int
    ) -> Iterator[list[tuple[Any, ...]]]:
        """The rows, `size` at a time: a cursor of the server has the others."""
        text, values = _compiled(connection, query)
        with raw_connection(connection).cursor(_CURSOR) as cursor:
            cursor.execute(text, values)
            while rows := cursor.fetchmany(size):
                yield rows

    def newest_key(self, connection: Connection, table: str) -> int:
        # The counter is that of the last commit; the rows have what this transaction has added.
        key = _KEYS.get(table, "key")
        statement = f"SELECT greatest(value, (SELECT max({key}) FROM {table})) FROM key_counter WHERE name = '{table}'"  # noqa: S608
        row = raw_connection(connection).execute(statement).fetchone()
        return 0 if row is None else int(row[0])

    def interrupt_statements_when(self, connection: Connection, is_due: Callable[[], bool]) -> None:
        session_of(connection).is_due = raw_connection(connection).is_due = is_due

    def limit_cache(self, connection: Connection, mebibytes: int = SMALL_CACHE_MIB) -> None:
        """Do nothing: the cache is that of the server."""


def _copied_columns(connection: Connection, query: Select[*tuple[Any, ...]], count: int) -> list[NDArray[np.int64]]:
    """The columns of a query of big integers, by a binary copy.

    A row is the number of its columns, and for each of them the length 8 and the value.
    """
    text, values = _compiled(connection, query)
    with raw_connection(connection).cursor().copy(f"COPY ({text}) TO STDOUT (FORMAT binary)", values) as copy:
        data = b"".join(copy)
    fields = [(f"{name}{index}", type) for index in range(count) for name, type in _FIELDS]
    row_type = np.dtype([("count", ">i2"), *fields])
    rows = (len(data) - _HEADER_BYTES - _TRAILER_BYTES) // row_type.itemsize
    table = np.frombuffer(data, row_type, rows, offset=_HEADER_BYTES)
    return [table[f"value{index}"].astype(np.int64) for index in range(count)]


def _compiled(connection: Connection, query: Select[*tuple[Any, ...]]) -> tuple[str, list[Any]]:
    """The text of a query for the driver, and the values of its parameters."""
    compiled = query.compile(dialect=connection.dialect, compile_kwargs={"render_postcompile": True})
    values = [compiled.params[name] for name in compiled.positiontup or ()]
    text = str(compiled)
    return text if values else text.replace("%%", "%"), values  # the driver looks for values only then

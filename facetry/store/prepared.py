"""Prepared statements: SQLAlchemy Core statements that are compiled once and run on the driver's cursor.

SQLAlchemy Core costs 30-60 µs per execution, mostly for building the call, and a tag write executes six statements.
The statements are written in Core, so that they compile for PostgreSQL too; only the SQL text and the order of the
parameters are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import BindParameter, ClauseElement, Connection, bindparam
from sqlalchemy.sql.compiler import SQLCompiler

from facetry.store.engine import raw_connection


class PreparedStatement:
    """A statement with named bind parameters. Its values go to the driver without conversion."""

    __slots__ = ("_constants", "_names", "_statement", "_text")

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._text: str | None = None
        self._names: Sequence[str] = ()
        self._constants: Mapping[str, object] = {}

    def _compile(self, connection: Connection) -> str:
        compiled = cast("SQLCompiler", self._statement.compile(dialect=connection.dialect))
        self._names = tuple(compiled.positiontup or ())
        self._constants = {name: value for name, value in compiled.params.items() if value is not None}
        self._text = str(compiled)
        return self._text

    def _run(self, connection: Connection, values: Mapping[str, object]) -> Any:
        text = self._text or self._compile(connection)
        if self._constants:
            values = {**self._constants, **values}
        return raw_connection(connection).execute(text, [values[name] for name in self._names])

    def rows(self, connection: Connection, **values: object) -> list[tuple[Any, ...]]:
        """All rows of the result."""
        rows: list[tuple[Any, ...]] = self._run(connection, values).fetchall()
        return rows

    def first(self, connection: Connection, **values: object) -> tuple[Any, ...] | None:
        """The first row of the result; None without rows."""
        row: tuple[Any, ...] | None = self._run(connection, values).fetchone()
        return row

    def column(self, connection: Connection, **values: object) -> list[Any]:
        """The first column of all rows of the result."""
        return [row[0] for row in self._run(connection, values).fetchall()]

    def run(self, connection: Connection, **values: object) -> int:
        """Execute the statement. Returns the number of changed rows."""
        count: int = self._run(connection, values).rowcount
        return count

    def run_many(self, connection: Connection, value_sets: Iterable[Mapping[str, object]]) -> None:
        """Execute the statement once for each set of values."""
        text = self._text or self._compile(connection)
        names = self._names
        raw_connection(connection).executemany(text, [[values[name] for name in names] for values in value_sets])


class PreparedListStatement:
    """A statement over lists of values, compiled once for each list length that is a power of two.

    Shorter lists are padded with their last value. One execution for the list is faster than one for each value: each
    execution releases the interpreter's lock and has to wait for it under load.
    """

    __slots__ = ("_build_statement", "_texts")

    def __init__(self, build_statement: Callable[..., ClauseElement]) -> None:
        """`build_statement` takes a sequence of bind parameters for each list, and returns a statement with exactly
        these, in this order.

        Equal values must not change its result, because lists are padded.
        """
        self._build_statement = build_statement
        self._texts: dict[tuple[int, ...], str] = {}

    def rows(self, connection: Connection, *lists: Sequence[object]) -> list[tuple[Any, ...]]:
        """All rows of the result; no rows if a list is empty."""
        if not all(lists):
            return []
        lengths = tuple([1 << (len(values) - 1).bit_length() for values in lists])
        text = self._texts.get(lengths) or self._compile(connection, lengths)
        padded: list[object] = []
        for values, length in zip(lists, lengths, strict=True):
            padded += values
            padded += [values[-1]] * (length - len(values))
        rows: list[tuple[Any, ...]] = raw_connection(connection).execute(text, padded).fetchall()
        return rows

    def _compile(self, connection: Connection, lengths: tuple[int, ...]) -> str:
        parameters: list[list[BindParameter[Any]]] = [
            [bindparam(f"value_{place}_{number}") for number in range(length)] for place, length in enumerate(lengths)
        ]
        self._texts[lengths] = text = str(self._build_statement(*parameters).compile(dialect=connection.dialect))
        return text

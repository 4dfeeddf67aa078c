"""A portable statement, compiled once and run on the driver's cursor.

SQLAlchemy Core costs 30-60 µs an execution, most of it in building the call; a tag write runs half a dozen. The
statement stays Core, so that it compiles for PostgreSQL too; only its text and parameter order are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import BindParameter, ClauseElement, Connection, bindparam
from sqlalchemy.sql.compiler import SQLCompiler

from facetry.store.engine import raw


class Prepared:
    """A statement with named bind parameters, run with values that the driver takes as they are."""

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
        return raw(connection).execute(text, [values[name] for name in self._names])

    def rows(self, connection: Connection, **values: object) -> list[tuple[Any, ...]]:
        """All rows of the answer."""
        rows: list[tuple[Any, ...]] = self._run(connection, values).fetchall()
        return rows

    def first(self, connection: Connection, **values: object) -> tuple[Any, ...] | None:
        """The first row, or None."""
        row: tuple[Any, ...] | None = self._run(connection, values).fetchone()
        return row

    def column(self, connection: Connection, **values: object) -> list[Any]:
        """The first column of all rows."""
        return [row[0] for row in self._run(connection, values)]

    def run(self, connection: Connection, **values: object) -> int:
        """Execute, and say how many rows changed."""
        count: int = self._run(connection, values).rowcount
        return count

    def run_many(self, connection: Connection, many: Iterable[Mapping[str, object]]) -> None:
        """Execute once for each set of values."""
        text = self._text or self._compile(connection)
        names = self._names
        raw(connection).executemany(text, [[values[name] for name in names] for values in many])


class PreparedList:
    """A statement over a list of values, compiled once for each power of two that they make up: the last is repeated.

    One execution beats one for each value: each gives up the interpreter's lock, and under load has to wait for it.
    """

    __slots__ = ("_statement", "_texts")

    def __init__(self, statement: Callable[[Sequence[BindParameter[Any]]], ClauseElement]) -> None:
        """`statement` makes it with these bind parameters, in this order, and no others. That some are equal must make
        no difference.
        """
        self._statement = statement
        self._texts: dict[int, str] = {}

    def rows(self, connection: Connection, values: Sequence[object]) -> list[tuple[Any, ...]]:
        """All rows of the answer; none for an empty list."""
        if not values:
            return []
        length = 1 << (len(values) - 1).bit_length()
        text = self._texts.get(length) or self._compile(connection, length)
        repeated = [*values, *[values[-1]] * (length - len(values))]
        rows: list[tuple[Any, ...]] = raw(connection).execute(text, repeated).fetchall()
        return rows

    def _compile(self, connection: Connection, length: int) -> str:
        parameters: list[BindParameter[Any]] = [bindparam(f"value_{number}") for number in range(length)]
        self._texts[length] = text = str(self._statement(parameters).compile(dialect=connection.dialect))
        return text

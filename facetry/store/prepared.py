"""Prepared statements: SQLAlchemy Core statements that are compiled once and run on the driver's cursor.

SQLAlchemy Core costs 30-60 µs per execution, mostly for building the call, and a tag write executes six statements.
The statements are written in Core, so that they compile for each engine; only the SQL text and the order of the
parameters are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import BindParameter, ClauseElement, Connection, bindparam
from sqlalchemy.sql.compiler import SQLCompiler

from facetry.store.engines.values import raw_connection


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement for one engine: its text, the names of its parameters in their order, and constants among them."""

    text: str
    names: Sequence[str]
    constants: Mapping[str, object]


class PreparedStatement:
    """A statement with named bind parameters. Its values go to the driver without conversion."""

    __slots__ = ("_by_dialect", "_statement")

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._by_dialect: dict[str, _Compiled] = {}

    def _compile(self, connection: Connection) -> _Compiled:
        compiled = cast("SQLCompiler", self._statement.compile(dialect=connection.dialect))
        constants = {name: value for name, value in compiled.params.items() if value is not None}
        result = _Compiled(str(compiled), tuple(compiled.positiontup or ()), constants)
        self._by_dialect[connection.dialect.name] = result
        return result

    def _run(self, connection: Connection, values: Mapping[str, object]) -> Any:
        compiled = self._by_dialect.get(connection.dialect.name) or self._compile(connection)
        if compiled.constants:
            values = {**compiled.constants, **values}
        return raw_connection(connection).execute(compiled.text, [values[name] for name in compiled.names])

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
        compiled = self._by_dialect.get(connection.dialect.name) or self._compile(connection)
        names = compiled.names
        raw_connection(connection).executemany(
            compiled.text, [[values[name] for name in names] for values in value_sets]
        )


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
        self._texts: dict[tuple[str | int, ...], str] = {}

    def rows(self, connection: Connection, *lists: Sequence[object]) -> list[tuple[Any, ...]]:
        """All rows of the result; no rows if a list is empty."""
        if not all(lists):
            return []
        lengths = [1 << (len(values) - 1).bit_length() for values in lists]
        text = self._texts.get((connection.dialect.name, *lengths)) or self._compile(connection, lengths)
        padded: list[object] = []
        for values, length in zip(lists, lengths, strict=True):
            padded += values
            padded += [values[-1]] * (length - len(values))
        rows: list[tuple[Any, ...]] = raw_connection(connection).execute(text, padded).fetchall()
        return rows

    def _compile(self, connection: Connection, lengths: Sequence[int]) -> str:
        parameters: list[list[BindParameter[Any]]] = [
            [bindparam(f"value_{index}_{number}") for number in range(length)] for index, length in enumerate(lengths)
        ]
        text = str(self._build_statement(*parameters).compile(dialect=connection.dialect))
        self._texts[connection.dialect.name, *lengths] = text
        return text

"""What all engines have in common: the driver's connection and rows, packed integers, and expressions with a form for
each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, SQLColumnExpression, Text, TextualSelect, func, literal_column
from sqlalchemy import cast as sql_cast
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from facetry.errors import FaultError, unavailable

USUAL_CACHE_MIB: Final = 32
SMALL_CACHE_MIB: Final = 2


class DamageError(RuntimeError):
    """The database is damaged; the message says what is."""


def raw_connection(connection: Connection) -> Any:
    """The driver's connection, for frequent statements and for transaction control."""
    return connection.connection.driver_connection


def close(connection: Connection) -> None:
    """Close a connection, also one that is lost or closed."""
    if not (connection.closed or connection.invalidated) and getattr(raw_connection(connection), "closed", False):
        connection.invalidate()  # SQLAlchemy would try to roll back, and log that it cannot
    connection.close()
    connection.engine.dispose()


def driver_rows(connection: Connection, query: Select[*tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The rows of a query as the driver's tuples, in a third of the time of SQLAlchemy's rows. For very many rows."""
    result = connection.execute(query)
    rows: list[tuple[Any, ...]] = cast("Any", result).cursor.fetchall()
    result.close()
    return rows


def unpack_integers(text: str | None) -> NDArray[np.int64]:
    """The integers of a `pack_integers` value; an empty array for NULL, the value of no rows."""
    return np.fromstring(text, np.int64, sep=",") if text else np.empty(0, np.int64)


def damaged(description: str | None = None) -> FaultError:
    """503: what was asked for lies in a damaged part of the database, or would be written to a damaged database.

    `description` says what is damaged, if the answer should.
    """
    where = "" if description is None else f" ({description})"
    detail = f"The library's database is damaged{where}; the server's log and `facetry check` say more."
    return unavailable("store.damaged", detail, retry_after=60)


class IndexedText(NamedTuple):
    """A text for the full-text index: the key of its row, and its beginning, folded."""

    key: int
    folded: str
    is_truncated: bool


@dataclass(frozen=True, slots=True)
class TextMatches:
    """The rows that may contain a substring, as queries for their keys.

    A row of `candidates` has to be compared with its text, whether it is in `keys` or not. A row that is only in
    `keys` contains the substring.
    """

    keys: TextualSelect
    candidates: TextualSelect


class ByEngine(FunctionElement[Any]):
    """An expression with two forms: the first for SQLite, the second for PostgreSQL."""

    inherit_cache = True
    name = "by_engine"


@compiles(ByEngine, "sqlite")
def _compile_for_sqlite(element: ByEngine, compiler: SQLCompiler, **options: Any) -> str:
    return _compile_form(element, compiler, 0, options)


@compiles(ByEngine, "postgresql")
def _compile_for_postgresql(element: ByEngine, compiler: SQLCompiler, **options: Any) -> str:
    return _compile_form(element, compiler, 1, options)


def _compile_form(element: ByEngine, compiler: SQLCompiler, index: int, options: dict[str, Any]) -> str:
    form: ColumnElement[Any] = list(element.clauses)[index]
    return compiler.process(form, **options)


def pack_integers(column: SQLColumnExpression[Any]) -> ColumnElement[Any]:
    """All integers of a column, or of a group of rows, as one text value for `unpack_integers`."""
    return ByEngine(func.group_concat(column), func.string_agg(sql_cast(column, Text), literal_column("','")))

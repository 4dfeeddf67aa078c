"""Connections of SQLite's driver whose slow statements are reported."""

from __future__ import annotations

import functools
import time
from types import ModuleType
from typing import Any

from facetry.store.slow_queries import SLOW_SECONDS, is_explained, report, without_texts


@functools.cache
def timed_connection_class(driver: ModuleType) -> type:
    """A class of connections for `driver`, whose statements are timed.

    What is timed is SQLite's work: up to the first row, and all rows that are fetched together. Rows that are fetched
    one by one count as the work of their caller, and so do pauses of the caller.
    """

    base = driver.Cursor
    execute, fetchall, now = base.execute, base.fetchall, time.perf_counter
    # A connection keeps a weak reference to each cursor, and only this function drops those to cursors that are gone.
    new_cursor = driver.Connection.cursor

    class TimedCursor(base):  # type: ignore[misc, valid-type]  # known at run time only
        """A cursor that adds up the time of its statement."""

        __slots__ = ("_parameters", "_seconds", "_statement")

        def execute(self, statement: str, parameters: Any = (), /) -> Any:
            self._statement, self._parameters = statement, parameters
            begin = now()
            try:
                return execute(self, statement, parameters)
            finally:  # without a further call: this is the path of every statement
                self._seconds = seconds = now() - begin
                if seconds > SLOW_SECONDS:
                    _report(driver, self.connection, statement, parameters, seconds)

        def executemany(self, statement: str, parameters: Any, /) -> Any:
            self._statement, self._parameters, self._seconds = statement, None, 0.0
            begin = now()
            try:
                return super().executemany(statement, parameters)
            finally:
                self._add(now() - begin)

        def fetchall(self) -> Any:
            begin = now()
            try:
                return fetchall(self)
            finally:
                self._add(now() - begin)

        def fetchmany(self, *arguments: Any, **options: Any) -> Any:
            begin = now()
            try:
                return super().fetchmany(*arguments, **options)
            finally:
                self._add(now() - begin)

        def _add(self, more: float) -> None:
            before = self._seconds
            self._seconds = seconds = before + more
            if seconds > SLOW_SECONDS >= before:
                _report(driver, self.connection, self._statement, self._parameters, seconds)

    class TimedConnection(driver.Connection):  # type: ignore[misc, name-defined]
        """A connection whose cursors are timed."""

        __slots__ = ()

        def cursor(self, factory: Any = TimedCursor) -> Any:
            return new_cursor(self, factory)

        def execute(self, statement: str, parameters: Any = (), /) -> Any:
            return new_cursor(self, TimedCursor).execute(statement, parameters)

        def executemany(self, statement: str, parameters: Any, /) -> Any:
            return new_cursor(self, TimedCursor).executemany(statement, parameters)

    return TimedConnection


def _report(driver: ModuleType, connection: Any, statement: str, parameters: Any, seconds: float) -> None:
    plan = None
    if parameters is not None and is_explained(statement):
        plan = _plan(driver, connection, statement, parameters)
    report(statement, seconds, plan)


def _plan(driver: ModuleType, connection: Any, statement: str, parameters: Any) -> str:
    """The plan of a statement, with ` > ` for each level below the first; the values have no effect on its text."""
    cursor = driver.Cursor(connection)
    try:
        rows = cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
    except driver.Error as error:  # such as the end of the deadline of the read itself
        return f"unknown: {error}"
    finally:
        cursor.close()
    depths: dict[int, int] = {0: -1}
    parts = []
    for id, parent, _, detail in rows:
        depths[id] = depths.get(parent, -1) + 1
        parts.append("> " * depths[id] + without_texts(detail))
    return "; ".join(parts)

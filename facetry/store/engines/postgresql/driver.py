"""Connections of the driver: statements that are interrupted and timed, and the number of changed rows."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

import psycopg
from psycopg.types.numeric import Int8Dumper

from facetry.store import slow_queries
from facetry.store.slow_queries import SLOW_SECONDS

_CHECK_SECONDS: Final = 0.02
"""Time between two checks whether to interrupt a statement that the server is executing."""

_SLOW_CHECK_SECONDS: Final = 0.5
"""The same for a statement that only time interrupts."""

_CHANGES: Final = (b"INSERT", b"UPDATE", b"DELETE")


class TimedCursor(psycopg.Cursor[tuple[Any, ...]]):
    """A cursor that reports slow statements, and counts the rows that statements change."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> TimedCursor:
        """Execute a statement."""
        begin = time.perf_counter()
        try:
            super().execute(query, params, **options)
        finally:
            if (seconds := time.perf_counter() - begin) > SLOW_SECONDS:
                slow_queries.report(str(query), seconds, self._plan(query, params))
        self._count_changes()
        return self

    def executemany(self, query: Any, params_seq: Iterable[Any], **options: Any) -> None:
        """Execute a statement for many rows."""
        begin = time.perf_counter()
        try:
            super().executemany(query, params_seq, **options)
        finally:
            if (seconds := time.perf_counter() - begin) > SLOW_SECONDS:
                slow_queries.report(str(query), seconds)
        self._count_changes()

    def _count_changes(self) -> None:
        result = self.pgresult
        if result is not None and (status := result.command_status) is not None and status.startswith(_CHANGES):
            connection = self.connection
            assert isinstance(connection, ServerConnection)  # noqa: S101  # only that makes these cursors
            connection.changed_rows += max(self.rowcount, 0)

    def _plan(self, query: Any, params: Any) -> str | None:
        """The plan of a statement on one line; None for one that has none, or failed."""
        if not slow_queries.is_explained(str(query)) or self.connection.info.transaction_status != _IN_TRANSACTION:
            return None
        cursor = psycopg.Cursor(self.connection)
        with suppress(psycopg.Error):  # the statement itself matters more
            cursor.execute(b"SAVEPOINT plan", prepare=False)
            try:
                rows = cursor.execute(f"EXPLAIN {query}", params, prepare=False).fetchall()
            except psycopg.Error as error:
                return f"unknown: {error}"
            finally:
                cursor.execute(b"ROLLBACK TO plan; RELEASE plan", prepare=False)
            return slow_queries.without_texts("; ".join(str(row[0]).strip() for row in rows))
        return None


class _IntegerDumper(Int8Dumper):
    """Sends all integers with 64 bits, so that there is one prepared statement, however large they are."""

    def quote(self, obj: Any) -> bytes:
        """The number as a literal. A cast comes before a sign, and the least number has no positive one."""
        return str(obj).encode() if obj >= 0 else f"'{obj}'::bigint".encode()


_IN_TRANSACTION: Final = psycopg.pq.TransactionStatus.INTRANS


class ServerConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection whose statements end when `is_due` says so, or after `answer_seconds`."""

    is_due: Callable[[], bool] | None = None
    """Asked in the thread of the statement; None for statements that nothing but `answer_seconds` ends."""
    answer_seconds: float | None = None
    """Maximum time for a statement; None for no limit."""
    cancel_seconds: float = 2.0
    """Maximum time for the request to the server that cancels a statement."""
    end_seconds: float = 5.0
    """Maximum time from the interruption of a statement to its end. Then the connection counts as lost."""
    changed_rows: int = 0
    """The number of rows that statements have changed, including those of rolled back transactions."""

    def prepare_session(self) -> None:
        """Set what is needed before the first statement."""
        self.cursor_factory = TimedCursor
        self.adapters.register_dumper(int, _IntegerDumper)
        self.prepared_max = 512

    def executemany(self, query: Any, rows: Iterable[Sequence[object]]) -> None:
        """Execute a statement once for each row of parameters."""
        self.cursor().executemany(query, rows)

    def wait(self, gen: Any, *arguments: Any, **options: Any) -> Any:
        """Wait for a generator of the driver. Errors have no values of rows, which have no place in the log."""
        try:
            if self.is_due is None and self.answer_seconds is None:
                return super().wait(gen, *arguments, **options)
            return super().wait(self._watched(gen), interval=_CHECK_SECONDS if self.is_due else _SLOW_CHECK_SECONDS)
        except psycopg.Error as error:
            if (message := error.diag.message_primary) is not None:
                error.args = (message if error.diag.message_hint is None else f"{message}\n{error.diag.message_hint}",)
            raise

    def _watched(self, gen: Any) -> Generator[Any, Any, Any]:
        """What `gen` does, with a look at the clock each time that the server has not answered yet."""
        give_up = None
        end = math.inf if self.answer_seconds is None else time.monotonic() + self.answer_seconds
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready:
                    if give_up is None and (time.monotonic() > end or (self.is_due is not None and self.is_due())):
                        give_up = time.monotonic() + self.end_seconds
                        with suppress(psycopg.Error):  # the statement may have ended, or the server may be gone
                            self.cancel_safe(timeout=self.cancel_seconds)
                    elif give_up is not None and time.monotonic() > give_up:
                        self.close()
                        raise psycopg.errors.QueryCanceled("the server did not end an interrupted statement")
                wanted = gen.send(ready)
        except StopIteration as result:
            return result.value

"""A database beside that of the library, such as one for vectors: connections with a deadline for each use.

Nothing in it is the truth, so there are neither sessions nor locks as for the library. A connection that fails is
closed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from facetry.store import interruption
from facetry.store.engines.postgresql.address import DatabaseUrl
from facetry.store.engines.postgresql.driver import ServerConnection
from facetry.store.engines.postgresql.errors import code_of, message_of

_MAX_IDLE: Final = 8
"""Number of connections that are kept for later."""
_CONNECT_OPTIONS: Final[dict[str, Any]] = {
    "autocommit": True,
    "client_encoding": "UTF8",
    "connect_timeout": 3,
    "application_name": "facetry-vectors",
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}


class SideDatabaseError(Exception):
    """The database cannot be reached, or refuses a statement; the message says why."""

    def __init__(self, message: str, code: str | None) -> None:
        super().__init__(message)
        self.code = code
        """The code of the error, if it is one of the server."""


class SideConnection(ServerConnection):
    """A connection to the database."""

    cancel_seconds = 0.5
    end_seconds = 0.5
    applied: dict[str, str]
    """The settings that were set last."""

    def apply(self, settings: Mapping[str, str]) -> None:
        """Set these settings of the session, if they differ from what was set last."""
        new = {name: value for name, value in settings.items() if self.applied.get(name) != value}
        if new:
            statement = "; ".join(f"SET {name} = '{value}'" for name, value in new.items())
            self.execute(statement.encode(), prepare=False)
            self.applied |= new


class SideDatabase:
    """The database. Any thread may use it."""

    def __init__(self, url: DatabaseUrl, settings: Mapping[str, str]) -> None:
        """`settings` are those of each session. Nothing is connected yet."""
        self._url = url
        self._settings = settings
        self._idle: list[SideConnection] = []
        self._lock = threading.Lock()

    @contextmanager
    def connection(
        self, seconds: float, is_cancelled: Callable[[], bool] = interruption.is_due
    ) -> Iterator[SideConnection]:
        """A connection for the block, whose statements have to end within `seconds`, and when `is_cancelled` says so.

        Raises `SideDatabaseError` for all errors of the database in the block.
        """
        deadline = time.monotonic() + seconds
        connection = None
        try:
            connection = self._take()
            connection.is_due = lambda: time.monotonic() >= deadline or is_cancelled()
            yield connection
        except psycopg.Error as error:
            if connection is not None and code_of(error) is None:
                self._close_idle()  # those have lost the server as well
            raise SideDatabaseError(self._message(error), code_of(error)) from None
        finally:
            if connection is not None:
                self._give_back(connection)

    def close(self) -> None:
        """Close all connections that are not in use."""
        self._close_idle()

    def _take(self) -> SideConnection:
        with self._lock:
            while self._idle:
                connection = self._idle.pop()
                if _is_open(connection):
                    return connection
        try:
            connection = SideConnection.connect(self._url.reveal(), **_CONNECT_OPTIONS)
        except psycopg.ProgrammingError:
            raise psycopg.OperationalError(  # without the driver's message, which has the whole URL
                "the URL of the database cannot be read"
            ) from None
        connection.applied = {}
        connection.apply(self._settings)
        return connection

    def _give_back(self, connection: SideConnection) -> None:
        connection.is_due = None
        is_idle = connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE
        with self._lock:
            if is_idle and len(self._idle) < _MAX_IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def _close_idle(self) -> None:
        with self._lock:
            connections, self._idle = self._idle, []
        for connection in connections:
            connection.close()

    def _message(self, error: psycopg.Error) -> str:
        return f"{self._url}: {message_of(error)}"


def _is_open(connection: SideConnection) -> bool:
    """Whether the server has not ended the connection meanwhile, which shows in unexpected bytes from it."""
    if connection.closed:
        return False
    try:
        connection.pgconn.consume_input()
    except psycopg.Error:
        connection.close()
        return False
    if connection.pgconn.status != psycopg.pq.ConnStatus.OK:
        connection.close()
        return False
    return True

"""Readers: threads with a connection each, so that no query blocks the event loop or the writer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from facetry.errors import unavailable
from facetry.store.engine import connect, raw_connection

T = TypeVar("T")


class ReaderPool:
    """A pool of threads with read-only connections."""

    def __init__(self, path: Path, count: int = 4) -> None:
        self._path = path
        self._local = threading.local()
        self._open_connections: list[Connection] = []
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="facetry-reader")

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run `query` on one snapshot of the library, in a reader thread. Raises a 503 fault after `close`."""
        loop = asyncio.get_running_loop()
        try:
            future = loop.run_in_executor(self._pool, self.read_now, query)
        except RuntimeError:  # the pool is shut down
            raise unavailable("store.closed", "The library is closing.", retry_after=5) from None
        return await future

    def read_now(self, query: Callable[[Connection], T]) -> T:
        """Run `query` on one snapshot of the library, in the caller's thread."""
        connection = self._connection()
        transaction = raw_connection(connection)
        transaction.execute("BEGIN")
        try:
            return query(connection)
        finally:
            transaction.execute("ROLLBACK")

    def close(self) -> None:
        """Finish the running queries and close the connections."""
        self._pool.shutdown(wait=True)
        for connection in self._open_connections:
            connection.close()
            connection.engine.dispose()

    def _connection(self) -> Connection:
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path, query_only=True)
            self._local.connection = connection
            with self._lock:
                self._open_connections.append(connection)
        return connection

"""Readers: threads with a connection each, so that no query holds up the event loop or the writer."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection

from facetry.errors import unavailable
from facetry.store.engine import connect, raw

T = TypeVar("T")


class Readers:
    """A pool of read-only connections."""

    def __init__(self, path: Path, count: int = 4) -> None:
        self._path = path
        self._local = threading.local()
        self._open: list[Connection] = []
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="facetry-reader")

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Run `query` on one snapshot of the library."""
        loop = asyncio.get_running_loop()
        try:
            work = loop.run_in_executor(self._pool, self.read_now, query)
        except RuntimeError:  # the pool is shut down
            raise unavailable("store.closed", "The library is closing.", retry_after=5) from None
        return await work

    def read_now(self, query: Callable[[Connection], T]) -> T:
        """The same on the caller's own thread."""
        connection = self._connection()
        transaction = raw(connection)
        transaction.execute("BEGIN")
        try:
            return query(connection)
        finally:
            transaction.execute("ROLLBACK")

    def close(self) -> None:
        """Finish the running queries and close the connections."""
        self._pool.shutdown(wait=True)
        for connection in self._open:
            connection.close()
            connection.engine.dispose()

    def _connection(self) -> Connection:
        connection: Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path, query_only=True)
            self._local.connection = connection
            with self._lock:
                self._open.append(connection)
        return connection

"""Locks of the server: that of the process that serves a library, and that of the writer.

Their keys are two numbers: the letters "FACT", which programs of other makers hardly use, and which lock it is.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg

from facetry.errors import unavailable

SERVING_LOCK: Final = "1178682196, 1"
WRITER_LOCK: Final = "1178682196, 2"


def try_serving_lock(connection: psycopg.Connection[Any]) -> bool:
    """Take the lock of the serving process with the session of the connection, to its end; whether it was free."""
    row = connection.execute(f"SELECT pg_try_advisory_lock({SERVING_LOCK})".encode()).fetchone()
    return row is not None and bool(row[0])


def take_serving_lock_again(connection: psycopg.Connection[Any]) -> None:
    """Take the lock with a new session in place of a lost one. Raises a 503 fault if another session has it."""
    if not try_serving_lock(connection):
        detail = "Another process serves the library, or the database server has not noticed yet that it was cut off."
        raise unavailable("store.unreachable", detail, retry_after=5)

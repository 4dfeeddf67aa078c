"""Locks of the server: that of the services of a library, and that of the writer.

Their keys are two numbers: the letters "FACT", which programs of other makers hardly use, and which lock it is.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg

from facetry.errors import unavailable

SERVING_LOCK: Final = "1178682196, 1"
WRITER_LOCK: Final = "1178682196, 2"
HOLDER_SECONDS: Final = 5
"""How long a process that was stopped, or cut off, may keep the lock of the writer: as long as a lease takes to end. No
other host can lead before.
"""


def limits_of_lock_holder() -> bytes:
    """SQL by which the server ends the session of a process that is stopped, or cut off, with the lock of writers."""
    settings = {
        "idle_in_transaction_session_timeout": f"{HOLDER_SECONDS}s",
        "tcp_user_timeout": f"{HOLDER_SECONDS}s",
        "tcp_keepalives_idle": "2s",  # and three times one second without an answer
        "tcp_keepalives_interval": "1s",
        "tcp_keepalives_count": "3",
    }
    return "; ".join(f"SET {name} = '{value}'" for name, value in settings.items()).encode()


def try_serving_lock(connection: psycopg.Connection[Any], *, is_shared: bool) -> bool:
    """Take the lock of services with the session of the connection, to its end; whether it was free. Sessions can have
    it together if it `is_shared` for each of them.
    """
    function = "pg_try_advisory_lock_shared" if is_shared else "pg_try_advisory_lock"
    row = connection.execute(f"SELECT {function}({SERVING_LOCK})".encode()).fetchone()
    return row is not None and bool(row[0])


def take_serving_lock_again(connection: psycopg.Connection[Any], *, is_shared: bool) -> None:
    """Take the lock with a new session in place of a lost one. Raises a 503 fault if another session has it."""
    if not try_serving_lock(connection, is_shared=is_shared):
        detail = "Another process serves the library, or the database server has not noticed yet that it was cut off."
        raise unavailable("store.unreachable", detail, retry_after=5)

"""The lock of the services of a library. A session holds it, so it ends with the process or the connection."""

from __future__ import annotations

import time
from typing import Final

from sqlalchemy import Connection

from facetry.store.engines.postgresql.connections import session_of
from facetry.store.engines.postgresql.locks import try_serving_lock
from facetry.store.engines.values import raw_connection

_WAIT_SECONDS: Final = 5.0
"""How long a new process waits for the server to notice the end of the last one."""


def claim(connection: Connection, *, is_shared: bool = False) -> bool:
    """Take the lock with the session of this connection, for as long as the connection is used; whether it was free. It
    `is_shared` among the hosts of a cluster.

    A connection that is lost and made anew takes the lock again.
    """
    end = time.monotonic() + _WAIT_SECONDS
    while not try_serving_lock(raw_connection(connection), is_shared=is_shared):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    session_of(connection).serving_lock = "shared" if is_shared else "alone"
    return True

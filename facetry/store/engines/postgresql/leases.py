"""Leases: what only one process of a cluster may do at a time, and which process that is.

A lease ends at a time of the server's clock unless its holder extends it. Each new holder gets a greater token, in a
transaction that holds the writer lock. So a transaction that was begun under an earlier token fails or has been
committed before: `transactions.begin_write` looks at the token after it has taken the same lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import psycopg

from facetry.store.engines.postgresql.address import DatabaseUrl
from facetry.store.engines.postgresql.driver import ServerConnection
from facetry.store.engines.postgresql.locks import WRITER_LOCK, limits_of_lock_holder
from facetry.store.engines.postgresql.queries import SERVER_CLOCK
from facetry.store.lease import Lease

_OPTIONS: Final[dict[str, Any]] = {
    "autocommit": True,
    "application_name": "facetry lease",
    "connect_timeout": 2,
    "tcp_user_timeout": 2_000,
    "keepalives_idle": 1,
    "keepalives_interval": 1,
    "keepalives_count": 2,
}
"""A connection that is lost has to be noticed while there is time to make another one."""
_SETTINGS: Final = b"SET statement_timeout = '2s'; SET lock_timeout = '2s'"
"""Not by the parameter `options`, which the URL may have."""
_ANSWER_SECONDS: Final = 3.0
"""Maximum time for a statement. A server that is stopped does not end it after two seconds."""
_NOW: Final = SERVER_CLOCK
_LONGEST_MILLISECONDS: Final = 60_000
"""A lease that would end later was extended before the server's clock was set back. Its holder corrects that within a
second, if there is one, and tokens keep a former holder from writing.
"""
_HAS_ENDED: Final = f"lease.expires NOT BETWEEN {_NOW} + 1 AND {_NOW} + {_LONGEST_MILLISECONDS}"
_ACQUIRE: Final = f"""
INSERT INTO lease (name, holder, address, token, expires)
    VALUES (%(name)s, %(holder)s, %(address)s, 1, {_NOW} + %(milliseconds)s)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, address = excluded.address, token = lease.token + 1,
        expires = excluded.expires
    WHERE {_HAS_ENDED} OR lease.holder = excluded.holder
    RETURNING token
"""  # noqa: S608  # constants of our own
_EXTEND: Final = f"UPDATE lease SET expires = {_NOW} + %s WHERE name = %s AND token = %s AND expires > 0"  # noqa: S608
_RELEASE: Final = "UPDATE lease SET expires = 0 WHERE name = %s AND token = %s"
_RETIRE: Final = "UPDATE lease SET address = '' WHERE name = %s AND token = %s"
_FIND: Final = f"SELECT holder, address, token, NOT ({_HAS_ENDED}) FROM lease WHERE name = %s"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has a lease, or had it last."""

    id: str
    address: str
    """Empty if it takes no more requests, because it is about to end."""
    token: int
    is_current: bool
    """Whether the lease has not ended."""


class UnreachableError(Exception):
    """The database cannot be reached, or does not answer in time; the message is what the driver says, on one line."""


class _LeaseConnection(ServerConnection):
    """A connection that is given up soon."""

    answer_seconds = _ANSWER_SECONDS
    cancel_seconds = 0.5
    end_seconds = 0.5


class Leases:
    """The leases of a cluster, over a connection of its own, which is made anew when it is lost. For one thread.

    All methods raise `UnreachableError`, at the latest after some seconds.
    """

    def __init__(self, url: DatabaseUrl) -> None:
        self._url = url
        self._connection: _LeaseConnection | None = None

    def acquire(self, name: str, holder: str, address: str, seconds: float) -> Lease | None:
        """Take the lease if it has ended, or has the same holder; None if another process has it."""
        values = {"name": name, "holder": holder, "address": address, "milliseconds": round(seconds * 1000)}
        with self._connected() as connection, connection.transaction():
            connection.execute(f"SELECT pg_advisory_xact_lock({WRITER_LOCK})".encode())
            row = connection.execute(_ACQUIRE.encode(), values).fetchone()
        return None if row is None else Lease(name, row[0])

    def extend(self, lease: Lease, seconds: float) -> bool:
        """Extend the lease from now on; False if another process has it, or it was released."""
        with self._connected() as connection:
            cursor = connection.execute(_EXTEND.encode(), [round(seconds * 1000), lease.name, lease.token])
        return cursor.rowcount == 1

    def retire(self, lease: Lease) -> None:
        """Have no more requests sent to the holder, which keeps the lease until it has answered the others."""
        with self._connected() as connection:
            connection.execute(_RETIRE.encode(), [lease.name, lease.token])

    def release(self, lease: Lease) -> None:
        """End the lease, so that another process can take it at once."""
        with self._connected() as connection:
            connection.execute(_RELEASE.encode(), [lease.name, lease.token])

    def find(self, name: str) -> Holder | None:
        """Who has the lease, or had it last; None if nobody ever had."""
        with self._connected() as connection:
            row = connection.execute(_FIND.encode(), [name]).fetchone()
        return None if row is None else Holder(*row)

    def revision(self) -> str:
        """The migration that the database has; see `migrations.HEAD`."""
        with self._connected() as connection:
            row = connection.execute(b"SELECT version_num FROM alembic_version").fetchone()
        assert row is not None  # noqa: S101  # hosts migrate the library before they lead
        return str(row[0])

    def close(self) -> None:
        """Close the connection. Leases go on until they end."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _connected(self) -> Iterator[_LeaseConnection]:
        try:
            if self._connection is None or self._connection.closed:
                self._connection = _LeaseConnection.connect(self._url.reveal(), **_OPTIONS)
                self._connection.execute(limits_of_lock_holder())
                self._connection.execute(_SETTINGS)
            yield self._connection
        except psycopg.Error as error:
            self.close()
            raise UnreachableError(str(error).partition("\n")[0]) from error

"""Connections to a database: the settings of a session, and what a server has to be able to do."""

from __future__ import annotations

import functools
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import psycopg
from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import NullPool

from facetry.store.engines.postgresql import dialect
from facetry.store.engines.postgresql.address import DatabaseUrl
from facetry.store.engines.postgresql.driver import ServerConnection
from facetry.store.engines.postgresql.errors import UnusableServerError
from facetry.store.engines.postgresql.locks import limits_of_lock_holder, take_serving_lock_again, try_serving_lock
from facetry.store.engines.values import raw_connection
from facetry.store.lease import Lease

FIRST_VERSION: Final = 15
"""The first major version of PostgreSQL that works."""

LOCK_SECONDS: Final = 5
"""Maximum time that a statement waits for the lock of another connection."""

CONNECT_SECONDS: Final = 10
_CLAIM_SECONDS: Final = 5.0
"""How long a new process waits for the server to notice the end of the last one."""

_CONNECT_OPTIONS: Final[dict[str, Any]] = {
    "autocommit": True,
    "client_encoding": "UTF8",
    "connect_timeout": CONNECT_SECONDS,
    "application_name": "facetry",
    # A server that is gone without a word is found out in half a minute.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
_SESSION: Final = {
    "synchronous_commit": "on",  # an acknowledged write survives a power cut
    "statement_timeout": "0",  # readers interrupt their statements; a migration may take long
    "idle_in_transaction_session_timeout": "0",
    "lock_timeout": f"{LOCK_SECONDS}s",
    "default_transaction_isolation": "read committed",
    "jit": "off",  # compilation takes longer than the usual statement
    "tcp_keepalives_idle": "10",  # the server gives locks back when this machine is gone
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10s",  # also while its answer has not arrived
}
_ANSWER_SECONDS: Final = 120
"""Maximum time for a statement of the writer. A server that is stopped keeps its connections, and answers nothing."""
_READING_SESSION: Final = {
    **_SESSION,
    "default_transaction_isolation": "repeatable read",  # all statements see the snapshot of the first
    "default_transaction_read_only": "on",
}


@dataclass(slots=True)
class Session:
    """What a connection keeps when it is made anew."""

    url: DatabaseUrl
    query_only: bool
    is_due: Callable[[], bool] | None = None
    serving_lock: Literal["alone", "shared"] | None = None
    """How the session holds the lock of services."""
    lease: Lease | None = None
    """The lease without which the session must not write."""
    has_functions: bool = False
    """Whether the database is known to have the functions of `schema`."""
    writer: uuid.UUID = field(default_factory=uuid.uuid4)
    """Identifies the session in the table of its last commit."""
    commits: int = 0
    """The number of commits that the session has begun."""
    is_limited: bool = False
    """Whether `limit_transactions` was called."""
    key_values: Any = None
    """The newest keys at the savepoint."""


def connect(url: DatabaseUrl, *, query_only: bool = False) -> Connection:
    """A new connection. Raises `UnusableServerError`, and the driver's errors inside SQLAlchemy's."""
    session = Session(url, query_only)
    engine = create_engine(
        f"{dialect.NAME}://",
        creator=functools.partial(_connect, session),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,  # they are texts of users, which have no place in the log
    )
    return engine.connect()


def session_of(connection: Connection) -> Session:
    """The session of a connection."""
    session: Session = raw_connection(connection).session
    return session


def limit_transactions(connection: Connection) -> None:
    """Have the server end the session when its process is stopped within a transaction, and so keeps the writer lock.
    A statement that a stopped server does not answer ends as well.
    """
    session_of(connection).is_limited = True
    _limit(raw_connection(connection))


def claim_serving(connection: Connection, *, is_shared: bool = False) -> bool:
    """Take the lock of the services of a library with the session of this connection, for as long as the connection is
    used; whether it was free. It `is_shared` among the hosts of a cluster.

    A connection that is lost and made anew takes the lock again.
    """
    end = time.monotonic() + _CLAIM_SECONDS
    while not try_serving_lock(raw_connection(connection), is_shared=is_shared):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    session_of(connection).serving_lock = "shared" if is_shared else "alone"
    return True


def reconnect(connection: Connection) -> None:
    """Replace a lost connection by a new one with the same settings. Raises the driver's errors."""
    connection.invalidate()
    connection.rollback()  # only SQLAlchemy's own state
    raw_connection(connection)


class _SessionConnection(ServerConnection):
    """A connection that knows its session."""

    session: Session


def _connect(session: Session) -> psycopg.Connection[Any]:
    try:
        connection = _SessionConnection.connect(session.url.reveal(), **_CONNECT_OPTIONS)
    except psycopg.ProgrammingError:
        raise UnusableServerError(  # without the driver's message, which has the whole URL
            "the URL of the database cannot be read. It looks like postgresql://user@host:5432/name; other characters "
            "than letters and digits are percent-encoded"
        ) from None
    try:
        connection.session = session
        connection.prepare_session()
        _require_usable(connection)
        settings = _READING_SESSION if session.query_only else _SESSION
        statement = "; ".join(f"SET {name} = '{value}'" for name, value in settings.items())
        connection.execute(statement.encode(), prepare=False)
        if session.is_limited:
            _limit(connection)
        if session.serving_lock is not None:
            take_serving_lock_again(connection, is_shared=session.serving_lock == "shared")
        connection.is_due = session.is_due
    except BaseException:
        connection.close()
        raise
    return connection


def _limit(connection: ServerConnection) -> None:
    connection.answer_seconds = _ANSWER_SECONDS
    connection.execute(limits_of_lock_holder(), prepare=False)


def _require_usable(connection: psycopg.Connection[Any]) -> None:
    """Raise `UnusableServerError` for an old server, a database that cannot hold every text, or a standby."""
    version = connection.info.server_version // 10_000
    if version < FIRST_VERSION:
        raise UnusableServerError(
            f"the database server is PostgreSQL {version}; {FIRST_VERSION} or newer is needed. Upgrade the server."
        )
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise UnusableServerError(
            f"the database has the encoding {encoding}, which cannot hold every text. Create another one: "
            "createdb --template=template0 --encoding=UTF8 NAME"
        )
    if connection.info.parameter_status("in_hot_standby") == "on":
        raise UnusableServerError(
            "the database server is a standby, which may be behind. Name the primary, or all of them with "
            "target_session_attrs=read-write in the URL."
        )

"""Transactions. There is one writer at a time among all processes: it holds a lock to the end of its transaction.

Keys that are never reused come from sequences, which do not roll back. The writer sets them back to the counters that
were committed last (`schema`), so the keys have no gaps, and their order is that of the commits.
"""

from __future__ import annotations

import time
from typing import Any, Final

import psycopg
from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.store.engines.postgresql.connections import reconnect, session_of
from facetry.store.engines.postgresql.errors import (
    OutcomeUnknownError,
    UnusableServerError,
    fault_of,
    is_lost_connection,
)
from facetry.store.engines.postgresql.locks import WRITER_LOCK
from facetry.store.engines.values import raw_connection
from facetry.store.lease import Lease

_OUTCOME_SECONDS: Final = 30.0
"""How long the writer tries to learn whether a commit took place after the connection was lost."""

_Status = psycopg.pq.TransactionStatus


class Transactions:
    """The methods of `Engine` for transactions."""

    def begin_read(self, connection: Connection) -> None:
        """Begin a transaction whose statements all see one snapshot: that of the first statement."""
        _begin(connection, b"BEGIN")

    def end_read(self, connection: Connection) -> None:
        if not self.is_in_transaction(connection):
            return
        raw = raw_connection(connection)
        if raw.info.transaction_status == _Status.INTRANS:
            raw.execute(b"COMMIT", prepare=False)  # after ROLLBACK, the driver would prepare all its statements anew
        else:
            raw.execute(b"ROLLBACK", prepare=False)

    def renew_snapshot(self, connection: Connection) -> None:
        raw_connection(connection).execute(b"COMMIT; BEGIN", prepare=False)

    def begin_write(self, connection: Connection) -> None:
        """Begin a write transaction, when that of any other process has ended.

        Raises the driver's error with the code `LEASE_LOST` if the session writes under a lease of another holder.
        """
        self._end_former(connection)
        session = session_of(connection)
        if not session.has_functions:
            session.has_functions = _has_functions(connection)
        if not session.has_functions:  # a new database, which is about to be migrated
            _begin(connection, f"BEGIN; SELECT pg_advisory_xact_lock({WRITER_LOCK})".encode())
            return
        try:
            _begin(connection, f"BEGIN; SELECT {_beginning(session.lease)}".encode())
        except BaseException:
            self.end_read(connection)
            raise

    def commit(self, connection: Connection) -> None:
        """Commit a write transaction. When the connection is lost meanwhile, a new one asks the server for the outcome.

        Raises `OutcomeUnknownError` when the server cannot be asked.
        """
        raw, session = raw_connection(connection), session_of(connection)
        session.commits += 1
        statement = f"SELECT facetry_end_write('{session.writer}', {session.commits}); COMMIT"
        try:
            cursor = raw.execute(statement.encode(), prepare=False)
        except psycopg.Error as error:
            # A server that stops may say so after the commit, instead of confirming it.
            if not (raw.closed or is_lost_connection(error)) or not _is_committed(connection, error):
                raise
            return
        cursor.nextset()
        if cursor.statusmessage != "COMMIT":
            raise psycopg.errors.InFailedSqlTransaction("the transaction had failed before its commit")

    def savepoint(self, connection: Connection) -> None:
        cursor = raw_connection(connection).execute(b"SAVEPOINT unit; SELECT facetry_keys()::text", prepare=False)
        cursor.nextset()
        session_of(connection).key_values = cursor.fetchone()[0]

    def roll_back_to_savepoint(self, connection: Connection) -> None:
        raw = raw_connection(connection)
        raw.execute(b"ROLLBACK TO unit", prepare=False)
        raw.execute("SELECT facetry_set_keys(%s::jsonb)", [session_of(connection).key_values])

    def is_in_transaction(self, connection: Connection) -> bool:
        """Whether a transaction is open, failed or not; not so when the connection is lost."""
        if connection.invalidated:
            return False  # the next use makes it anew
        raw = raw_connection(connection)
        return not raw.closed and raw.info.transaction_status != _Status.IDLE

    def change_count(self, connection: Connection) -> int:
        """The number of changed rows, and one more in a transaction that failed."""
        raw = raw_connection(connection)
        count: int = raw.changed_rows
        return count + int(raw.info.transaction_status == _Status.INERROR)

    def _end_former(self, connection: Connection) -> None:
        """Roll back a transaction that could not be rolled back at its end, so that the next one does not commit it."""
        if self.is_in_transaction(connection):
            raw = raw_connection(connection)
            try:
                raw.execute(b"ROLLBACK", prepare=False)
            except psycopg.Error:  # such as that the server has ended the session meanwhile
                if not raw.closed:
                    raise
        if connection.invalidated or raw_connection(connection).closed:
            reconnect(connection)


def _begin(connection: Connection, statement: bytes) -> Any:
    """Execute the first statement of a transaction, on a new connection if the last one is lost."""
    raw = None if connection.invalidated else raw_connection(connection)
    if raw is not None and not raw.closed:
        try:
            return raw.execute(statement, prepare=False)
        except psycopg.OperationalError:
            if not raw.closed:
                raise
    reconnect(connection)
    return raw_connection(connection).execute(statement, prepare=False)


def _beginning(lease: Lease | None) -> str:
    """The call of the function that begins a write transaction."""
    return "facetry_begin_write()" if lease is None else f"facetry_begin_write('{lease.name}', {lease.token})"


def _has_functions(connection: Connection) -> bool:
    raw = raw_connection(connection)
    if raw.closed:
        reconnect(connection)
        raw = raw_connection(connection)
    row = raw.execute("SELECT to_regprocedure('facetry_begin_write()') IS NOT NULL").fetchone()
    return bool(row[0])


def _is_committed(connection: Connection, error: BaseException) -> bool:
    """Whether the transaction whose commit ended in a lost connection was committed."""
    end = time.monotonic() + _OUTCOME_SECONDS
    while time.monotonic() < end:
        try:
            reconnect(connection)
            return _has_committed(connection)
        except Exception as another:
            if not _may_pass(another):
                break
        time.sleep(0.2)
    raise OutcomeUnknownError("The connection to the database was lost during a commit") from error


def _has_committed(connection: Connection) -> bool:
    """Whether the last commit of the session took place. A row tells it, under the lock that the lost session has until
    its transaction has ended: a server that has crashed gives the number of a lost transaction to another one.
    """
    raw, session = raw_connection(connection), session_of(connection)
    raw.execute(f"BEGIN; SELECT pg_advisory_xact_lock({WRITER_LOCK})".encode(), prepare=False)
    row = raw.execute("SELECT number FROM commit_outcome WHERE writer = %s", [session.writer]).fetchone()
    raw.execute(b"ROLLBACK", prepare=False)
    return row is not None and row[0] == session.commits


def _may_pass(error: BaseException) -> bool:
    """Whether the server may answer after this error: it starts, is being replaced, or a lost session has a lock."""
    return isinstance(error, FaultError | UnusableServerError) or fault_of(error) is not None

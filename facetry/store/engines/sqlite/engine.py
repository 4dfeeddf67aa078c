"""SQLite, with the methods of `Engine`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, TextualSelect, func, select

from facetry.store.engines.bulk import BulkEngine
from facetry.store.engines.database_state import DatabaseState
from facetry.store.engines.interface import Query, TextIndex, Triggers
from facetry.store.engines.sqlite import bulk, connections, errors, opening, texts
from facetry.store.engines.sqlite.integrity import files
from facetry.store.engines.sqlite.integrity.commit_mark import read_mark
from facetry.store.engines.sqlite.integrity.state import IntegrityState
from facetry.store.engines.values import raw_connection, unpack_integers
from facetry.store.lease import Lease

_STEPS_BETWEEN_CHECKS: Final = 100_000
"""Steps of SQLite's virtual machine between two checks whether to interrupt a statement: about 2 ms. A check needs the
interpreter lock."""


class SQLite:
    """A file of SQLite."""

    texts: TextIndex = texts
    bulk: BulkEngine = bulk
    is_remote = False
    runs_scripts = True

    open_library = staticmethod(opening.open_library)
    prepare = staticmethod(opening.prepare)
    damage_of_files = staticmethod(files.damage_of_files)
    connect = staticmethod(connections.connect)
    leave = staticmethod(connections.leave_open)
    limit_cache = staticmethod(connections.limit_cache)
    small_cache = staticmethod(connections.small_cache)
    is_interruption = staticmethod(errors.is_interruption)
    fault_of = staticmethod(errors.fault_of)

    def follow(self, location: Path, numbers: MutableSequence[int]) -> DatabaseState:
        return IntegrityState(location, numbers, is_following=True)

    def acknowledged(self, location: Path) -> int | None:
        mark = read_mark(location)
        return None if mark is None else mark.revision

    def copy_log(self, connection: Connection) -> bool:
        _, pages, copied = raw_connection(connection).execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        return bool(pages == copied)

    def claim_serving(self, connection: Connection, *, is_shared: bool = False) -> bool:  # noqa: ARG002  # as `Engine`
        return True

    def write_under_lease(self, connection: Connection, lease: Lease) -> None: ...

    def begin_read(self, connection: Connection) -> None:
        raw_connection(connection).execute("BEGIN")

    def end_read(self, connection: Connection) -> None:
        raw = raw_connection(connection)
        if raw.in_transaction:  # SQLite ends it after some errors
            raw.execute("ROLLBACK")

    def renew_snapshot(self, connection: Connection) -> None:
        raw_connection(connection).execute("ROLLBACK")
        raw_connection(connection).execute("BEGIN")

    def begin_write(self, connection: Connection) -> None:
        raw_connection(connection).execute("BEGIN IMMEDIATE")  # waits at most as long as the busy timeout

    def commit(self, connection: Connection) -> None:
        raw_connection(connection).execute("COMMIT")

    def savepoint(self, connection: Connection) -> None:
        raw_connection(connection).execute("SAVEPOINT unit")

    def roll_back_to_savepoint(self, connection: Connection) -> None:
        raw_connection(connection).execute("ROLLBACK TO unit")

    def is_in_transaction(self, connection: Connection) -> bool:
        return bool(raw_connection(connection).in_transaction)

    def change_count(self, connection: Connection) -> int:
        """The number of rows that this connection has changed, including those of rolled back transactions."""
        count: int = raw_connection(connection).total_changes
        return count

    def has_table(self, connection: Connection, name: str) -> bool:
        statement = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
        return raw_connection(connection).execute(statement, [name]).fetchone() is not None

    def newest_key(self, connection: Connection, table: str) -> int:
        statement = "SELECT seq FROM sqlite_sequence WHERE name = ?"
        row = raw_connection(connection).execute(statement, [table]).fetchone()
        return 0 if row is None else int(row[0])

    def never_reuse_keys(self, connection: Connection, table: str, key: str, *, may_be_given: bool = False) -> None:
        """Do nothing: such a table is one with AUTOINCREMENT."""

    def create_triggers(self, connection: Connection, table: str, triggers: Triggers) -> None:
        for name, event, statements in triggers:
            raw_connection(connection).execute(
                f"CREATE TRIGGER {name} AFTER {event} ON {table} BEGIN {'; '.join(statements)}; END"
            )

    def create_cluster_functions(self, connection: Connection) -> None:
        """Do nothing: one machine serves a file."""

    def create_commit_outcomes(self, connection: Connection) -> None:
        """Do nothing: no connection to a file is lost."""

    def server_clock_ms(self, connection: Connection) -> int | None: ...

    def interrupt_statements_when(self, connection: Connection, is_due: Callable[[], bool]) -> None:
        raw_connection(connection).set_progress_handler(is_due, _STEPS_BETWEEN_CHECKS)

    def integer_columns(self, connection: Connection, query: Select[Any] | TextualSelect) -> list[NDArray[np.int64]]:
        # All values are fetched in one row, in a third of the time that a row for each of them takes.
        rows = query.subquery()
        return [unpack_integers(text) for text in connection.execute(select(*map(func.group_concat, rows.c))).one()]

    def row_batches(self, connection: Connection, query: Query, size: int) -> Iterator[list[tuple[Any, ...]]]:
        result = connection.execute(query)
        try:
            cursor: Any = cast("Any", result).cursor
            while rows := cursor.fetchmany(size):
                yield rows
        finally:
            result.close()

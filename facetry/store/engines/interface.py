"""What the store needs of a database engine, beyond statements that SQLAlchemy compiles for each of them.

`facetry.store.engine` finds the engine of a connection or of a place. `engines/sqlite/` and `engines/postgresql/` have
one class each. Methods of which an engine has no need do nothing there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, TextualSelect

from facetry.errors import FaultError
from facetry.store.engines.bulk import BulkEngine
from facetry.store.engines.database_state import CommitMark, DatabaseState
from facetry.store.engines.values import SMALL_CACHE_MIB, IndexedText, TextMatches
from facetry.store.lease import Lease

Query = Select[*tuple[Any, ...]]
Triggers = Sequence[tuple[str, str, Sequence[str]]]
"""For each trigger its name, the event of a row, and statements."""


class Upgrade(Protocol):
    """Looks at the tables of a database that was opened, and migrates it. Returns the migration revision before; None
    for a new database.
    """

    def __call__(
        self, connection: Connection, acknowledged: int | None, before: Callable[[str, str], object]
    ) -> str | None:
        """`acknowledged` is the last revision that was, if it is known. `before` gets the migration revision of a
        database that is about to be migrated, and the one that it will have.
        """


@dataclass(frozen=True, slots=True)
class OpenedLibrary:
    """A database that was opened and migrated, with the connection of its writer."""

    connection: Connection
    state: DatabaseState
    mark: CommitMark
    former_revision: str | None
    """The migration revision before; None for a new database."""
    end_check: Callable[[], None] = lambda: None
    """Ends the check that goes on beside reads and writes. Comes before the connections are closed."""


class Engine(Protocol):
    """A database engine. Connections are in autocommit mode: transactions begin and end by these methods."""

    texts: TextIndex
    bulk: BulkEngine
    is_remote: bool
    """Whether a statement waits for a server."""
    runs_scripts: bool
    """Whether `new_library.sql` makes a new library. It is in the dialect of SQLite; otherwise migrations make it."""

    def open_library(self, location: Any, numbers: MutableSequence[int] | None, upgrade: Upgrade) -> OpenedLibrary:
        """Open a database to write, and have it upgraded. A file is created if it is missing, and looked at before.

        `numbers` are shared with processes that follow, if there are any. Raises `DamageError` and other errors of
        damage, `UnsafeSQLiteError`, `UnusableServerError`, `OSError`, and what `upgrade` raises.
        """

    def follow(self, location: Any, numbers: MutableSequence[int]) -> DatabaseState:
        """The state of a database that another process has opened with these numbers. Raises `OSError`."""

    def prepare(self, location: Any) -> None:
        """Look at the files of a database before its first connection, and create a missing one.

        Raises `DamageError`, `UnsafeSQLiteError` and `OSError`.
        """

    def damage_of_files(self, location: Any, *, is_served: bool) -> str | None:
        """What is wrong with the files of a database that this process has not opened. Raises `OSError`."""

    def acknowledged(self, location: Any) -> int | None:
        """The last revision that was acknowledged, if a file says so. It is asked before a connection reads."""

    def connect(self, location: Any, *, query_only: bool = False) -> Connection:
        """A new connection; see `facetry.store.engine.connect`."""

    def leave(self, connection: Connection) -> None:
        """End a connection to a damaged database, and leave its files as they are: a repair may read from the log what
        does not fit the database.
        """

    def copy_log(self, connection: Connection) -> bool:
        """Copy the write-ahead log into the database, as far as readers let it; whether all of it was copied."""

    def claim_serving(self, connection: Connection, *, is_shared: bool = False) -> bool:
        """Keep other services from the database on a server, for as long as this connection is used; whether there are
        none. With `is_shared`, only those that would serve it alone. A file has its lock elsewhere.
        """

    def write_under_lease(self, connection: Connection, lease: Lease) -> None:
        """Have each later write transaction of the connection fail as soon as another process has the lease."""

    def begin_read(self, connection: Connection) -> None:
        """Begin a transaction whose statements all see one snapshot."""

    def end_read(self, connection: Connection) -> None:
        """End a read transaction, whether its statements succeeded or not."""

    def renew_snapshot(self, connection: Connection) -> None:
        """Replace a reader's snapshot by the newest one."""

    def begin_write(self, connection: Connection) -> None:
        """Begin a write transaction. Waits for other writers to end, for a limited time."""

    def commit(self, connection: Connection) -> None:
        """Commit a write transaction. It returns only if the transaction is certainly committed."""

    def savepoint(self, connection: Connection) -> None:
        """Begin the part of a write transaction that `roll_back_to_savepoint` takes back. Its name is `unit`."""

    def roll_back_to_savepoint(self, connection: Connection) -> None:
        """Take back what was written since `savepoint`, with the keys that were used."""

    def is_in_transaction(self, connection: Connection) -> bool:
        """Whether a transaction is open: SQLite rolls one back by itself when the disk is full or fails, and PostgreSQL
        when the connection is lost.
        """

    def change_count(self, connection: Connection) -> int:
        """A number that differs after a statement of this connection that changed rows, or after which the transaction
        cannot go on.
        """

    def has_table(self, connection: Connection, name: str) -> bool:
        """Whether the database has this table."""

    def newest_key(self, connection: Connection, table: str) -> int:
        """The greatest key that a table whose keys are never reused has ever used; 0 before the first row."""

    def never_reuse_keys(self, connection: Connection, table: str, key: str, *, may_be_given: bool = False) -> None:
        """Keep the newest key of a table, also of rows that were deleted. Some rows may come with a key. For a
        migration.
        """

    def create_triggers(self, connection: Connection, table: str, triggers: Triggers) -> None:
        """Create triggers for each changed row of a table: (name, event, statements). For a migration."""

    def create_cluster_functions(self, connection: Connection) -> None:
        """Create what the hosts of a cluster need beside its tables. For a migration."""

    def create_commit_outcomes(self, connection: Connection) -> None:
        """Create what tells a writer that lost its connection whether its commit took place. For a migration."""

    def interrupt_statements_when(self, connection: Connection, is_due: Callable[[], bool]) -> None:
        """Interrupt each statement of the connection that runs when `is_due` returns true. It is called from time to
        time, in the thread of the statement.
        """

    def integer_columns(self, connection: Connection, query: Select[Any] | TextualSelect) -> list[NDArray[np.int64]]:
        """The columns of a query as arrays, in the order of the query. All values are integers and none is NULL."""

    def row_batches(self, connection: Connection, query: Query, size: int) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of a query as the driver's tuples, `size` at a time. For more rows than should be in memory."""

    def limit_cache(self, connection: Connection, mebibytes: int = SMALL_CACHE_MIB) -> None:
        """Let the connection keep at most this many MiB of pages in the memory of this process; by default as few as
        suit a reader that reads each page once.
        """

    def small_cache(self, connection: Connection) -> AbstractContextManager[None]:
        """Let the connection keep few pages in this block, and then as many as usual."""

    def server_clock_ms(self, connection: Connection) -> int | None:
        """What the clock of the server shows, in milliseconds since the epoch; None without a server."""

    def is_interruption(self, error: BaseException) -> bool:
        """Whether the error is that of an interrupted statement."""

    def fault_of(self, error: BaseException) -> FaultError | None:
        """The fault for an error of the engine that is no bug: disk full (507), database busy, damaged or out of reach
        (503). None for other errors.
        """


class TextIndex(Protocol):
    """The full-text index of an engine; `facetry.store.fulltext` says what it holds."""

    def create(self, connection: Connection, tables: Mapping[str, Sequence[str]]) -> None:
        """Create the empty index of these text tables, by the table of their rows, with which their texts go."""

    def put_many(self, connection: Connection, table: str, texts: Iterable[IndexedText]) -> None:
        """Index the texts, replacing those of the same rows."""

    def add_many(self, connection: Connection, table: str, texts: Iterable[IndexedText]) -> None:
        """Index very many texts of rows that have none in the index."""

    def remove(self, connection: Connection, table: str, key: int) -> None:
        """Remove the text of a row."""

    def find(self, table: str, substring: str) -> TextMatches:
        """The rows that may contain the substring."""

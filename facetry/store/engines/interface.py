"""What the store needs of a database engine, beyond statements that SQLAlchemy compiles for each of them.

An engine is a module with these functions. `facetry.store.engine` calls that of a connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, TextualSelect

from facetry.errors import FaultError
from facetry.store.engines.values import IndexedText, TextMatches


class Engine(Protocol):
    """The functions of an engine. Connections are in autocommit mode: transactions begin and end by these functions."""

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
        """Whether a transaction is open."""

    def change_count(self, connection: Connection) -> int:
        """A number that differs after a statement that changed rows, or after which the transaction cannot go on."""

    def has_table(self, connection: Connection, name: str) -> bool:
        """Whether the database has this table."""

    def newest_key(self, connection: Connection, table: str) -> int:
        """The greatest key that a table whose keys are never reused has ever used; 0 before the first row."""

    def never_reuse_keys(self, connection: Connection, table: str, key: str, *, may_be_given: bool) -> None:
        """Keep the newest key of a table, also of rows that were deleted. Some rows may come with a key. For a
        migration.
        """

    def create_triggers(
        self, connection: Connection, table: str, triggers: Sequence[tuple[str, str, Sequence[str]]]
    ) -> None:
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

    def row_batches(
        self, connection: Connection, query: Select[*tuple[Any, ...]], size: int
    ) -> Iterator[list[tuple[Any, ...]]]:
        """The rows of a query as the driver's tuples, `size` at a time. For more rows than should be in memory."""

    def limit_cache(self, connection: Connection, mebibytes: int) -> None:
        """Let the connection keep at most this many MiB of pages in the memory of this process."""

    def server_clock_ms(self, connection: Connection) -> int | None:
        """What the clock of the server shows, in milliseconds since the epoch; None without a server."""

    def is_interruption(self, error: BaseException) -> bool:
        """Whether the error is that of an interrupted statement."""

    def fault_of(self, error: BaseException) -> FaultError | None:
        """The fault for an error of the engine that is no bug; None for other errors."""


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

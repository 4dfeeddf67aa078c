"""What a copy of a whole library needs of a database engine: rows in the order of their keys, and fast writes.

An engine is a module with the functions of `BulkEngine`. Rows are tuples of None, int, float, bool, str and bytes, in
the order of the columns of their table. JSON is a text here, so it stays as it is, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from sqlalchemy import Connection

Row = tuple[Any, ...]


class Kind(StrEnum):
    """What the values of a column are, by the types of a new library."""

    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    TEXT = "text"
    BYTES = "bytes"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose rows are copied."""

    name: str
    columns: Mapping[str, Kind]
    key: tuple[str, ...]
    """The columns of the primary key."""
    keeps_newest_key: bool
    """Whether its keys are never reused."""

    def positions(self, *kinds: Kind) -> list[int]:
        """The positions of the columns of these kinds in a row."""
        return [index for index, kind in enumerate(self.columns.values()) if kind in kinds]

    def key_of(self, row: Row) -> Row:
        """The key of a row."""
        indexes = {name: index for index, name in enumerate(self.columns)}
        return tuple(row[indexes[name]] for name in self.key)


class BulkEngine(Protocol):
    """The functions of an engine for copies."""

    PLACEHOLDER: str
    """What stands for a parameter in a statement."""

    def is_empty(self, connection: Connection) -> bool:
        """Whether the database has no table."""

    def prefer_speed(self, connection: Connection) -> None:
        """Let commits return before they are on the disk, in their order, and let tables be cleared and filled in any
        order. A crash may then take back the last commits.
        """

    def prefer_durability(self, connection: Connection) -> None:
        """Let the next commit put all earlier ones on the disk as well."""

    def remove_definitions(self, connection: Connection) -> list[str]:
        """Remove indexes, constraints and triggers of all tables, but for primary keys, in the open transaction.
        Returns the statements that create them again.
        """

    def clear(self, connection: Connection, tables: Sequence[str]) -> None:
        """Remove all rows of these tables, to which no other table refers. In the open transaction, after
        `prefer_speed`.
        """

    def bytes_of_longest_row(self, connection: Connection, table: Table) -> int:
        """Bytes of the texts and binary values of the longest row; 0 for a table without such columns."""

    def rows(self, connection: Connection, table: Table, after: Row | None, size: int) -> Iterator[list[Row]]:
        """The rows with keys after `after`, in the order of their keys, `size` at a time. In a read transaction."""

    def insert(self, connection: Connection, table: Table, rows: Sequence[Row]) -> None:
        """Insert rows whose keys are known, in the open transaction."""

    def refusal_of(self, value: object) -> str | None:
        """Why the engine cannot store a value of the right type; None if it can."""

    def set_newest_key(self, connection: Connection, table: Table, value: int) -> None:
        """Have the next new row get the key after `value`, if keys of the table are never reused. For other tables the
        next key is one that no row has. In the open transaction.
        """

    def settle(self, connection: Connection) -> None:
        """Do what makes queries fast after many rows have come."""

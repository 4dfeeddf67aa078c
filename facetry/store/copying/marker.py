"""What the table that marks an unfinished copy says: of which library it is, and how far it is.

A step writes what it has done in its own transaction, so what is there after a crash is true.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import Connection

from facetry.store.copy_marker import MARKER
from facetry.store.engine import raw_connection
from facetry.store.engines.bulk import BulkEngine

_ORIGIN: Final = "origin"
_STALE: Final = "stale"
_PREPARED: Final = "prepared"
_DEFINITION: Final = "definition:"
_TEXTS: Final = "texts:"


@dataclass(frozen=True, slots=True)
class Origin:
    """The library that is copied, and its state."""

    identity: str
    """Differs between libraries."""
    migration: str
    state: list[int]
    """Differs after most changes: the revision, the newest keys and the numbers of rows."""

    def is_same_library(self, other: Origin) -> bool:
        """Whether both are of one library, perhaps at different times."""
        return self.identity == other.identity


class Marker:
    """The rows of the table, by their names. Writes belong to the open transaction of the connection."""

    def __init__(self, connection: Connection, engine: BulkEngine) -> None:
        self._connection = connection
        self._placeholder = engine.PLACEHOLDER

    def create(self, origin: Origin) -> None:
        """Create the table."""
        self._execute(f"CREATE TABLE {MARKER} (name VARCHAR NOT NULL PRIMARY KEY, value VARCHAR NOT NULL)")
        self._put(_ORIGIN, json.dumps(asdict(origin)))

    def drop(self) -> None:
        """Drop the table: the copy is complete."""
        self._execute(f"DROP TABLE {MARKER}")

    def origin(self) -> Origin:
        """Of which library the copy is."""
        return Origin(**json.loads(self._values(_ORIGIN)[0][1]))

    def is_stale(self) -> bool:
        """Whether the copy is known to differ from the library."""
        return bool(self._values(_STALE))

    def set_stale(self) -> None:
        """Note that the copy differs from the library, so that the next one begins again."""
        self._put(_STALE, "")

    def is_prepared(self) -> bool:
        """Whether the rows of a new library are gone, and its definitions are set aside."""
        return bool(self._values(_PREPARED))

    def begin_again(self, origin: Origin, definitions: Iterable[str]) -> None:
        """Note that no row is copied, and that these definitions are set aside besides those that were."""
        all_definitions = dict.fromkeys([definition for _, definition in self.definitions()] + list(definitions))
        self._execute(f"DELETE FROM {MARKER}")  # noqa: S608  # our own name
        self._put(_ORIGIN, json.dumps(asdict(origin)))
        for index, definition in enumerate(all_definitions):
            self._put(f"{_DEFINITION}{index:04}", definition)
        self._put(_PREPARED, "")

    def definitions(self) -> list[tuple[str, str]]:
        """The names and the statements of definitions that have to be created again, in their order."""
        return self._values(_DEFINITION)

    def remove_definition(self, name: str) -> None:
        """Note that a definition is created again."""
        self._remove(name)

    def indexed_until(self, table: str) -> int | None:
        """The key of the last row whose text is indexed; None before the first one."""
        values = self._values(_TEXTS + table)
        return int(values[0][1]) if values else None

    def set_indexed_until(self, table: str, key: int) -> None:
        """Note the key of the last row whose text is indexed."""
        self._remove(_TEXTS + table)
        self._put(_TEXTS + table, str(key))

    def _values(self, prefix: str) -> list[tuple[str, str]]:
        rows: list[tuple[str, str]] = self._execute(f"SELECT name, value FROM {MARKER}").fetchall()  # noqa: S608
        return sorted(row for row in rows if row[0].startswith(prefix))

    def _put(self, name: str, value: str) -> None:
        self._execute(f"INSERT INTO {MARKER} VALUES ({self._placeholder}, {self._placeholder})", [name, value])  # noqa: S608

    def _remove(self, name: str) -> None:
        self._execute(f"DELETE FROM {MARKER} WHERE name = {self._placeholder}", [name])  # noqa: S608

    def _execute(self, statement: str, values: Iterable[object] = ()) -> Any:
        return raw_connection(self._connection).execute(statement, tuple(values))

"""Libraries whose tables all have random rows with odd values, and a naive look at all that a database has.

Tables, columns and references are those that the database itself names, so those of later migrations are filled too.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import psycopg

from facetry.library.integrity.indexed_texts import texts
from facetry.store import fulltext
from facetry.store.engine import DatabaseUrl, close, connect, engine_of, raw_connection
from facetry.store.engines.postgresql.schema import OWN_TABLES
from facetry.store.store import Store

_BOUND: Final = 2**63
_INTEGERS: Final = (0, 1, -1, 2**31, 2**53 + 1, _BOUND - 1, -_BOUND)
_NUMBERS: Final = (0.0, -1.5, 0.1, 1e308, 5e-324, float(2**53), float("inf"), float("-inf"))
_TEXTS: Final = (
    *("", " ", "a\tb\r\nc\\n", "\\N", "it's", '"', "%s ? :a", "null", "NaN", "\x01\x7f", "\u2028", "\ufeff\ufffd"),
    *("e\u0301 é", "İstanbul ß", "😀👩‍👧", "b" * 9_000),
)
_BYTES: Final = (b"", b"\0", b"\xff\xfe", bytes(range(256)), b"\\x00", b"c" * 40_000)
_JSON: Final = ("{}", '{"b":1.0,  "a":1,"a":2}', '{"é": "\\u00e9\\n", "big": 123456789012345678901234567890}', "[ ]")
_ADDED: Final = {("image", "capture_date"): 2**53, ("image", "capture_offset"): 24 * 60}
"""The bounds of columns that an index adds. A sum that is too large is an error to PostgreSQL, but not to SQLite."""
_SHORT: Final = 1_000
"""Maximum number of characters in a column that a PostgreSQL index has, which cannot have long values."""


def fill(path: Path, rng: random.Random, rows: int) -> None:
    """Create the library at `path`, and give each table up to so many random rows, some of which are deleted again."""
    Store(path).close()
    connection = connect(path)
    raw = raw_connection(connection)
    engine_of(connection).begin_write(connection)
    for name in _tables(raw):
        _fill_table(raw, rng, name, rows)
    raw.execute("UPDATE revision SET value = ?", [rng.randrange(1, 2**40)])
    for table in fulltext.ROW_TABLES:
        for _, found in texts(connection, table):
            fulltext.put_many(connection, table, found)
    engine_of(connection).commit(connection)
    close(connection)


def _tables(raw: Any) -> list[str]:
    """The tables of the library, those before others that refer to them."""
    rows = raw.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite_%'"
        " AND name NOT LIKE '%_text_%' AND name NOT IN ('alembic_version', 'revision') ORDER BY rowid"
    )
    return [name for (name,) in rows.fetchall()]


def _fill_table(raw: Any, rng: random.Random, name: str, rows: int) -> None:
    columns = raw.execute('SELECT name, type, pk, "notnull" FROM pragma_table_info(?)', [name]).fetchall()
    references = {
        column: [key for (key,) in raw.execute(f'SELECT "{to}" FROM "{table}"').fetchall()]  # noqa: S608
        for table, column, to in raw.execute('SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)', [name])
    }
    if not all(references.values()):
        return  # there is nothing to refer to
    indexed = {
        column
        for (index,) in raw.execute("SELECT name FROM pragma_index_list(?)", [name]).fetchall()
        for (column,) in raw.execute("SELECT name FROM pragma_index_info(?)", [index]).fetchall()
    }
    is_alone = sum(bool(place) for _, _, place, _ in columns) == 1
    places = ", ".join("?" for _ in columns)
    for _ in range(rows):
        values = [
            _value(rng, name, column, declared, references.get(column), is_key=bool(place) and is_alone)
            if is_needed or rng.random() < 0.7
            else None
            for column, declared, place, is_needed in columns
        ]
        values = [
            value[:_SHORT] if column in indexed and isinstance(value, str | bytes) else value
            for (column, *_), value in zip(columns, values, strict=True)
        ]
        raw.execute(f'INSERT OR IGNORE INTO "{name}" VALUES ({places})', values)  # noqa: S608
    raw.execute(f'DELETE FROM "{name}" WHERE rowid = (SELECT max(rowid) FROM "{name}")')  # noqa: S608


def _value(rng: random.Random, table: str, column: str, declared: str, keys: list[Any] | None, *, is_key: bool) -> Any:
    if keys is not None:
        return rng.choice(keys)
    if (table, column) == ("image", "details"):
        return json.dumps({"all": rng.choice(_TEXTS)} if rng.random() < 0.7 else {})
    if (table, column) in _ADDED:
        return rng.randrange(-_ADDED[table, column], _ADDED[table, column] + 1)
    kind = declared.partition("(")[0]
    if is_key and kind == "INTEGER":
        return rng.randrange(1, 10**6)
    kinds: dict[str, Callable[[], Any]] = {
        "INTEGER": lambda: rng.choice((*_INTEGERS, rng.randrange(1_000))),
        "BIGINT": lambda: rng.choice((*_INTEGERS, rng.randrange(2**50))),
        "FLOAT": lambda: rng.choice((*_NUMBERS, rng.random())),
        "BOOLEAN": lambda: rng.randrange(2),
        "VARCHAR": lambda: rng.choice(_TEXTS) + rng.choice(("", str(rng.randrange(10**9)))),
        "BLOB": lambda: rng.choice(_BYTES) + rng.randbytes(rng.choice((0, 16))),
        "JSON": lambda: rng.choice(_JSON),
    }
    return kinds[kind]()


def contents(location: Path | DatabaseUrl) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables, and the newest keys, by queries of this module alone."""
    with closing(_Reader(location)) as reader:
        found = {name: reader.rows(name) for name in reader.tables()}
        found["newest keys"] = reader.newest_keys()
        return found


class _Reader:
    """Reads rows as both drivers give them, with numbers for truth values and texts for JSON."""

    def __init__(self, location: Path | DatabaseUrl) -> None:
        self._is_file = isinstance(location, Path)
        self._connection: Any
        if isinstance(location, Path):
            opened = connect(location, query_only=True)
            self._connection, self.close = raw_connection(opened), partial(close, opened)
        else:
            self._connection = psycopg.connect(location.reveal())
            self.close = self._connection.close
            psycopg.types.json.set_json_loads(lambda text: bytes(text).decode(), self._connection)  # type: ignore[arg-type]

    def tables(self) -> list[str]:
        statement = (
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite_%'"
            if self._is_file
            else "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        )
        names = [name for (name,) in self._connection.execute(statement).fetchall()]
        names = [name for name in names if name not in OWN_TABLES]
        return sorted(name for name in names if not any(text in name for text in fulltext.ROW_TABLES))

    def rows(self, name: str) -> list[tuple[Any, ...]]:
        rows = self._connection.execute(f'SELECT * FROM "{name}"').fetchall()  # noqa: S608
        return sorted((tuple(map(_plain, row)) for row in rows), key=repr)

    def newest_keys(self) -> list[tuple[Any, ...]]:
        statement = "SELECT name, seq FROM sqlite_sequence" if self._is_file else "SELECT name, value FROM key_counter"
        return sorted(row for row in self._connection.execute(statement).fetchall() if row[1])


def _plain(value: object) -> object:
    return int(value) if isinstance(value, bool) else value


def found_texts(location: Path | DatabaseUrl, substrings: tuple[str, ...]) -> dict[tuple[str, str], set[int]]:
    """The keys that the full-text index finds, by table and substring."""
    connection = connect(location, query_only=True)
    try:
        found: dict[tuple[str, str], set[int]] = {}
        for table in fulltext.ROW_TABLES:
            for substring in substrings:
                matches = fulltext.find(connection, table, substring)
                found[table, substring] = {
                    key for query in (matches.keys, matches.candidates) for (key,) in connection.execute(query)
                }
        return found
    finally:
        close(connection)

"""The full-text index in PostgreSQL: tables of folded texts with an index of their trigrams (the extension pg_trgm).

The index finds candidates for LIKE, which compares each text, so a match is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import psycopg
from sqlalchemy import BigInteger, Connection, Text, TextClause, TextualSelect, bindparam, column
from sqlalchemy import text as sql

from facetry.store.engines.postgresql.errors import UnusableServerError
from facetry.store.engines.values import IndexedText, TextMatches, raw_connection

_SPECIAL: Final = str.maketrans({"\\": "\\\\", "%": "\\%", "_": "\\_"})
"""What LIKE does not take as itself."""


def create(connection: Connection, tables: Mapping[str, Sequence[str]]) -> None:
    """Create the empty index of these text tables, by the table of their rows, with which their texts go.

    Raises `UnusableServerError` if the server has no trigram index, or its user may not use it.
    """
    raw = raw_connection(connection)
    try:
        raw.execute(b"CREATE EXTENSION IF NOT EXISTS pg_trgm", prepare=False)
    except psycopg.Error as error:
        raise UnusableServerError(
            f"the extension pg_trgm cannot be created in the database: {str(error).splitlines()[0]}. Install it on the "
            "server (Debian has it in the package postgresql, others in postgresql-contrib), and run as an "
            "administrator of the database: CREATE EXTENSION pg_trgm"
        ) from error
    for row_table, text_tables in tables.items():
        for table in text_tables:
            raw.execute(
                f"CREATE TABLE {table} (key BIGINT NOT NULL PRIMARY KEY REFERENCES {row_table} (key) ON DELETE CASCADE,"
                f' text TEXT COLLATE "C" NOT NULL, is_truncated BOOLEAN NOT NULL); '
                f"CREATE INDEX {table}_trigrams ON {table} USING gin (text gin_trgm_ops); "
                f"CREATE INDEX {table}_truncated ON {table} (key) WHERE is_truncated".encode(),
                prepare=False,
            )


def put_many(connection: Connection, table: str, texts: Iterable[IndexedText]) -> None:
    """Index the texts, replacing those of the same rows."""
    raw_connection(connection).executemany(
        f"INSERT INTO {table} (key, text, is_truncated) VALUES (%s, %s, %s)"  # noqa: S608  # a name of our own
        " ON CONFLICT (key) DO UPDATE SET text = excluded.text, is_truncated = excluded.is_truncated",
        [(each.key, each.folded, each.is_truncated) for each in texts],
    )


def add_many(connection: Connection, table: str, texts: Iterable[IndexedText]) -> None:
    """Index very many texts of rows that have none in the index, in a tenth of the time of `put_many`."""
    with raw_connection(connection).cursor().copy(f"COPY {table} (key, text, is_truncated) FROM STDIN") as copy:
        for each in texts:
            copy.write_row(each)


def remove(connection: Connection, table: str, key: int) -> None:
    """Remove the text of a row."""
    raw_connection(connection).execute(f"DELETE FROM {table} WHERE key = %s", [key])  # noqa: S608


def find(table: str, substring: str) -> TextMatches:
    """The rows that may contain the substring."""
    pattern = bindparam("pattern", f"%{substring.translate(_SPECIAL)}%", unique=True, type_=Text())
    matches = sql(f"SELECT key FROM {table} WHERE text LIKE :pattern")  # noqa: S608  # a name of our own
    truncated = sql(f"SELECT key FROM {table} WHERE is_truncated")  # noqa: S608
    return TextMatches(_keys(matches.bindparams(pattern)), _keys(truncated))


def _keys(statement: TextClause) -> TextualSelect:
    return statement.columns(column("key", BigInteger))

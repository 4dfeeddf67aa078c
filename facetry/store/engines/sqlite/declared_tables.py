"""Tables as statements of SQLite declare them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from facetry.store.engines.bulk import Kind, Table
from facetry.store.engines.sqlite.connections import driver

_KINDS: Final[Mapping[str, Kind]] = {
    "INTEGER": Kind.INTEGER,
    "BIGINT": Kind.INTEGER,
    "FLOAT": Kind.NUMBER,
    "BOOLEAN": Kind.BOOLEAN,
    "VARCHAR": Kind.TEXT,
    "BLOB": Kind.BYTES,
    "JSON": Kind.JSON,
}


def declared_tables(create: Callable[[Any], None], but: str) -> tuple[Table, ...]:
    """The tables, except `but`, that `create` makes in the database of a connection of the driver.

    Raises `ValueError` for a table without a primary key, and for a column of an unknown type.
    """
    raw = driver().connect(":memory:", isolation_level=None)
    try:
        create(raw)
        names = raw.execute(
            "SELECT name, s.sql LIKE '%AUTOINCREMENT%' FROM pragma_table_list l JOIN sqlite_schema s USING (name)"
            " WHERE l.type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> ? ORDER BY s.rowid",
            [but],
        ).fetchall()
        return tuple(_table(raw, name, bool(keeps_newest_key)) for name, keeps_newest_key in names)
    finally:
        raw.close()


def _table(raw: Any, name: str, keeps_newest_key: bool) -> Table:
    columns = raw.execute("SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", [name]).fetchall()
    key = tuple(column for column, _, index in sorted(columns, key=lambda row: row[2]) if index)
    if not key:
        raise ValueError(f"the table {name} has no primary key")
    try:
        kinds = {column: _KINDS[declared.partition("(")[0].upper()] for column, declared, _ in columns}
    except KeyError as error:
        raise ValueError(f"a column of the table {name} has the unknown type {error.args[0]}") from error
    return Table(name, kinds, key, keeps_newest_key)

"""Salvage: copies the rows of a damaged database into a new one, and says which are lost.

A row of a damaged page is put together from the indexes of its table, if these have all its columns or the caller knows
the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection

from facetry.store.engines.sqlite.integrity.page_image import PageImage
from facetry.store.engines.sqlite.integrity.row_salvage import (
    Value,
    free_pages,
    index_entries,
    orphaned_leaves,
    rows_of,
    walk_table,
)
from facetry.store.engines.values import raw_connection

_BATCH: Final = 1_000
_SEQUENCE_MARGIN: Final = 1_000_000
"""Added to the greatest key when the keys that were used are not known any more: keys are never used again."""

_SEQUENCES: Final = "sqlite_sequence"
"""Whose rows `restore_sequences` raises."""

Row = dict[str, Value]
Completion = Callable[[str, Row], Row | None]
"""Completes a row of a table, of which some columns are known; None when it is lost."""


@dataclass(frozen=True, slots=True)
class LostRow:
    """A row that is lost, with the columns that are known of it."""

    table: str
    known: Row


@dataclass(slots=True)
class Salvage:
    """What was copied, what was put together again, and what is lost."""

    copied: dict[str, int] = field(default_factory=dict)
    """Number of rows, by table."""
    completed: list[LostRow] = field(default_factory=list)
    """Rows that were put together, with the columns that were known."""
    lost: list[LostRow] = field(default_factory=list)
    lost_parts: dict[str, int] = field(default_factory=dict)
    """Number of damaged pages whose rows cannot be named, by table."""


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    columns: tuple[str, ...]
    key: str | None
    """The column that is the rowid."""
    indexes: Mapping[str, tuple[str | None, ...]]
    """The columns of each index; None for an expression."""


def roots_of(image: PageImage) -> dict[str, int]:
    """The first page of each table and index, by name; those that can be read. Raises `OSError`."""
    roots: dict[str, int] = {}
    for _, values in rows_of(image, walk_table(image, 1).leaves):
        if values is not None and len(values) >= 4:
            name, root = values[1], values[3]
            if isinstance(name, str) and isinstance(root, int) and root > 0:
                roots[name] = root
    return roots


def copy_rows(
    image: PageImage, roots: Mapping[str, int], target: Connection, complete: Completion, derived: Sequence[str] = ()
) -> Salvage:
    """Copy all rows into the migrated database `target`, in its open transaction.

    Full-text indexes and the tables `derived` are left out.
    """
    salvage = Salvage()
    for table in _tables(target):
        if table.name in derived:
            continue
        _copy_table(image, roots, target, table, complete, salvage)
    return salvage


def _copy_table(
    image: PageImage,
    roots: Mapping[str, int],
    target: Connection,
    table: _Table,
    complete: Completion,
    salvage: Salvage,
) -> None:
    root = roots.get(table.name)
    pages = walk_table(image, root) if root is not None else None
    damaged_keys: set[int] = set()
    copied: set[int] = set()
    rows = rows_of(image, pages.leaves) if pages is not None else iter(())
    for batch in _batches(_as_rows(table, rows, damaged_keys)):
        _insert(target, table, [row for _, row in batch])
        copied.update(rowid for rowid, _ in batch)
    damaged_count = 1 if pages is None else len(pages.damaged)
    if damaged_count or damaged_keys:
        known, is_whole = _known_rows(image, roots, table)
        orphans = dict(_orphans(image, pages.reached if pages is not None else set(), table, known, copied))
        _insert(target, table, list(orphans.values()))
        copied |= orphans.keys()
        for rowid in sorted((known.keys() | damaged_keys) - copied):
            row = complete(table.name, known.get(rowid, _with_key(table, rowid, {})))
            if row is not None:
                _insert(target, table, [row])
                copied.add(rowid)
                salvage.completed.append(LostRow(table.name, known[rowid]))
            else:
                salvage.lost.append(LostRow(table.name, known.get(rowid, _with_key(table, rowid, {}))))
        if damaged_count and not is_whole and table.name != _SEQUENCES:
            salvage.lost_parts[table.name] = damaged_count
    salvage.copied[table.name] = len(copied)


def restore_sequences(target: Connection) -> None:
    """Make sure that no key is used again, where the table of used keys was damaged."""
    raw = raw_connection(target)
    for (name,) in raw.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
    ).fetchall():
        (greatest,) = raw.execute(f"SELECT COALESCE(MAX(rowid), 0) FROM {name}").fetchone()  # noqa: S608
        row = raw.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [name]).fetchone()
        if row is None or row[0] < greatest:
            raw.execute("DELETE FROM sqlite_sequence WHERE name = ?", [name])
            raw.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", [name, greatest + _SEQUENCE_MARGIN])


def remove_dangling_rows(target: Connection) -> list[LostRow]:
    """Remove rows that refer to rows which are lost, and return them."""
    raw = raw_connection(target)
    removed: list[LostRow] = []
    while dangling := raw.execute("PRAGMA foreign_key_check").fetchmany(_BATCH):
        for table, rowid in {(row[0], row[1]) for row in dangling}:
            cursor = raw.execute(f"SELECT * FROM {table} WHERE rowid = ?", [rowid])  # noqa: S608  # a table of ours
            names = [column[0] for column in cursor.description]
            removed += [LostRow(table, dict(zip(names, row, strict=True))) for row in cursor.fetchall()]
            raw.execute(f"DELETE FROM {table} WHERE rowid = ?", [rowid])  # noqa: S608
    return removed


def _tables(target: Connection) -> list[_Table]:
    raw = raw_connection(target)
    names = [
        name
        for name, sql in raw.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND rootpage > 0")
        if name != "alembic_version" and "_text_" not in name
    ]
    tables = []
    for name in names:
        columns = raw.execute("SELECT name, type, pk FROM pragma_table_info(?)", [name]).fetchall()
        keys = [column for column in columns if column[2]]
        key = keys[0][0] if len(keys) == 1 and keys[0][1].upper() == "INTEGER" else None
        indexes = {}
        for (index,) in raw.execute("SELECT name FROM pragma_index_list(?)", [name]).fetchall():
            parts = raw.execute("SELECT name FROM pragma_index_info(?) ORDER BY seqno", [index]).fetchall()
            indexes[index] = tuple(part[0] for part in parts)
        tables.append(_Table(name, tuple(column[0] for column in columns), key, indexes))
    return tables


def _as_rows(
    table: _Table, rows: Iterator[tuple[int, list[Value] | None]], damaged_keys: set[int]
) -> Iterator[tuple[int, Row]]:
    for rowid, values in rows:
        if values is None or len(values) > len(table.columns):
            damaged_keys.add(rowid)
        else:
            # A row that is older than its last columns has fewer values; the others get their defaults.
            yield rowid, _with_key(table, rowid, dict(zip(table.columns, values, strict=False)))


def _with_key(table: _Table, rowid: int, row: Row) -> Row:
    return row if table.key is None else {**row, table.key: rowid}


def _known_rows(image: PageImage, roots: Mapping[str, int], table: _Table) -> tuple[dict[int, Row], bool]:
    """What the indexes know of each row by its rowid, and whether one of them is whole and so names every row."""
    known: dict[int, Row] = {}
    names_all = False
    for index, columns in table.indexes.items():
        root = roots.get(index)
        if root is None:
            continue
        entries, is_whole = index_entries(image, root)
        names_all = names_all or (is_whole and index != "image_missing")  # the only index that leaves rows out
        for entry in entries:
            rowid = entry[-1]
            values = entry[: len(columns)]
            if isinstance(rowid, int) and len(values) == len(columns):
                facts = ((name, value) for name, value in zip(columns, values, strict=True) if name is not None)
                known.setdefault(rowid, _with_key(table, rowid, {})).update(facts)
    return known, names_all


def _orphans(
    image: PageImage, reached: set[int], table: _Table, known: Mapping[int, Row], copied: set[int]
) -> Iterator[tuple[int, Row]]:
    """Rows of intact pages to which only a damaged page led. They have to agree with all indexes."""
    free = free_pages(image)
    if free is None and not known:
        return
    for leaf in orphaned_leaves(image, reached | (free or set()), len(table.columns)):
        for rowid, row in _as_rows(table, rows_of(image, [leaf]), set()):
            facts = known.get(rowid)
            if rowid not in copied and facts is not None and all(row.get(name) == facts[name] for name in facts):
                yield rowid, row


def _insert(target: Connection, table: _Table, rows: Sequence[Row]) -> None:
    raw = raw_connection(target)
    by_columns: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    for row in rows:
        by_columns.setdefault(tuple(row), []).append(tuple(row.values()))
    for columns, values in by_columns.items():
        names = ", ".join(f'"{name}"' for name in columns)
        marks = ", ".join("?" * len(columns))
        raw.executemany(f'INSERT OR REPLACE INTO "{table.name}" ({names}) VALUES ({marks})', values)  # noqa: S608


def _batches(rows: Iterator[tuple[int, Row]]) -> Iterator[list[tuple[int, Row]]]:
    batch: list[tuple[int, Row]] = []
    for row in rows:
        batch.append(row)
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch

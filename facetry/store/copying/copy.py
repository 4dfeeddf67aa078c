"""The copy of a library: its steps, each of which goes on where an earlier run ended.

A copy is marked as unfinished from its first transaction to its last one (`copy_marker`). Rows are copied in the order
of their keys, so the greatest key says how far a table is. Indexes, constraints and triggers are set aside meanwhile:
they would take most of the time, and triggers would add rows. Whether the copy is complete is decided by a comparison
of all rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection

from facetry.store import fulltext
from facetry.store.copy_marker import MARKER
from facetry.store.copying.comparison import Difference, compare_table
from facetry.store.copying.marker import Origin
from facetry.store.copying.side import CopyError, Side
from facetry.store.copying.tables import library_tables
from facetry.store.engine import DatabaseUrl, Location
from facetry.store.migrations import HEAD, current, migrate

Report = Callable[[str, int, int], None]
"""Gets what is done, how many rows of it are done, and how many there are."""


class TextSource(Protocol):
    """Reads the texts of the full-text index from the rows of a library."""

    def __call__(
        self, connection: Connection, table: fulltext.TextTable, after: int | None
    ) -> Iterator[tuple[int, list[tuple[int, str]]]]:
        """The texts of rows with keys after `after`, by the keys, in batches: the last key that was looked at, and the
        texts of those rows that have one.
        """


class DifferentCopyError(CopyError):
    """The copy differs from the library, and is not complete."""

    def __init__(self, differences: Iterable[Difference]) -> None:
        self.differences = list(differences)
        lines = "\n  ".join(map(str, self.differences))
        super().__init__(
            f"the copy differs from the library, so it stays unfinished:\n  {lines}\n"
            "If another program has changed one of them, run the command again: it copies everything anew"
        )


@dataclass(frozen=True, slots=True)
class CopyResult:
    """What a copy did."""

    rows: int
    """Number of rows, all of which were compared."""
    copied: int
    """Number of rows that this run copied."""
    was_resumed: bool
    """Whether an earlier run had begun it."""
    was_complete: bool
    """Whether nothing was to be done."""


def copy_library(source: Side, target: Side, texts: TextSource, report: Report = lambda *_: None) -> CopyResult:
    """Copy the library of `source`, which is migrated and only read, into the database `target`. Nobody else writes to
    either. Raises `CopyError`, and the errors of both engines; a further call then goes on.
    """
    tables = library_tables()
    with source.reading():
        origin = source.origin(tables)
        rows = sum(origin.state[-len(tables) :])
        was_resumed = target.engine.has_table(target.connection, MARKER)
        if not was_resumed and _is_complete(target, origin):
            try:
                _compare(source, target, rows, report)
            except DifferentCopyError as error:
                raise CopyError(_not_empty(target.location)) from error
            return CopyResult(rows, copied=0, was_resumed=False, was_complete=True)
        target.bulk.prefer_speed(target.connection)
        _begin(target, origin)
        copied = _copy_rows(source, target, rows, report)
        _index_texts(target, texts, report)
        _create_definitions(target, report)
        target.bulk.settle(target.connection)
        try:
            _compare(source, target, rows, report)
        except DifferentCopyError:
            with target.writing():
                target.marker.set_stale()
            raise
        _complete(target, source.newest_keys(tables))
        return CopyResult(rows, copied, was_resumed, was_complete=False)


def _is_complete(target: Side, origin: Origin) -> bool:
    """Whether the database has the library already. Raises `CopyError` if it has something else."""
    if target.bulk.is_empty(target.connection):
        return False
    if current(target.connection) == HEAD:
        with target.reading():
            if target.origin(library_tables()) == origin:
                return True
    raise CopyError(_not_empty(target.location))


def _not_empty(location: Location) -> str:
    if isinstance(location, DatabaseUrl):
        return f"the database {location} is not empty, and nothing in it is replaced. Name a new one"
    files = ", ".join(sorted(path.name for path in location.parent.glob(f"{location.name}*")))
    return (
        f"there is a library in {location} already, and it is not replaced. If you do not need it any more, move these "
        f"files from {location.parent} to another folder: {files}"
    )


def _begin(target: Side, origin: Origin) -> None:
    """Create the tables, or empty those of a copy that is of no use."""
    marker = target.marker
    if not target.engine.has_table(target.connection, MARKER):
        with target.writing():
            marker.create(origin)
    begun = marker.origin()
    if not begun.is_same_library(origin):
        raise CopyError(f"{target.location} has an unfinished copy of another library, and nothing in it is replaced")
    if begun.migration != origin.migration:
        raise CopyError(
            f"{target.location} has an unfinished copy that another version of Facetry began. Go on with that version, "
            "or begin again with an empty database"
        )
    migrate(target.connection)
    if begun == origin and marker.is_prepared() and not marker.is_stale():
        return
    names = [*fulltext.ROW_TABLES, *(table.name for table in library_tables())]
    with target.writing():
        marker.begin_again(origin, target.bulk.remove_definitions(target.connection))
        target.bulk.clear(target.connection, names)


def _copy_rows(source: Side, target: Side, total: int, report: Report) -> int:
    """Copy the rows that the target does not have. Returns their number."""
    done = copied = 0
    for table in library_tables():
        done += target.count(table)
        report(f"copying {table.name}", done, total)
        for rows in source.rows(table, target.last_key(table), source.fetch_size(table)):
            with target.writing():
                target.insert(table, rows)
            done += len(rows)
            copied += len(rows)
            report(f"copying {table.name}", done, total)
    return copied


def _index_texts(target: Side, texts: TextSource, report: Report) -> None:
    counts = {table.name: target.count(table) for table in library_tables()}
    for name, row_table in fulltext.ROW_TABLES.items():
        done = 0
        for last, indexed in texts(target.connection, name, target.marker.indexed_until(name)):
            with target.writing():
                fulltext.add_many(target.connection, name, indexed)
                target.marker.set_indexed_until(name, last)
            done += len(indexed)
            report(f"indexing {name}", done, counts[row_table])


def _create_definitions(target: Side, report: Report) -> None:
    definitions = target.marker.definitions()
    for done, (name, statement) in enumerate(definitions):
        report("creating indexes", done, len(definitions))
        with target.writing():
            target.execute(statement)
            target.marker.remove_definition(name)


def _compare(source: Side, target: Side, total: int, report: Report) -> None:
    """Raise `DifferentCopyError` with the first difference of each table."""
    done = 0

    def on_rows(count: int) -> None:
        nonlocal done
        done += count
        report(f"comparing {table.name}", done, total)

    with target.reading():
        differences = []
        for table in library_tables():
            difference = compare_table(source, target, table, on_rows)
            if difference is not None:
                differences.append(difference)
    if differences:
        raise DifferentCopyError(differences)


def _complete(target: Side, newest_keys: dict[str, int]) -> None:
    """Set the newest keys, and take the marker away: the copy is a library from this commit on."""
    target.bulk.prefer_durability(target.connection)
    with target.writing():
        for table in library_tables():
            target.bulk.set_newest_key(target.connection, table, newest_keys.get(table.name, 0))
        if target.newest_keys(library_tables()) != newest_keys:
            raise CopyError("the newest keys of the copy are wrong; run the command again")
        target.marker.drop()
    target.bulk.settle(target.connection)

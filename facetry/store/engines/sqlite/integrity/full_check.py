"""What a check of a whole database finds, with and without SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection

from facetry.store.engines.sqlite.integrity.page_image import read_image
from facetry.store.engines.sqlite.integrity.roots import read_roots
from facetry.store.engines.sqlite.integrity.row_salvage import damaged_pages_of, walk_table
from facetry.store.engines.values import raw_connection


def damaged_pages(database: Path) -> dict[int, str | None]:
    """The damaged pages of a database that is not open, with the tables and indexes to which they belong; None where
    that cannot be told. Raises `OSError`.
    """
    image = read_image(database)
    if not (pages := damaged_pages_of(image)):
        return {}
    owners: dict[int, str] = {}
    for name, root in read_roots(database, image).items():
        owners |= dict.fromkeys(walk_table(image, root).reached, name)
    return {page: owners.get(page) for page in pages}


def structure_findings(connection: Connection, maximum: int) -> list[str]:
    """What is wrong with the structure of the database, its indexes and its constraints."""
    rows = raw_connection(connection).execute(f"PRAGMA integrity_check({maximum})").fetchall()
    return [message for (message,) in rows if message != "ok"]


def dangling_rows(connection: Connection, maximum: int) -> Iterator[tuple[str, int, str]]:
    """Rows that refer to missing ones: their table, their key, and the table of the others."""
    for table, key, parent, _ in raw_connection(connection).execute("PRAGMA foreign_key_check").fetchmany(maximum):
        yield table, key, parent

"""Copies of a database: the state of one moment, taken while other connections and other processes write."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from facetry.store.engines.sqlite.connections import (
    check_version,
    connect,
    driver,
    has_page_checksums,
    leave_open,
    verifies_pages,
)
from facetry.store.engines.sqlite.errors import operating_system_error
from facetry.store.engines.sqlite.integrity.page_checksums import first_page
from facetry.store.engines.sqlite.integrity.quick_check import deadline, quick_check
from facetry.store.engines.values import DamageError, close, raw_connection
from facetry.system.files.private_files import PRIVATE_FILE

_STEP_PAGES = 64
"""Pages between two reports: 1 MiB."""
_MAX_FINDINGS = 10
_CHECK_SECONDS = 60.0
"""Maximum time in seconds for which damage of the database is looked for after a copy failed."""


class DamagedSourceError(DamageError):
    """The database cannot be copied, because it is damaged; the message says what is."""


def copy_database(
    source: Path,
    target: Path,
    report: Callable[[int, int], None] | None = None,
    damage_of: Callable[[Connection], str | None] = lambda _: None,
) -> None:
    """Copy the database at `source` to the new file `target`, with mode 0600 and flushed to the disk.

    The copy has the state of one commit: its read transaction lasts from the first page to the last one. Writers go on
    meanwhile. `report` gets the copied and all bytes after each mebibyte; its exceptions end the copy. `damage_of`
    looks at the source first. What it returns ends the copy, and the files of the source stay as they are.

    Raises `DamagedSourceError`, `OSError`, also when the disk is full, and SQLAlchemy's `DatabaseError` for a database
    that cannot be read.
    """
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_FILE))
    reader, damage = connect(source, query_only=True), None
    try:
        if (damage := damage_of(reader)) is not None:
            raise DamagedSourceError(damage)
        connection = raw_connection(reader)
        page_bytes: int = connection.execute("PRAGMA page_size").fetchone()[0]
        # Without a transaction of its own, the copy would begin again whenever somebody writes between two steps.
        connection.execute("BEGIN")
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        if verifies_pages(reader):
            # SQLite writes checksums once it has seen this page, and may write that of the source last.
            target.write_bytes(first_page())
        copy = driver().connect(str(target), isolation_level=None)
        try:
            copy.execute("PRAGMA synchronous=OFF")  # flushed once, below
            copy.execute("PRAGMA journal_mode=OFF")
            connection.backup(copy, pages=_STEP_PAGES, progress=_progress(report, page_bytes))
        finally:
            copy.close()
    except driver().OperationalError as error:
        # A wrong checksum in the source and a disk that cannot be written are the same error here.
        if findings := quick_check(reader, deadline(_CHECK_SECONDS)):
            raise DamagedSourceError(findings[0]) from error
        raise operating_system_error(error, target) or error from error
    finally:
        if damage is None:
            close(reader)
        else:
            leave_open(reader)  # a repair may read from the log what does not fit the database
        for suffix in ("-journal", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                target.with_name(target.name + suffix).unlink()
    descriptor = os.open(target, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def open_copy(path: Path) -> Iterator[Connection]:
    """A connection that reads a database which nobody writes. No file is created beside it."""
    module = driver()
    check_version(module)
    has_page_checksums()  # verified from then on
    uri = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"

    def new_connection() -> Any:
        connection = module.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        for pragma in ("query_only=ON", "trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    engine = create_engine("sqlite://", creator=new_connection, module=module, poolclass=NullPool)
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    try:
        yield connection
    finally:
        connection.close()
        engine.dispose()


def damages(path: Path) -> list[str]:
    """What is wrong with the structure of a database that nobody writes, at most ten findings; empty for none."""
    module = driver()
    try:
        with open_copy(path) as connection:
            rows = raw_connection(connection).execute(f"PRAGMA quick_check({_MAX_FINDINGS})").fetchall()
    except (module.DatabaseError, DatabaseError) as error:
        return [str(getattr(error, "orig", error))]
    return [str(row[0]) for row in rows if row[0] != "ok"]


def _progress(report: Callable[[int, int], None] | None, page_bytes: int) -> Callable[[int, int, int], None] | None:
    if report is None:
        return None

    def progress(_: int, remaining: int, total: int) -> None:
        report((total - remaining) * page_bytes, total * page_bytes)

    return progress

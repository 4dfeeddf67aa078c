"""Migrations of the library's database: numbered, forward only, all pending ones in one transaction.

A new database of SQLite is made by the statements of `new_library.sql`, which a test compares with what the migrations
make. PostgreSQL runs all migrations.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from facetry.store.engine import engine_of, raw_connection

HEAD = "0025"
"""The newest migration; a test compares it with the files in `versions`."""

VERSION_TABLE = "alembic_version"
"""The table with the revision of the database."""
_FOLDER = Path(__file__).parent

_log = logging.getLogger(__name__)


class NewerLibraryError(RuntimeError):
    """The database was written by a newer Facetry; this one must not change it."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"This library was written by a newer Facetry (database revision {revision}; this one knows up to {HEAD}). "
            "Install that version or newer."
        )


def migrate(connection: Connection, before: Callable[[str], object] | None = None) -> str | None:
    """Migrate the database to `HEAD`. Returns the revision that it had, or None for a new database. Raises
    `NewerLibraryError` if its revision is newer.

    `before` gets the revision of a database that is about to be migrated, while nobody else can write to it. Its
    exceptions leave the database as it is. A new database has no revision, so `before` is not called.
    """
    revision = current(connection)
    if revision == HEAD:
        return revision
    if revision is not None and revision > HEAD:
        raise NewerLibraryError(revision)
    if revision is not None:  # that of a new database takes no time
        _log.info("migrating the library from revision %s to %s; a large one takes minutes", revision, HEAD)
    # SQLAlchemy ends the transaction with COMMIT or ROLLBACK, but it begins here, as a write transaction: two processes
    # may open a new library at the same time. The second one waits and then finds the tables.
    with connection.begin():
        engine_of(connection).begin_write(connection)
        revision = current(connection)
        if revision is None and engine_of(connection).runs_scripts:
            create_tables(raw_connection(connection))
        elif revision != HEAD:
            if before is not None and revision is not None:
                before(revision)
            _run_migrations(connection)
    return revision


def create_tables(raw: Any) -> None:
    """Create the tables of a new library with a connection of SQLite's driver."""
    text = (_FOLDER / "new_library.sql").read_text(encoding="utf-8")
    for statement in text.split("\n\n"):
        raw.execute(statement)


def _run_migrations(connection: Connection) -> None:
    # Alembic is imported only if a migration is pending: it needs more memory than the rest of the store.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)


def current(connection: Connection) -> str | None:
    """The migration revision of the database; None for an empty database."""
    if not engine_of(connection).has_table(connection, VERSION_TABLE):
        return None
    row = raw_connection(connection).execute("SELECT version_num FROM alembic_version").fetchone()
    return row[0] if row else None

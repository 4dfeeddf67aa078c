"""Migrations of the library's database: numbered, forward only, each in one transaction."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from facetry.store.engine import begin_write, has_table, raw

HEAD = "0006"
"""The newest migration; a test holds it against the files beside this one."""


class NewerLibraryError(RuntimeError):
    """The database was written by a newer Facetry; this one must not touch it."""


def migrate(connection: Connection) -> None:
    """Bring the database to `HEAD`; do nothing when it is there.

    Alembic is loaded only when there is something to do: it costs more memory than the rest of the store.
    """
    revision = current(connection)
    if revision == HEAD:
        return
    if revision is not None and revision > HEAD:
        raise NewerLibraryError(
            f"This library was written by a newer Facetry (database revision {revision}; this one knows up to {HEAD}). "
            "Install that version or newer."
        )
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    # SQLAlchemy's transaction ends with COMMIT or ROLLBACK; it begins here, at once for writing: two processes may open
    # a new library at the same time, and the second one has to wait and then find the work done.
    with connection.begin():
        begin_write(connection)
        if current(connection) != HEAD:
            command.upgrade(config, HEAD)


def current(connection: Connection) -> str | None:
    """The revision the database is at, or None for an empty one."""
    if not has_table(connection, "alembic_version"):
        return None
    row = raw(connection).execute("SELECT version_num FROM alembic_version").fetchone()
    return row[0] if row else None

"""`facetry upgrade`: migrates the library's database to this version, and ends."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from facetry.cli.opening import (
    CommandError,
    add_data_dir,
    data_folder_errors,
    library_lock,
    opened_store,
    print_message,
    settings_of,
)

if TYPE_CHECKING:
    from facetry.settings import Settings
    from facetry.store.engine import DatabaseUrl


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "upgrade",
        help="migrate the library's database to this version",
        description="Migrate the library's database to this version, and end. `facetry serve` does the same at its "
        "start. The server of the library must be stopped, unless the library is on a database server and hosts of a "
        "cluster serve it: they may go on. A new database of a server gets its tables. Of a database file, a copy is "
        "kept as it was before.",
        epilog="exit codes: 0 the database has the revision of this version, 1 it could not be migrated, 2 wrong usage",
    )
    add_data_dir(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Migrate the database, and print from which revision to which. Raises `CommandError`."""
    settings = settings_of(arguments)
    from facetry.service.library_database import location_of
    from facetry.store.engine import DatabaseUrl
    from facetry.store.migrations import HEAD

    location = location_of(settings)
    if isinstance(location, DatabaseUrl):
        former = _upgrade_server_database(settings, location)
    else:
        former = _upgrade_file(settings)
    if former is None:
        print_message(f"The database was empty. Its tables are created, with revision {HEAD}.")
    elif former == HEAD:
        print_message(f"The database has revision {HEAD} already. Nothing is to be done.")
    else:
        print_message(f"The database is migrated from revision {former} to {HEAD}.")
    return 0


def _upgrade_file(settings: Settings) -> str | None:
    """The revision before, or None without one."""
    with library_lock(settings), opened_store(settings) as store:
        return store.former_revision


def _upgrade_server_database(settings: Settings, url: DatabaseUrl) -> str | None:
    """The revision before, or None without one. Nothing of the data folder is needed."""
    from facetry.store.copy_marker import require_finished
    from facetry.store.engine import close, connect, engine_of
    from facetry.store.migrations import migrate
    from facetry.store.store import require_tables

    with data_folder_errors(settings):
        connection = connect(url)
        try:
            if not engine_of(connection).claim_serving(connection, is_shared=True):
                raise CommandError(f"a server that is no host of a cluster runs on the database {url}; stop it first")
            require_finished(connection, url)
            require_tables(connection, url)
            return migrate(connection)
        finally:
            close(connection)

"""`facetry check`: looks for damage in a whole library, and changes nothing."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from facetry.cli.opening import (
    add_data_dir,
    data_folder_errors,
    print_message,
    served,
    settings_of,
)
from facetry.cli.progress_bar import progress_bar

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from facetry.library.integrity.check import Finding, Progress
    from facetry.settings import Settings

DAMAGED: Final = 1
_HINT: Final = "To keep what is intact and rebuild the rest: facetry repair"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "check",
        help="look for damage in a library",
        description="Check the whole library: the pages of its database and their checksums, references between rows, "
        "full-text indexes, vector files, cached renditions, the files of the pictures, the folders of extensions and "
        "the settings. Nothing is changed. The server may run; vector files and renditions are left out then, because "
        "they change.",
        epilog="exit codes: 0 no damage, 1 damage was found, 2 there is no library, or wrong usage",
    )
    add_data_dir(parser)
    parser.add_argument("--json", action="store_true", help="print the findings as one JSON document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the findings. Raises `CommandError` when there is no library."""
    settings = settings_of(arguments)
    with served(settings, code=2) as is_served, progress_bar() as show, data_folder_errors(settings):
        findings = list(_check(settings, is_served, lambda what, done, total: show(done, total, what)))
    losses = [finding for finding in findings if finding.loses_data]
    if arguments.json:
        document = {
            "dataFolder": str(settings.data_dir),
            "served": is_served,
            "damaged": bool(findings),
            "findings": [_as_json(finding) for finding in findings],
        }
        print(json.dumps(document))
    else:
        for finding in findings:
            where = f"{finding.path}: " if finding.path is not None else ""
            print(f"{finding.area}: {where}{finding.message}")
    if not findings:
        print_message("No damage was found.")
        return 0
    print_message(f"{len(findings)} findings, {len(losses)} of them in the database. {_HINT}")
    return DAMAGED


def _check(settings: Settings, is_served: bool, report: Progress) -> Iterator[Finding]:
    from facetry.library.integrity import check
    from facetry.service.data_folder import RENDITIONS, VECTORS
    from facetry.service.library_database import location_of
    from facetry.store.copy_marker import require_finished
    from facetry.store.engine import DatabaseUrl, close, connect
    from facetry.store.library_tables import damage_of_tables

    database = location_of(settings)
    if isinstance(database, DatabaseUrl):
        print_message(f"The pages of the database are the server's; pg_amcheck checks them ({database}).")
    else:
        is_readable = True
        for finding in check.check_database(database, is_served=is_served, on_progress=report):
            is_readable = is_readable and not finding.loses_data
            yield finding
        if not is_readable:
            return  # what follows reads the rows
    connection = connect(database, query_only=True)
    try:
        require_finished(connection, database)
        if (damage := damage_of_tables(connection)) is not None:  # on a server; a file was looked at above
            yield check.damaged_database(damage)
            return
        _print_leaps(connection)
        if not is_served:
            folder = settings.data_dir
            yield from check.check_derived(connection, folder / VECTORS, folder / RENDITIONS, report)
        yield from check.check_originals(connection, report)
        yield from _check_extensions(settings, connection)
    finally:
        close(connection)


def _print_leaps(connection: Connection) -> None:
    """Say when the clock of the service leapt. That is no damage, but dates of that time may be wrong."""
    from facetry.library.credentials.ending_time import TABLE, date_text, kept_leaps
    from facetry.store.engine import engine_of

    if engine_of(connection).has_table(connection, TABLE):  # the library may be of an older version
        for before, after in kept_leaps(connection):
            print_message(f"The clock of the service went from {date_text(before)} to {date_text(after)}.")


def _check_extensions(settings: Settings, connection: Connection) -> Iterator[Finding]:
    from facetry.extensions.packages.version_store import VersionStore
    from facetry.library import installed_extensions
    from facetry.library.integrity.check import missing_program
    from facetry.service.data_folder import EXTENSIONS

    versions = VersionStore(settings.data_dir / EXTENSIONS)
    for id, name in installed_extensions.folders(connection).items():
        folder = versions.version_folder(id, name)
        if not (folder / "manifest.json").is_file():
            yield missing_program(id, folder)


def _as_json(finding: Finding) -> dict[str, object]:
    pairs = {"area": finding.area, "message": finding.message, "losesData": finding.loses_data}
    return pairs | {
        name: value for name, value in (("image", finding.image), ("path", finding.path)) if value is not None
    }

"""`facetry restore`: restores a backup into a data folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from facetry.cli.backup.places import backup_errors, opened_reader
from facetry.cli.opening import CommandError, HelpFormatter, print_message
from facetry.cli.progress_bar import progress_bar
from facetry.cli.service.output import date_text, print_json, print_record

if TYPE_CHECKING:
    from facetry.backup.restore import RestorePlan

_EPILOG = """\
Every part is compared with its checksum, and the database is checked and migrated, before anything in the data folder
changes. The server of this data folder must be stopped.

exit status:
  0  restored, or (--dry-run) nothing stands against it
  1  the backup is damaged, of a newer version, or cannot be restored there
  2  wrong usage
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "restore",
        help="restore a backup into a new data folder",
        description=f"Restore a backup into a data folder.\n\n{_EPILOG}",
        formatter_class=HelpFormatter,
    )
    parser.add_argument("source", metavar="SOURCE", help="a folder of backups, or the file of one")
    parser.add_argument("--data-dir", metavar="FOLDER", required=True, help="the data folder; missing or empty")
    parser.add_argument("--name", metavar="NAME", help="the backup, or the start of its name (default: the newest)")
    parser.add_argument(
        "--pictures",
        metavar="FOLDER",
        help="restore the pictures too, each repository in a folder of its own in FOLDER; the library then uses these",
    )
    parser.add_argument(
        "--replace", action="store_true", help="the data folder may have files; they are moved into a folder in it"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="check everything, say what would be done, change nothing"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from facetry.backup.check import check, chosen
    from facetry.backup.errors import DamagedBackupError
    from facetry.backup.restore import RestoreOptions, plan, restore
    from facetry.service.data_folder import LOCK

    source, data_dir = Path(arguments.source).expanduser(), Path(arguments.data_dir).expanduser().resolve()
    pictures = Path(arguments.pictures).expanduser().resolve() if arguments.pictures else None
    if pictures is not None and pictures.is_relative_to(data_dir):
        raise CommandError("the folder of the pictures must not be in the data folder", code=2)
    options = RestoreOptions(data_dir, LOCK, replaces=arguments.replace, pictures=pictures)
    with backup_errors(), opened_reader(source) as reader:
        name = chosen(reader, arguments.name, source)
        with progress_bar(name, unit="bytes", is_quiet=arguments.quiet) as report:
            if arguments.dry_run:
                done = plan(reader, name, options)
                verdict = check(reader, name, report)
                if verdict.damages:
                    raise DamagedBackupError(name, verdict.damages)
            else:
                done = restore(reader, name, options, report)
    if arguments.json:
        print_json(_document(done, data_dir, is_dry=arguments.dry_run))
    else:
        _print(done, data_dir, is_dry=arguments.dry_run)
    return 0


def _document(done: RestorePlan, data_dir: Path, *, is_dry: bool) -> dict[str, Any]:
    return {
        "name": done.name,
        "created": done.manifest.created,
        "dataDir": str(data_dir),
        "files": len(done.files),
        "size": done.size,
        "databaseRevision": done.manifest.database_revision,
        "isMigrated": done.migrated_from is not None,
        "replaced": None if done.replaced is None else str(done.replaced),
        "isDryRun": is_dry,
    }


def _print(done: RestorePlan, data_dir: Path, *, is_dry: bool) -> None:
    print_record(
        [
            ("backup", done.name),
            ("state of", date_text(done.manifest.created)),
            ("data folder", data_dir),
            ("files", len(done.files)),
            ("bytes", done.size),
            ("migrated from", done.migrated_from),
            ("moved aside", done.replaced),
        ]
    )
    sys.stdout.flush()  # before the message that follows
    if is_dry:
        print_message("The backup is whole. Nothing was changed, because of --dry-run.")
    else:
        print_message(f"Restored. To serve it: facetry serve --data-dir {data_dir}")

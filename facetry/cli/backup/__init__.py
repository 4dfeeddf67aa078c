"""`facetry backup`: makes, lists and checks backups of a library."""

from __future__ import annotations

import argparse

from facetry.cli.opening import HelpFormatter, add_data_dir

_VERBS = ("create", "list", "check")
_EPILOG = """\
TARGET is a folder of backups, or the new file of one backup if its name ends in .zip.

  facetry backup TARGET           make a backup; the server may run meanwhile
  facetry backup list FOLDER      list the backups of a folder
  facetry backup check TARGET     read all of a backup, and compare it with its checksums

A folder keeps each chunk of a file once, so a second backup adds what has changed. A backup has the database with its
keys, facets and collections, the settings in the data folder, and the extensions with their state. Whoever can read a
backup has the signing secret of media URLs and the settings of extensions, so its files have mode 0600.

exit status:
  0  done; every backup that was checked is whole
  1  the backup was not made, or a backup is damaged
  2  wrong usage
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its verbs."""
    parser = commands.add_parser(
        "backup",
        help="back up the library, list backups, and check them",
        description=f"Back up the library of the data folder.\n\n{_EPILOG}",
        formatter_class=HelpFormatter,
    )
    parser.add_argument("verb", nargs="?", choices=_VERBS, default="create", help="what to do (default: create)")
    parser.add_argument("target", metavar="TARGET", help="a folder of backups, or a file FILE.zip")
    add_data_dir(parser)
    parser.add_argument("--pictures", action="store_true", help="create: back up the files of all images too")
    parser.add_argument(
        "--keep-daily", metavar="NUMBER", type=_number, help="create: afterwards keep the last backup of so many days"
    )
    parser.add_argument(
        "--keep-weekly", metavar="NUMBER", type=_number, help="create: afterwards keep the last backup of so many weeks"
    )
    parser.add_argument("--name", metavar="NAME", help="check: the backup, or the start of its name (default: all)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.set_defaults(run=_run)


def _number(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 10_000:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 10,000")
    return number


def _run(arguments: argparse.Namespace) -> int:
    match arguments.verb:
        case "list":
            from facetry.cli.backup.listing import run_list as run
        case "check":
            from facetry.cli.backup.listing import run_check as run
        case _:
            from facetry.cli.backup.create import run
    return run(arguments)

"""`facetry repair`: keeps what is intact of a damaged library, rebuilds what can be, and lists what is lost."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from facetry.cli.opening import (
    CommandError,
    add_data_dir,
    data_folder_errors,
    for_log,
    library_lock,
    print_message,
    require_database_file,
    settings_of,
)

if TYPE_CHECKING:
    from facetry.library.integrity.lost_rows import Loss
    from facetry.library.integrity.repair import RepairReport

LOST: Final = 3
"""The exit code of a repair after which something is lost."""
MAX_LINES: Final = 200
"""Maximum number of losses in the text; `--json` has all of them."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "repair",
        help="mend a damaged library",
        description="Write a new database from all rows that are intact, rebuild the full-text indexes, and remove "
        "vector files and damaged renditions, which the server makes again. Rows of damaged pages are put together "
        "from indexes where these have enough of them. What is lost is listed by image, path and facet. The damaged "
        "files are kept in a folder beside the database. The server of the library must be stopped, and the disk needs "
        "room for a second database.",
        epilog="exit codes: 0 nothing is lost, 1 the library could not be repaired, 2 wrong usage, 3 something is lost",
    )
    add_data_dir(parser)
    parser.add_argument("--dry-run", action="store_true", help="say what is lost, and change nothing")
    parser.add_argument("--json", action="store_true", help="print the report as one JSON document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Repair the library and print what was done. Raises `CommandError` when that is impossible."""
    settings = settings_of(arguments)
    require_database_file(
        settings,
        "Restore the database from a backup of the server, such as one of pg_dump. For the vector files, run facetry "
        "vectors rebuild",
    )
    from facetry.library.integrity import repair
    from facetry.library.renditions.cache import damaged_files
    from facetry.service.data_folder import RENDITIONS, VECTORS
    from facetry.service.library_database import DATABASE

    renditions = []
    with library_lock(settings), data_folder_errors(settings), _steps() as on_step:
        try:
            report = repair.repair(settings.data_dir / DATABASE, is_dry_run=arguments.dry_run, on_step=on_step)
        except repair.RepairError as error:
            raise CommandError(str(error)) from None
        on_step("Verifying renditions")
        renditions = list(damaged_files(settings.data_dir / RENDITIONS))
        if not arguments.dry_run:
            shutil.rmtree(settings.data_dir / VECTORS, ignore_errors=True)  # made again from the rows
            for path in renditions:
                path.unlink(missing_ok=True)
    if arguments.json:
        print(json.dumps(_as_json(report, len(renditions))))
    else:
        _print(report)
    return 0 if report.is_lossless else LOST


def _print(report: RepairReport) -> None:
    lines = [*map(_line, report.lost), *(f"restored in part: {_line(loss)}" for loss in report.completed)]
    for line in lines[:MAX_LINES]:
        print(for_log(line))
    if len(lines) > MAX_LINES:
        print(f"… and {len(lines) - MAX_LINES} more; --json has all of them")
    for table, count in report.lost_parts.items():
        print(f"rows of {table} on {count} damaged pages, which cannot be named")
    if report.lost_commits is not None:
        print(f"the last commits: {report.lost_commits}")
    done = "would be copied" if report.kept is None else "are copied"
    print_message(f"{report.copied_rows} rows {done}, {len(report.completed)} of them put together from indexes.")
    if report.kept is not None:
        print_message(f"The damaged files are in {report.kept}. The next start of the server rebuilds the vectors.")
    if not report.is_lossless:
        print_message("Something is lost; it is listed above. Compare it with a backup before you go on.")


def _line(loss: Loss) -> str:
    from facetry.validate.reports.escaping import visible

    parts = (
        loss.facet,
        loss.name and repr(loss.name),
        loss.extension and f"of {loss.extension}",
        loss.image and f"image {loss.image}",
        loss.path,
        None if loss.image else loss.key is not None and f"key {loss.key}",
    )
    return visible("  ".join(part for part in parts if part))


def _as_json(report: RepairReport, damaged_renditions: int) -> dict[str, Any]:
    return {
        "damagedPages": report.damaged_pages,
        "copiedRows": report.copied_rows,
        "completed": [loss.as_json() for loss in report.completed],
        "lost": [loss.as_json() for loss in report.lost],
        "lostParts": report.lost_parts,
        "lostCommits": report.lost_commits,
        "damagedRenditions": damaged_renditions,
        "keptFolder": None if report.kept is None else str(report.kept),
    }


@contextmanager
def _steps() -> Iterator[Callable[[str], None]]:
    """A line with the current step on a terminal, nothing otherwise."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield status.update

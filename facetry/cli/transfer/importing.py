"""`facetry import`: an export, all of it or nothing."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from facetry.cli.opening import HelpFormatter, library_lock, opened_store, print_message, settings_of
from facetry.cli.progress_bar import progress_bar
from facetry.cli.service.output import print_json, print_record
from facetry.cli.transfer.shared import add_common, transfer_errors

_DESCRIPTION = """\
Import an export into a library that has scanned the same pictures. An image is found by its id, else by its place with
the same bytes, else by its bytes. What the file has replaces what the same extension wrote there; all else stays. The
server of the library must be stopped. Everything is imported, or nothing.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "import", help="import facets and collections", description=_DESCRIPTION, formatter_class=HelpFormatter
    )
    parser.add_argument("file", metavar="FILE", help="a file of `facetry export`")
    parser.add_argument("--skip-missing", action="store_true", help="leave out images that the library does not have")
    parser.add_argument(
        "--adopt-ids", action="store_true", help="give the images and repositories that are found the ids of the file"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="read everything, say what would be done, change nothing"
    )
    add_common(parser)
    parser.set_defaults(run=_import)


def _import(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    from facetry.library.transfer.importing import ImportOptions, import_lines, prepare, survey
    from facetry.library.trash.trash import complete_rows

    path = Path(arguments.file).expanduser()
    options = ImportOptions(skips_missing=arguments.skip_missing, adopts_ids=arguments.adopt_ids)
    with library_lock(settings), transfer_errors(), opened_store(settings) as store:
        complete_rows(store)
        preparation = store.read_now(lambda connection: prepare(connection, path))
        with progress_bar("lines read", None, is_quiet=arguments.quiet) as report:
            summary = store.read_now(lambda connection: survey(connection, path, preparation, options, report))
        if not arguments.dry_run:
            with progress_bar("lines", summary.lines, is_quiet=arguments.quiet) as report:
                store.write_now(lambda work: import_lines(work, path, preparation, options, report))
    if arguments.json:
        print_json(
            {
                "images": summary.images,
                "collections": summary.collections,
                "lines": summary.lines,
                "adoptedIds": summary.adopted,
                "missingCount": summary.missing_count,
                "missing": summary.missing,
                "isDryRun": arguments.dry_run,
            }
        )
        return 0
    print_record(
        [
            ("images", summary.images),
            ("images that are missing", summary.missing_count),
            ("images with new ids", summary.adopted),
            ("collections", summary.collections),
            ("lines", summary.lines),
        ]
    )
    if arguments.dry_run:
        sys.stdout.flush()  # before the message that follows
        print_message("The file is whole. Nothing was changed, because of --dry-run.")
    return 0

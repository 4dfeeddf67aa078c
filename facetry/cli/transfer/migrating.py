"""`facetry migrate`: copies a library from its file to a database server, or back."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from facetry.cli.opening import (
    CommandError,
    HelpFormatter,
    add_data_dir,
    data_folder_errors,
    library_lock,
    print_message,
    settings_of,
)
from facetry.cli.progress_bar import progress_bar
from facetry.cli.service.output import print_json, print_record

if TYPE_CHECKING:
    from facetry.settings import Settings
    from facetry.store.copying.copy import CopyResult
    from facetry.store.engine import Location

FILE: Final = "sqlite"
_LINE_SECONDS: Final = 5.0
_AGAIN: Final = "What was copied is kept: run the same command again, and it goes on"

_DESCRIPTION: Final = """\
Copy the library of the settings, which is in the data folder or on a database server, to another place:

  --to postgresql://user@host/name   into an empty database of a PostgreSQL server
  --to sqlite                        into the file library.db in the data folder

The library itself is not changed, except that a library of an older version is migrated first, as a start of the server
does. All rows are compared in the end, and the copy cannot be served before. Run the command again after an
interruption of any kind: it goes on where it ended. Both servers must be stopped.

A password belongs in the file of PGPASSFILE (~/.pgpass) or in PGPASSWORD, or the URL into a variable for --to-env.

exit codes:
  0  the copy is complete and equal to the library
  1  it is not; the message says why
  2  wrong usage
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "migrate",
        help="move a library to a database server, or back",
        description=_DESCRIPTION,
        formatter_class=HelpFormatter,
    )
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument(
        "--to", metavar="URL", help="where the copy is made: postgresql://… without a password, or sqlite"
    )
    target.add_argument("--to-env", metavar="NAME", help="the name of the environment variable that has this URL")
    add_data_dir(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Copy the library and say what comes next. Raises `CommandError` when that is impossible."""
    settings = settings_of(arguments)
    from facetry.errors import FaultError
    from facetry.library.integrity.indexed_texts import texts
    from facetry.service.library_database import location_of, require_no_link
    from facetry.store.copying.copy import copy_library
    from facetry.store.copying.places import opened_library, opened_target
    from facetry.store.copying.side import CopyError

    source, target = location_of(settings), _target(arguments, settings)
    if source == target:
        raise CommandError("the library is there already", code=2)
    with library_lock(settings), data_folder_errors(settings):
        for place in (source, target):
            if isinstance(place, Path):
                require_no_link(place)
        try:
            with (
                opened_library(source) as library,
                opened_target(target) as copy,
                _progress(is_quiet=arguments.quiet) as report,
            ):
                result = copy_library(library, copy, texts, report)
        except CopyError as error:
            raise CommandError(str(error)) from None
        except FaultError:
            raise
        except Exception as error:
            if (reason := _reason(error)) is None:
                raise
            raise CommandError(f"{reason.rstrip('.')}. {_AGAIN}") from None
    if arguments.json:
        print_json(_document(result, source, target))
    else:
        _print(result, source, target)
    return 0


def _target(arguments: argparse.Namespace, settings: Settings) -> Location:
    """Where the copy is made. Raises `CommandError` for something else than such a place."""
    from facetry.observability.redaction import never_log
    from facetry.service.library_database import DATABASE
    from facetry.store.engine import DatabaseUrl

    name: str | None = arguments.to_env
    text: str | None = arguments.to if name is None else os.environ.get(name)
    option = "--to" if name is None else f"the variable {name}"
    if not text:
        raise CommandError(f"{option} is empty or missing", code=2)
    if text == FILE:
        return settings.data_dir / DATABASE
    try:
        url = DatabaseUrl(text)
    except ValueError:
        raise CommandError(f"{option} is neither postgresql://… nor {FILE}", code=2) from None
    if url.password is not None:
        if name is None:
            raise CommandError(
                "other users of the machine can read a password in the arguments of a command. Put it into the file of "
                "PGPASSFILE or into PGPASSWORD, or the URL into an environment variable, and name that: --to-env NAME",
                code=2,
            )
        never_log(url.password)
    return url


def _reason(error: Exception) -> str | None:
    """Why an engine failed; None for a bug."""
    from facetry.store.engine import fault_of
    from facetry.store.engines.postgresql.errors import message_of

    fault = fault_of(error)
    return message_of(error) if fault is None else fault.fault.detail


def _document(result: CopyResult, source: Location, target: Location) -> dict[str, object]:
    return {
        "from": str(source),
        "to": str(target),
        "rows": result.rows,
        "copied": result.copied,
        "wasResumed": result.was_resumed,
        "wasComplete": result.was_complete,
    }


def _print(result: CopyResult, source: Location, target: Location) -> None:
    from facetry.store.engine import DatabaseUrl

    print_record([("from", source), ("to", target), ("rows", result.rows), ("copied now", result.copied)])
    sys.stdout.flush()  # before the messages that follow
    is_new = "The copy was complete before" if result.was_complete else "The copy is complete"
    print_message(f"{is_new}: all rows are equal. The library in {source} is as it was.")
    if isinstance(target, DatabaseUrl):
        step = "Set FACETRY_DATABASE_URL, or database_url in facetry.toml, to the URL of the copy"
    else:
        step = "Remove FACETRY_DATABASE_URL, and database_url from facetry.toml"
    print_message(f"To use the copy: {step}, and start the server. Changes then go to the copy only.")


@contextmanager
def _progress(*, is_quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A function that shows what is done: a bar on a terminal, lines otherwise."""
    if is_quiet:
        yield lambda *_: None
        return
    if not sys.stderr.isatty():
        yield _lines()
        return
    with progress_bar(unit="count") as show:
        yield lambda what, done, total: show(done, total, what)


def _lines() -> Callable[[str, int, int], None]:
    last = time.monotonic()

    def report(what: str, done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= _LINE_SECONDS:
            last = time.monotonic()
            print_message(f"{what}: {done:,} of {total:,}")

    return report

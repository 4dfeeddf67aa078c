"""`facetry demo`: runs two extensions on a temporary library of generated pictures."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, print_message
from facetry.cli.serving.serve import port_number
from facetry.system.end_signals import interrupt_on_end_signals

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient
    from facetry.settings import Settings
    from facetry.store.store import Store


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "demo",
        help="see extensions at work on generated pictures",
        description="Create a temporary library of generated pictures, run two extensions on it, print their results, "
        "and serve the library until Ctrl-C. The library is then removed.",
    )
    parser.add_argument(
        "--port", metavar="NUMBER", type=port_number, default=0, help="the port to listen on (default: any)"
    )
    parser.add_argument(
        "--directory",
        metavar="FOLDER",
        help="create the library in this empty folder, and keep it (default: a temporary folder)",
    )
    parser.add_argument("--once", action="store_true", help="exit after printing the results")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    started_at = time.monotonic()
    from facetry.authoring.service import ServiceError
    from facetry.cli.hosting import folder_errors, paint_pictures, run_with_service, temporary_settings
    from facetry.cli.library.master_key import key_file
    from facetry.demo.bundled import BundleError
    from facetry.observability.logs import set_up_logging

    set_up_logging("warning")
    directory = Path(arguments.directory) if arguments.directory else None
    if directory is not None:
        _require_empty(directory)
    with interrupt_on_end_signals():
        home = directory or Path(tempfile.mkdtemp(prefix="facetry-demo-"))
        try:
            folder = paint_pictures(home)
            settings = temporary_settings(home / "library", arguments.port)
            stores: list[Store] = []
            with folder_errors(home):
                return run_with_service(
                    settings,
                    [folder],
                    lambda service, ending: _show(
                        service, settings, ending, started_at, None if arguments.once else stores[0]
                    ),
                    on_open=stores.append,
                )
        except (ServiceError, BundleError) as error:
            raise CommandError(str(error)) from None
        finally:
            if directory is None:
                shutil.rmtree(home, ignore_errors=True)
            else:
                with suppress(OSError):  # such as for a folder that could not be created
                    key_file(home / "library").unlink()  # its key was valid for this run only


def _require_empty(directory: Path) -> None:
    """Raise `CommandError` unless the folder is empty or missing."""
    try:
        if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
            raise CommandError(f"{directory} exists and is not an empty folder", code=2)
    except OSError as error:
        raise CommandError(f"{directory} cannot be used: {error.strerror or error}") from None


def _show(
    service: ServiceClient, settings: Settings, stop_event: threading.Event, started_at: float, store: Store | None
) -> int:
    """Show the results. With the store of the library, print a link to its page, and serve until a signal."""
    from facetry.cli.extension.progress import show_progress
    from facetry.cli.library.master_key import keep_key, shell_word
    from facetry.cli.library.session import print_link
    from facetry.demo import pictures, show

    with show_progress() as report:
        result = show.run_demo(service, stop_event, pictures.COUNT, started_at, report)
    if result is None:
        return 0
    print(show.format_result(result), flush=True)
    if store is not None:
        keep_key(settings, service.key)
        print(show.format_requests(result, service, key=shell_word(settings, service.key)), flush=True)
        print_link(store, service.url, settings.data_dir)
        print_message("serving until Ctrl-C")
        stop_event.wait()
    return 0

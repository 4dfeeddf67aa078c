"""`facetry extension dev`: runs an extension during development, and reloads it after each change."""

from __future__ import annotations

import argparse
import signal
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.extension.folders import add_folder_argument, cache_folder
from facetry.cli.opening import CommandError, print_message
from facetry.cli.service.connection import add_service_arguments, service_of
from facetry.system.end_signals import end_signals, interrupt_on_end_signals

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

_PICTURES = 12


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommand."""
    parser = verbs.add_parser(
        "dev",
        help="run an extension, and reload it after each change",
        description="Check an extension, install it, and print its log, its events and how long they take. After each "
        "change in its folder it is installed again. Without --url it runs on a temporary service with some generated "
        "pictures, which is removed at the end.",
    )
    add_folder_argument(parser)
    add_service_arguments(parser, default="a temporary one")
    parser.add_argument("--pictures", metavar="FOLDER", help="the pictures of the temporary service")
    parser.add_argument(
        "--replay", metavar="IMAGE|all", help="repeat the work for this image, or for all, after each load"
    )
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from facetry.authoring.service import ServiceError

    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise CommandError(f"there is no folder {folder}", code=2)
    try:
        if arguments.url is not None:
            if arguments.pictures is not None:
                raise CommandError("--pictures cannot be used with --url: it is for the temporary service", code=2)
            return _develop(service_of(arguments), folder, arguments.replay, _stop_on_signal())
        return _develop_on_own_service(arguments, folder)
    except ServiceError as error:
        raise CommandError(str(error)) from None


def _develop_on_own_service(arguments: argparse.Namespace, folder: Path) -> int:
    from facetry.cli.folders import resolve_folders
    from facetry.cli.hosting import run_with_service, temporary_settings
    from facetry.demo.pictures import paint
    from facetry.observability.logs import set_up_logging

    set_up_logging("error")  # failures of the extension are findings, with their places
    with (
        interrupt_on_end_signals(),
        tempfile.TemporaryDirectory(prefix="facetry-dev-", ignore_cleanup_errors=True) as home,
    ):
        if arguments.pictures is None:
            pictures = [Path(home, "pictures")]
            paint(pictures[0], _PICTURES)
        else:
            pictures = [Path(folder.root) for folder in resolve_folders([arguments.pictures])]

        def develop(service: ServiceClient, stop_event: threading.Event) -> int:
            print_message(f"the temporary service is {service.url}, and its key is {service.key}")
            return _develop(service, folder, arguments.replay, stop_event, cache_folder())

        return run_with_service(temporary_settings(Path(home, "library"), 0), pictures, develop, is_single_attempt=True)


def _develop(
    service: ServiceClient, folder: Path, replay: str | None, stop_event: threading.Event, cache: Path | None = None
) -> int:
    from facetry.authoring.development import DevelopmentSession
    from facetry.cli.extension.folders import pack_folder

    session = DevelopmentSession(
        service, folder, lambda: pack_folder(folder), lambda line: print(line, flush=True), replay, cache
    )
    session.run(stop_event)
    return 0


def _stop_on_signal() -> threading.Event:
    """An event that the first Ctrl-C sets; the second one raises KeyboardInterrupt.

    An exception at the first one could be lost if the signal came during garbage collection.
    """
    stop_event = threading.Event()

    def request_stop(number: int, _: object) -> None:
        signal.signal(number, signal.default_int_handler)
        stop_event.set()

    for number in end_signals():
        signal.signal(number, request_stop)
    return stop_event

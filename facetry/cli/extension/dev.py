"""`facetry extension dev`: an extension at work while it is written."""

from __future__ import annotations

import argparse
import signal
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.extension.connection import add_service, service_of
from facetry.cli.extension.folders import add_folder, cache
from facetry.cli.opening import CommandError, say

if TYPE_CHECKING:
    from facetry.authoring.service import Service

_PICTURES = 12


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb."""
    parser = verbs.add_parser(
        "dev",
        help="run an extension, and again after each change",
        description="Judge an extension, load it, and show what it does: its log, what happens, and how long it takes. "
        "After each change of its folder it is loaded again. Without --url it runs on a service of its own, with some "
        "painted pictures, that is removed at the end.",
    )
    add_folder(parser)
    add_service(parser, default="one of its own")
    parser.add_argument("--pictures", metavar="FOLDER", help="pictures for the service of its own")
    parser.add_argument("--replay", metavar="IMAGE|all", help="what it is asked for again after each load")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from facetry.authoring.service import ServiceError

    folder = Path(arguments.folder)
    if not folder.is_dir():
        raise CommandError(f"there is no folder {folder}", code=2)
    try:
        if arguments.url is not None:
            if arguments.pictures is not None:
                raise CommandError("--pictures is for a service of its own; that of --url has its own pictures", code=2)
            return _develop(service_of(arguments), folder, arguments.replay, _asked_to_end())
        return _alone(arguments, folder)
    except ServiceError as error:
        raise CommandError(str(error)) from None


def _alone(arguments: argparse.Namespace, folder: Path) -> int:
    from facetry.cli.display import set_up_logging
    from facetry.cli.folders import resolved
    from facetry.cli.hosting import hosted
    from facetry.demo.pictures import paint

    set_up_logging(is_quiet=True)
    with tempfile.TemporaryDirectory(prefix="facetry-dev-", ignore_cleanup_errors=True) as home:
        if arguments.pictures is None:
            pictures = [Path(home, "pictures")]
            paint(pictures[0], _PICTURES)
        else:
            pictures = resolved([arguments.pictures])

        def beside(service: Service, ending: threading.Event) -> int:
            say(f"the service is {service.url}, its key, good until the end: {service.key}")
            return _develop(service, folder, arguments.replay, ending, cache())

        return hosted(Path(home, "library"), pictures, 0, beside)


def _develop(
    service: Service, folder: Path, replay: str | None, ending: threading.Event, kept: Path | None = None
) -> int:
    from facetry.authoring.development import Bench
    from facetry.cli.extension.folders import packed

    bench = Bench(service, folder, lambda: packed(folder), lambda words: print(words, flush=True), replay, kept)
    bench.run(ending)
    return 0


def _asked_to_end() -> threading.Event:
    """Set by the first Ctrl-C; the second one ends everything at once.

    An exception would be lost if the signal came while something is being collected.
    """
    ending = threading.Event()

    def end(number: int, _: object) -> None:
        signal.signal(number, signal.default_int_handler)
        ending.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    return ending

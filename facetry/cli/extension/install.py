"""`facetry extension install`: an extension into a running service."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.extension.connection import add_service, service_of
from facetry.cli.opening import CommandError, say

if TYPE_CHECKING:
    from facetry.authoring.service import Service


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the verb."""
    parser = verbs.add_parser(
        "install",
        help="install an extension into a running service, or update it there",
        description="Send an archive, or the archive of a folder, to a running service, and follow how its environment "
        "is made and its program started. An extension that is installed already is updated, and what it wrote stays.",
    )
    parser.add_argument("source", metavar="FILE|FOLDER", help="an archive, or the folder of an extension")
    add_service(parser)
    parser.add_argument("--state", choices=("enabled", "paused"), help="whether it is to run (default: a new one is)")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from facetry.authoring.installation import arrive
    from facetry.authoring.service import ServiceError

    service = service_of(arguments)
    id, archive = _archive(Path(arguments.source))
    try:
        arrived = arrive(service, id, archive, arguments.state)
        before = f"updated, it was {arrived.previous}" if arrived.previous is not None else "installed"
        say(f"{id} is {before}, and {arrived.state}")
        return 0 if arrived.state == "paused" else _followed(service, id)
    except ServiceError as error:
        raise CommandError(str(error)) from None


def _archive(source: Path) -> tuple[str, bytes]:
    """The id and the bytes. Raises `CommandError` for what no service would take."""
    from facetry.authoring.package import identified
    from facetry.cli.extension.folders import packed
    from facetry.errors import FaultError

    if source.is_dir():
        made = packed(source)
        if made.data is None:
            raise CommandError("nothing is installed")
        return made.id, made.data
    try:
        return identified(source), source.read_bytes()
    except OSError as error:
        raise CommandError(f"{source} cannot be read: {error.strerror or error}", code=2) from None
    except FaultError as error:
        raise CommandError(f"{source}: {error.fault.detail} [{error.fault.rule}]") from None


def _followed(service: Service, id: str) -> int:
    from facetry.authoring.installation import follow, log
    from facetry.cli.extension.progress import line_of, progress

    with progress() as tell:
        status = follow(service, id, lambda words: tell(f"{id} is {words}"))
    if status["state"] == "running":
        say(f"{id} runs")
        return 0
    say(f"{id} does not run: {status.get('reason', status['state'])}")
    for line in log(service, id):
        print(line_of(line))
    return 1

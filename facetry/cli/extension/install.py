"""`facetry extension install`: installs an extension into a running service."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from facetry.cli.extension.permissions import add_grant_arguments, decide
from facetry.cli.opening import CommandError, print_message
from facetry.cli.service.connection import add_service_arguments, service_of

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient


def add(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommand."""
    parser = verbs.add_parser(
        "install",
        help="install or update an extension in a running service",
        description="Send an archive, or the archive of a folder, to a running service. Then show the progress until "
        "the extension runs. An extension that is installed already is updated; the facets that it wrote are kept. On "
        "a terminal the command shows what the extension asks for, and asks whether to grant it.",
    )
    parser.add_argument("source", metavar="FILE|FOLDER", help="an archive, or the folder of an extension")
    add_service_arguments(parser)
    parser.add_argument(
        "--state",
        choices=("enabled", "paused"),
        help="whether it shall run (default: enabled for a new one, unchanged for an update)",
    )
    parser.add_argument(
        "--take-over",
        action="store_true",
        help="install it also if the id is registered without a program: its facets stay, and its keys are revoked",
    )
    add_grant_arguments(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from facetry.authoring.installation import install_or_update
    from facetry.authoring.service import ServiceError

    service = service_of(arguments)
    id, archive, declared = _read_archive(Path(arguments.source))
    try:
        grants = decide(service, id, declared, arguments)
        result = install_or_update(service, id, archive, arguments.state, takes_over=arguments.take_over, grants=grants)
        change = f"updated from {result.previous_version}" if result.previous_version is not None else "installed"
        for warning in result.warnings if Path(arguments.source).is_file() else ():  # packing a folder prints them
            print_message(warning)
        print_message(f"{id} is {change} and {result.state}")
        return 0 if result.state == "paused" else _wait_until_running(service, id)
    except ServiceError as error:
        raise CommandError(str(error)) from None


def _read_archive(source: Path) -> tuple[str, bytes, Mapping[str, Any] | None]:
    """The id, the bytes of the archive, and `permissions` of its manifest. Raises `CommandError` for an archive that a
    service would refuse.
    """
    from facetry.authoring.package import manifest_of
    from facetry.cli.extension.folders import pack_folder
    from facetry.errors import FaultError

    if source.is_dir():
        result = pack_folder(source)
        if result.data is None:
            raise CommandError("nothing was installed")
        return result.id, result.data, result.permissions
    try:
        manifest = manifest_of(source)
        return manifest["id"], source.read_bytes(), manifest.get("permissions")
    except OSError as error:
        raise CommandError(f"{source} cannot be read: {error.strerror or error}", code=2) from None
    except FaultError as error:
        raise CommandError(f"{source}: {error.fault.detail} [{error.fault.rule}]") from None


def _wait_until_running(service: ServiceClient, id: str) -> int:
    from facetry.authoring.installation import follow_status, log_lines
    from facetry.cli.extension.progress import format_log_line, show_progress

    def report_status(status_text: str) -> None:
        if status_text != "running":  # which is told at the end
            report(f"{id} is {status_text}")

    with show_progress() as report:
        status = follow_status(service, id, report_status)
    if status["state"] == "running":
        print_message(f"{id} is running")
        return 0
    print_message(f"{id} is not running: {status.get('reason', status['state'])}")
    for line in log_lines(service, id):
        print(format_log_line(line))
    return 1

"""The running service of a subcommand, and its key. A key is never an argument, because others could see it there."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, settings_of

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

_WILDCARD_HOSTS: tuple[str, ...] = ("0.0.0.0", "::", "")  # noqa: S104  # a server that listens there is reachable on this machine


def add_service_arguments(
    parser: argparse.ArgumentParser, default: str = "FACETRY_URL, or http://127.0.0.1:3001"
) -> None:
    """Declare the flags for the service and the key."""
    parser.add_argument("--url", metavar="URL", help=f"the service (default: {default})")
    parser.add_argument(
        "--key-file",
        metavar="FILE",
        help="a file with the key (default: FACETRY_API_SECRET or FACETRY_API_SECRET_FILE)",
    )


def service_of(arguments: argparse.Namespace) -> ServiceClient:
    """The service of the flags, or else of the settings. Raises `CommandError` when there is no key."""
    from facetry.authoring.service import ServiceClient

    settings = settings_of(arguments)
    host = (
        "127.0.0.1"
        if settings.host in _WILDCARD_HOSTS
        else f"[{settings.host}]"
        if ":" in settings.host
        else settings.host
    )
    url: str = arguments.url or os.environ.get("FACETRY_URL") or f"http://{host}:{settings.port}"
    try:
        key = Path(arguments.key_file).read_text("utf-8").strip() if arguments.key_file else settings.master_secret()
    except (OSError, UnicodeDecodeError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise CommandError(f"{arguments.key_file} cannot be read: {reason}", code=2) from None
    if not key:
        raise CommandError("there is no key: set FACETRY_API_SECRET, or give a file with --key-file", code=2)
    return ServiceClient(url, key)

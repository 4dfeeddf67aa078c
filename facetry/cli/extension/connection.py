"""The running service that a verb works on, and the key to it, which is never an argument."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from facetry.cli.opening import CommandError, settings_of

if TYPE_CHECKING:
    from facetry.authoring.service import Service

_ANY: tuple[str, ...] = ("0.0.0.0", "::", "")  # noqa: S104  # what is meant by them is this machine


def add_service(parser: argparse.ArgumentParser, default: str = "http://127.0.0.1:3001") -> None:
    """The flags of it."""
    parser.add_argument("--url", metavar="URL", help=f"the service (default: {default})")
    parser.add_argument(
        "--key-file",
        metavar="FILE",
        help="a file that holds a key which may manage extensions (else FACETRY_API_SECRET, FACETRY_API_SECRET_FILE)",
    )


def service_of(arguments: argparse.Namespace) -> Service:
    """The service of the flags, else that of the settings. Raises `CommandError` without a key."""
    from facetry.authoring.service import Service

    settings = settings_of(arguments)
    host = "127.0.0.1" if settings.host in _ANY else f"[{settings.host}]" if ":" in settings.host else settings.host
    url: str = arguments.url or f"http://{host}:{settings.port}"
    try:
        key = Path(arguments.key_file).read_text("utf-8").strip() if arguments.key_file else settings.master_secret()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{arguments.key_file} cannot be read: {error}", code=2) from None
    if not key:
        raise CommandError("there is no key: set FACETRY_API_SECRET, or name a file with --key-file", code=2)
    return Service(url, key)

"""`facetry session`: one-time links, by which a browser signs in to the page of a library."""

from __future__ import annotations

import argparse
import shlex
import sys
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from facetry.cli.opening import (
    CommandError,
    add_data_dir,
    opened_store,
    print_message,
    require_library,
    settings_of,
)

if TYPE_CHECKING:
    from facetry.settings import Settings
    from facetry.store.store import Store

_FRAGMENT: Final = "sign-in"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    parser = commands.add_parser("session", help="sign in to the page of a library")
    verbs = parser.add_subparsers(title="subcommands", metavar="COMMAND", required=True)
    link = verbs.add_parser(
        "link",
        help="print a link that signs a browser in",
        description="Print a link to the page of the library. Whoever opens it first, within an hour, is signed in "
        "with the rights of the master key. The service may run meanwhile.",
    )
    link.add_argument(
        "--url",
        metavar="URL",
        help="the address of the service for the browser, as behind a proxy (FACETRY_PUBLIC_URL; default: that of the "
        "settings on this machine)",
    )
    add_data_dir(link)
    link.set_defaults(run=_link)


def _link(arguments: argparse.Namespace) -> int:
    settings = settings_of(arguments)
    address = _address(arguments.url, settings)
    require_library(settings)
    with opened_store(settings) as store:
        print(new_link(store, address), flush=True)
    print_message("The link counts once, within an hour.")
    return 0


def new_link(store: Store, address: str) -> str:
    """A new link to the page at an address."""
    from facetry.library.sessions import links

    return f"{address.rstrip('/')}/#{_FRAGMENT}={store.write_now(links.create)}"


def print_link(store: Store, address: str, data_dir: object) -> None:
    """Print a new link on a terminal. Elsewhere, say how to get one: outputs end up in logs."""
    if sys.stdout.isatty():
        print(f"Open in a browser (once, within an hour): {new_link(store, address)}", flush=True)
    else:
        # The command does not know the flags of this server, such as its port.
        command = shlex.join(["facetry", "session", "link", "--data-dir", str(data_dir), "--url", address])
        print(f"Page: {address.rstrip('/')}/  To sign in: {command}", flush=True)


def _address(url: str | None, settings: Settings) -> str:
    """The address of the service for browsers. Raises `CommandError` for a malformed one."""
    if url is None:
        host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host  # noqa: S104  # compared
        host = f"[{host}]" if ":" in host else host
        return settings.public_url or f"http://{host}:{settings.port}{settings.root_path}"
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise CommandError(f"{url} is no address of a service, such as https://pictures.example/facetry", code=2)
    return url

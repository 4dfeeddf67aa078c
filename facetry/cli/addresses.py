"""The addresses of a server, as a person on this machine uses them."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from facetry.cli.opening import print_message

if TYPE_CHECKING:
    import socket


def url_of(listener: socket.socket) -> str:
    """The URL of the server for programs on this machine."""
    address, port = listener.getsockname()[:2]
    ip = ipaddress.ip_address(address)
    host = "127.0.0.1" if ip.is_unspecified else f"[{ip}]" if ip.version == 6 else str(ip)
    return f"http://{host}:{port}"


def host_of(listener: socket.socket) -> str:
    """The address that the server listens on."""
    return str(listener.getsockname()[0])


def is_loopback(address: str) -> bool:
    """Whether only programs on this machine reach a server on this address."""
    return ipaddress.ip_address(address).is_loopback


def warn_if_reachable(address: str) -> None:
    """Warn about a server that other machines can reach."""
    if not is_loopback(address):
        print_message(
            "WARNING: other machines can reach this server, and the connections are not encrypted. "
            "Put a proxy with TLS in front of it, or listen on 127.0.0.1."
        )


def print_addresses(url: str, what: str) -> None:
    """Print where the server answers, and a search for pictures to begin with."""
    print(
        f"Facetry serves {what} at {url}\n"
        f"Documentation: {url}/docs/\n"
        "Try it:        export FACETRY_API_SECRET=…  (the master key), and then\n"
        '               curl -H "Authorization: Bearer $FACETRY_API_SECRET" -H "Content-Type: application/json" '
        f"-d '{{}}' {url}/image/search/summaries",
        flush=True,
    )

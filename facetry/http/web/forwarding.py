"""Headers of trusted proxies: the address of the client, and the scheme, host and prefix of the address that it uses.

Uvicorn has a middleware for the first two. It takes malformed addresses as they are, and knows neither host nor prefix.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final
from urllib.parse import unquote

from starlette.types import ASGIApp, Receive, Scope, Send

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

MAX_PREFIX_LENGTH: Final = 128
PREFIX_PATTERN: Final = r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)*"
_FOR: Final = b"x-forwarded-for"
_PROTO: Final = b"x-forwarded-proto"
_HOST: Final = b"x-forwarded-host"
_PREFIX: Final = b"x-forwarded-prefix"
_NAMES: Final = frozenset({_FOR, _PROTO, _HOST, _PREFIX})
_HOST_VALUE: Final = re.compile(rb"(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
_PREFIX_VALUE: Final = re.compile(PREFIX_PATTERN)
_SCHEMES: Final = {"http": {b"http": "http", b"https": "https"}, "websocket": {b"http": "ws", b"https": "wss"}}
_MAX_HOPS: Final = 32


@dataclass(frozen=True, slots=True)
class Proxies:
    """The networks of trusted proxies, and the prefix before all paths if no trusted proxy names another."""

    networks: tuple[Network, ...] = ()
    root_path: str = ""

    def trust(self, address: str) -> bool:
        """Whether an address is that of a trusted proxy. A text that is no address is not."""
        return _is_in(self.networks, address)

    def trust_group(self, group: str) -> bool:
        """Whether trusted proxies have all of an address, or of a network of addresses."""
        try:
            network = ipaddress.ip_network(group)
        except ValueError:
            return False
        return any(each.version == network.version and network.subnet_of(each) for each in self.networks)  # type: ignore[arg-type]  # of one version


NO_PROXIES: Final = Proxies()


class Forwarding:
    """Gives the application the request as the client has sent it to the outermost proxy.

    A malformed or repeated header has no effect, except that values of `X-Forwarded-For` belong together.
    """

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection of any ASGI type."""
        if scope["type"] in _SCHEMES:
            root_path = self._proxies.root_path
            scope = _below(scope, root_path)
            client = scope.get("client")
            if client is not None and self._proxies.trust(client[0]):
                values = _values(scope["headers"])
                scope = self._forwarded(scope, values)
        await self._app(scope, receive, send)

    def _forwarded(self, scope: Scope, values: dict[bytes, list[bytes]]) -> Scope:
        scope = {**scope, "client": self._client(scope["client"], values.get(_FOR, []))}
        if prefix := _prefix(values):
            scope["root_path"] = prefix
        scheme = _SCHEMES[scope["type"]].get(_single(values, _PROTO).lower())
        if scheme is not None:
            scope["scheme"] = scheme
        host = _single(values, _HOST)
        if _HOST_VALUE.fullmatch(host) is not None:
            others = [header for header in scope["headers"] if header[0] != b"host"]
            scope["headers"] = [*others, (b"host", host)]
        return scope

    def _client(self, peer: tuple[str, int], values: Sequence[bytes]) -> tuple[str, int]:
        """The client before the trusted proxies: from the right, the first address that is not trusted. What stands
        left of it may be made up, and what a trusted proxy did not understand ends the search.
        """
        found = peer
        entries = b",".join(values).decode("latin-1").split(",")
        for entry in entries[: -_MAX_HOPS - 1 : -1]:
            address = _address(entry.strip())
            if address is None:
                return found
            found = address, 0
            if not self._proxies.trust(address):
                return found
        return found


def behind_proxies(app: ASGIApp, proxies: Proxies) -> ASGIApp:
    """The application with the headers of trusted proxies applied; the application itself when there are none."""
    return Forwarding(app, proxies) if proxies.networks or proxies.root_path else app


def _values(headers: Sequence[tuple[bytes, bytes]]) -> dict[bytes, list[bytes]]:
    values: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        if name in _NAMES:
            values.setdefault(name, []).append(value)
    return values


def _single(values: dict[bytes, list[bytes]], name: bytes) -> bytes:
    """The value of a header that came once; empty otherwise."""
    found = values.get(name, [])
    return found[0].strip(b" \t") if len(found) == 1 else b""


def _prefix(values: dict[bytes, list[bytes]]) -> str:
    prefix = _single(values, _PREFIX).decode("latin-1").rstrip("/")
    return prefix if len(prefix) <= MAX_PREFIX_LENGTH and _PREFIX_VALUE.fullmatch(prefix) is not None else ""


def _below(scope: Scope, prefix: str) -> Scope:
    """The request below the prefix of the settings, which a proxy may have removed from its path or not."""
    if not prefix:
        return scope
    scope = {**scope, "root_path": prefix}
    raw_path: bytes = scope["raw_path"]
    if raw_path.startswith(prefix.encode() + b"/"):
        scope["raw_path"] = raw_path[len(prefix) :]
        scope["path"] = unquote(scope["raw_path"].decode("latin-1"))
    return scope


def _address(text: str) -> str | None:
    """The IP address of an entry, which may have a port; None for anything else."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


@lru_cache(maxsize=4_096)
def _is_in(networks: tuple[Network, ...], text: str) -> bool:
    address = _address(text)
    if address is None:
        return False
    ip: Any = ipaddress.ip_address(address)
    return any(ip in network for network in networks)

"""Headers of proxies: those of trusted peers count, and whatever else anybody sends does not."""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any, Final

import pytest

from facetry.http.web.forwarding import Forwarding, Proxies, behind_proxies

PROXY: Final = "10.0.0.1"
STRANGER: Final = "203.0.113.9"
NETWORKS: Final = tuple(map(ipaddress.ip_network, ("10.0.0.0/24", "fd00::/8", "127.0.0.1")))


def seen(
    *headers: tuple[str, str], peer: str = PROXY, path: bytes = b"/livez", root_path: str = "", type: str = "http"
) -> Any:
    """The scope of the application for a request with these headers."""
    scopes: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        scopes.append(scope)

    scope = {
        "type": type,
        "scheme": "http" if type == "http" else "ws",
        "client": (peer, 4_711),
        "root_path": "",
        "path": path.decode(),
        "raw_path": path,
        "headers": [(b"host", b"inner:3001"), *((name.encode(), value.encode("latin-1")) for name, value in headers)],
    }

    async def nothing(*_: Any) -> Any:
        return {}

    asyncio.run(Forwarding(application, Proxies(NETWORKS, root_path))(scope, nothing, nothing))
    return scopes[0]


def host(scope: Any) -> list[bytes]:
    return [value for name, value in scope["headers"] if name == b"host"]


@pytest.mark.parametrize(
    ("values", "client"),
    [
        (["198.51.100.7"], "198.51.100.7"),
        (["203.0.113.200, 198.51.100.7"], "198.51.100.7"),
        (["198.51.100.7, 10.0.0.2"], "198.51.100.7"),
        (["203.0.113.200", "198.51.100.7,10.0.0.2"], "198.51.100.7"),
        (["198.51.100.7:65000"], "198.51.100.7"),
        (["[2001:db8::1]:65000"], "2001:db8::1"),
        (["2001:db8::1"], "2001:db8::1"),
        (["::ffff:198.51.100.7"], "198.51.100.7"),
        (["10.0.0.2, 10.0.0.3"], "10.0.0.2"),
        (["unknown"], PROXY),
        (["198.51.100.7, garbage"], PROXY),
        (["198.51.100.7, garbage, 10.0.0.2"], "10.0.0.2"),
        (["198.51.100.7, "], PROXY),
        (["999.1.1.1"], PROXY),
        (["\xff\r\nlog: forged"], PROXY),
        ([""], PROXY),
        ([], PROXY),
    ],
)
def test_the_rightmost_untrusted_address_is_the_client(values: list[str], client: str) -> None:
    assert seen(*(("x-forwarded-for", value) for value in values))["client"][0] == client


def test_a_long_chain_is_read_in_part() -> None:
    chain = ", ".join(["198.51.100.7", *["10.0.0.2"] * 10_000])
    assert seen(("x-forwarded-for", chain))["client"][0] == "10.0.0.2"


def test_headers_of_others_are_ignored() -> None:
    headers = (
        ("x-forwarded-for", "198.51.100.7"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "evil.example"),
        ("x-forwarded-prefix", "/evil"),
        ("forwarded", "for=198.51.100.7;proto=https;host=evil.example"),
    )
    for peer in (STRANGER, "2001:db8::1", "not an address", "/run/socket"):
        scope = seen(*headers, peer=peer)
        assert (scope["client"][0], scope["scheme"], scope["root_path"], host(scope)) == (
            peer,
            "http",
            "",
            [b"inner:3001"],
        )


def test_a_trusted_peer_names_scheme_host_and_prefix() -> None:
    headers = (
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "photos.example:8443"),
        ("x-forwarded-prefix", "/facetry/"),
    )
    for peer in (PROXY, "fd12::1", "::ffff:10.0.0.1", "127.0.0.1"):
        scope = seen(*headers, peer=peer)
        assert (scope["scheme"], host(scope), scope["root_path"]) == ("https", [b"photos.example:8443"], "/facetry")
    assert seen(*headers, type="websocket")["scheme"] == "wss"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x-forwarded-proto", "ftp"),
        ("x-forwarded-proto", "https, http"),
        ("x-forwarded-proto", "javascript"),
        ("x-forwarded-host", "evil.example/path"),
        ("x-forwarded-host", "evil.example, photos.example"),
        ("x-forwarded-host", "user@evil.example"),
        ("x-forwarded-host", "evil\r\nset-cookie: a=b"),
        ("x-forwarded-host", "[::1"),
        ("x-forwarded-host", ":80"),
        ("x-forwarded-host", ""),
        ("x-forwarded-prefix", "facetry"),
        ("x-forwarded-prefix", "//evil.example"),
        ("x-forwarded-prefix", "/a/../b"),
        ("x-forwarded-prefix", "/a; Domain=example"),
        ("x-forwarded-prefix", "/a?b"),
        ("x-forwarded-prefix", "/" + "a" * 200),
        ("x-forwarded-prefix", "/"),
    ],
)
def test_malformed_values_are_ignored(name: str, value: str) -> None:
    scope = seen((name, value))
    assert (scope["scheme"], host(scope), scope["root_path"]) == ("http", [b"inner:3001"], "")


@pytest.mark.parametrize("name", ["x-forwarded-proto", "x-forwarded-host", "x-forwarded-prefix"])
def test_repeated_headers_are_ignored(name: str) -> None:
    value = {"x-forwarded-proto": "https", "x-forwarded-host": "photos.example"}.get(name, "/facetry")
    scope = seen((name, value), (name, value))
    assert (scope["scheme"], host(scope), scope["root_path"]) == ("http", [b"inner:3001"], "")


@pytest.mark.parametrize(
    ("path", "inner"),
    [
        (b"/livez", b"/livez"),
        (b"/facetry/livez", b"/livez"),
        (b"/facetry/image/a%2Fb/get", b"/image/a%2Fb/get"),
        (b"/facetry/", b"/"),
        (b"/facetry", b"/facetry"),
        (b"/facetrylivez", b"/facetrylivez"),
        (b"/facetry/facetry/livez", b"/facetry/livez"),
    ],
)
def test_paths_with_and_without_the_prefix_are_accepted(path: bytes, inner: bytes) -> None:
    scope = seen(path=path, root_path="/facetry", peer=STRANGER)
    assert (scope["raw_path"], scope["root_path"]) == (inner, "/facetry")


def test_without_settings_nothing_is_in_the_way() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        pass

    assert behind_proxies(application, Proxies()) is application


def test_groups_of_addresses_are_trusted_as_a_whole() -> None:
    proxies = Proxies(NETWORKS)
    assert proxies.trust_group("10.0.0.7")
    assert proxies.trust_group("fd00:1:2:3::/64")
    assert not proxies.trust_group(STRANGER)
    assert not proxies.trust_group("2001:db8::/64")
    assert not proxies.trust_group("nobody")


def test_a_group_is_not_trusted_for_one_of_its_addresses() -> None:
    """A proxy may share its network with clients, which the limits of an address have to bound."""
    networks = tuple(map(ipaddress.ip_network, ("2001:db8:0:1::7", "10.0.0.0/24")))
    proxies = Proxies(networks)
    assert proxies.trust_group("2001:db8:0:1::7")
    assert not proxies.trust_group("2001:db8:0:1::/64")
    assert not proxies.trust_group("10.0.0.0/23")
    assert proxies.trust_group("10.0.0.128/25")

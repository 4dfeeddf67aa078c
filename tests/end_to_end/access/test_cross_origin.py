"""Pages of other origins: nothing is permitted by default, and only the listed origins otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.imaging import pictures
from tests.support.services.servers import Server, running_server

PAGE = "http://pictures.example:5173"
ELSEWHERE = "http://elsewhere.example"
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


def preflight(origin: str, method: str = "PUT", headers: str = "authorization,content-type") -> dict[str, str]:
    return {"Origin": origin, "Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}


def cors_headers(answer: httpx.Response) -> set[str]:
    return {name for name in answer.headers if name.startswith("access-control-allow-")}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("cross-origin")
    pictures.write_pictures(directory / "pictures", 1)
    origins = {"FACETRY_ORIGINS": f"{PAGE},app://facetry"}
    with running_server(directory, [directory / "pictures"], extra_environment=origins) as running:
        yield running


@pytest.fixture(scope="module")
def anonymous(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        yield client


def test_a_page_of_a_listed_origin_works(server: Server) -> None:
    with server.client() as client:
        found = client.post("/image/search/ids", json={}, headers={"Origin": PAGE})
        assert found.headers["access-control-allow-origin"] == PAGE
        assert "access-control-allow-credentials" not in found.headers
        address = f"/image/{found.json()['items'][0]}/download"
        part = client.get(address, headers={"Origin": PAGE, "Range": "bytes=0-9"})
        assert (part.status_code, part.headers["access-control-allow-origin"]) == (206, PAGE)
        shown = part.headers["access-control-expose-headers"].lower().split(", ")
        assert {"etag", "content-range", "retry-after", "www-authenticate"} <= set(shown)
        assert "Origin" in client.get(address).headers["vary"], "a cache must not give this to a page"


def test_refusals_have_the_headers_as_well(anonymous: httpx.Client) -> None:
    for address, status in (("/image/search/ids", 405), ("/repository/list", 401), ("/nowhere", 404)):
        answer = anonymous.get(address, headers={"Origin": PAGE})
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (status, PAGE)


@pytest.mark.parametrize("origin", [PAGE, "app://facetry"])
def test_a_preflight_of_a_listed_origin_is_answered(anonymous: httpx.Client, origin: str) -> None:
    wanted = "authorization,x-api-key,content-type,range,if-none-match,last-event-id"
    answer = anonymous.options("/image/search/ids", headers=preflight(origin, "POST", wanted))
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, origin)
    methods = answer.headers["access-control-allow-methods"].split(", ")
    assert {"GET", "PUT", "POST", "DELETE"} <= set(methods)


@pytest.mark.parametrize(
    "origin", [ELSEWHERE, "null", PAGE.upper(), f"{PAGE}.elsewhere.example", "http://pictures.example"]
)
def test_other_origins_are_permitted_nothing(anonymous: httpx.Client, origin: str) -> None:
    answer = anonymous.options("/image/search/ids", headers=preflight(origin))
    assert (answer.status_code, answer.json()["rule"], cors_headers(answer)) == (400, "origin.refused", set())
    assert cors_headers(anonymous.get("/livez", headers={"Origin": origin})) == set()


@pytest.mark.parametrize(("origin", "permitted"), [(PAGE, PAGE), (ELSEWHERE, "*"), ("null", "*")])
def test_published_schemas_are_open_to_every_origin(anonymous: httpx.Client, origin: str, permitted: str) -> None:
    for address in ("/schemas/", "/schemas/manifest-v3.schema.json", "/asyncapi.json"):
        answer = anonymous.get(address, headers={"Origin": origin})
        assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, permitted), address


def test_a_preflight_for_another_header_or_method_is_refused(anonymous: httpx.Client) -> None:
    for refused in (preflight(PAGE, headers="cookie"), preflight(PAGE, method="PATCH")):
        assert anonymous.options("/image/search/ids", headers=refused).json()["rule"] == "origin.refused"


def test_options_without_a_preflight_is_as_ever(anonymous: httpx.Client) -> None:
    answer = anonymous.options("/image/search/ids", headers={"Origin": PAGE})
    assert (answer.status_code, answer.headers["allow"]) == (204, "OPTIONS, POST")


def test_the_socket_opens_for_the_same_origins(server: Server, anonymous: httpx.Client) -> None:
    for origin, is_allowed in ((PAGE, True), (server.url, True), (ELSEWHERE, False)):
        headers = {**UPGRADE, "Origin": origin}
        with anonymous.stream("GET", "/socket.io/?EIO=4&transport=websocket", headers=headers) as answer:
            assert (answer.status_code == 101) is is_allowed, (origin, answer.status_code)


def test_the_socket_opens_for_own_pages_by_default(tmp_path: Path) -> None:
    """Also behind a proxy with TLS, whatever headers of proxies there are."""
    (tmp_path / "pictures").mkdir()
    with (
        running_server(tmp_path, [tmp_path / "pictures"]) as server,
        httpx.Client(base_url=server.url, trust_env=False) as client,
    ):
        forged = {"X-Forwarded-Host": ELSEWHERE.removeprefix("http://"), "X-Forwarded-Proto": "http"}
        for origin, is_allowed in ((server.url, True), (server.url.replace("http", "https"), True), (ELSEWHERE, False)):
            headers = {**UPGRADE, **forged, "Origin": origin}
            with client.stream("GET", "/socket.io/?EIO=4&transport=websocket", headers=headers) as answer:
                assert (answer.status_code == 101) is is_allowed, (origin, answer.status_code)


def test_nothing_is_permitted_by_default(tmp_path_factory: pytest.TempPathFactory) -> None:
    directory = tmp_path_factory.mktemp("own-origin")
    (directory / "pictures").mkdir()
    with (
        running_server(directory, [directory / "pictures"]) as server,
        httpx.Client(base_url=server.url, trust_env=False) as client,
    ):
        answer = client.get("/livez", headers={"Origin": PAGE})
        assert cors_headers(answer) == set()
        assert "vary" not in answer.headers
        asked = client.options("/image/search/ids", headers=preflight(PAGE))
        assert (asked.status_code, cors_headers(asked)) == (204, set())

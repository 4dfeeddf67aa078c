"""Sessions as browsers and hostile pages meet them: real servers, cookies, and requests from other origins."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.support.engines.databases import only_sqlite
from tests.support.imaging import pictures
from tests.support.services.server_databases import rows_of
from tests.support.services.servers import HOST, Server, running_server, server_environment, stop_process

PAGE: Final = {"X-Facetry-Page": "1"}
OWN_SITE: Final = {"Sec-Fetch-Site": "same-origin"}
ELSEWHERE: Final = "http://127.0.0.1:5173"
"""Another port of the same host, which browsers count as the same site."""
LINK: Final = re.compile(r"(http://127\.0\.0\.1:\d+)/#sign-in=([A-Za-z0-9_-]{43})")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("sessions")
    pictures.write_pictures(directory / "pictures", 1)
    origins = {"FACETRY_ORIGINS": ELSEWHERE}
    with running_server(directory, [directory / "pictures"], extra_environment=origins) as running:
        running.run_command("extension", "register", "tagger")
        yield running


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    with browsing(server) as opened:
        yield opened


def browsing(server: Server) -> httpx.Client:
    """A browser: it keeps cookies and has no key."""
    return httpx.Client(base_url=server.url, trust_env=False, timeout=30)


def sign_in(browser: httpx.Client, key: str, **headers: str) -> httpx.Response:
    return browser.post("/session/create", json={"key": key}, headers=headers)


def new_key(server: Server, **query: str) -> dict[str, Any]:
    with server.client() as client:
        answer = client.post("/apiSecret/create", params={"type": "key", "name": "ada", **query})
        assert answer.status_code == 201, answer.text
        created: dict[str, Any] = answer.json()
        return created


def revoke(server: Server, id: int) -> None:
    with server.client() as client:
        assert client.delete(f"/apiSecret/{id}/delete").status_code == 204


def test_a_person_signs_in_and_out(server: Server, browser: httpx.Client) -> None:
    key = new_key(server, scope="image:read,apisecret:write")
    answer = sign_in(browser, key["value"])
    assert answer.status_code == 201
    assert answer.json() == {
        "name": "ada",
        "scopes": ["apisecret:write", "image:read"],
        "expirationDate": answer.json()["expirationDate"],
    }
    cookie = answer.headers["set-cookie"]
    pattern = rf"facetry-session-{server.port}=[A-Za-z0-9_-]{{43}}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"
    assert re.fullmatch(pattern, cookie), cookie
    who = browser.get("/apiSecret/self", headers=PAGE)
    with server.client(key["value"]) as client:
        assert who.json() == client.get("/apiSecret/self").json()
    assert browser.get("/apiSecret/self", headers=OWN_SITE).status_code == 200
    lacking = browser.get("/repository/list", headers=PAGE)
    assert (lacking.status_code, lacking.json()["rule"]) == (403, "scope.missing")
    value = browser.cookies.get(f"facetry-session-{server.port}")
    ended = browser.delete("/session/delete", headers=PAGE)
    assert (ended.status_code, "Max-Age=0" in ended.headers["set-cookie"]) == (204, True)
    assert f"facetry-session-{server.port}" not in browser.cookies
    stolen = {**PAGE, "Cookie": f"facetry-session-{server.port}={value}"}
    again = browser.get("/apiSecret/self", headers=stolen)
    assert (again.status_code, again.json()["rule"]) == (401, "session.ended")


def test_a_key_ends_no_session_and_counts_before_the_cookie(server: Server, browser: httpx.Client) -> None:
    sign_in(browser, new_key(server)["value"])
    master = {**PAGE, "Authorization": f"Bearer {server.key}"}
    assert browser.get("/apiSecret/self", headers=master).json()["name"] == "master"
    ended = browser.delete("/session/delete", headers=master)
    assert (ended.status_code, "set-cookie" in ended.headers) == (204, False)
    assert browser.get("/apiSecret/self", headers=PAGE).json()["name"] == "ada"
    wrong = browser.get("/apiSecret/self", headers={**PAGE, "X-API-KEY": "wrong"})
    assert (wrong.status_code, wrong.json()["rule"]) == (401, "auth.invalid")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": ELSEWHERE},
        {"Sec-Fetch-Site": "same-site", "Origin": ELSEWHERE},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "same-site", "X-Facetry-Page": "1", "Origin": ELSEWHERE},
    ],
)
def test_requests_of_other_pages_have_no_rights(server: Server, browser: httpx.Client, headers: dict[str, str]) -> None:
    sign_in(browser, new_key(server)["value"])
    assert browser.cookies
    for method, path in (
        ("GET", "/repository/list"),
        ("POST", "/apiSecret/create?type=key&name=forged"),
        ("DELETE", "/session/delete"),
    ):
        answer = browser.request(method, path, headers=headers)
        assert (answer.status_code, answer.json()["rule"]) == (401, "auth.missing"), path
    assert browser.get("/apiSecret/self", headers=PAGE).status_code == 200


def test_a_navigation_of_the_own_origin_changes_nothing(server: Server, browser: httpx.Client) -> None:
    """A form or a link of the page itself, as an injected one would be."""
    sign_in(browser, new_key(server)["value"])
    forged = browser.post("/apiSecret/create?type=key&name=forged", headers=OWN_SITE)
    assert (forged.status_code, forged.json()["rule"]) == (401, "auth.missing")


def test_no_preflight_permits_the_header_of_the_page_or_credentials(browser: httpx.Client) -> None:
    wanted = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-facetry-page"}
    refused = browser.options("/apiSecret/create", headers={"Origin": ELSEWHERE, **wanted})
    assert refused.status_code == 400
    answer = browser.post("/image/search/ids", json={}, headers={"Origin": ELSEWHERE})
    for each in (refused, answer):
        assert "access-control-allow-credentials" not in each.headers
        assert "x-facetry-page" not in each.headers.get("access-control-allow-headers", "").lower()


@pytest.mark.parametrize("site", ["same-site", "cross-site"])
def test_another_page_cannot_sign_a_person_in(server: Server, browser: httpx.Client, site: str) -> None:
    answer = sign_in(browser, new_key(server)["value"], **{"Sec-Fetch-Site": site})
    assert (answer.status_code, answer.json()["rule"]) == (403, "session.cross-site")
    assert "set-cookie" not in answer.headers
    text = browser.post("/session/create", content=b'{"key": "x"}', headers={"Content-Type": "text/plain"})
    assert text.status_code == 415, "a form of another page could send it without a preflight"


def test_bad_keys_begin_no_session_and_are_slowed_down(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server, browsing(server) as browser:
        for body in ({"key": "wrong"}, {"token": "wrong"}):
            answer = browser.post("/session/create", json=body)
            assert (answer.status_code, answer.json()["rule"]) == (401, "auth.invalid")
            assert "set-cookie" not in answer.headers
        for number in range(64):
            sign_in(browser, f"guess-{number}")
        begin = time.monotonic()
        assert sign_in(browser, "one-guess-more").status_code == 401
        assert time.monotonic() - begin > 0.9
        durations = []
        for _ in range(4):
            begin = time.monotonic()
            assert sign_in(browser, server.key).status_code == 201
            durations.append(time.monotonic() - begin)
        assert min(durations) < 0.9, "a valid key never waits"


def test_extensions_begin_no_session(server: Server, browser: httpx.Client) -> None:
    key = server.run_command("extension", "register", "painter").split()
    secret = next(word for word in key if word.startswith("fct_"))
    answer = sign_in(browser, secret)
    assert (answer.status_code, answer.json()["rule"]) == (403, "session.extension-key")


def test_a_session_ends_with_its_key(server: Server, browser: httpx.Client) -> None:
    key = new_key(server)
    sign_in(browser, key["value"])
    assert browser.get("/apiSecret/self", headers=PAGE).status_code == 200
    revoke(server, key["id"])
    ended = browser.get("/apiSecret/self", headers=PAGE)
    assert (ended.status_code, ended.json()["rule"]) == (401, "session.ended")


def test_an_open_stream_ends_with_the_session(server: Server, browser: httpx.Client) -> None:
    sign_in(browser, new_key(server)["value"])
    begin = time.monotonic()
    with browser.stream("GET", "/event/stream", headers=OWN_SITE) as stream:
        assert stream.status_code == 200
        with browsing(server) as other:
            other.cookies = browser.cookies
            assert other.delete("/session/delete", headers=PAGE).status_code == 204
        for _ in stream.iter_lines():
            assert time.monotonic() - begin < 60
    assert time.monotonic() - begin < 60


@only_sqlite
def test_the_library_has_no_value_of_a_cookie_and_the_log_neither(server: Server, browser: httpx.Client) -> None:
    sign_in(browser, server.key)
    value = browser.cookies[f"facetry-session-{server.port}"]
    rows = rows_of(server.data_dir, "SELECT * FROM session")
    assert rows
    assert value not in repr(rows)
    assert value not in server.output()


@pytest.mark.parametrize(
    "headers",
    [
        [("Cookie", "; ".join(f"facetry-session-{{port}}={number:043d}" for number in range(900)))],
        [("Cookie", "=;;;===; \xff\xfe")],
        [("Cookie", "facetry-session-{port}=" + "a" * 43), ("Cookie", "facetry-session-{port}=" + "b" * 43)],
        [("Cookie", "facetry-session-{port}=" + "a" * 20_000)],
        [("Cookie", "a=b"), ("X-Facetry-Page", "1")],
    ],
)
def test_hostile_cookies_have_no_rights(server: Server, headers: list[tuple[str, str]]) -> None:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
    connection.putrequest("GET", "/repository/list")
    for name, value in [*headers, ("X-Facetry-Page", "1")]:
        connection.putheader(name, value.replace("{port}", str(server.port)).encode("latin-1"))
    connection.endheaders()
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["rule"] in {"auth.missing", "session.ended"}) == (401, True)
    connection.close()


def test_a_repeated_cookie_of_another_path_does_not_hide_the_session(server: Server, browser: httpx.Client) -> None:
    sign_in(browser, new_key(server)["value"])
    name = f"facetry-session-{server.port}"
    both = f"{name}={'a' * 43}; {name}={browser.cookies[name]}"
    with browsing(server) as other:
        assert other.get("/apiSecret/self", headers={**PAGE, "Cookie": both}).status_code == 200


def test_the_way_of_extension_pages_takes_no_cookie(server: Server, browser: httpx.Client) -> None:
    sign_in(browser, new_key(server)["value"])
    address = "/ui/bundle/4e0c1a77-9b52-4d3f-8a61-7f2d90c3b5e8/@api/apiSecret/self"
    assert browser.get(address, headers=PAGE).status_code == 404


def test_a_one_time_link_counts_once_beside_a_running_service(server: Server, browser: httpx.Client) -> None:
    printed = server.run_command("session", "link", "--url", "https://pictures.example/facetry/").strip()
    assert printed.startswith("https://pictures.example/facetry/#sign-in=")
    token = printed.partition("#sign-in=")[2]
    assert len(token) == 43
    answer = browser.post("/session/create", json={"token": token}, headers=OWN_SITE)
    assert (answer.status_code, answer.json()["name"]) == (201, "master")
    assert browser.get("/repository/list", headers=PAGE).status_code == 200
    with browsing(server) as second:
        used = second.post("/session/create", json={"token": token})
        assert (used.status_code, used.json()["rule"]) == (401, "auth.invalid")
    assert token not in server.output()


def test_many_requests_use_one_link(server: Server) -> None:
    token = server.run_command("session", "link").strip().partition("#sign-in=")[2]

    async def use() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
            sent = [client.post("/session/create", json={"token": token}) for _ in range(20)]
            return [answer.status_code for answer in await asyncio.gather(*sent)]

    assert sorted(asyncio.run(use())) == [201, *[401] * 19]


def test_the_log_has_no_link(server: Server) -> None:
    assert "#sign-in=" not in server.output()
    assert "facetry session link" in server.output()


@pytest.mark.parametrize("arguments", [("demo",), ("serve", "--port", "0")])
def test_temporary_libraries_show_a_link_too(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """Those of the demonstration, and of painted pictures for a person without pictures."""
    environment = {**server_environment(""), "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    environment = {name: value for name, value in environment.items() if not name.startswith("XDG_")}
    terminal, side = pty.openpty()
    command = [sys.executable, "-m", "facetry", *arguments]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=side, stderr=log)
    try:
        shown = ""
        while (found := LINK.search(shown)) is None and select.select([terminal], [], [], 120)[0]:
            shown += os.read(terminal, 65_536).decode()
        assert found is not None, shown
        answer = httpx.post(f"{found[1]}/session/create", json={"token": found[2]}, trust_env=False, timeout=30)
        assert answer.status_code == 201, answer.text
        if arguments == ("demo",):
            request = re.search(r"curl .*/image/search/summaries\r?$", shown.replace("\\\r\n", ""), re.MULTILINE)
            assert request is not None, shown
    finally:
        stop_process(process)
        os.close(side)
        os.close(terminal)

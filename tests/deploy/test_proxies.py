"""The examples for nginx and Caddy: TLS, prefix, uploads, events and WebSockets go through them, for real."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.imaging.pictures import write_pictures
from tests.support.services.picture_server import media_url
from tests.support.services.proxies import DEPLOY, NEEDS_PROXIES, PREFIX, Front, behind_proxy, caddy, nginx, replaced
from tests.support.services.servers import HOST, running_server

pytestmark = NEEDS_PROXIES
FROM_PAGE: Final = {"X-Facetry-Page": "1", "Sec-Fetch-Site": "same-origin"}
BROWSER: Final = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
EXAMPLES: Final = {"nginx": (nginx, "nginx.conf"), "caddy": (caddy, "Caddyfile")}


@pytest.fixture(scope="module", params=EXAMPLES)
def front(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    directory = tmp_path_factory.mktemp(request.param)
    write_pictures(directory / "pictures", 2)
    make_command, example = EXAMPLES[request.param]
    with behind_proxy(directory, [directory / "pictures"], make_command, (DEPLOY / example).read_text()) as running:
        running.server.run_command("extension", "register", "tagger")
        yield running


@pytest.fixture
def client(front: Front) -> Iterator[httpx.Client]:
    with browser(front) as opened:
        opened.headers["Authorization"] = f"Bearer {front.server.key}"
        yield opened


def browser(front: Front) -> httpx.Client:
    """A client without a key."""
    return httpx.Client(base_url=front.url, verify=front.trust, timeout=60, trust_env=False)


def first_id(client: httpx.Client) -> str:
    return str(client.post("/image/search/ids", json={}).json()["items"][0])


def test_calls_go_through_as_they_are(front: Front, client: httpx.Client) -> None:
    path = f"/image/{first_id(client)}/setTags?extensionId=tagger"
    assert client.put(path, json=["sky", "boat"]).is_success
    for address in (f"/image/{first_id(client)}/getTags?extensionId=tagger", "/livez", "/image/a%2Fb/get", "/x%3Fy"):
        with front.server.client() as direct:
            expected, answer = direct.get(address), client.get(address)
            assert (answer.status_code, answer.content) == (expected.status_code, expected.content), address


def test_a_media_url_begins_with_the_address_for_browsers(front: Front, client: httpx.Client) -> None:
    address = media_url(client, first_id(client), width=64, height=64)
    assert address.startswith(f"{front.url}/media/")
    with browser(front) as visitor:
        picture = visitor.get(address)
    assert picture.status_code == 200, picture.text
    assert picture.headers["content-type"].startswith("image/")


def test_the_documentation_works_below_the_prefix(front: Front) -> None:
    """Each page, with all that it loads and links to."""
    with browser(front) as visitor:
        assert str(visitor.get("/docs", follow_redirects=True).url) == f"{front.url}/docs/"
        assert str(visitor.get("/docs/rules", follow_redirects=True).url) == f"{front.url}/docs/rules/"
        for address in ("/docs/", "/docs/rules/", "/docs/rules/tag.limit"):
            page = visitor.get(address)
            assert page.status_code == 200, address
            links = {urljoin(str(page.url), link) for link in re.findall(r'(?:href|src)="([^"]+)"', page.text)}
            assert len(links) >= 4
            for link in sorted(links)[:12]:
                assert link.startswith(f"{front.url}/"), link
                assert visitor.get(link).status_code == 200, link


@pytest.mark.skipif(BROWSER is None, reason="no browser is installed")
def test_a_browser_shows_the_documentation_below_the_prefix(front: Front, tmp_path: Path) -> None:
    command = [str(BROWSER), "--headless=new", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"]
    command += [f"--user-data-dir={tmp_path / 'browser'}", "--virtual-time-budget=20000", "--dump-dom"]
    shown = subprocess.run([*command, f"{front.url}/docs/"], capture_output=True, text=True, check=False, timeout=120)
    assert "imageSetTags" in shown.stdout, shown.stderr[-2_000:]


def test_plain_http_leads_to_tls(front: Front) -> None:
    host = {"Host": "localhost"}
    answer = httpx.get(f"http://{HOST}:{front.plain_port}{PREFIX}/livez?x=1", headers=host, trust_env=False)
    assert answer.status_code == 308
    assert re.fullmatch(rf"https://localhost(:\d+)?{PREFIX}/livez\?x=1", answer.headers["location"])


def test_large_bodies_are_judged_by_the_service(client: httpx.Client) -> None:
    answer = client.put(f"/image/{first_id(client)}/setTags?extensionId=tagger", content=b"[" + b" " * 3_000_000 + b"]")
    assert answer.headers["content-type"] == "application/problem+json", answer.text


def test_events_arrive_when_they_happen(client: httpx.Client) -> None:
    with client.stream("GET", "/event/stream?topics=image.tags.updated") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert client.put(f"/image/{first_id(client)}/setTags?extensionId=tagger", json=["now"]).is_success
        assert any(line.startswith("event: image.tags.updated") for line in stream.iter_lines())


def test_the_socket_opens_for_pages_of_the_address(front: Front) -> None:
    address = f"{front.url.replace('https', 'wss')}/socket.io/?EIO=4&transport=websocket"
    origin = front.url.removesuffix(PREFIX)
    with connect(address, ssl=front.trust, additional_headers={"Origin": origin}, proxy=None) as socket:
        assert str(socket.recv(30)).startswith('0{"sid":')
    with (
        pytest.raises(InvalidStatus) as refusal,
        connect(address, ssl=front.trust, additional_headers={"Origin": "https://elsewhere.example"}, proxy=None),
    ):
        pass
    assert refusal.value.response.status_code == 403


def test_a_person_signs_in_below_the_prefix(front: Front) -> None:
    with browser(front) as visitor:
        answer = visitor.post(
            "/session/create", json={"key": front.server.key}, headers={"Sec-Fetch-Site": "same-origin"}
        )
        assert answer.status_code == 201, answer.text
        port = urlsplit(front.url).port
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"facetry-session-{port}=")
        assert cookie.endswith(f"; Path={PREFIX}; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure")
        assert visitor.get("/apiSecret/self", headers=FROM_PAGE).json()["name"] == "master"
        found = visitor.post("/image/search/mediaUrls", json={}, headers=FROM_PAGE).json()["items"]
        assert {each["url"].startswith(f"{front.url}/media/") for each in found} == {True}
        assert visitor.get(found[0]["url"]).status_code == 200
        assert visitor.get("/apiSecret/self").status_code == 401
        assert visitor.delete("/session/delete", headers=FROM_PAGE).status_code == 204
        assert not visitor.cookies


def test_the_description_names_the_prefix(front: Front, client: httpx.Client) -> None:
    assert [each["url"] for each in client.get("/openapi.json").json()["servers"]] == [PREFIX]
    with front.server.client() as direct:
        assert [each["url"] for each in direct.get("/openapi.json").json()["servers"]] == ["/"]


def test_what_clients_say_of_themselves_does_not_count(front: Front, client: httpx.Client) -> None:
    forged = {
        "X-Forwarded-For": "198.51.100.7",
        "X-Forwarded-Proto": "http",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Prefix": "/evil",
    }
    address = client.get(f"/image/{first_id(client)}/mediaUrl", headers=forged).json()["url"]
    assert address.startswith(f"{front.url}/media/")


def test_the_client_behind_a_proxy_is_slowed_down_and_not_the_proxy(tmp_path: Path) -> None:
    settings = {"FACETRY_TRUSTED_PROXIES": HOST, "FACETRY_LOG__ACCESS": "true"}
    with running_server(tmp_path, [], extra_environment=settings) as server:
        with httpx.Client(base_url=server.url, trust_env=False, timeout=30) as proxy:
            for number in range(64):
                proxy.post(
                    "/session/create", json={"key": f"guess-{number}"}, headers={"X-Forwarded-For": "198.51.100.7"}
                )
            durations = []
            for number in range(8, 12):
                begin = time.monotonic()
                others_header = {"X-Forwarded-For": f"198.51.100.{number}"}
                other = proxy.post("/session/create", json={"key": "typo"}, headers=others_header)
                assert other.status_code == 401
                durations.append(time.monotonic() - begin)
            assert min(durations) < 0.9
            begin = time.monotonic()
            guess = proxy.post("/session/create", json={"key": "one-more"}, headers={"X-Forwarded-For": "198.51.100.7"})
            assert (guess.status_code, time.monotonic() - begin > 0.9) == (401, True)
        assert "address=198.51.100.7" in server.output()


def test_headers_of_a_peer_that_is_not_trusted_are_ignored(tmp_path: Path) -> None:
    write_pictures(tmp_path / "pictures", 1)
    with (
        running_server(
            tmp_path, [tmp_path / "pictures"], extra_environment={"FACETRY_TRUSTED_PROXIES": "10.0.0.0/8"}
        ) as server,
        server.client() as client,
    ):
        forged = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil"}
        address = client.get(f"/image/{first_id(client)}/mediaUrl", headers=forged).json()["url"]
        assert address.startswith(f"{server.url}/media/")
        cookie = client.post("/session/create", json={"key": server.key}, headers=forged).headers["set-cookie"]
        assert "Secure" not in cookie
        assert "; Path=/;" in cookie


def test_a_root_path_is_accepted_with_and_without_it(tmp_path: Path) -> None:
    write_pictures(tmp_path / "pictures", 1)
    with (
        running_server(tmp_path, [tmp_path / "pictures"], options=("--root-path", "/facetry/")) as server,
        server.client() as client,
    ):
        for prefix in ("", PREFIX):
            assert client.get(f"{prefix}/livez").status_code == 200
            assert [each["url"] for each in client.get(f"{prefix}/openapi.json").json()["servers"]] == [PREFIX]
            assert client.get(f"{prefix}/docs/").status_code == 200
        address = client.get(f"/image/{first_id(client)}/mediaUrl").json()["url"]
        assert address.startswith(f"{server.url}{PREFIX}/media/")
        assert client.get(address).status_code == 200
        for prefix in ("", PREFIX):
            socket_address = f"{server.url.replace('http', 'ws')}{prefix}/socket.io/?EIO=4&transport=websocket"
            with connect(socket_address, proxy=None) as socket:
                assert str(socket.recv(30)).startswith('0{"sid":')


def test_a_root_path_that_hides_operations_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "facetry", "serve", "--data-dir", str(tmp_path), "--port", "0"]
    for path, code in (("/image", 1), ("facetry", 2), ("/a/../b", 2)):
        done = subprocess.run([*command, "--root-path", path], capture_output=True, text=True, timeout=60, check=False)
        assert (done.returncode, "root_path" in done.stderr) == (code, True), done.stderr


def test_a_public_url_begins_media_urls_behind_a_trusted_proxy(tmp_path: Path) -> None:
    write_pictures(tmp_path / "pictures", 1)
    settings = {"FACETRY_TRUSTED_PROXIES": HOST, "FACETRY_PUBLIC_URL": "https://public.example/x"}
    with (
        running_server(tmp_path, [tmp_path / "pictures"], extra_environment=settings) as server,
        server.client() as client,
    ):
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "inner.example"}
        address = client.get(f"/image/{first_id(client)}/mediaUrl", headers=forwarded).json()["url"]
        assert address.startswith("https://public.example/x/media/")


def test_nginx_without_a_prefix(tmp_path: Path) -> None:
    """As the end of the example says."""
    example = (DEPLOY / "nginx.conf").read_text()
    plain = re.sub(r"    location = /facetry \{.*?\n    \}\n", "", example, flags=re.DOTALL)
    plain = re.sub(r"map \$request_uri.*?\n\}\n", "", plain, flags=re.DOTALL)
    plain = replaced(
        plain,
        ("location /facetry/ {", "location / {"),
        ("$facetry_path;", ";"),
        ("X-Forwarded-Prefix /facetry;", 'X-Forwarded-Prefix "";'),
    )
    write_pictures(tmp_path / "pictures", 1)
    with (
        behind_proxy(tmp_path, [tmp_path / "pictures"], nginx, plain, prefix="") as front,
        browser(front) as visitor,
    ):
        page = visitor.get("/docs/")
        assert page.status_code == 200
        links = re.findall(r'(?:href|src)="([^"]+)"', page.text)
        assert len(links) >= 4
        for link in links:
            assert visitor.get(urljoin("/docs/", link)).status_code == 200, link
    assert "/docs/" not in (tmp_path / "proxy" / "access.log").read_text()

"""The examples for nginx and Caddy: TLS, prefix, uploads, events and WebSockets go through them, for real."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.picture_server import media_url
from tests.support.pictures import write_pictures
from tests.support.proxies import DEPLOY, NEEDS_PROXIES, PREFIX, Front, behind_proxy, caddy, nginx, replaced
from tests.support.servers import HOST

pytestmark = NEEDS_PROXIES
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


def test_nginx_without_a_prefix(tmp_path: Path) -> None:
    """As the end of the example says."""
    example = (DEPLOY / "nginx.conf").read_text()
    plain = re.sub(r"    location = /facetry \{.*?\n    \}\n", "", example, flags=re.DOTALL)
    plain = re.sub(r"map \$request_uri.*?\n\}\n", "", plain, flags=re.DOTALL)
    plain = replaced(plain, ("location /facetry/ {", "location / {"), ("$facetry_path;", ";"))
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

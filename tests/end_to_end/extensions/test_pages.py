"""Pages of extensions: bundles with a key of their own, pages of manifests, and what nobody gets through them."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import httpx
import pytest

from tests.support.extensions.packages import INTERFACE, PAGE, PAGES, answering_archive
from tests.support.services.servers import Server, running_server

BROWSER: Final = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
OPAQUE: Final = {"Origin": "null"}
"""What a browser sends for a sandboxed page."""
HANG_SECONDS: Final = 300
"""When a program that neither runs nor fails is given up."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "pictures").mkdir()
    origins = {"FACETRY_ORIGINS": "https://front.example"}  # which do not shut out the opaque origin of pages
    with running_server(folder, [folder / "pictures"], extra_environment=origins) as running:
        with running.client() as client:
            headers = {"Content-Type": "application/zip"}
            archive = answering_archive("cloud-namer")
            assert client.post("/extension/install?state=enabled", content=archive, headers=headers).is_success
        yield running


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture
def visitor(server: Server) -> Iterator[httpx.Client]:
    """A client without a key."""
    with httpx.Client(base_url=server.url, trust_env=False) as opened:
        yield opened


def serve_page(client: httpx.Client) -> str:
    """Have the extension serve a bundle; its address without that of the service."""
    wait_until_connected(client)
    answer = client.post("/extension/cloud-namer/runCommand?commandId=serve-page", json={})
    assert answer.status_code == 200, answer.text
    address = str(answer.json()["value"])
    assert re.fullmatch(re.escape(str(client.base_url).rstrip("/")) + "/ui/bundle/[0-9a-f-]{36}", address)
    return address.removeprefix(str(client.base_url).rstrip("/"))


def wait_until_connected(client: httpx.Client) -> None:
    """Wait while the program starts, which takes time on a busy machine; end at once when it has failed."""
    deadline = time.monotonic() + HANG_SECONDS
    while (activity := client.get("/extension/activities").json()[0])["connection"] != "started":
        assert activity["status"]["state"] != "failed", activity
        assert activity["status"]["crashes"] == 0, activity
        assert time.monotonic() < deadline, activity
        time.sleep(0.05)


def test_a_bundle_is_served_as_a_sandboxed_page(client: httpx.Client, visitor: httpx.Client) -> None:
    bundle = serve_page(client)
    page = visitor.get(f"{bundle}/index.html?version=3", headers=OPAQUE)
    assert (page.status_code, page.text) == (200, PAGE)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "no-referrer"
    sandbox = page.headers["content-security-policy"].split(";")[0].split(" ")
    assert sandbox[0] == "sandbox"
    assert not {"allow-same-origin", "allow-top-navigation", "allow-popups-to-escape-sandbox"} & set(sandbox)
    script = visitor.get(f"{bundle}/assets%2Fpage.js", headers=OPAQUE)
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["access-control-allow-origin"] == "null", "a module of a page with an opaque origin needs it"
    assert visitor.get(f"{bundle}/index.html", headers={"If-None-Match": page.headers["etag"]}).status_code == 304
    for path in ("", "assets", "assets%2f..%2findex.html", "..%2f..%2fmanifest.json", "%00", "index.html/"):
        assert visitor.get(f"{bundle}/{path}").status_code in {400, 404}, path
    assert visitor.get(f"/ui/bundle/{uuid4()}/index.html").json()["rule"] == "bundle.unknown"


def test_only_data_requests_get_the_key_of_a_page(server: Server, client: httpx.Client, visitor: httpx.Client) -> None:
    bundle = serve_page(client)
    answer = visitor.get(bundle, headers={**OPAQUE, "Sec-Fetch-Dest": "empty"})
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["access-control-allow-origin"] == "null"
    content = answer.json()
    assert content["settings"] == {"theme": "dark"}
    assert content["parameters"].keys() == {"extensionId", "webServicesBaseUrl", "apiKey"}
    assert content["parameters"]["extensionId"] == "cloud-namer"
    assert content["parameters"]["webServicesBaseUrl"] == f"{server.url}{bundle}/@api"
    assert content["parameters"]["apiKey"] not in bundle
    for destination in ("document", "iframe", "script", "image", "style"):
        refused = visitor.get(bundle, headers={"Sec-Fetch-Dest": destination})
        assert (refused.status_code, refused.json()["rule"]) == (403, "bundle.reader")
    for origin in ("https://example.org", server.url, "null, null"):
        assert "access-control-allow-origin" not in visitor.get(bundle, headers={"Origin": origin}).headers


def test_the_key_of_a_page_is_no_more_than_that_of_its_extension(
    server: Server, client: httpx.Client, visitor: httpx.Client
) -> None:
    key = visitor.get(serve_page(client)).json()["parameters"]["apiKey"]
    process_key = program_key(server)
    assert key != process_key
    own, program = (visitor.get("/apiSecret/self", headers={"X-API-KEY": each}).json() for each in (key, process_key))
    assert (own["extensionId"], own["scopes"]) == ("cloud-namer", program["scopes"])
    assert own["expirationDate"] > time.time() * 1_000
    assert all(key[:8] not in str(each) for each in client.get("/apiSecret/list").json())
    headers = {"X-API-KEY": key}
    foreign = visitor.put(f"/image/{uuid4()}/setTags?extensionId=other", json=["a"], headers=headers)
    assert (foreign.status_code, foreign.json()["rule"]) == (403, "extension.foreign")
    assert visitor.get("/apiSecret/list", headers=headers).json()["rule"] == "scope.missing"
    assert visitor.delete("/extension/cloud-namer/uninstall", headers=headers).json()["rule"] == "scope.missing"


def test_the_api_answers_an_opaque_origin_below_the_address_of_its_page_alone(
    server: Server, client: httpx.Client, visitor: httpx.Client
) -> None:
    bundle, other = serve_page(client), serve_page(client)
    key = visitor.get(bundle).json()["parameters"]["apiKey"]
    asking = {**OPAQUE, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "x-api-key"}
    preflight = visitor.options(f"{bundle}/@api/image/search/ids", headers=asking)
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == "null"
    assert "x-api-key" in preflight.headers["access-control-allow-headers"]
    found = visitor.post(f"{bundle}/@api/image/search/ids", json={}, headers={**OPAQUE, "X-API-KEY": key})
    assert (found.status_code, found.headers["access-control-allow-origin"]) == (200, "null")
    refused = visitor.post(f"{bundle}/%40api/image/search/ids?a=b", json={}, headers={**OPAQUE, "X-API-KEY": key})
    assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (400, "null"), "pages read problems"
    for secret in (server.key, program_key(server), "made-up", visitor.get(other).json()["parameters"]["apiKey"]):
        answer = visitor.get(f"{bundle}/@api/apiSecret/self", headers={"Authorization": f"Bearer {secret}"})
        assert (answer.status_code, answer.json()["rule"]) == (403, "bundle.key")
    assert visitor.get(f"{bundle}/@api/apiSecret/self").json()["rule"] == "auth.missing"
    assert visitor.get(f"/ui/bundle/{uuid4()}/@api/livez").json()["rule"] == "bundle.unknown"
    for path in ("/image/search/ids", "/livez", "/openapi.json"):
        assert "access-control-allow-origin" not in visitor.options(path, headers=asking).headers
    elsewhere = {"Origin": "https://example.org", "X-API-KEY": key}
    answer = visitor.get(f"{bundle}/@api/apiSecret/self", headers=elsewhere)
    assert "access-control-allow-origin" not in answer.headers


def test_a_bundle_and_its_key_end_with_the_program_and_when_newer_ones_come(
    client: httpx.Client, visitor: httpx.Client
) -> None:
    bundles = [serve_page(client) for _ in range(5)]
    assert [visitor.get(bundle).status_code for bundle in bundles] == [404, 200, 200, 200, 200]
    key = visitor.get(bundles[-1]).json()["parameters"]["apiKey"]
    assert client.put("/extension/cloud-namer/changeState?state=paused").status_code == 204
    assert [visitor.get(f"{bundle}/index.html").status_code for bundle in bundles] == [404] * 5
    assert visitor.get("/apiSecret/self", headers={"X-API-KEY": key}).status_code == 401
    assert visitor.get(f"{bundles[-1]}/@api/apiSecret/self", headers={"X-API-KEY": key}).status_code == 404
    page = visitor.get("/ui/extension/cloud-namer/ui/index.html")
    assert (page.status_code, page.json()["rule"]) == (403, "extension.paused")
    assert client.get("/extension/getConfiguration").json()["elements"] == []
    assert client.put("/extension/cloud-namer/changeState?state=enabled").status_code == 204


def test_pages_of_a_manifest_have_addresses_and_nothing_else_is_served(
    server: Server, client: httpx.Client, visitor: httpx.Client
) -> None:
    (element,) = client.get("/extension/getConfiguration").json()["elements"]
    (described,) = INTERFACE["elements"]
    assert element == {
        "extensionId": "cloud-namer",
        "element": described,
        "url": "/ui/extension/cloud-namer/ui/index.html",
    }
    page = visitor.get(element["url"])
    assert (page.status_code, page.text) == (200, PAGE)
    assert page.headers["content-security-policy"].startswith("sandbox ")
    assert "allow-same-origin" not in page.headers["content-security-policy"]
    part = visitor.get("/ui/extension/cloud-namer/ui/assets/page.js", headers={"Range": "bytes=0-7"})
    assert (part.status_code, part.text) == (206, PAGES["ui/assets/page.js"][:8])
    wait_until_connected(client)
    folder = next((server.extensions_dir / "installed" / "cloud-namer").iterdir())
    assert (folder / "parameters.json").exists()
    (folder / "ui" / "link.json").symlink_to(folder / "parameters.json")
    (folder / "ui" / ".env.json").write_text("{}")
    (folder / "ui" / "node_modules").mkdir()
    (folder / "ui" / "node_modules" / "a.js").write_text("1")
    (folder / "ui" / "notes.py").write_text("1")
    (folder / "ui" / "folder.html").mkdir()
    secrets = ["parameters.json", "ui/../parameters.json", "ui%2F..%2Fparameters.json", "ui/%2e%2e/parameters.json"]
    hidden = ["ui/link.json", "ui/.env.json", "ui/node_modules/a.js", "ui/notes.py", "ui/folder.html", "ui/absent.js"]
    for path in (*secrets, *hidden, "manifest.json", "MANUAL.md", "run", "ui", "ui/", "", "ui//index.html"):
        raw = f"GET /ui/extension/cloud-namer/{path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        assert _status_of(server, raw) in {400, 404}, path
    assert visitor.get("/ui/extension/cloud-namer").json()["rule"] == "route.unknown", "no key for a referrer"
    assert visitor.get("/ui/extension/absent/ui/index.html").json()["rule"] == "extension.unknown"


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium; .ci/run installs it")
def test_a_page_works_in_a_browser_with_an_origin_of_its_own(
    server: Server, client: httpx.Client, tmp_path: Path
) -> None:
    address = f"{server.url}{serve_page(client)}/index.html"
    assert _title_in_browser(address, tmp_path) == "cloud-namer dark null no storage unreadable"


def program_key(server: Server) -> str:
    """The key of the extension's program."""
    (file,) = server.extensions_dir.rglob("parameters.json")
    content: Any = json.loads(file.read_text())
    return str(content["apiKey"])


def _title_in_browser(address: str, folder: Path) -> str:
    assert BROWSER is not None
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    done = subprocess.run(
        [BROWSER, *flags, f"--user-data-dir={folder}", "--virtual-time-budget=5000", "--dump-dom", address],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    title = re.search("<title>(.*?)</title>", done.stdout)
    assert title is not None, done.stderr[-2000:]
    return title[1]


def _status_of(server: Server, request: str) -> int:
    """The status of a request whose path no client changes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(request.encode())
        return int(connection.recv(64).split()[1])

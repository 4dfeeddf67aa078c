"""`<facetry-view>` in a real browser: every example is rendered, and hostile documents run and load nothing."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest

from tests.web.hostile_documents import CANARY, hostile_documents

HOME: Final = Path(__file__).parents[2]
ASSETS: Final = HOME / "generated" / "web"
VALID: Final = HOME / "specs" / "examples" / "views" / "valid"
PAGE: Final = Path(__file__).with_name("render_documents.html")
SCRIPT: Final = Path(__file__).with_name("render_documents.js")
BROWSER: Final = shutil.which("chromium")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'"
)
KNOWN: Final = frozenset(
    path.stem for folder in ("elements", "actions") for path in (HOME / "specs" / "views" / folder).glob("*.yaml")
)


class Site:
    """A server of the page; it notes the paths of all requests."""

    def __init__(self, documents: list[Any]) -> None:
        renderer = json.loads((ASSETS / "assets.json").read_text())["facetry-view.js"]["file"]
        self.paths: list[str] = []
        self._contents = {
            "/": ("text/html", PAGE.read_bytes()),
            "/render_documents.js": ("text/javascript", SCRIPT.read_bytes()),
            "/facetry-view.js": ("text/javascript", (ASSETS / renderer).read_bytes()),
            "/documents.json": ("application/json", json.dumps(documents).encode()),
        }
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:  # the name is given
                site.paths.append(self.path)
                media_type, content = site._contents.get(self.path, ("", b""))
                self.send_response(200 if media_type else 404)
                self.send_header("Content-Type", f"{media_type or 'text/plain'}; charset=utf-8")
                self.send_header("Content-Security-Policy", POLICY)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Nothing is printed."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/"


@contextmanager
def site_of(documents: list[Any]) -> Iterator[Site]:
    site = Site(documents)
    thread = threading.Thread(target=site.server.serve_forever)
    thread.start()
    try:
        yield site
    finally:
        site.server.shutdown()
        thread.join()
        site.server.server_close()


def rendered(site: Site, folder: Path) -> dict[str, Any]:
    """What the script of the page found out: see `render_documents.js`."""
    assert BROWSER is not None
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    # The site would see requests of the canary; all other names lead nowhere, so nothing can leave the machine.
    hosts = f"MAP {CANARY} 127.0.0.1:{site.server.server_port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    flags += [
        f"--host-resolver-rules={hosts}",
        f"--user-data-dir={folder}",
        "--virtual-time-budget=20000",
        "--dump-dom",
    ]
    done = subprocess.run(
        [BROWSER, *flags, site.address],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    title = re.search("<title>(.*?)</title>", done.stdout, re.DOTALL)
    assert title is not None, done.stderr[-2000:]
    found: dict[str, Any] = json.loads(html.unescape(title[1]))
    return found


def unknown_count(document: Any) -> int:
    """The number of elements and actions of unknown types, outside of others of them."""
    if isinstance(document, list):
        return sum(map(unknown_count, document))
    if not isinstance(document, dict):
        return 0
    if isinstance(document.get("type"), str) and document["type"] not in KNOWN:
        return 1
    members = ("elements", "actions", "content", "slots", "rows", "cells", "entries")
    own = sum(unknown_count(document.get(name)) for name in members)
    has_value = document.get("type") == "label-value" or "type" not in document  # an entry of a repeating group
    return own + (unknown_count(document.get("value")) if has_value else 0)


def test_every_valid_example_is_rendered(tmp_path: Path) -> None:
    files = sorted(VALID.glob("*.json"))
    documents = [json.loads(file.read_text()) for file in files]
    with site_of(documents) as site:
        found = rendered(site, tmp_path)
    assert found["errors"] == []
    assert [each["unknown"] for each in found["documents"]] == [unknown_count(document) for document in documents]
    types = {name for each in found["documents"] for name in each["types"]}
    assert types == {path.stem for path in (HOME / "specs" / "views" / "elements").glob("*.yaml")}


def test_hostile_documents_run_no_script_and_load_nothing(tmp_path: Path) -> None:
    documents = hostile_documents()
    assert len(documents) >= 200
    with site_of(documents) as site:
        found = rendered(site, tmp_path)
        assert found["errors"] == []
        assert found["ran"] == 0
        assert len(found["documents"]) == len(documents)
        assert set(site.paths) <= {"/", "/render_documents.js", "/facetry-view.js", "/documents.json", "/favicon.ico"}
    assert found["links"] == []


@pytest.mark.parametrize("size", [20_000])
def test_a_document_of_many_elements_is_cut(tmp_path: Path, size: int) -> None:
    document = {"schemaVersion": "1.0", "elements": [{"type": "string", "value": "x"}] * size}
    with site_of([document]) as site:
        found = rendered(site, tmp_path)
    assert found["errors"] == []
    assert found["documents"][0]["elements"] == 10_000

"""The documentation page is complete, loads nothing from other hosts, and obeys its Content-Security-Policy."""

import gzip
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from facetry.http.documents.docs import DocumentationMiddleware, assets_folder
from facetry.http.documents.web_page import WebPage
from facetry.http.problems import ProblemMiddleware
from tests.facetry.http.conftest import ASGIClient
from tests.facetry.http.small_application import RecordingHandlers


def test_the_page_needs_nothing_from_elsewhere(client: Any) -> None:
    answer = client("GET", "/docs/", b"", {})
    page = answer.body.decode()
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "://" not in page
    assert re.search(r"<script(?![^>]* src=)|<style|\son\w+=", page) is None
    for address in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert not address.startswith("/"), "a proxy may have put the page below a prefix"
        assert client("GET", urljoin("/docs/", address), b"", {}).status == 200, address


def test_the_policy_is_strict(client: Any) -> None:
    headers = client("GET", "/docs/", b"", {}).headers
    assert "default-src 'none'; script-src 'self';" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_root_redirects_to_the_page(client: Any) -> None:
    for address in ("/", "/docs"):
        answer = client("GET", address, b"", {})
        assert (answer.status, answer.headers["location"]) == (307, "docs/")
        assert urljoin(address, answer.headers["location"]) == "/docs/"


def test_the_root_is_the_page_if_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>Facetry</title>")
    (tmp_path / "page-0123456789.js").write_text("console.log(1)")
    middleware = DocumentationMiddleware(
        no_application, document={"servers": [{"url": "/"}]}, events={}, page=WebPage(tmp_path)
    )
    ask = ASGIClient(ProblemMiddleware(middleware), RecordingHandlers())
    answer = ask("GET", "/", b"", {})
    assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    assert ask("GET", "/", b"", {"if-none-match": answer.headers["etag"]}).status == 304
    assert ask("HEAD", "/", b"", {}).body == b""
    assert ask("GET", "/assets/page-0123456789.js", b"", {}).body == b"console.log(1)"
    assert ask("GET", "/assets/absent.js", b"", {}).rule == "route.unknown"
    assert ask("POST", "/", b"", {}).rule == "method.unknown"


async def no_application(*_: Any) -> None:
    raise AssertionError("nothing goes on")


def test_swagger_ui_reads_3_1(client: Any) -> None:
    script = (assets_folder() / "swagger-ui-bundle.js").read_text(encoding="utf-8")
    version = re.search(r'PACKAGE_VERSION:"(\d+)\.', script)
    assert version is not None
    assert int(version[1]) >= 5
    answer = client("GET", "/docs/swagger-ui-bundle.js", b"", {})
    assert answer.body.decode() == script
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


def test_the_description_is_served_whole_and_revalidated(client: Any) -> None:
    answer = client("GET", "/openapi.json", b"", {})
    document = json.loads(answer.body)
    assert document["openapi"] == "3.1.1"
    assert document["components"]["schemas"]["Search"]["properties"]["filter"] == {
        "$ref": "#/components/schemas/Filter"
    }
    again = client("GET", "/openapi.json", b"", {"if-none-match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_the_description_of_events_is_served_and_revalidated(client: Any) -> None:
    answer = client("GET", "/asyncapi.json", b"", {})
    assert json.loads(answer.body)["asyncapi"] == "3.0.0"
    assert answer.headers["cache-control"] == client("GET", "/openapi.json", b"", {}).headers["cache-control"]
    again = client("GET", "/asyncapi.json", b"", {"if-none-match": answer.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert b'href="../asyncapi.json"' in client("GET", "/docs/", b"", {}).body


def test_the_script_of_the_page_is_compressed_shared_and_revalidated(client: Any) -> None:
    address, accepting = "/docs/swagger-ui-bundle.js", {"accept-encoding": "gzip"}
    plain, small = client("GET", address, b"", {}), client("GET", address, b"", accepting)
    assert small.headers["content-encoding"] == "gzip"
    assert gzip.decompress(small.body) == plain.body
    assert plain.headers["vary"] == small.headers["vary"] == "Accept-Encoding"
    assert plain.headers["cache-control"] == small.headers["cache-control"] == "no-cache"
    assert plain.headers["etag"] != small.headers["etag"]
    for answer, headers in ((plain, {}), (small, accepting)):
        again = client("GET", address, b"", {**headers, "if-none-match": answer.headers["etag"]})
        assert (again.status, again.body) == (304, b"")
        assert again.headers["vary"] == "Accept-Encoding"
    assert client("HEAD", address, b"", accepting).headers["content-length"] == str(len(small.body))

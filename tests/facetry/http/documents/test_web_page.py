"""The page and its assets: forms, caching, policy, and nothing outside of the folder."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.http.documents.web_page import WebPage

SCRIPT: Final = b"console.log(1);" * 200
CHOICES: Final = [
    (None, None),
    (b"identity", None),
    (b"gzip", "gzip"),
    (b"gzip, br", "br"),
    (b"br;q=0, gzip", "gzip"),
    (b"*", "br"),
    (b"br;q=0, gzip;q=0.0", None),
    (b"zstd", None),
]


@pytest.fixture
def page(tmp_path: Path) -> WebPage:
    """A build with a script, its compressed forms, a picture, and files that are not served."""
    folder = tmp_path / "web"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    files = {
        "index.html": b"<!doctype html><script src=assets/page-0123456789.js></script>",
        "page-0123456789.js": SCRIPT,
        "page-0123456789.js.br": b"brotli",
        "page-0123456789.js.gz": gzip.compress(SCRIPT),
        "small-0123456789.css": b"a{}",
        "small-0123456789.css.gz": gzip.compress(b"a{}"),
        "icon.svg": b"<svg/>",
        "chunk-IABCDEFG.js": b"chunk",
        "facetry-collections.js": b"a word, no hash",
        "font-abcdef0123.woff2": b"font",
        "licences.txt": b"MIT",
        "assets.json": b"{}",
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return WebPage(folder)


def headers(reply: Any) -> dict[str, str]:
    return dict(reply.headers)


def test_the_page_has_a_strict_policy_and_is_revalidated(page: WebPage) -> None:
    reply = page.find(b"/", None)
    assert reply is not None
    assert (reply.status, reply.media_type) == (200, "text/html; charset=utf-8")
    assert reply.etag is not None
    assert headers(reply) == {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: "
        "blob:; connect-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'",
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
    }


@pytest.mark.parametrize(("accepted", "coding"), CHOICES)
def test_an_asset_has_the_smallest_form_that_the_client_accepts(
    page: WebPage, accepted: bytes | None, coding: str | None
) -> None:
    reply = page.find(b"/assets/page-0123456789.js", accepted)
    assert reply is not None
    assert headers(reply)["Vary"] == "Accept-Encoding"
    assert headers(reply).get("Content-Encoding") == coding
    assert reply.body == {None: SCRIPT, "gzip": gzip.compress(SCRIPT), "br": b"brotli"}[coding] or coding == "gzip"
    assert headers(reply)["Cache-Control"] == "public, max-age=31536000, immutable"
    assert reply.etag is not None
    assert reply.etag.endswith(f"-{coding}") == (coding is not None)


@pytest.mark.parametrize(
    ("name", "media_type", "is_immutable"),
    [
        ("page-0123456789.js", "text/javascript; charset=utf-8", True),
        ("small-0123456789.css", "text/css; charset=utf-8", True),
        ("font-abcdef0123.woff2", "font/woff2", True),
        ("icon.svg", "image/svg+xml", False),
        ("chunk-IABCDEFG.js", "text/javascript; charset=utf-8", True),
        ("facetry-collections.js", "text/javascript; charset=utf-8", False),
        ("licences.txt", "text/plain; charset=utf-8", False),
        ("index.html", "text/html; charset=utf-8", False),
    ],
)
def test_media_types_and_caching(page: WebPage, name: str, media_type: str, is_immutable: bool) -> None:
    reply = page.find(f"/assets/{name}".encode(), None)
    assert reply is not None
    assert reply.media_type == media_type
    assert ("immutable" in headers(reply)["Cache-Control"]) == is_immutable


def test_a_larger_compressed_form_is_not_used(page: WebPage) -> None:
    reply = page.find(b"/assets/small-0123456789.css", b"gzip")
    assert reply is not None
    assert "Content-Encoding" not in headers(reply)


@pytest.mark.parametrize(
    "address",
    [
        b"/assets/",
        b"/assets/../secret.txt",
        b"/assets/..%2fsecret.txt",
        b"/assets/%2e%2e/secret.txt",
        b"/assets//etc/passwd",
        b"/assets/link.txt",
        b"/assets/assets.json",
        b"/assets/page-0123456789.js.br",
        b"/assets/page-0123456789.js.gz",
        b"/assets/page-0123456789.js\x00",
        b"/assets/page-0123456789.js\n",
        b"/assets/absent.js",
        b"/assets/" + b"a" * 10_000 + b".js",
        b"/index.html",
    ],
)
def test_nothing_else_is_served(page: WebPage, address: bytes) -> None:
    assert page.find(address, b"br") is None


def test_without_a_build_nothing_is_served(tmp_path: Path) -> None:
    page = WebPage(tmp_path / "absent")
    assert page.find(b"/", None) is None
    assert page.find(b"/assets/page.js", None) is None


def test_files_are_read_at_their_first_request(page: WebPage, tmp_path: Path) -> None:
    (tmp_path / "web" / "licences.txt").write_text("changed before the first request")
    first = page.find(b"/assets/licences.txt", None)
    (tmp_path / "web" / "licences.txt").unlink()
    assert first is not None
    assert first.body == b"changed before the first request"
    assert page.find(b"/assets/licences.txt", None) == first

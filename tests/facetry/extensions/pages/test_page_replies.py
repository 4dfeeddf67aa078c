"""Headers of pages: a page is sandboxed, and its media type follows from a fixed table."""

from __future__ import annotations

import pytest

from facetry.extensions.pages.page_replies import media_type_of, page_reply


@pytest.mark.parametrize(
    ("file", "media_type"),
    [
        ("index.html", "text/html; charset=utf-8"),
        ("a/b.min.JS", "text/javascript; charset=utf-8"),
        ("logo.svg", "image/svg+xml"),
        ("notes.py", None),
        ("html", None),
        (".html", None),
        ("a.html/file", None),
        ("", None),
    ],
)
def test_media_types_by_the_end_of_the_name(file: str, media_type: str | None) -> None:
    assert media_type_of(file) == media_type


def test_a_page_may_reach_the_public_address_of_the_service() -> None:
    headers = dict(page_reply(b"", "text/html", "https://pictures.example:8443/facetry").headers)
    policy = headers["Content-Security-Policy"].split("; ")
    assert policy[0].startswith("sandbox ")
    assert "allow-same-origin" not in policy[0]
    assert "default-src 'self' https://pictures.example:8443 https: data: blob:" in policy
    assert next(each for each in policy if each.startswith("script-src")).count("http") == 0
    assert headers["Referrer-Policy"] == "no-referrer"

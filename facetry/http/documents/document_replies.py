"""Replies of documents: entity tags of their bytes, and the headers of pages."""

from __future__ import annotations

import hashlib
from typing import Final

from facetry.http.reply import Reply

NO_CACHE: Final = ("Cache-Control", "no-cache")


def document_reply(body: bytes, media_type: str, headers: tuple[tuple[str, str], ...] = (NO_CACHE,)) -> Reply:
    """A reply with an entity tag of its bytes."""
    return Reply(body=body, media_type=media_type, etag=hashlib.sha256(body).hexdigest()[:32], headers=headers)


def page_headers(sources: str) -> tuple[tuple[str, str], ...]:
    """The headers of a page that loads only from these sources, as a part of its `Content-Security-Policy`, and that no
    other site shows in a frame.
    """
    policy = f"default-src 'none'; {sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return (
        NO_CACHE,
        ("Content-Security-Policy", policy),
        ("Referrer-Policy", "no-referrer"),
        ("X-Frame-Options", "DENY"),
    )

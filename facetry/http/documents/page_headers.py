"""Headers of the pages of the service: no other site has a part in them, and none shows them in a frame."""

from __future__ import annotations

from typing import Final

NO_CACHE: Final = ("Cache-Control", "no-cache")


def page_headers(sources: str) -> tuple[tuple[str, str], ...]:
    """The headers of a page that loads only from these sources, as a part of its `Content-Security-Policy`."""
    policy = f"default-src 'none'; {sources}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return (
        NO_CACHE,
        ("Content-Security-Policy", policy),
        ("Referrer-Policy", "no-referrer"),
        ("X-Frame-Options", "DENY"),
    )

"""Refusals of requests that no application sees, as whole answers after which the connection is closed."""

from __future__ import annotations

from typing import Final

import orjson

from facetry.errors import RULE_PAGES

_TITLES: Final = {
    400: "Bad Request",
    408: "Request Timeout",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}


def refusal(status: int, rule: str, detail: str) -> bytes:
    """An answer with a problem document."""
    problem = {
        "type": RULE_PAGES + rule,
        "title": _TITLES[status],
        "status": status,
        "detail": detail,
        "message": detail,
        "code": 3,
        "rule": rule,
    }
    body = orjson.dumps(problem)
    head = (
        f"HTTP/1.1 {status} {_TITLES[status]}\r\ncontent-type: application/problem+json\r\n"
        f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body

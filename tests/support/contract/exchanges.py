"""Exchanges with a service that keeps the description, to be changed by tests."""

from __future__ import annotations

import json
from typing import Any, Final

from facetry.contract.traffic.exchange import Exchange

IMAGE: Final = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"
_OF: Final = "extensionId=tagger"


def exchange(
    method: str = "GET",
    path: str = f"/image/{IMAGE}/getTags",
    query: str = _OF,
    *,
    status: int = 200,
    answer: Any = ("cat",),
    content_type: str | None = "application/json",
    headers: tuple[tuple[str, str], ...] = (),
    body: Any = None,
    **more: Any,
) -> Exchange:
    """An exchange with imageGetTags, or another one. Answers and bodies that are no bytes are sent as JSON."""
    sent = () if body is None else (("content-type", "application/json"),)
    answered = () if content_type is None else (("content-type", content_type),)
    return Exchange(
        method=method,
        path=path,
        query=query,
        headers=(("authorization", "Bearer some-key"), *sent),
        body=b"" if body is None else _bytes(body),
        status=status,
        answer_headers=(*answered, *headers),
        answer=_bytes(answer),
        **more,
    )


def written(body: Any, status: int = 204, **more: Any) -> Exchange:
    """An exchange with imageSetTags."""
    options = {"answer": b"", "content_type": None, **more}
    return exchange("PUT", f"/image/{IMAGE}/setTags", status=status, body=body, **options)


def refused(status: int = 400, rule: str = "uuid.canonical", **more: Any) -> Exchange:
    """A refused exchange with imageGetTags."""
    problem = {
        "type": f"/docs/rules/{rule}",
        "title": "Bad Request",
        "status": status,
        "detail": "The value is wrong.",
        "message": "The value is wrong.",
        "code": 3,
        "rule": rule,
    }
    changed = {**problem, **more.pop("problem", {})}
    kept = {name: value for name, value in changed.items() if value is not ...}
    return exchange(**{"status": status, "answer": kept, "content_type": "application/problem+json", **more})


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode()

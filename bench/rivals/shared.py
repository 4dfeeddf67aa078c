"""Shared parts of all no-op servers: the description of the operations, the answers, and the API keys."""

from __future__ import annotations

import hashlib
from typing import Any, Final
from uuid import UUID

from bench.processes import KEY
from facetry.auth import Principal
from facetry.service.http_application import description

TAGS: Final = [f"tag-{number:03}" for number in range(20)]
IDS: Final = [UUID(int=number, version=4) for number in range(50)]
TOTAL: Final = 500_000
PATHS: Final = ("/image/{id}/setTags", "/image/{id}/getTags", "/image/search/ids", "/image/{id}/setEmbeddings")

SCOPES: Final = frozenset({"image:read", "image:tag:write", "image:embedding:write"})
PRINCIPALS: Final = {
    hashlib.sha256(KEY.encode()).digest(): Principal(SCOPES, 1, None, None, "bench"),
}


def principal(secret: str) -> Principal | None:
    """The principal of an API key: one hash and one look-up; None for an unknown key."""
    return PRINCIPALS.get(hashlib.sha256(secret.encode()).digest())


def document() -> dict[str, Any]:
    """The description that Facetry serves."""
    return description()

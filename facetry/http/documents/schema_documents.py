"""Serves the published schemas. They are public, so that editors and web pages can load them without a key."""

from __future__ import annotations

from typing import Final

import orjson

from facetry.http.documents.document_replies import NO_CACHE, document_reply
from facetry.http.reply import Reply
from facetry.schema.published import DOCUMENTS

SCHEMAS: Final = "/schemas/"
_MEDIA_TYPE: Final = "application/schema+json"
# Any origin: the documents are the same on every service, and no request for them carries a key.
PUBLIC_HEADERS: Final = (NO_CACHE, ("Access-Control-Allow-Origin", "*"))


def schema_replies() -> dict[bytes, Reply]:
    """The replies below `/schemas/`, by path: the list of all published documents, and each JSON Schema."""
    entries = [{"name": each.name, "url": each.path, "description": each.summary} for each in DOCUMENTS]
    replies = {SCHEMAS.encode(): public_reply(orjson.dumps(entries), "application/json")}
    for document in DOCUMENTS:
        if document.path.startswith(SCHEMAS):
            replies[document.path.encode()] = public_reply(document.read(), _MEDIA_TYPE)
    return replies


def public_reply(body: bytes, media_type: str) -> Reply:
    """A reply that pages of every origin may read, with an entity tag of its bytes."""
    return document_reply(body, media_type, PUBLIC_HEADERS)

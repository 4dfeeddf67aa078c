"""Bare Starlette: hand-written routes, orjson, jsonschema-rs with the same schemas, the same authentication."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote
from uuid import UUID

import jsonschema_rs
import orjson
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bench.rivals import shared

_DOCUMENT = shared.document()
_REGISTRY = jsonschema_rs.Registry([("urn:description", _DOCUMENT)])
_RESULT = {"items": shared.IDS, "totalCount": shared.TOTAL}


def _validator(name: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(
        {"$ref": "urn:description" + quote(f"#/components/schemas/{name}", safe="#/")},
        registry=_REGISTRY,
        validate_formats=True,
        pattern_options=jsonschema_rs.RegexOptions(),
    )


_TAGS = _validator("TagSet")
_SEARCH = _validator("SearchParameters")
_EMBEDDINGS = _validator("EmbeddingSet")
_UUID = _validator("Uuid")
_EXTENSION = _validator("ExtensionId")


def _authorise(request: Request, scope: str) -> None:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    principal = shared.principal(secret) if scheme == "Bearer" else None
    if principal is None:
        raise HTTPException(401)
    if scope not in principal.scopes:
        raise HTTPException(403)


def _parameters(request: Request) -> tuple[UUID, str]:
    id, extension = request.path_params["id"], request.query_params.get("extensionId")
    if not _UUID.is_valid(id) or not _EXTENSION.is_valid(extension):
        raise HTTPException(400)
    return UUID(id), extension or ""


async def _body(request: Request, validator: jsonschema_rs.Draft202012Validator) -> Any:
    if request.headers.get("content-type") != "application/json":
        raise HTTPException(415)
    try:
        value = orjson.loads(await request.body())
    except orjson.JSONDecodeError:
        raise HTTPException(400) from None
    if not validator.is_valid(value):
        raise HTTPException(400)
    return value


async def set_tags(request: Request) -> Response:
    """Validate the request and do nothing."""
    _authorise(request, "image:tag:write")
    _parameters(request)
    await _body(request, _TAGS)
    return Response(status_code=204)


async def set_embeddings(request: Request) -> Response:
    """Validate the request and do nothing."""
    _authorise(request, "image:embedding:write")
    _parameters(request)
    await _body(request, _EMBEDDINGS)
    return Response(status_code=204)


async def get_tags(request: Request) -> Response:
    """The same tags for every image."""
    _authorise(request, "image:read")
    _parameters(request)
    return Response(orjson.dumps(shared.TAGS), media_type="application/json")


async def search_ids(request: Request) -> Response:
    """The same page for every search."""
    _authorise(request, "image:read")
    await _body(request, _SEARCH)
    return Response(orjson.dumps(_RESULT), media_type="application/json")


def application() -> Starlette:
    """The application with four routes, which favours the rival: the real API has ten times as many."""
    set_path, get_path, search_path, embeddings_path = shared.PATHS
    return Starlette(
        routes=[
            Route(set_path, set_tags, methods=["PUT"]),
            Route(get_path, get_tags, methods=["GET"]),
            Route(search_path, search_ids, methods=["POST"]),
            Route(embeddings_path, set_embeddings, methods=["PUT"]),
        ]
    )

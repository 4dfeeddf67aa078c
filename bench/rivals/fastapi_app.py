"""FastAPI as documented: the generated pydantic models, dependencies and response models."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import Depends, FastAPI, HTTPException, Query
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import AfterValidator, Field

from bench.rivals import shared
from facetry.auth import Principal
from generated import models

_RESULT = models.SearchImageIdResult(items=shared.IDS, total_count=shared.TOTAL)
_bearer = HTTPBearer()


async def _caller(credentials: Annotated[HTTPAuthorizationCredentials, Depends(_bearer)]) -> Principal:
    principal = shared.principal(credentials.credentials)
    if principal is None:
        raise HTTPException(401)
    return principal


async def _reader(principal: Annotated[Principal, Depends(_caller)]) -> Principal:
    if "image:read" not in principal.scopes:
        raise HTTPException(403)
    return principal


async def _writer(principal: Annotated[Principal, Depends(_caller)]) -> Principal:
    if "image:tag:write" not in principal.scopes:
        raise HTTPException(403)
    return principal


async def _embedder(principal: Annotated[Principal, Depends(_caller)]) -> Principal:
    if "image:embedding:write" not in principal.scopes:
        raise HTTPException(403)
    return principal


def _distinct(values: list[str]) -> list[str]:
    """The rules of the schema that a pydantic type cannot express."""
    if len(set(values)) != len(values) or "__empty__" in values:
        raise ValueError("the tags must be distinct, and none of them reserved")
    return values


Tags = Annotated[list[models.TagValue], Field(max_length=256), AfterValidator(_distinct)]
Extension = Annotated[str, Query(alias="extensionId", min_length=1, max_length=32, pattern="^[a-z0-9A-Z_.-]*$")]

_app = FastAPI()
_SET, _GET, _SEARCH, _SET_EMBEDDINGS = shared.PATHS


@_app.put(_SET, status_code=204, dependencies=[Depends(_writer)])
async def set_tags(id: UUID, extension_id: Extension, body: Tags) -> None:
    """Validate the request and do nothing."""


@_app.put(_SET_EMBEDDINGS, status_code=204, dependencies=[Depends(_embedder)])
async def set_embeddings(id: UUID, extension_id: Extension, body: models.EmbeddingSet) -> None:
    """Validate the request and do nothing."""


@_app.get(_GET, dependencies=[Depends(_reader)])
async def get_tags(id: UUID, extension_id: Extension) -> Tags:
    """The same tags for every image."""
    return shared.TAGS


@_app.post(_SEARCH, dependencies=[Depends(_reader)])
async def search_ids(body: models.SearchParameters) -> models.SearchImageIdResult:
    """The same page for every search."""
    return _RESULT


def application() -> FastAPI:
    """The application with four routes, which favours the rival: the real API has ten times as many."""
    return _app

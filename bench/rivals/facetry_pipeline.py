"""Facetry's own pipeline over the whole description; the handlers of three operations answer, the others refuse."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any
from uuid import UUID

from bench.rivals import shared as same
from facetry.auth import Principal
from facetry.connexion31 import Application, build
from generated import models
from generated.operations import BODIES, OPERATIONS, Handlers
from handlers import HANDLERS

_FOUND = models.SearchImageIdResult(items=same.IDS, total_count=same.TOTAL)


class _Keys:
    async def authenticate(self, secret: str) -> Principal | None:
        return same.principal(secret)


async def image_set_tags(_: Principal, /, *, id: UUID, extension_id: str, body: models.TagSet) -> None:
    """Nothing."""


async def image_get_tags(_: Principal, /, *, id: UUID, extension_id: str) -> models.TagSet:
    """The same tags for every image."""
    return same.TAGS


async def image_search_ids(_: Principal, /, *, body: models.SearchParameters) -> models.SearchImageIdResult:
    """The same page for every search."""
    return _FOUND


def application() -> Application:
    """The application that the real server runs, with handlers that do nothing."""
    handlers: dict[str, Callable[..., Awaitable[object]]] = {
        name: _absent(handler) for name, handler in _every(HANDLERS).items()
    }
    handlers |= {
        "imageSetTags": image_set_tags,
        "imageGetTags": image_get_tags,
        "imageSearchIds": image_search_ids,
    }
    return build(
        same.document(),
        handlers,
        OPERATIONS,
        BODIES,
        authenticator=_Keys(),
        context=lambda principal, _: principal,
        spool=Path(os.devnull),  # no body is received
    )


def _every(handlers: Handlers[Any]) -> dict[str, Callable[..., Awaitable[object]]]:
    return dict(handlers.by_operation())


def _absent(handler: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
    @wraps(handler)  # the signature that start-up checks
    async def refuse(*_: object, **__: object) -> object:
        raise NotImplementedError

    return refuse

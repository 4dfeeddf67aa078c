"""The pipeline of Facetry over the whole description, with no-op handlers of four operations; the others refuse."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any
from uuid import UUID

from bench.rivals import shared
from facetry.auth import OnRecognised, Principal
from facetry.http.connexion31 import Application, build_application
from generated import models
from generated.operations import BODIES, OPERATIONS, Handlers
from handlers import HANDLERS

_RESULT = models.SearchImageIdResult(items=shared.IDS, total_count=shared.TOTAL)


class _Keys:
    async def authenticate(self, secret: str, _on_recognised: OnRecognised | None = None) -> Principal | None:
        return shared.principal(secret)


async def image_set_tags(_: Principal, /, *, id: UUID, extension_id: str, body: models.TagSet) -> None:
    """Do nothing."""


async def image_get_tags(_: Principal, /, *, id: UUID, extension_id: str) -> models.TagSet:
    """The same tags for every image."""
    return shared.TAGS


async def image_search_ids(_: Principal, /, *, body: models.SearchParameters) -> models.SearchImageIdResult:
    """The same page for every search."""
    return _RESULT


def application() -> Application:
    """The application that the real server runs, with handlers that do nothing."""
    handlers: dict[str, Callable[..., Awaitable[object]]] = {
        name: _refusing(handler) for name, handler in _by_operation(HANDLERS).items()
    }
    handlers |= {
        "imageSetEmbeddings": _idle(handlers["imageSetEmbeddings"]),
        "imageSetTags": image_set_tags,
        "imageGetTags": image_get_tags,
        "imageSearchIds": image_search_ids,
    }
    return build_application(
        shared.document(),
        handlers,
        OPERATIONS,
        BODIES,
        authenticator=_Keys(),
        make_call=lambda principal, _: principal,
        spool=Path(os.devnull),  # no body is received
        events={},
    )


def _by_operation(handlers: Handlers[Any]) -> dict[str, Callable[..., Awaitable[object]]]:
    return dict(handlers.by_operation())


def _idle(handler: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
    @wraps(handler)  # start-up checks the signature
    async def do_nothing(*_: object, **__: object) -> None:
        return None

    return do_nothing


def _refusing(handler: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
    @wraps(handler)  # start-up checks the signature
    async def refuse(*_: object, **__: object) -> object:
        raise NotImplementedError

    return refuse

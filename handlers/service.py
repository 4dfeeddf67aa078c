"""The operations that report whether the service is alive and ready."""

from __future__ import annotations

from typing import Final

from facetry.errors import unavailable
from facetry.handling.call import Call
from facetry.http.reply import Reply
from facetry.observability.exposition import MEDIA_TYPE
from facetry.store.engines.values import damaged
from generated import models

_NOT_STORED: Final = (("Cache-Control", "no-store"),)


async def miscellaneous_ping(call: Call, /) -> str:  # noqa: ARG001  # a ping needs no context
    """A constant text."""
    return "pong"


async def livez(call: Call, /) -> str:  # noqa: ARG001  # the response itself is the information
    """Shows that the process responds."""
    return "alive"


async def readyz(call: Call, /) -> models.ReadyState:
    """Whether requests are served: the database is writable and scans can run."""
    if call.library.store.damage is not None:
        raise damaged(call.library.store.damage)
    if call.library.store.failure is not None:
        raise unavailable("store.failed", "The library's database failed; see the server's log.", retry_after=30)
    return models.ReadyState(
        state="ready", components=models.ReadyComponents(store="ready", imaging=call.library.pool.state)
    )


async def metrics(call: Call, /) -> Reply:
    """The metrics of the service, as text that Prometheus reads."""
    return Reply(body=await call.metrics.text(), media_type=MEDIA_TYPE, headers=_NOT_STORED)


async def miscellaneous_configuration(call: Call, /) -> models.ApplicationConfiguration:  # noqa: ARG001  # a constant
    """The configuration: nothing is configured that clients read."""
    return models.ApplicationConfiguration()

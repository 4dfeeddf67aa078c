"""Whether the service is there, alive and ready."""

from __future__ import annotations

from facetry.call import Call
from facetry.errors import unavailable
from generated import models


async def miscellaneous_ping(call: Call, /) -> str:  # noqa: ARG001  # a ping asks for nothing
    """An answer."""
    return "pong"


async def livez(call: Call, /) -> str:  # noqa: ARG001  # being able to answer is the answer
    """That the process answers."""
    return "alive"


async def readyz(call: Call, /) -> models.ReadyState:
    """Whether requests are served: the database takes writes and the scans can run."""
    if call.library.store.broken is not None:
        raise unavailable("store.failed", "The library's database failed; see the server's log.", retry_after=30)
    return models.ReadyState(
        state="ready", components=models.ReadyComponents(store="ready", imaging=call.library.ingest.state)
    )

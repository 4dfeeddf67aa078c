"""Both ends of a link, for tests."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from facetry.processes.link.forwarding import CoordinatorLink
from facetry.processes.link.serving import ApiProcessLink, RunOperation

Application = Callable[[Any, Any, Any], Awaitable[None]]


async def no_application(_: Any, __: Any, ___: Any) -> None:
    """The application of tests that forward no request."""
    raise AssertionError("a request was forwarded")


async def no_operation(_: str, __: Mapping[str, object]) -> None:
    """The operations of tests that call none."""
    raise AssertionError("an operation was called")


def over_a_link(
    use: Callable[[CoordinatorLink, ApiProcessLink], Awaitable[None]],
    application: Application = no_application,
    run: RunOperation = no_operation,
) -> None:
    """Run `use` with both ends of a link, to an application and to operations."""

    async def run_both() -> None:
        frames, handovers = socket.socketpair(), socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for each in frames:
            each.setblocking(False)
        link = CoordinatorLink(lambda: ["metrics"])
        served = ApiProcessLink(application, run, None)  # type: ignore[arg-type]  # no sockets are handed over
        await link.open(frames[0])
        await served.open(frames[1], handovers[1])
        async with asyncio.timeout(20):
            await use(link, served)
        link.close()
        served.close()
        for each in handovers:
            each.close()
        await asyncio.sleep(0)

    asyncio.run(run_both())

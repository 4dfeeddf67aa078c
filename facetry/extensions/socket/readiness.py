"""Waiting until an extension that is being started is ready."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from facetry.extensions.socket.gateway import Gateway

START_TIMEOUT_SECONDS: Final = 10.0
"""How long to wait for an extension that is being started."""
_POLL: Final = 0.05


async def wait_until_ready(gateway: Gateway, extension: str, seconds: float) -> bool:
    """Whether the extension accepts events, now or within `seconds`."""
    deadline = time.monotonic() + seconds
    while not gateway.is_ready(extension):
        if time.monotonic() >= deadline:
            return False
        await asyncio.sleep(_POLL)
    return True

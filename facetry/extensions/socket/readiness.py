"""Waiting for an extension that is being started."""

from __future__ import annotations

import asyncio
import time
from typing import Final, Protocol

SECONDS: Final = 10.0
"""How long an extension that is being started is waited for."""
_POLL: Final = 0.05


class Connected(Protocol):
    """What is needed of the gateway."""

    def is_ready(self, extension: str) -> bool:
        """Whether the extension takes events."""


async def is_ready(gateway: Connected, extension: str, seconds: float) -> bool:
    """Whether the extension takes events, now or before so many seconds have passed."""
    deadline = time.monotonic() + seconds
    while not gateway.is_ready(extension):
        if time.monotonic() >= deadline:
            return False
        await asyncio.sleep(_POLL)
    return True

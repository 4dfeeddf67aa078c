"""Polling of a location that sends no notifications by itself: it is looked at again and again, with pauses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from facetry.library.file_stores.changed_paths import ChangedPathCollector
from facetry.library.file_stores.file_store import ChangedPaths

_GATHER_SECONDS: Final = 0.3
"""How long the reports that follow one are waited for: they come one by one."""
_IDLE_FACTOR: Final = 10
"""Minimum ratio of a pause to the time of the look before it: listing many files takes long, and may cost money."""


async def poll(
    look: Callable[[], Awaitable[ChangedPaths]], reported: ChangedPathCollector, seconds: float
) -> AsyncIterator[ChangedPaths]:
    """Yields reported paths at once, and what `look` finds, if anything, after pauses of at least `seconds`."""
    next_look = time.monotonic() + seconds
    while True:
        if (remaining := next_look - time.monotonic()) <= 0:
            begin = time.monotonic()
            found = await look()
            next_look = time.monotonic() + max(seconds, _IDLE_FACTOR * (time.monotonic() - begin))
            if found is None or found:
                yield found
            continue
        try:
            async with asyncio.timeout(remaining):
                await reported.wait()
        except TimeoutError:
            continue
        await asyncio.sleep(_GATHER_SECONDS)
        yield reported.take()

"""Whose turn it is: so many hooks at once, and never two of one image."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class _Line:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Turns:
    """The service keeps the order of an image as long as it is connected. After a lost connection it sends again what
    was not acknowledged, while the hook of the first time may still run: then the second waits.
    """

    def __init__(self, most: int) -> None:
        self._slots = asyncio.Semaphore(most)
        self._lines: dict[str, _Line] = {}

    @contextlib.asynccontextmanager
    async def turn(self, key: str | None) -> AsyncIterator[None]:
        """Wait for those of the same key that came before, then for a free slot."""
        async with self._after(key), self._slots:
            yield

    @contextlib.asynccontextmanager
    async def _after(self, key: str | None) -> AsyncIterator[None]:
        if key is None:
            yield
            return
        line = self._lines.setdefault(key, _Line())
        line.waiting += 1
        try:
            async with line.lock:
                yield
        finally:
            line.waiting -= 1
            if not line.waiting:
                del self._lines[key]

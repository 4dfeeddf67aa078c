"""Limits of concurrency: so many hooks at once, and never two of one image."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class _KeyLock:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0


class Limiter:
    """The service keeps the order of an image as long as it is connected. After a lost connection it sends again what
    was not acknowledged, while the hook of the first time may still run: then the second waits.
    """

    def __init__(self, limit: int) -> None:
        self._slots = asyncio.Semaphore(limit)
        self._locks: dict[str, _KeyLock] = {}

    @contextlib.asynccontextmanager
    async def slot(self, key: str | None) -> AsyncIterator[None]:
        """Wait for earlier ones of the same key, then for a free slot."""
        async with self._key_lock(key), self._slots:
            yield

    @contextlib.asynccontextmanager
    async def _key_lock(self, key: str | None) -> AsyncIterator[None]:
        if key is None:
            yield
            return
        lock = self._locks.setdefault(key, _KeyLock())
        lock.waiting += 1
        try:
            async with lock.lock:
                yield
        finally:
            lock.waiting -= 1
            if not lock.waiting:
                del self._locks[key]

"""A store whose reads take as long as a test wants."""

from __future__ import annotations

import asyncio
from typing import Any

from facetry.errors import FaultError
from facetry.store.store import Store


class SlowStore:
    """Reads that end when the test says so."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.begun = 0
        self.has_read = asyncio.Event()
        self.go_on = asyncio.Event()
        self.error: FaultError | None = None

    async def read(self, query: Any) -> Any:
        self.begun += 1
        value = await self._store.read(query)
        self.has_read.set()
        await self.go_on.wait()
        if self.error is not None:
            raise self.error
        return value

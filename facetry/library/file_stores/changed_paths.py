"""Collects changed paths until somebody takes them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Final

from facetry.library.file_stores.file_store import ChangedPaths

MAX_CHANGED_PATHS: Final = 1_000
"""Maximum number of changed paths that are collected; beyond it, anything may have changed."""


class ChangedPathCollector:
    """The paths that have changed since they were last taken. Belongs to one event loop."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._is_full = False
        self._wake = asyncio.Event()

    def add(self, paths: Collection[str]) -> None:
        """Add paths, and wake whoever waits, even without any."""
        self._paths.update(paths)
        if len(self._paths) > MAX_CHANGED_PATHS:
            self._paths, self._is_full = set(), True
        self._wake.set()

    async def wait(self) -> None:
        """Return when `add` has been called since the last `take`."""
        await self._wake.wait()

    def take(self) -> ChangedPaths:
        """The paths, which are collected anew from now on; None for too many."""
        paths, is_full = self._paths, self._is_full
        self._paths, self._is_full = set(), False
        self._wake.clear()
        return None if is_full else frozenset(paths)

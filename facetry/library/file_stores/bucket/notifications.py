"""Notifications of changes in a bucket: it is listed at an interval, and each listing compared with the one before.
The object store may also report changed objects by itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from typing import Final, Self

from facetry.library.file_stores.changed_paths import ChangedPathCollector
from facetry.library.file_stores.file_store import ChangedPaths, PlaceGoneError, UnavailableError
from facetry.library.file_stores.threads import in_file_thread

_GATHER_SECONDS: Final = 0.3
"""How long the reports that follow one are waited for: stores send them one by one."""
_IDLE_FACTOR: Final = 10
"""Minimum ratio of the pause to the time of a listing: listing many objects takes long, and costs money."""


class BucketNotifications:
    """Reports that something has changed. An asynchronous context manager; belongs to one event loop."""

    def __init__(self, probe: Callable[[], object], lines: Callable[[], Iterator[str]], seconds: float) -> None:
        """`probe` asks whether the bucket can be listed, and `lines` lists its objects as texts, both in a thread.

        Both raise `UnavailableError`.
        """
        self._probe = probe
        self._lines = lines
        self._seconds = seconds
        self._fingerprint = b""
        self._pause = seconds
        self._reported = ChangedPathCollector()

    async def __aenter__(self) -> Self:
        """Raises `PlaceGoneError`. Nothing is listed yet, because many objects take long, so the first listing counts
        as a change.
        """
        try:
            await in_file_thread(self._probe)
        except UnavailableError as error:
            raise PlaceGoneError(str(error)) from None
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is open."""

    async def changes(self) -> AsyncIterator[ChangedPaths]:
        """Yields reported paths, and None whenever a listing differs from the one before. Raises `PlaceGoneError`."""
        next_listing = time.monotonic() + self._pause
        while True:
            if (remaining := next_listing - time.monotonic()) <= 0:
                if await self._has_changed():
                    yield None
                next_listing = time.monotonic() + self._pause
                continue
            try:
                async with asyncio.timeout(remaining):
                    await self._reported.wait()
            except TimeoutError:
                continue
            await asyncio.sleep(_GATHER_SECONDS)
            yield self._reported.take()

    def add_changes(self, paths: Collection[str]) -> None:
        """See `Notifications.add_changes`."""
        if paths:
            self._reported.add(paths)

    def forget(self) -> None:
        """See `Notifications.forget`: the next listing counts as a change."""
        self._fingerprint = b""

    async def _has_changed(self) -> bool:
        begin = time.monotonic()
        try:
            fingerprint = await in_file_thread(self._read_fingerprint)
        except UnavailableError as error:
            raise PlaceGoneError(str(error)) from None
        self._pause = max(self._seconds, _IDLE_FACTOR * (time.monotonic() - begin))
        has_changed = fingerprint != self._fingerprint
        self._fingerprint = fingerprint
        return has_changed

    def _read_fingerprint(self) -> bytes:
        digest = hashlib.blake2b(digest_size=16)
        for line in self._lines():
            digest.update(line.encode("utf-8", "surrogatepass"))
        return digest.digest()

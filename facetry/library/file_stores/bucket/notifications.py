"""Notifications of changes in a bucket: it is listed at an interval, and each listing compared with the one before."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final, Self

from facetry.library.file_stores.file_store import ChangedPaths, PlaceGoneError, UnavailableError
from facetry.library.file_stores.threads import in_file_thread

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
        """Yields None whenever a listing differs from the one before. Raises `PlaceGoneError`."""
        while True:
            await asyncio.sleep(self._pause)
            if await self._has_changed():
                yield None

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

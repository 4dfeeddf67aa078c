"""Notifications of changes in a bucket: it is listed at an interval, and each listing compared with the one before.
The object store may also report changed objects by itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from typing import Self

from facetry.library.file_stores.changed_paths import ChangedPathCollector
from facetry.library.file_stores.file_store import ChangedPaths, LocationGoneError, UnavailableError
from facetry.library.file_stores.polling import poll
from facetry.library.file_stores.threads import in_file_thread


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
        self._reported = ChangedPathCollector()

    async def __aenter__(self) -> Self:
        """Raises `LocationGoneError`. Nothing is listed yet, because many objects take long, so the first listing
        counts as a change.
        """
        try:
            await in_file_thread(self._probe)
        except UnavailableError as error:
            raise LocationGoneError(str(error)) from None
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is open."""

    def changes(self) -> AsyncIterator[ChangedPaths]:
        """Yields reported paths, and None whenever a listing differs from the one before. Raises
        `LocationGoneError`."""
        return poll(self._look, self._reported, self._seconds)

    def add_changes(self, paths: Collection[str]) -> None:
        """Report changed paths, as somebody else has noticed them."""
        if paths:
            self._reported.add(paths)

    def forget(self) -> None:
        """Report again at the next interval what was reported, because it could not be looked at. The next listing
        counts as a change.
        """
        self._fingerprint = b""

    async def _look(self) -> ChangedPaths:
        try:
            fingerprint = await in_file_thread(self._read_fingerprint)
        except UnavailableError as error:
            raise LocationGoneError(str(error)) from None
        has_changed = fingerprint != self._fingerprint
        self._fingerprint = fingerprint
        return None if has_changed else frozenset()

    def _read_fingerprint(self) -> bytes:
        digest = hashlib.blake2b(digest_size=16)
        for line in self._lines():
            digest.update(line.encode("utf-8", "surrogatepass"))
        return digest.digest()

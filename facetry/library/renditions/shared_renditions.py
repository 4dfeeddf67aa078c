"""Renditions in a bucket, which the hosts of a cluster share, behind the cache that each of them has on its disk.

The objects are `.facetry-renditions/<first two hex digits>/<content hash>/<slug>` beneath a location, each with the
content of a file of the cache. Scans hide keys with such a part. Nothing depends on the bucket: what is missing or
damaged, or does not come in time, is rendered again.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from facetry.library.file_stores.bucket.client import BucketClient, ObjectError
from facetry.library.renditions.rendition_file import HEADER_BYTES, MAX_RENDITION_BYTES, pack, unpack

FOLDER: Final = ".facetry-renditions"
GET_SECONDS: Final = 2.0
"""Maximum time that a request waits for the bucket. Rendering a picture of a camera takes a tenth of it."""
MAX_LOOKUPS: Final = 32
"""Maximum number of simultaneous lookups: each has a connection, and so an open file. Further ones wait their turn."""
PAUSE_SECONDS: Final = 10.0
"""After a failure, the bucket is not asked for so long."""
MAX_WAITING_BYTES: Final = 64 * 1024 * 1024
"""Maximum size of the renditions that wait to be written; further ones are left out."""
MAX_WAITING: Final = 100_000
"""Maximum number of renditions and removals that wait: many images may be removed at once."""
_CLOSE_SECONDS: Final = 5.0

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Counts:
    """What the bucket was asked for, by outcome."""

    lookups: dict[str, int] = field(default_factory=lambda: {"hit": 0, "miss": 0, "failed": 0})
    writes: dict[str, int] = field(default_factory=lambda: {"written": 0, "removed": 0, "failed": 0, "dropped": 0})


class SharedRenditions:
    """Finds renditions on an event loop; writes and removes them in a thread of its own, from any thread."""

    def __init__(self, client: BucketClient) -> None:
        self.counts = Counts()
        self._client = client
        self._waiting: queue.Queue[tuple[int, Callable[[], str]] | None] = queue.Queue(MAX_WAITING)
        self._waiting_bytes = 0
        self._lock = threading.Lock()
        self._turns = asyncio.Semaphore(MAX_LOOKUPS)
        self._pause_ends_at = 0.0
        self._is_failing = False
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="facetry-shared-renditions", daemon=True)
        self._thread.start()

    async def get(self, content_hash: bytes, slug: str) -> bytes | None:
        """A rendition; None when it is missing or damaged, or the bucket does not answer in time."""
        if self._is_paused():
            self.counts.lookups["failed"] += 1
            return None
        try:
            async with asyncio.timeout(GET_SECONDS), self._turns:
                if self._is_paused():  # a lookup before this one has failed
                    self.counts.lookups["failed"] += 1
                    return None
                packed = await self._receive(_path(content_hash, slug))
        except TimeoutError:
            self._fail("the object store does not answer in time")
        except ObjectError as error:
            if error.reason == "missing":
                self._is_failing = False
                self.counts.lookups["miss"] += 1
                return None
            self._fail(str(error))
        else:
            self._is_failing = False
            data = None if packed is None else unpack(content_hash, slug, packed)
            if data is None:
                _log.warning("a shared rendition is damaged and will be made again: %s", _path(content_hash, slug))
            self.counts.lookups["miss" if data is None else "hit"] += 1
            return data
        self.counts.lookups["failed"] += 1
        return None

    def put(self, content_hash: bytes, slug: str, data: bytes) -> None:
        """Have a rendition written in the background, unless too many wait already or the bucket has just failed."""
        if len(data) > MAX_RENDITION_BYTES:
            return
        if self._is_paused():
            with self._lock:
                self.counts.writes["dropped"] += 1
        else:
            self._enqueue(HEADER_BYTES + len(data), partial(self._write, content_hash, slug, data))

    def evict(self, content_hash: bytes) -> None:
        """Have every rendition of an original removed in the background, unless too many wait already."""
        self._enqueue(0, partial(self._remove, content_hash))

    def close(self) -> None:
        """Stop the thread. Renditions that still wait are not written. Blocks for some seconds at most."""
        self._is_closing.set()
        with suppress(queue.Full):  # then the thread looks at the event soon
            self._waiting.put_nowait(None)
        self._thread.join(_CLOSE_SECONDS)

    async def _receive(self, path: str) -> bytes | None:
        """The content of an object; None if it is too large for a rendition."""
        async with self._client.open(path) as opened:
            if opened.facts.size > HEADER_BYTES + MAX_RENDITION_BYTES:
                return None
            return b"".join([chunk async for chunk in opened.chunks()])

    def _enqueue(self, size: int, task: Callable[[], str]) -> None:
        with self._lock:
            if self._waiting_bytes + size <= MAX_WAITING_BYTES and not self._is_closing.is_set():
                with suppress(queue.Full):
                    self._waiting.put_nowait((size, task))
                    self._waiting_bytes += size
                    return
            self.counts.writes["dropped"] += 1

    def _run(self) -> None:
        while (item := self._waiting.get()) is not None and not self._is_closing.is_set():
            size, task = item
            try:
                outcome = task()
            except ObjectError as error:
                self._fail(str(error))
                outcome = "failed"
            except Exception:  # the thread goes on with the others
                _log.exception("a shared rendition cannot be written")
                outcome = "failed"
            with self._lock:
                self._waiting_bytes -= size
                self.counts.writes[outcome] += 1

    def _write(self, content_hash: bytes, slug: str, data: bytes) -> str:
        self._client.replace(_path(content_hash, slug), pack(content_hash, slug, data))
        return "written"

    def _remove(self, content_hash: bytes) -> str:
        for page in self._client.list(_folder(content_hash)):
            for facts in page:
                self._client.delete(facts.path)
        return "removed"

    def _is_paused(self) -> bool:
        return time.monotonic() < self._pause_ends_at

    def _fail(self, reason: str) -> None:
        self._pause_ends_at = time.monotonic() + PAUSE_SECONDS
        if not self._is_failing:  # logged once, not for each picture of a page
            _log.warning("shared renditions cannot be used for the moment: %s", reason)
        self._is_failing = True


def _folder(content_hash: bytes) -> str:
    name = content_hash.hex()
    return f"{FOLDER}/{name[:2]}/{name}"


def _path(content_hash: bytes, slug: str) -> str:
    return f"{_folder(content_hash)}/{slug}"

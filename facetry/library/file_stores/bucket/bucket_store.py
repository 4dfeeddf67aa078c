"""A bucket, or the objects beneath a prefix of it, as a file store."""

from __future__ import annotations

import asyncio
import errno
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from facetry.imaging.formats import HEAD_BYTES, UNKNOWN_FORMAT_REASON, format_of, has_picture_suffix
from facetry.imaging.pool.pool import Pool, RenderError
from facetry.imaging.protocol import RenderedPicture, RenderOptions, WorkerAnswer
from facetry.imaging.rules import Rule
from facetry.library.file_stores.bucket.changes import BucketChanges
from facetry.library.file_stores.bucket.client import (
    REQUEST_SECONDS,
    BucketClient,
    ObjectError,
    ObjectFacts,
    OpenedObject,
    transfer_seconds,
)
from facetry.library.file_stores.bucket.faults import unavailability
from facetry.library.file_stores.bucket.move_records import MoveRecords
from facetry.library.file_stores.bucket.notifications import BucketNotifications
from facetry.library.file_stores.bucket.objects import file_facts, is_file, status_of, version_of
from facetry.library.file_stores.bucket.spool import Spool
from facetry.library.file_stores.file_store import (
    Examination,
    FileState,
    FileStatus,
    Renderer,
    UnavailableError,
)
from facetry.library.file_stores.listing import Batch, InaccessibleEntry, outermost
from facetry.library.pictures import FileFacts
from facetry.system.files.file_versions import FileVersion

T = TypeVar("T")

_PART: Final = 1024 * 1024
"""Bytes of a download that are read at a time, and that each client occupies."""
_KNOWN_SECONDS: Final = 10.0
"""Time for which an answer to whether the store is available holds."""
_TRUST_SECONDS: Final = 1.0
"""Time for which an answer holds to whether the store lists the location, though an object cannot be read."""
_MAX_WAIT_SECONDS: Final = 2.0
"""Time that a client waits for a store of which nothing is known. Then it counts as unavailable until it answers."""
_CONCURRENT_REQUESTS: Final = 8


class BucketStore(BucketChanges):
    """The objects beneath one location; see `FileStore`."""

    def __init__(
        self, root: str, client: BucketClient, spool: Spool, moves: MoveRecords, max_bytes: int, poll_seconds: float
    ) -> None:
        """`max_bytes` is the size of the largest picture that decoders read, and that is moved or replaced."""
        super().__init__(root, client, spool, moves, max_bytes)
        self._poll_seconds = poll_seconds
        self._lock = threading.Lock()
        self._availability = (False, float("-inf"))
        self._question: threading.Thread | None = None
        self._doubt = threading.Lock()
        self._is_trusted, self._doubted = False, float("-inf")

    def is_available(self) -> bool:
        with self._lock:  # one question at a time: clients that list repositories share the answer
            is_available, asked = self._availability
            if time.monotonic() - asked < _KNOWN_SECONDS:
                return is_available
            if self._question is None or not self._question.is_alive():
                self._question = threading.Thread(target=self._answers, name="object store", daemon=True)
                self._question.start()
            question = self._question
        question.join(0 if is_available else _MAX_WAIT_SECONDS)
        return self._availability[0]

    def identity(self) -> str:
        try:
            with unavailability():
                next(self._client.list(chunk=1), None)
        except UnavailableError:
            self._availability = (False, time.monotonic())
            raise
        self._availability = (True, time.monotonic())
        return self.root

    def walk(self, scope: Collection[str] | None = None) -> Iterator[Batch]:
        if scope is None:
            with unavailability():
                yield from self._list("")
            return
        for path in outermost(scope):
            try:
                if path and (found := self._find(path)) is not None and is_file(found):
                    yield Batch([file_facts(found)])
                yield from self._list(path)
            except ObjectError as error:
                yield Batch(inaccessible=[self._inaccessible(path, error)])

    def _list(self, folder: str) -> Iterator[Batch]:
        for page in self._client.list(folder):
            files = [file_facts(facts) for facts in page if is_file(facts)]
            if files:
                yield Batch(files)

    def watch(self, *, poll: bool) -> BucketNotifications:  # noqa: ARG002  # there is no other way
        return BucketNotifications(self.identity, self._lines, self._poll_seconds)

    def _lines(self) -> Iterator[str]:
        with unavailability():
            for page in self._client.list(chunk=1_000):
                for facts in page:
                    if is_file(facts):
                        yield f"{facts.path}\0{facts.size}\0{facts.etag}\0"

    async def examine(self, pool: Pool, path: str, known: bytes | None = None) -> Examination:
        try:
            if not has_picture_suffix(path) and not await self._is_picture(path):
                return Examination({"ignored": True})
            async with self._spool.copy(path, urgent=False) as copy:
                opened, refusal = await self._fetch(path, copy)
                answer = refusal or await pool.examine(str(copy.parent), copy.name, known=known)
        except ObjectError as error:
            return Examination(await asyncio.to_thread(self._refusal, error))
        return Examination(answer, file_facts(opened.facts, opened.metadata, path))

    async def render(
        self, renderer: Renderer, path: str, rendering: RenderOptions
    ) -> tuple[RenderedPicture, FileVersion | None]:
        render = renderer.render  # a process without decoders refuses here, before anything is requested
        async with self._spool.copy(path, urgent=True) as copy:
            try:
                opened, refusal = await self._fetch(path, copy)
            except ObjectError as error:
                raise RenderError("file.vanished" if error.reason == "missing" else "file.read", str(error)) from None
            if refusal is not None:
                raise RenderError(refusal["rule"], refusal["reason"])
            rendered = await render(str(copy.parent), copy.name, rendering)
        return rendered, version_of(opened.facts)

    def version(self, path: str) -> FileVersion | None:
        status = self.status(path)
        return None if status is None else status.version

    def status(self, path: str) -> FileStatus | None:
        try:
            found = self._find(path)
        except ObjectError:
            return None
        return None if found is None else status_of(found)

    def states(self, files: Collection[tuple[str, FileVersion]]) -> list[FileState]:
        states = self._concurrently(self._state, files)
        return ["there"] * len(states) if "gone" in states and not self._answers() else states

    def _state(self, file: tuple[str, FileVersion]) -> FileState:
        path, version = file
        try:
            found = self._find(path)
        except ObjectError:
            return "there"  # unknown, which does not prove that it is gone
        if found is None:
            return "gone"
        if found.size != version.size:
            return "changed"
        return "there" if version_of(found) == version else "doubtful"

    def may_record(self, file: FileFacts, listed: FileVersion | None, recorded: FileVersion | None) -> bool:
        # A request would keep the writer waiting. What other programs change, the next listing shows; what this
        # service has changed, the record shows.
        return listed == recorded or recorded == file.version

    def gone(self, paths: Collection[str]) -> Callable[[str], bool]:
        is_written = self._written_since_now()
        states = self._concurrently(self._state, [(path, FileVersion(0, 0)) for path in paths])
        gone = frozenset(path for path, state in zip(paths, states, strict=True) if state == "gone")
        if gone and not self._answers():
            gone = frozenset()
        return lambda path: path in gone and not is_written(path)

    async def open(self, path: str) -> BucketObject:
        try:
            return BucketObject(self._client, path, await self._client.find(path))
        except ObjectError as error:
            number = errno.ENOENT if error.reason == "missing" else errno.EIO
            raise OSError(number, str(error).rstrip(".")) from None

    def _answers(self) -> bool:
        """Whether the store lists the location now: a missing bucket answers questions about objects like a missing
        object.
        """
        try:
            self.identity()
        except UnavailableError:
            return False
        return True

    def _inaccessible(self, path: str, error: ObjectError) -> InaccessibleEntry:
        """What a walk says about a path about which the store cannot be asked. Raises `UnavailableError`."""
        self._require_answers(error)
        file = FileFacts(path, size=0, created_ms=0, modified_ms=0, modified_ns=0)
        rule: Rule = "file.permission" if error.reason == "denied" else "file.read"
        return InaccessibleEntry(file, rule, str(error), is_folder=True)

    def _refusal(self, error: ObjectError) -> WorkerAnswer:
        """The answer about an object that cannot be read. Raises `UnavailableError`."""
        if error.reason == "missing":
            return {"rule": "file.vanished", "reason": str(error)}
        self._require_answers(error)
        if error.reason == "denied":
            return {"rule": "file.permission", "reason": str(error)}
        return {"rule": "file.read", "reason": str(error)}

    def _require_answers(self, error: ObjectError) -> None:
        """Raise `UnavailableError` unless the store lists the location: then the error is that of one object."""
        with self._doubt:  # many objects may have the same problem
            if time.monotonic() - self._doubted > _TRUST_SECONDS:
                self._is_trusted, self._doubted = self._answers(), time.monotonic()
            if not self._is_trusted:
                raise UnavailableError(str(error)) from error

    async def _is_picture(self, path: str) -> bool:
        """Whether the first bytes of an object are those of a picture."""
        try:
            head = await self._client.peek(path, HEAD_BYTES)
        except ObjectError:
            if (await self._client.find(path)).size == 0:  # an empty object has no range
                return False
            raise
        return format_of(head) is not None

    async def _fetch(self, path: str, copy: Path) -> tuple[OpenedObject, WorkerAnswer | None]:
        """Copy an object to a file; with an answer if it is too large or no picture. Raises `ObjectError`."""
        try:
            async with asyncio.timeout(REQUEST_SECONDS) as deadline, self._client.open(path) as opened:
                deadline.reschedule(asyncio.get_running_loop().time() + transfer_seconds(opened.facts.size))
                return opened, await self._receive(opened, copy)
        except TimeoutError:
            raise ObjectError("unavailable", "The object store did not send an object in time.") from None

    async def _receive(self, opened: OpenedObject, copy: Path) -> WorkerAnswer | None:
        size, received = opened.facts.size, 0
        with await asyncio.to_thread(copy.open, "xb") as file:
            async for chunk in opened.chunks():
                if not received and format_of(chunk[:HEAD_BYTES]) is None:
                    return {"rule": "decode.format", "reason": UNKNOWN_FORMAT_REASON}
                if size > self._max_bytes:
                    return {"rule": "file.too-large", "reason": f"The file has more than {self._max_bytes} bytes."}
                await asyncio.to_thread(file.write, chunk)
                received += len(chunk)
        if received != size:
            return {"rule": "file.changed", "reason": "The object store sent another number of bytes than announced."}
        return None

    def _concurrently(self, function: Callable[[T], FileState], items: Collection[T]) -> list[FileState]:
        if len(items) < 2:  # no thread for one
            return [function(item) for item in items]
        with ThreadPoolExecutor(_CONCURRENT_REQUESTS, "objects") as threads:
            return list(threads.map(function, items))


class BucketObject:
    """An object for reading. Each read is refused when the object has been replaced since it was opened."""

    def __init__(self, client: BucketClient, path: str, facts: ObjectFacts) -> None:
        self._client = client
        self._path = path
        self._etag = facts.etag
        self.size = facts.size
        status = status_of(facts)
        self.version, self.modified = status.version, status.modified

    async def chunks(self, start: int, stop: int) -> AsyncIterator[bytes]:
        while start < stop:
            end = min(start + _PART, stop)
            try:
                async with asyncio.timeout(REQUEST_SECONDS):
                    part = await self._client.read_part(self._path, start, end, self._etag)
            except ObjectError as error:
                raise OSError(errno.EIO, str(error)) from None
            if len(part) != end - start:
                raise OSError(errno.EIO, "The object store sent another number of bytes than requested.")
            yield part
            start = end

    def close(self) -> None:
        """Nothing is open between two reads."""

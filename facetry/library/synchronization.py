"""One scan of one repository: the library is brought in line with the folder."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from sqlalchemy import Connection

from facetry.library import images, unreadable
from facetry.library.images import FileFacts, KnownFile, Picture
from facetry.library.imaging.pool import Pool
from facetry.library.imaging.wire import Answer
from facetry.library.progress import Progress
from facetry.library.repositories import Known
from facetry.library.scan import Batch, walk
from facetry.library.seen import Seen
from facetry.library.unreadable import Refusal
from facetry.library.verdicts import OUTSIDE, Outcome, Verdict, forget, record
from facetry.store.store import Store

UNIT_FILES: Final = 64
"""Files written in one unit of work: few enough that requests are not held up."""
UNIT_SECONDS: Final = 0.25
"""A file that was read waits no longer for others to be written with it."""
ATTEMPTS: Final = 3
"""A file that is too much for the decoder is tried in so many scans; one that changes while it is read, so often."""
QUEUE_FILES: Final = 16_384
"""Files listed ahead of those that are read: many, so that a person soon sees how many there are."""
_SETTLE_SECONDS: Final = 0.3
_PAGE: Final = 5_000
_HEAVY: Final = frozenset({"decode.timeout", "decode.memory", "decode.crashed"})


class UnavailableError(Exception):
    """The folder is not there as it was; the message says how. Nothing was forgotten for it."""


class Synchronization:
    """Compares a folder with what the library knows of it, and reads what is new or changed.

    Nothing is written for a file that did not change. It may be stopped at any moment and run again: what was
    written stays, and each file is one image.
    """

    def __init__(self, store: Store, pool: Pool, repository: Known, progress: Progress) -> None:
        self._store = store
        self._pool = pool
        self._repository = repository
        self._progress = progress
        self._seen = Seen()
        self._met = 0  # pictures that are there
        self._refused: set[str] = set()
        self._closed: list[str] = []

    async def run(self) -> None:
        """Scan. Raises `UnavailableError`, or what store and pool raise when they cannot go on."""
        identity = await asyncio.to_thread(self._identity)
        await self._look()
        missing = await self._missing()
        if missing:
            # A file that moved behind the walk's back is missing and nowhere new: look again before forgetting it.
            await self._look()
            missing = await self._missing()
        if await asyncio.to_thread(self._identity) != identity:
            raise UnavailableError("Another folder was put in its place during the scan.")
        if missing and not self._met:
            raise UnavailableError("No picture is left in the folder. Is a drive or a network share not mounted?")
        for start in range(0, len(missing), UNIT_FILES):
            files = missing[start : start + UNIT_FILES]
            self._progress.removed += await self._store.write(partial(forget, repository=self._repository, files=files))
        await self._forget_refusals()
        self._progress.unreadable = len(self._refused)

    def _identity(self) -> tuple[int, int]:
        try:
            stat = self._repository.path.stat()
        except OSError as error:
            raise UnavailableError(f"The folder cannot be reached: {error.strerror}.") from None
        return stat.st_dev, stat.st_ino

    async def _look(self) -> None:
        """Walk the folder once, read what is new or changed, and write it down."""
        self._seen, self._refused, self._closed, self._met = Seen(), set(), [], 0
        self._progress.found = self._progress.done = 0
        self._progress.listed = False
        files: asyncio.Queue[tuple[FileFacts, KnownFile | None] | None] = asyncio.Queue(maxsize=QUEUE_FILES)
        verdicts: asyncio.Queue[Verdict | None] = asyncio.Queue(maxsize=4 * UNIT_FILES)

        async def examine_all() -> None:
            async with asyncio.TaskGroup() as readers:
                for _ in range(self._pool.capacity):
                    readers.create_task(self._examine(files, verdicts))
            await verdicts.put(None)

        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._list(files, verdicts))
                group.create_task(examine_all())
                group.create_task(self._write(verdicts))
        except BaseExceptionGroup as errors:
            raise _cause(errors) from None

    async def _list(
        self,
        files: asyncio.Queue[tuple[FileFacts, KnownFile | None] | None],
        verdicts: asyncio.Queue[Verdict | None],
    ) -> None:
        batches = walk(self._repository.path)
        while True:
            try:
                batch = await asyncio.to_thread(next, batches, None)
            except OSError as error:
                raise UnavailableError(f"The folder cannot be listed: {error.strerror}.") from None
            if batch is None:
                break
            known, refused = await self._remembered(batch)
            self._progress.found += len(batch.files)
            for closed in batch.closed:
                if closed.folder:
                    self._closed.append(closed.file.path + "/")
                self._refused.add(closed.file.path)
                await verdicts.put(Verdict(closed.file, rule=closed.rule, reason=closed.reason))
            for file in batch.files:
                before, refusal = known.get(file.path), refused.get(file.path)
                if before is not None:
                    self._seen.add(before.key)
                    self._met += 1
                if refusal is not None and _is_final(refusal, file):
                    self._refused.add(file.path)
                    self._progress.done += 1
                elif refusal is None and before is not None and _unchanged(before, file):
                    self._progress.done += 1
                else:
                    await files.put((file, before))
        self._progress.listed = True
        for _ in range(self._pool.capacity):
            await files.put(None)

    async def _remembered(self, batch: Batch) -> tuple[dict[str, KnownFile], dict[str, Refusal]]:
        key = self._repository.key
        paths = [file.path for file in batch.files]
        looked = paths + [closed.file.path for closed in batch.closed]

        def query(connection: Connection) -> tuple[dict[str, KnownFile], dict[str, Refusal]]:
            return images.known(connection, key, paths), unreadable.known(connection, key, looked)

        return await self._store.read(query)

    async def _examine(
        self,
        files: asyncio.Queue[tuple[FileFacts, KnownFile | None] | None],
        verdicts: asyncio.Queue[Verdict | None],
    ) -> None:
        while (item := await files.get()) is not None:
            file, before = item
            answer: Answer = {}
            for attempt in range(ATTEMPTS):
                if attempt:
                    await asyncio.sleep(_SETTLE_SECONDS * attempt)
                answer = await self._pool.examine(str(self._repository.path), file.path)
                if answer.get("rule") != "file.changed":
                    break
            verdict = _verdict(file, answer, is_known=before is not None)
            if verdict is not None:
                await verdicts.put(verdict)
                continue
            self._progress.done += 1
            if before is not None:
                self._seen.discard(before.key)
                self._met -= 1

    async def _write(self, verdicts: asyncio.Queue[Verdict | None]) -> None:
        ended = False
        while not ended:
            unit: list[Verdict] = []
            try:
                async with asyncio.timeout(None) as waiting:
                    while len(unit) < UNIT_FILES:
                        verdict = await verdicts.get()
                        if verdict is None:
                            ended = True
                            break
                        if not unit:
                            waiting.reschedule(asyncio.get_running_loop().time() + UNIT_SECONDS)
                        unit.append(verdict)
            except TimeoutError:
                pass  # what came so far is written
            if unit:
                self._count(unit, await self._store.write(partial(record, repository=self._repository, verdicts=unit)))

    def _count(self, unit: list[Verdict], outcome: Outcome) -> None:
        progress = self._progress
        progress.done += len(unit)
        progress.added += len(outcome.added)
        progress.updated += outcome.updated
        progress.moved += len(outcome.moved)
        for key in outcome.added + outcome.moved:
            self._seen.add(key)
            self._met += 1
        self._refused.update(verdict.file.path for verdict in unit if verdict.picture is None)
        progress.unreadable = len(self._refused)

    async def _missing(self) -> list[KnownFile]:
        """The images whose files the walk did not meet, though it could look where they were."""
        missing: list[KnownFile] = []
        closed = tuple(self._closed)
        last = 0
        while page := await self._store.read(
            partial(images.after, repository=self._repository.key, key=last, count=_PAGE)
        ):
            last = page[-1].key
            missing += (k for k in page if k.key not in self._seen and not k.path.startswith(closed))
        return missing

    async def _forget_refusals(self) -> None:
        """Drop what was said of files that are gone."""
        known = await self._store.read(partial(unreadable.paths, repository=self._repository.key))
        closed = tuple(self._closed)
        gone = [path for path in known if path not in self._refused and not path.startswith(closed)]
        for start in range(0, len(gone), UNIT_FILES):
            await self._store.write(
                partial(unreadable.clear, repository=self._repository.key, paths=gone[start : start + UNIT_FILES])
            )


def _verdict(file: FileFacts, answer: Answer, *, is_known: bool) -> Verdict | None:
    """What the worker's answer means for the file; None when there is no picture there (any more)."""
    rule, reason = answer.get("rule", ""), answer.get("reason", "")
    if answer.get("ignored") and is_known:
        rule, reason = "decode.format", "The content is no longer that of a picture."
    if rule == "file.vanished" or (answer.get("ignored") and not rule):
        return None
    if "size" in answer:
        modified = answer["modified_ns"]
        file = FileFacts(file.path, answer["size"], answer["created_ms"], modified // 1_000_000, modified)
    if rule:
        return Verdict(file, rule=rule, reason=reason)
    return Verdict(
        file,
        Picture(answer["format"], answer["width"], answer["height"], bytes.fromhex(answer["hash"]), answer["metadata"]),
    )


def _unchanged(before: KnownFile | Refusal, file: FileFacts) -> bool:
    return (before.size, before.modified_ns) == (file.size, file.modified_ns)


def _is_final(refusal: Refusal, file: FileFacts) -> bool:
    """Whether looking at the file again would tell nothing new."""
    if not _unchanged(refusal, file) or refusal.rule in OUTSIDE:
        return False
    return refusal.rule not in _HEAVY or refusal.attempts >= ATTEMPTS


def _cause(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error of a group, which the others, if any, follow from."""
    first = errors.exceptions[0]
    return _cause(first) if isinstance(first, BaseExceptionGroup) else first

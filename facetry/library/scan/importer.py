"""One look at a folder, or at parts of it: what is new or changed is read and written down."""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from sqlalchemy import Connection

from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import Answer
from facetry.library import images
from facetry.library import unreadable_files as unreadable
from facetry.library.images import FileFacts, KnownFile, Picture
from facetry.library.repositories import Known
from facetry.library.scan.key_set import Seen
from facetry.library.scan.progress import Progress
from facetry.library.scan.recording import OUTSIDE, Outcome, Verdict, record
from facetry.library.scan.reidentification import sighting
from facetry.library.scan.walk import Batch, walk
from facetry.library.unreadable_files import Refusal
from facetry.store.store import Store

UNIT_FILES: Final = 64
"""Files written in one unit of work: few enough that requests are not held up."""
UNIT_SECONDS: Final = 0.25
"""A file that was read waits no longer for others to be written with it."""
ATTEMPTS: Final = 3
"""A file that is too much for the decoder is tried in so many scans; one that changes while it is read, so often."""
QUEUE_FILES: Final = 16_384
"""Files listed ahead of those that are read: many, so that a person soon sees how many there are."""
_CHANGED: Final = 4_096
"""So many files with other bytes wait for the end of a look; each takes as much memory as its metadata."""
_SETTLE_SECONDS: Final = 0.3
_FRESH_NS: Final = 2_000_000_000
_HEAVY: Final = frozenset({"decode.timeout", "decode.memory", "decode.crashed"})
_HALF: Final = frozenset({"file.changed", "decode.truncated"})
"""What a file looks like that somebody is still writing."""

Item = tuple[FileFacts, KnownFile | None]


class UnavailableError(Exception):
    """The folder is not there as it was; the message says how. Nothing was forgotten for it."""


class Look:
    """Walks, reads and records once. Nothing is written for a file that did not change.

    It may be stopped at any moment and made again: what was written stays, and each file is one image.
    """

    def __init__(
        self,
        store: Store,
        pool: Pool,
        repository: Known,
        progress: Progress,
        *,
        scope: Collection[str] | None = None,
        only: Callable[[FileFacts], bool] | None = None,
    ) -> None:
        """`scope` as for `scan.walk`; with `only`, the other files are passed over as if they were unchanged."""
        self._store = store
        self._pool = pool
        self._repository = repository
        self._progress = progress
        self._scope = scope
        self._only = only
        self._found_again: list[int] = []
        self.seen = Seen()
        """The images whose files are there."""
        self.refused: set[str] = set()
        """Paths of the files that cannot be read, and of the folders that cannot be listed."""
        self.closed: list[str] = []
        """Those folders, with a `/` behind each: nothing is known of what lies beneath."""

    async def run(self) -> None:
        """Raises `UnavailableError`, or what store and pool raise when they cannot go on."""
        files: asyncio.Queue[Item | None] = asyncio.Queue(maxsize=QUEUE_FILES)
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
        await self._welcome()

    async def _list(self, files: asyncio.Queue[Item | None], verdicts: asyncio.Queue[Verdict | None]) -> None:
        batches = walk(self._repository.path, self._scope)
        while True:
            try:
                batch = await asyncio.to_thread(next, batches, None)
            except OSError as error:
                raise UnavailableError(f"The folder cannot be listed: {error.strerror}.") from None
            if batch is None:
                break
            known, refused = await self._remembered(batch)
            self._progress.found += len(batch.files) + len(batch.closed)
            for closed in batch.closed:
                if closed.folder:
                    self.closed.append(closed.file.path + "/")
                self.refused.add(closed.file.path)
                await verdicts.put(Verdict(closed.file, rule=closed.rule, reason=closed.reason))
            for file in batch.files:
                if self._needs_reading(file, known.get(file.path), refused.get(file.path)):
                    await files.put((file, known.get(file.path)))
                else:
                    self._progress.done += 1
        self._progress.listed = True
        for _ in range(self._pool.capacity):
            await files.put(None)

    def _needs_reading(self, file: FileFacts, before: KnownFile | None, refusal: Refusal | None) -> bool:
        if before is not None:
            self.seen.add(before.key)
        if self._only is not None and not self._only(file):
            return False
        if refusal is not None and _is_final(refusal, file):
            self.refused.add(file.path)
            return False
        if refusal is None and before is not None and _unchanged(before, file):
            if before.missing:
                self._found_again.append(before.key)
            return False
        return True

    async def _remembered(self, batch: Batch) -> tuple[dict[str, KnownFile], dict[str, Refusal]]:
        key = self._repository.key
        paths = [file.path for file in batch.files]
        looked = paths + [closed.file.path for closed in batch.closed]

        def query(connection: Connection) -> tuple[dict[str, KnownFile], dict[str, Refusal]]:
            return images.known(connection, key, paths), unreadable.known(connection, key, looked)

        return await self._store.read(query)

    async def _examine(self, files: asyncio.Queue[Item | None], verdicts: asyncio.Queue[Verdict | None]) -> None:
        while (item := await files.get()) is not None:
            file, before = item
            answer: Answer = {}
            for attempt in range(ATTEMPTS):
                if attempt:
                    await asyncio.sleep(_SETTLE_SECONDS * attempt)
                answer = await self._pool.examine(str(self._repository.path), file.path)
                if not _may_be_unfinished(answer):
                    break
            verdict = _verdict(file, answer, is_known=before is not None)
            if verdict is not None:
                await verdicts.put(verdict)
                continue
            self._progress.done += 1
            if before is not None:
                self.seen.discard(before.key)

    async def _write(self, verdicts: asyncio.Queue[Verdict | None]) -> None:
        """Record in units; places that hold other bytes now come last, for what was there may be found elsewhere."""
        changed: list[Verdict] = []
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
                        if verdict.is_changed and len(changed) < _CHANGED:
                            changed.append(verdict)
                            continue
                        if not unit:
                            waiting.reschedule(asyncio.get_running_loop().time() + UNIT_SECONDS)
                        unit.append(verdict)
            except TimeoutError:
                pass  # what came so far is written
            if unit:
                await self._record(unit)
        for start in range(0, len(changed), UNIT_FILES):
            await self._record(changed[start : start + UNIT_FILES])

    async def _record(self, unit: list[Verdict]) -> None:
        self._progress.done += len(unit)
        for attempt in range(ATTEMPTS):
            seen = await sighting(self._store, self._pool, (each.picture for each in unit if each.picture is not None))
            is_final = attempt == ATTEMPTS - 1
            outcome = await self._store.write(
                partial(record, repository=self._repository, verdicts=unit, seen=seen, is_final=is_final)
            )
            self._count(unit, outcome)
            unit = outcome.unsure
            if not unit:
                return

    def _count(self, unit: list[Verdict], outcome: Outcome) -> None:
        progress = self._progress
        progress.added += len(outcome.added)
        progress.updated += outcome.updated
        progress.moved += len(outcome.moved)
        for key in outcome.displaced:
            self.seen.discard(key)
        for key in outcome.added + outcome.moved:
            self.seen.add(key)
        self.refused.update(verdict.file.path for verdict in unit if verdict.picture is None)
        progress.unreadable = len(self.refused)

    async def _welcome(self) -> None:
        """Note which of the files that were missing are there again, unchanged."""
        for start in range(0, len(self._found_again), UNIT_FILES):
            await self._store.write(partial(images.mark_found, keys=self._found_again[start : start + UNIT_FILES]))


def _may_be_unfinished(answer: Answer) -> bool:
    """Whether the file looks as if somebody were writing it right now, so that it is worth to wait a moment."""
    rule = answer.get("rule")
    if rule == "file.changed":
        return True
    return rule in _HALF and abs(time.time_ns() - answer.get("modified_ns", 0)) < _FRESH_NS


def _verdict(file: FileFacts, answer: Answer, *, is_known: bool) -> Verdict | None:
    """What the worker's answer means for the file; None when there is no picture there (any more)."""
    rule, reason = answer.get("rule", ""), answer.get("reason", "")
    if answer.get("ignored") and is_known:
        rule, reason = "decode.format", "The content is no longer that of a picture."
    if rule == "file.vanished" or (answer.get("ignored") and not rule):
        return None
    if "size" in answer:
        file = facts_of(file.path, answer)
    return Verdict(file, rule=rule, reason=reason) if rule else Verdict(file, picture_of(answer), is_changed=is_known)


def facts_of(path: str, answer: Answer) -> FileFacts:
    """What a worker's answer says of the file at `path`.

    A picture was created when its file was, or before: copying a file keeps the time of its last change alone.
    """
    modified = answer["modified_ns"]
    created_ms = min(answer["created_ms"], modified // 1_000_000)
    return FileFacts(path, answer["size"], created_ms, modified // 1_000_000, modified)


def picture_of(answer: Answer) -> Picture:
    """What a worker's answer, which is no refusal, says of the picture."""
    pixels, perceptual, placeholder = answer.get("pixels"), answer.get("perceptual"), answer.get("placeholder")
    return Picture(
        format=answer["format"],
        width=answer["width"],
        height=answer["height"],
        content_hash=bytes.fromhex(answer["hash"]),
        metadata=answer["metadata"],
        pixel_hash=bytes.fromhex(pixels) if pixels else None,
        perceptual_hash=int(perceptual, 16) if perceptual else None,
        placeholder=base64.b64decode(placeholder) if placeholder else None,
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

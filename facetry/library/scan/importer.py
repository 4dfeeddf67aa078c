"""The importer: reads new and changed files of a folder, or of parts of it, and records them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from pyroaring import BitMap
from sqlalchemy import Connection

from facetry.imaging.formats import has_picture_suffix
from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import WorkerAnswer
from facetry.imaging.skipped_kinds import skipped_kind
from facetry.library import images, recorded_files, skipped_files, unreadable_files
from facetry.library.file_stores.file_store import Examination
from facetry.library.file_stores.listing import Batch
from facetry.library.file_stores.stores import FileStores
from facetry.library.file_stores.threads import in_file_thread
from facetry.library.pictures import FileFacts, facts_of, is_finer, picture_of
from facetry.library.recorded_files import FileRecord
from facetry.library.repositories import RepositoryRecord
from facetry.library.scan.examiner import Examiner
from facetry.library.scan.progress import ScanProgress
from facetry.library.scan.recording import TRANSIENT_RULES, ReadOutcome, RecordingResult, pictures_of, record
from facetry.library.scan.reidentification import FilesRead, find_relocated
from facetry.library.skipped_files import SkippedFileRecord
from facetry.library.unreadable_files import UnreadableFileRecord
from facetry.store.store import Store

UNIT_FILES: Final = 64
"""Files recorded in one unit of work: few, so that requests do not wait long for the writer."""
UNIT_SECONDS: Final = 0.25
"""Maximum time that a file which was read waits for others to be recorded in the same unit."""
ATTEMPTS: Final = 3
"""Number of scans that try a file which exceeds the decoder's limits, and of attempts at a file that changes during
reading.
"""
QUEUE_FILES: Final = 16_384
"""Maximum number of listed files that wait to be read; large, so that the total becomes known early."""
_MAX_DEFERRED_CHANGES: Final = 4_096
"""Maximum number of changed files that are recorded last; each occupies the memory of its metadata."""
_RETRY_SECONDS: Final = 0.3
_RECENT_NS: Final = 2_000_000_000
_RESOURCE_RULES: Final = frozenset({"decode.timeout", "decode.memory", "decode.crashed"})
_INCOMPLETE_FILE_RULES: Final = frozenset({"file.changed", "decode.truncated"})
"""Rules that a file breaks while another program is still writing it."""


_VERSION_UNIT: Final = 512
"""Versions of unchanged files that are recorded in one unit of work."""


@dataclass(frozen=True, slots=True)
class FileToRead:
    """A file that has to be read. `image` is the record of the image at its path, None if there is none.

    `known` is the hash of the bytes that the file should still have: size and modification time are those recorded.
    """

    facts: FileFacts
    image: FileRecord | None
    known: bytes | None
    was_skipped: bool


@dataclass(frozen=True, slots=True)
class KnownFiles:
    """What the library knows about the files of a batch, by their paths."""

    images: Mapping[str, FileRecord]
    refusals: Mapping[str, UnreadableFileRecord]
    skipped: Mapping[str, SkippedFileRecord]


class Importer:
    """Walks a folder once, and reads and records its files. Nothing is written for an unchanged file.

    An import may be stopped at any moment and repeated: recorded files stay recorded, and each file becomes one image.
    """

    def __init__(
        self,
        store: Store,
        pool: Pool,
        examiner: Examiner,
        file_stores: FileStores,
        repository: RepositoryRecord,
        progress: ScanProgress,
        *,
        scope: Collection[str] | None = None,
        file_filter: Callable[[FileFacts], bool] | None = None,
        verifies: bool = False,
        rereads: bool = False,
    ) -> None:
        """`scope` as for `FileStore.walk`; files that `file_filter` rejects are treated as unchanged. With `verifies`,
        the bytes of unchanged files are compared. With `rereads`, unchanged pictures are decoded, one at a time.
        """
        self._store = store
        self._pool = pool
        self._examiner = examiner
        self._file_stores = file_stores
        self._files = file_stores.of(repository.root)
        self._repository = repository
        self._progress = progress
        self._scope = scope
        self._file_filter = file_filter
        self._verifies = verifies
        self._rereads = rereads
        self._readers: Final = 1 if rereads else examiner.capacity
        self._reappeared_keys: list[int] = []
        self._incomplete_versions: list[tuple[int, FileFacts]] = []
        self._finer_dates: list[tuple[int, FileFacts]] = []
        self._hashes_read: dict[str, bytes] = {}
        """The hashes of changed files that are recorded last, by path."""
        self.present_keys = BitMap()
        """Keys of the images whose files exist."""
        self.skipped_keys = BitMap()
        """Keys of the skipped files that exist."""
        self.unreadable_paths: set[str] = set()
        """Paths of the files that cannot be read, and of the folders that cannot be listed."""
        self.unlistable_folders: list[str] = []
        """Paths of the folders that cannot be listed, each with a trailing `/`; nothing is known about their
        contents.
        """

    async def run(self) -> None:
        """Raises `UnavailableError`, and the errors of store and pool when they cannot continue."""
        files: asyncio.Queue[FileToRead | None] = asyncio.Queue(maxsize=QUEUE_FILES)
        outcomes: asyncio.Queue[ReadOutcome | None] = asyncio.Queue(maxsize=4 * UNIT_FILES)

        async def examine_all() -> None:
            async with asyncio.TaskGroup() as readers:
                for _ in range(self._readers):
                    readers.create_task(self._examine(files, outcomes))
            await outcomes.put(None)

        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._list(files, outcomes))
                group.create_task(examine_all())
                group.create_task(self._write(outcomes))
        except BaseExceptionGroup as errors:
            raise _first_error(errors) from None
        await self._mark_reappeared()

    async def _list(self, files: asyncio.Queue[FileToRead | None], outcomes: asyncio.Queue[ReadOutcome | None]) -> None:
        batches = self._files.walk(self._scope)
        while (batch := await in_file_thread(next, batches, None)) is not None:
            known = await self._load_records(batch)
            self._progress.found += len(batch.files) + len(batch.inaccessible)
            for entry in batch.inaccessible:
                if entry.is_folder:
                    self.unlistable_folders.append(entry.file.path + "/")
                self.unreadable_paths.add(entry.file.path)
                if entry.file.path in known.images:  # its file may be there
                    self.present_keys.add(known.images[entry.file.path].key)
                await outcomes.put(ReadOutcome(entry.file, rule=entry.rule, reason=entry.reason))
            for file in batch.files:
                if self._needs_reading(file, known):
                    await files.put(_file_to_read(file, known, decodes=self._rereads))
                else:
                    self._progress.done += 1
            if max(len(self._incomplete_versions), len(self._finer_dates)) >= _VERSION_UNIT:
                await self._complete_records()
        await self._complete_records()
        self._progress.is_listed = True
        for _ in range(self._readers):
            await files.put(None)

    def _needs_reading(self, file: FileFacts, known: KnownFiles) -> bool:
        previous, refusal = known.images.get(file.path), known.refusals.get(file.path)
        if previous is not None:
            self.present_keys.add(previous.key)
        skipped = known.skipped.get(file.path)
        if skipped is not None and _is_unchanged(skipped, file) and not has_picture_suffix(file.path):
            self.skipped_keys.add(skipped.key)
            self._progress.skipped += 1
            return False
        if self._file_filter is not None and not self._file_filter(file):
            return False
        if refusal is not None and _is_permanent(refusal, file):
            self.unreadable_paths.add(file.path)
            return False
        if refusal is None and previous is not None and _is_unchanged(previous, file):
            if previous.is_missing:
                self._reappeared_keys.append(previous.key)
            if not _is_recorded(previous, file) and file.version.completes(previous.version):
                self._incomplete_versions.append((previous.key, file))
            if is_finer(file.modified_ms, previous.modified_ms):
                self._finer_dates.append((previous.key, file))
            return self._verifies or self._rereads
        return True

    async def _load_records(self, batch: Batch) -> KnownFiles:
        key = self._repository.key
        paths = [file.path for file in batch.files]
        all_paths = paths + [entry.file.path for entry in batch.inaccessible]

        def query(connection: Connection) -> KnownFiles:
            return KnownFiles(
                images=recorded_files.records(connection, key, all_paths),
                refusals=unreadable_files.records(connection, key, all_paths),
                skipped=skipped_files.records(connection, key, paths),
            )

        return await self._store.read(query)

    async def _examine(
        self, files: asyncio.Queue[FileToRead | None], outcomes: asyncio.Queue[ReadOutcome | None]
    ) -> None:
        while (item := await files.get()) is not None:
            examination = Examination({})
            for attempt in range(ATTEMPTS):
                if attempt:
                    await asyncio.sleep(_RETRY_SECONDS * attempt)
                examination = await self._examiner.examine(self._repository, self._files, item.facts, item.known)
                if not _may_be_unfinished(examination.answer):
                    break
            outcome = _read_outcome(item, examination)
            if outcome is not None:
                await outcomes.put(outcome)
                continue
            self._progress.done += 1
            if item.image is not None:
                self.present_keys.discard(item.image.key)

    async def _write(self, outcomes: asyncio.Queue[ReadOutcome | None]) -> None:
        """Record outcomes in units. Changed files come last, because the previous picture may be found at
        another path.
        """
        changed: list[ReadOutcome] = []
        ended = False
        while not ended:
            unit: list[ReadOutcome] = []
            try:
                async with asyncio.timeout(None) as timeout:
                    while len(unit) < UNIT_FILES:
                        outcome = await outcomes.get()
                        if outcome is None:
                            ended = True
                            break
                        if outcome.has_previous_image and len(changed) < _MAX_DEFERRED_CHANGES:
                            changed.append(outcome)
                            self._keep_hash(outcome)
                            continue
                        if not unit:
                            timeout.reschedule(asyncio.get_running_loop().time() + UNIT_SECONDS)
                        unit.append(outcome)
            except TimeoutError:
                pass  # the outcomes collected so far are recorded
            if unit:
                await self._record(unit)
        await self._record_changed(changed)

    async def _record_changed(self, changed: list[ReadOutcome]) -> None:
        """Record changed files in units. One with new bytes waits while a later one has the bytes that it had."""
        postponed: list[ReadOutcome] = []
        sought = _sought_hashes(changed)
        for start in range(0, len(changed), UNIT_FILES):
            unit = changed[start : start + UNIT_FILES]
            sought -= _sought_hashes(unit)
            postponed += await self._record(unit, sought)
        for start in range(0, len(postponed), UNIT_FILES):
            await self._record(postponed[start : start + UNIT_FILES])

    async def _record(self, outcomes: list[ReadOutcome], sought_later: Container[bytes] = ()) -> list[ReadOutcome]:
        """Record outcomes in one unit; returns those that have to be recorded after the rest of the changed files."""
        postponed: list[ReadOutcome] = []
        self._progress.done += len(outcomes)
        for attempt in range(ATTEMPTS):
            read = FilesRead(self._repository.key, pictures_of(outcomes), self._hashes_read)
            relocated = await find_relocated(self._store, self._pool, self._file_stores, read)
            is_final = attempt == ATTEMPTS - 1
            result = await self._store.write(
                partial(
                    record,
                    files=self._files,
                    repository=self._repository,
                    outcomes=outcomes,
                    relocated=relocated,
                    sought_later=sought_later,
                    is_final=is_final,
                )
            )
            self._count(outcomes, result)
            postponed += [outcome for outcome in outcomes if outcome.file.path in result.postponed]
            outcomes = result.deferred
            if not outcomes:
                break
        self._progress.done -= len(postponed)
        return postponed

    def _keep_hash(self, outcome: ReadOutcome) -> None:
        content_hash = outcome.known if outcome.picture is None else outcome.picture.content_hash
        if content_hash is not None:
            self._hashes_read[outcome.file.path] = content_hash

    def _count(self, outcomes: list[ReadOutcome], result: RecordingResult) -> None:
        progress = self._progress
        progress.added += len(result.added)
        progress.updated += result.updated
        progress.moved += len(result.moved)
        progress.skipped += len(result.skipped)
        for key in result.skipped:
            self.skipped_keys.add(key)
        for key in result.displaced:
            self.present_keys.discard(key)
        for key in result.added + result.moved:
            self.present_keys.add(key)
        self.unreadable_paths.update(outcome.file.path for outcome in outcomes if outcome.rule)
        progress.unreadable = len(self.unreadable_paths)

    async def _complete_records(self) -> None:
        """Record what the listing says of unchanged files and their records lack."""
        versions, self._incomplete_versions = self._incomplete_versions, []
        if versions:
            await self._store.write(partial(recorded_files.set_versions, files=versions))
        dates, self._finer_dates = self._finer_dates, []
        if dates:
            await self._store.write(partial(recorded_files.set_dates, files=dates))

    async def _mark_reappeared(self) -> None:
        """Clear the missing mark of images whose unchanged files exist again."""
        for start in range(0, len(self._reappeared_keys), UNIT_FILES):
            await self._store.write(partial(images.mark_found, keys=self._reappeared_keys[start : start + UNIT_FILES]))


def _file_to_read(file: FileFacts, known: KnownFiles, *, decodes: bool) -> FileToRead:
    image = known.images.get(file.path)
    is_doubtful = image is not None and file.path not in known.refusals and image.version.has_same_date(file.version)
    known_hash = image.content_hash if image is not None and is_doubtful and not decodes else None
    return FileToRead(file, image, known_hash, file.path in known.skipped)


def _may_be_unfinished(answer: WorkerAnswer) -> bool:
    """Whether another program seems to be writing the file, so that a retry after a short wait is worthwhile."""
    rule = answer.get("rule")
    if rule == "file.changed":
        return True
    return rule in _INCOMPLETE_FILE_RULES and abs(time.time_ns() - answer.get("modified_ns", 0)) < _RECENT_NS


def _read_outcome(file: FileToRead, examination: Examination) -> ReadOutcome | None:
    """The outcome of reading the file; None when the file is gone."""
    answer = examination.answer
    rule, reason, is_known = answer.get("rule", ""), answer.get("reason", ""), file.image is not None
    if answer.get("ignored") and is_known:
        rule, reason = "decode.format", "The content is no longer a picture."
    if rule == "file.vanished":
        return None
    if answer.get("ignored") and not rule:
        return ReadOutcome(file.facts, skipped_kind=skipped_kind(file.facts.path))
    facts = examination.facts or (facts_of(file.facts.path, answer) if "size" in answer else file.facts)
    facts = facts.with_date_of(file.facts)
    if rule:
        return ReadOutcome(facts, rule=rule, reason=reason, was_skipped=file.was_skipped)
    listed, listed_hash = (None, None) if file.image is None else (file.image.version, file.image.content_hash)
    if answer.get("same"):
        return ReadOutcome(facts, known=file.known, listed=listed, was_skipped=file.was_skipped)
    picture = picture_of(answer)
    return ReadOutcome(facts, picture, listed=listed, listed_hash=listed_hash, was_skipped=file.was_skipped)


def _sought_hashes(changed: Sequence[ReadOutcome]) -> Counter[bytes]:
    """How many of the changed files have some bytes that they did not have before."""
    pictures = ((read.picture, read.listed_hash) for read in changed)
    return Counter(each.content_hash for each, former in pictures if each is not None and each.content_hash != former)


def _is_unchanged(previous: FileRecord | UnreadableFileRecord | SkippedFileRecord, file: FileFacts) -> bool:
    return _is_recorded(previous, file) or previous.version.is_same(file.version)


def _is_recorded(previous: FileRecord | UnreadableFileRecord | SkippedFileRecord, file: FileFacts) -> bool:
    """Whether the file has the whole version of the record, as nearly all files have in nearly all scans."""
    return previous.version == (file.size, file.modified_ns, file.changed_ns, file.inode)


def _is_permanent(refusal: UnreadableFileRecord, file: FileFacts) -> bool:
    """Whether reading the file again cannot give another result."""
    if not _is_unchanged(refusal, file) or refusal.rule in TRANSIENT_RULES:
        return False
    return refusal.rule not in _RESOURCE_RULES or refusal.attempts >= ATTEMPTS


def _first_error(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first error of a group; any other errors follow from it."""
    first = errors.exceptions[0]
    return _first_error(first) if isinstance(first, BaseExceptionGroup) else first

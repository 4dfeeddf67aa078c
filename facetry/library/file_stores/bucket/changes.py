"""Changes of objects together with rows.

The object changes first, by a conditional write that never replaces what it has not seen; then the rows. If the rows
cannot be written, the object is changed back. What a crash leaves in between, the next scan mends: a new object is
imported, a new content is read, and a move is completed or undone by its record (`move_records.py`).
"""

from __future__ import annotations

import hashlib
import logging
import mimetypes
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeVar, cast

from facetry.errors import FaultError
from facetry.library.file_stores.bucket.client import BucketClient, ObjectError, ObjectFacts
from facetry.library.file_stores.bucket.conditions import Conditions
from facetry.library.file_stores.bucket.faults import fault_of, unavailability, unavailable_fault
from facetry.library.file_stores.bucket.move_records import MoveRecord, MoveRecords, UnfinishedMoveError
from facetry.library.file_stores.bucket.objects import (
    MTIME,
    file_facts,
    modified_ms_of,
    mtime_text,
    status_of,
    version_of,
)
from facetry.library.file_stores.bucket.recent_writes import RecentWrites
from facetry.library.file_stores.bucket.spool import Spool
from facetry.library.file_stores.file_store import (
    ALWAYS,
    FileCondition,
    NameChoice,
    Settle,
    name_taken,
)
from facetry.library.pictures import FileFacts
from facetry.store.store import Store
from facetry.store.work import Work
from facetry.system.files.file_versions import FileVersion

T = TypeVar("T")

_WRITE: Final = "facetry-write"
"""The name in the metadata of an object for the write that made it: an answer may get lost, and a write be repeated."""
_WRITES: Final = threading.Semaphore(4)
"""Writes at a time: each has its whole object in memory."""
_RECENT: Final = RecentWrites(10_000)
"""Writes of this process, which is the only one that changes objects of the library."""
_LOCKS: Final = tuple(threading.RLock() for _ in range(64))

_log = logging.getLogger(__name__)


class BucketChanges:
    """The methods of `FileStore` that change objects, and those that look at names. All of them block."""

    def __init__(self, root: str, client: BucketClient, spool: Spool, moves: MoveRecords, max_bytes: int) -> None:
        """`max_bytes` is the size of the largest object that is moved or replaced."""
        self.root = root
        self._client = client
        self._conditions = Conditions(client, root)
        self._spool = spool
        self._moves = moves
        self._max_bytes = max_bytes

    def add(
        self,
        store: Store,
        parts: tuple[str, ...],
        name: str,
        source: Path,
        date_ms: int | None,
        write_rows: Callable[[Work, FileFacts], T],
        settle: Settle,  # noqa: ARG002  # the entity tag says what the rows have
    ) -> T:
        path = "/".join((*parts, name))
        with self._faults(path), self._locked(path):
            self._conditions.require()
            if self._find(path) is not None:
                raise name_taken(path)
            metadata: Mapping[str, str] = {"Content-Type": mimetypes.guess_type(path)[0] or "application/octet-stream"}
            if date_ms is not None:
                metadata = {**metadata, MTIME: mtime_text(date_ms)}
            facts, metadata = self._write(path, source, metadata, None)
            try:
                return store.write_now(lambda work: write_rows(work, file_facts(facts, metadata)))
            except BaseException:
                with suppress(ObjectError):  # the next scan imports what stays
                    self._delete_if(path, facts.etag)
                raise

    def replace(
        self,
        store: Store,
        path: str,
        source: Path,
        unless: FileVersion | None,
        condition: FileCondition,
        missing: FaultError,
        write_rows: Callable[[Work, FileFacts], T],
        settle: Settle,  # noqa: ARG002  # as in `add`
    ) -> T | None:
        """The write is on the condition that the object is the one that was checked."""
        with self._faults(path), self._locked(path), self._copy(path, missing) as (former, before, metadata):
            _run_check(store, condition, before)
            if version_of(before) == unless:
                return None
            self._conditions.require()
            _require_recorded(store, condition, former, before)
            kept = {name: text for name, text in metadata.items() if name != MTIME}
            facts, _ = self._write(path, source, kept, before.etag)
            try:
                return store.write_now(lambda work: write_rows(work, file_facts(facts)))
            except BaseException:
                with suppress(ObjectError):  # the next scan reads the new content
                    self._write(path, former, metadata, facts.etag)
                raise

    def move(
        self,
        store: Store,
        path: str,
        parts: tuple[str, ...],
        choose_name: NameChoice,
        missing: FaultError,
        write_rows: Callable[[Work, FileVersion, FileFacts], T],
        settle: Settle,  # noqa: ARG002  # as in `add`
        condition: FileCondition = ALWAYS,
    ) -> T:
        folder = "".join(f"{part}/" for part in parts)
        new = folder + choose_name(lambda name: self._is_taken(folder + name))
        with self._faults(new), self._locked(path, new), self._copy(path, missing) as (copy, before, metadata):
            _run_check(store, condition, before)
            self._conditions.require()
            _require_recorded(store, condition, copy, before)
            metadata = {**metadata, MTIME: mtime_text(modified_ms_of(before, metadata))}
            try:
                with self._moves.moving(self.root, path, new, before.etag) as record:
                    return self._move(store, record, copy, before, metadata, write_rows)
            except _MovedError as moved:
                return cast("T", moved.result)

    def _move(
        self,
        store: Store,
        record: MoveRecord,
        copy: Path,
        before: ObjectFacts,
        metadata: Mapping[str, str],
        write_rows: Callable[[Work, FileVersion, FileFacts], T],
    ) -> T:
        facts, metadata = self._write_copy(record, copy, metadata)
        try:
            result = store.write_now(lambda work: write_rows(work, version_of(before), file_facts(facts, metadata)))
        except BaseException as error:
            try:
                self._delete_if(record.new, facts.etag)
            except ObjectError:
                raise UnfinishedMoveError from error
            raise
        try:
            self._delete_if(record.old, before.etag)
        except ObjectError as error:
            _log.warning("%s was moved, and its former object is removed later: %s", record.new, error)
            raise _MovedError(result) from error
        return result

    def _write_copy(
        self, record: MoveRecord, copy: Path, metadata: Mapping[str, str]
    ) -> tuple[ObjectFacts, Mapping[str, str]]:
        """As `_write`. A copy of which the store does not say that it was written is removed, now or by the record."""
        try:
            return self._write(record.new, copy, metadata, None, record.id)
        except ObjectError as error:
            if error.reason != "unavailable":
                raise
            try:
                was_written = self._is_written_by(record.new, record.id)
                if was_written:
                    self._client.delete(record.new)
            except ObjectError:
                was_written = False
            if not was_written:  # the store may still write it
                raise UnfinishedMoveError from error
            raise

    def complete(self, holds: Callable[[str], bool]) -> None:
        with unavailability():
            for record in self._moves.interrupted(self.root):
                with self._locked(record.old, record.new):
                    self._complete(record, holds(record.old), holds(record.new))

    def _complete(self, record: MoveRecord, holds_old: bool, holds_new: bool) -> None:
        """Complete or undo a move, unless an image is recorded at the object that would be removed.

        The record may be old: in a cluster, the scans of another host may have imported both objects meanwhile.
        """
        if holds_new and not holds_old:
            self._delete_if(record.old, record.etag)
            _log.warning("completed the move of %s to %s, which a crash had interrupted", record.old, record.new)
        elif not holds_new and self._find(record.old) is not None and self._is_written_by(record.new, record.id):
            self._client.delete(record.new)
            _log.warning("undid the move of %s to %s, which a crash had interrupted", record.old, record.new)

    def remove_with_rows(
        self,
        store: Store,
        path: str,
        condition: FileCondition,
        write_rows: Callable[[Work, Callable[[], None]], T],
    ) -> T:
        with self._faults(path), self._locked(path):
            found = self._find_or_fail(path)
            _run_check(store, condition, found)
            if found is not None:
                _require_recorded(store, condition, None, found)
                self._client.delete(path)
            return store.write_now(lambda work: write_rows(work, lambda: None))

    def _written_since_now(self) -> Callable[[str], bool]:
        """What says whether this process may have written the object at a path since this call."""
        number = _RECENT.latest()
        return lambda path: _RECENT.may_include(self.root, path, number)

    def exists(self, path: str) -> bool:
        with self._faults(path):
            return self._find_or_fail(path) is not None

    def names(self, parts: tuple[str, ...]) -> set[str]:
        prefix = "/".join(parts)
        with self._faults(prefix):
            found = {facts.path for page in self._client.list(prefix) for facts in page}
        return {path.removeprefix(f"{prefix}/") for path in found}

    def _is_taken(self, path: str) -> bool:
        """As `exists`, for a path whose bucket is asked next."""
        with self._faults(path):
            return self._find(path) is not None

    def _find_or_fail(self, path: str) -> ObjectFacts | None:
        """The object at a path; None if there is none. A missing bucket, which answers alike, is an error."""
        found = self._find(path)
        if found is None:
            next(self._client.list(chunk=1), None)
        return found

    def _find(self, path: str) -> ObjectFacts | None:
        """The facts of an object. Raises `ObjectError` unless the store says that there is none."""
        try:
            return self._client.head(path)
        except ObjectError as error:
            if error.reason == "missing":
                return None
            raise

    def _write(
        self, path: str, source: Path, metadata: Mapping[str, str], etag: str | None, id: str | None = None
    ) -> tuple[ObjectFacts, Mapping[str, str]]:
        """Write an object; returns its facts and its metadata. Raises `ObjectError`."""
        marked = {**metadata, _WRITE: id or secrets.token_hex(16)}
        try:
            with _WRITES:
                condition = None if etag is None else self._conditions.etag(etag)
                written = self._client.put(path, source, marked, condition)
        except ObjectError as error:
            # A repeated request finds what the first one has written, whose answer was lost.
            if error.reason not in ("taken", "changed") or not self._is_written_by(path, marked[_WRITE]):
                raise
            written = self._client.head(path).etag
        _RECENT.note(self.root, path)
        return ObjectFacts(path, source.stat().st_size, written, datetime.now(UTC)), marked

    def _is_written_by(self, path: str, id: str) -> bool:
        try:
            return self._client.metadata(path).get(_WRITE) == id
        except ObjectError as error:
            if error.reason == "missing":
                return False
            raise

    def _delete_if(self, path: str, etag: str) -> None:
        """Remove an object that still has the entity tag. Raises `ObjectError`."""
        found = self._find(path)
        if found is not None and found.etag == etag:
            self._client.delete(path)

    @contextmanager
    def _copy(self, path: str, missing: FaultError) -> Iterator[tuple[Path, ObjectFacts, Mapping[str, str]]]:
        """A copy of an object in the spool, with its facts and its metadata."""
        copy = self._spool.new_path(path)
        try:
            try:
                facts, metadata = self._client.download(path, copy, self._max_bytes)
            except ObjectError as error:
                if error.reason == "missing":
                    raise missing from None
                raise
            yield copy, facts, metadata
        finally:
            copy.unlink(missing_ok=True)

    @contextmanager
    def _locked(self, *paths: str) -> Iterator[None]:
        """Within the context, no other thread of this process changes these objects."""
        numbers = sorted({hash((self.root, path)) % len(_LOCKS) for path in paths})
        with ExitStack() as stack:
            for number in numbers:
                stack.enter_context(_LOCKS[number])
            yield

    @contextmanager
    def _faults(self, path: str) -> Iterator[None]:
        """Within the context, errors of the object store become faults about the object at `path`."""
        try:
            yield
        except UnfinishedMoveError as error:
            cause = error.__cause__
            reason = str(cause) if isinstance(cause, ObjectError) else "It does not answer."
            raise unavailable_fault(self.root, reason) from error
        except ObjectError as error:
            raise fault_of(error, self.root, path) from error


def _run_check(store: Store, condition: FileCondition, found: ObjectFacts | None) -> None:
    check = condition.check
    if check is not None:
        status = None if found is None else status_of(found)
        store.read_now(lambda connection: check(connection, status))


def _require_recorded(store: Store, condition: FileCondition, copy: Path | None, facts: ObjectFacts) -> None:
    """Raise `ObjectError` unless an object is what the library has read, by its version or by the bytes of a copy."""
    if condition.find_recorded is None:
        return
    recorded = store.read_now(condition.find_recorded)
    if recorded.has(version_of(facts)):
        return
    if copy is not None:
        with copy.open("rb") as file:
            if hashlib.file_digest(file, "sha256").digest() == recorded.content_hash:
                return
    raise ObjectError("changed", "The object is another one than the library has read.")


class _MovedError(UnfinishedMoveError):
    """The rows have the move, but the former object could not be removed."""

    def __init__(self, result: object) -> None:
        super().__init__()
        self.result: object = result

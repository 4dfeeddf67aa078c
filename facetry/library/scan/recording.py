"""Recording: writes the outcomes of reading files, in one unit of work for a few dozen files."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePosixPath
from typing import Final

from facetry.imaging.skipped_kinds import SkippedKind
from facetry.library import images, recorded_files, repositories, skipped_files, unreadable_files
from facetry.library.file_stores.file_store import FileStore
from facetry.library.pictures import FileFacts, Picture
from facetry.library.recorded_files import FileRecord, with_date_of_record
from facetry.library.repositories import RepositoryRecord
from facetry.library.rereading import outdated_images
from facetry.library.scan.reidentification import Candidates, RelocatedImages
from facetry.library.search import smart_collections
from facetry.library.trash import rows as trash_rows
from facetry.library.trash.restoring import restore_rows
from facetry.library.trash.rows import TrashRecord
from facetry.library.unreadable_files import UnreadableFileRecord
from facetry.store.work import Work
from facetry.system.files.file_versions import FileVersion

TRANSIENT_RULES: Final = frozenset({"file.name", "file.permission", "file.read", "file.changed"})
"""Rules whose cause lies outside the file's bytes and may disappear without a change of its version."""


@dataclass(frozen=True, slots=True)
class ReadOutcome:
    """The outcome of reading one file: a picture, the rule that the file breaks with the reason, the kind of a file
    that is not read, or the hash of the recorded bytes, which the file still has.
    """

    file: FileFacts
    picture: Picture | None = None
    known: bytes | None = None
    rule: str = ""
    reason: str = ""
    skipped_kind: SkippedKind | None = None
    listed: FileVersion | None = None
    """The version of the file of the image that the library had at this path before; None for no image."""
    listed_hash: bytes | None = None
    """The hash of the bytes that this image had."""
    was_skipped: bool = False
    """Whether the file at this path was skipped before."""

    @property
    def has_previous_image(self) -> bool:
        """Whether the library already had an image at this path."""
        return self.listed is not None


@dataclass(slots=True)
class RecordingResult:
    """The result of recording some outcomes.

    `added` has the keys of new images, `moved` of images whose files were found at another path, `displaced` of images
    whose path now has another picture, and `skipped` of skipped files. Outcomes in `deferred` were not recorded,
    because a matching image has just moved. Those at the paths in `postponed` were not recorded either, because a
    later picture belongs to the image that is there.
    """

    added: list[int] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    displaced: list[int] = field(default_factory=list)
    deferred: list[ReadOutcome] = field(default_factory=list)
    postponed: set[str] = field(default_factory=set)
    skipped: list[int] = field(default_factory=list)
    updated: int = 0


def pictures_of(outcomes: Sequence[ReadOutcome]) -> dict[str, Picture]:
    """The pictures among the outcomes, by path."""
    return {outcome.file.path: outcome.picture for outcome in outcomes if outcome.picture is not None}


def record(
    work: Work,
    files: FileStore,
    repository: RepositoryRecord,
    outcomes: Sequence[ReadOutcome],
    relocated: RelocatedImages,
    *,
    sought_later: Container[bytes] = (),
    is_final: bool = False,
) -> RecordingResult:
    """Write the outcomes to the library, of each path the last one. A file that changed since it was read is left for
    the next import.

    `relocated` holds the matching images that have left their paths. `sought_later` are hashes of pictures that later
    units record. With `is_final`, no outcome is deferred. Raises 404 when the repository is gone.
    """
    repositories.require(work.connection, repository.id)
    result = RecordingResult()
    outcomes = _one_for_each_path(outcomes)
    paths = [outcome.file.path for outcome in outcomes]
    records = recorded_files.records(work.connection, repository.key, paths)
    refusals = unreadable_files.records(work.connection, repository.key, paths)
    recorded = {path: each.content_hash for path, each in records.items()}
    recorded_keys = {path: each.key for path, each in records.items()}
    candidates = Candidates(work, pictures_of(outcomes), recorded, relocated, sought_later)
    readable: list[str] = []
    new_pictures: list[tuple[FileFacts, Picture]] = []
    skipped = [(outcome.file, outcome.skipped_kind) for outcome in outcomes if outcome.skipped_kind is not None]
    outcomes = [outcome for outcome in outcomes if outcome.skipped_kind is None]
    skipped_files.clear(work, repository.key, [outcome.file.path for outcome in outcomes if outcome.was_skipped])
    result.skipped = skipped_files.put(work, repository.key, skipped) if skipped else []
    # New paths first: the previous picture of a changed file may have moved to one of them.
    for outcome in sorted(outcomes, key=lambda outcome: outcome.file.path in records):
        if outcome.known is not None:
            _record_version(work, files, outcome, records.get(outcome.file.path))
        elif outcome.picture is None:
            if _is_already_recorded(refusals.get(outcome.file.path), outcome):
                continue
            unreadable_files.mark(work, repository.key, outcome.file, outcome.rule, outcome.reason)
        elif not is_final and not candidates.is_current(outcome.picture):
            result.deferred.append(outcome)
        elif files.may_record(outcome.file, outcome.listed, _version(records.get(outcome.file.path))):
            if _record_known(work, repository, outcome.file, outcome.picture, records, candidates, result):
                new_pictures.append((outcome.file, outcome.picture))
            if outcome.file.path in refusals:
                readable.append(outcome.file.path)
    result.added += _restore_from_trash(work, repository, new_pictures, relocated.gone_from_trash)
    result.added += [key for key, _ in images.insert_images(work, repository.key, new_pictures)]
    left = {outcome.file.path for outcome in result.deferred} | result.postponed
    read = {each.file.path for each in outcomes if each.known is None and each.rule not in TRANSIENT_RULES} - left
    outdated_images.remove(work, (recorded_keys[path] for path in read if path in recorded_keys))
    if readable:
        unreadable_files.clear(work, repository.key, readable)
    return result


def remove_images(
    work: Work, repository: RepositoryRecord, missing: Sequence[FileRecord], is_gone: Callable[[str], bool]
) -> list[bytes]:
    """Remove the images whose files are gone; returns the hashes of their bytes. See `FileStore.gone`.

    Images that were deleted, moved or found since are left alone.
    """
    records = recorded_files.records(work.connection, repository.key, [file.path for file in missing])
    gone_files = [
        file for file in missing if file.path in records and records[file.path].key == file.key and is_gone(file.path)
    ]
    smart_collections.remove_references(work, images.remove(work, [file.key for file in gone_files]))
    return [file.content_hash for file in gone_files]


def _record_version(work: Work, files: FileStore, outcome: ReadOutcome, record: FileRecord | None) -> None:
    """Record the present version of a file that has the recorded bytes, unless either has changed meanwhile."""
    if record is None or record.content_hash != outcome.known:
        return
    if files.may_record(outcome.file, outcome.listed, record.version):
        recorded_files.set_versions(work, [(record.key, outcome.file)])
        if record.is_missing:
            images.mark_found(work, [record.key])


def _record_known(
    work: Work,
    repository: RepositoryRecord,
    file: FileFacts,
    picture: Picture,
    records: dict[str, FileRecord],
    candidates: Candidates,
    result: RecordingResult,
) -> bool:
    """Record a picture of an image that exists. Returns True when the picture needs a new image, for which any
    previous image has left the path.
    """
    previous = records.get(file.path)
    if previous is not None and previous.content_hash == picture.content_hash:
        is_same_file = previous.version == file.version
        images.touch(work, previous.key, with_date_of_record(file, previous) if is_same_file else file, picture)
        return False
    relocated = candidates.take(repository.key, file.path, picture, by_pixels=previous is None)
    if previous is not None and relocated is None and not candidates.is_needed(previous.key):
        if candidates.is_sought_later(previous.content_hash):
            result.postponed.add(file.path)
            return False
        candidates.discard(previous.key)
        images.replace(work, previous.key, file, picture)
        result.updated += 1
        return False
    if previous is not None:
        images.displace(work, previous.key)
        result.displaced.append(previous.key)
    if relocated is None:
        return True
    images.move(work, relocated.key, repository.key, file)
    result.moved.append(relocated.key)
    if relocated.content_hash != picture.content_hash:
        images.replace(work, relocated.key, file, picture)
        result.updated += 1
    if relocated.repository == repository.key:
        records.pop(relocated.path, None)
    return False


def _restore_from_trash(
    work: Work,
    repository: RepositoryRecord,
    new_pictures: list[tuple[FileFacts, Picture]],
    gone: Sequence[TrashRecord],
) -> list[int]:
    """Restore the images whose files are back, and take their pictures out of the new ones; returns their keys.

    `gone` are images in the trash without files. Those of the repository come first, then those with the same name.
    """
    remaining = trash_rows.current(work.connection, gone) if gone else []
    restored = []
    for file, picture in list(new_pictures) if remaining else ():
        matches = [record for record in remaining if record.image["content_hash"] == picture.content_hash]
        if not matches:
            continue
        record = min(matches, key=partial(_rank, repository=repository.key, name=PurePosixPath(file.path).name))
        remaining.remove(record)
        new_pictures.remove((file, picture))
        key = restore_rows(work, id=record.id, path=file.path, has_file=True, repository=repository.key)
        images.touch(work, key, file, picture)
        restored.append(key)
    return restored


def _rank(record: TrashRecord, repository: int, name: str) -> tuple[bool, bool, int]:
    return record.repository != repository, PurePosixPath(record.path).name != name, record.key


def _one_for_each_path(outcomes: Sequence[ReadOutcome]) -> Sequence[ReadOutcome]:
    """The last outcome of each path: a bucket lists the keys `a.jpg`, `/a.jpg` and `a.jpg/` as one path.

    Only one of them may have the date of its listing.
    """
    by_path: dict[str, ReadOutcome] = {}
    for outcome in outcomes:
        former = by_path.get(outcome.file.path)
        by_path[outcome.file.path] = (
            outcome if former is None else replace(outcome, file=outcome.file.with_date_of(former.file))
        )
    return list(by_path.values())


def _is_already_recorded(previous: UnreadableFileRecord | None, outcome: ReadOutcome) -> bool:
    """Whether the same transient refusal is recorded already; such attempts are not counted."""
    return (
        previous is not None
        and previous.rule == outcome.rule
        and outcome.rule in TRANSIENT_RULES
        and previous.version.is_same(outcome.file.version)
    )


def _version(record: FileRecord | None) -> FileVersion | None:
    return None if record is None else record.version

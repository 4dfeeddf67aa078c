"""Writing what a scan found: one unit of work for a few dozen files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry.library import (
    images,
    repositories,
)
from facetry.library import (
    smart_collections as collections,
)
from facetry.library import (
    unreadable_files as unreadable,
)
from facetry.library.images import FileFacts, KnownFile, Picture
from facetry.library.repositories import Known
from facetry.library.scan.reidentification import Candidates, Sighting
from facetry.library.unreadable_files import Refusal
from facetry.store.work import Work
from facetry.system.file_times import modified_ns

OUTSIDE: Final = frozenset({"file.name", "file.permission", "file.read", "file.changed"})
"""Rules whose cause lies outside the file's bytes and may go away without the file's size or time changing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came out of one file: a picture, or the rule that it breaks and how."""

    file: FileFacts
    picture: Picture | None = None
    rule: str = ""
    reason: str = ""
    is_changed: bool = False
    """Whether an image was known at the place of the picture."""


@dataclass(slots=True)
class Outcome:
    """What became of the verdicts: keys of new images, of those whose files were met in another place, and of those
    whose place another picture has taken. The `unsure` were left alone, for an image like them has just moved.
    """

    added: list[int] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    displaced: list[int] = field(default_factory=list)
    unsure: list[Verdict] = field(default_factory=list)
    updated: int = 0


def record(
    work: Work, repository: Known, verdicts: Sequence[Verdict], seen: Sighting, *, is_final: bool = False
) -> Outcome:
    """Bring the library in line with the verdicts. A file that changed since is left for the next look.

    `seen` says which images like them have left their place. With `is_final`, no verdict is left unsure. Raises 404
    when the repository is gone.
    """
    repositories.require(work.connection, repository.id)
    outcome = Outcome()
    paths = [verdict.file.path for verdict in verdicts]
    known = images.known(work.connection, repository.key, paths)
    refused = unreadable.known(work.connection, repository.key, paths)
    candidates = Candidates(work, [each.picture for each in verdicts if each.picture is not None], seen)
    readable: list[str] = []
    # New places first: what was at a place that holds other bytes now may have moved to one of them.
    for verdict in sorted(verdicts, key=lambda verdict: verdict.file.path in known):
        if verdict.picture is None:
            if _is_told(refused.get(verdict.file.path), verdict):
                continue
            unreadable.mark(work, repository.key, verdict.file, verdict.rule, verdict.reason)
        elif not is_final and not candidates.is_sure(verdict.picture):
            outcome.unsure.append(verdict)
        elif _is_still(repository.path, verdict.file):
            _keep(work, repository, verdict.file, verdict.picture, known, candidates, outcome)
            if verdict.file.path in refused:
                readable.append(verdict.file.path)
    if readable:
        unreadable.clear(work, repository.key, readable)
    return outcome


def forget(work: Work, repository: Known, files: Sequence[KnownFile]) -> list[bytes]:
    """Forget the images whose files are gone; returns the hashes of their bytes.

    Those that were deleted, moved or found since are left.
    """
    known = images.known(work.connection, repository.key, [file.path for file in files])
    gone = [
        file
        for file in files
        if file.path in known and known[file.path].key == file.key and not _is_there(repository.path, file.path)
    ]
    collections.forget(work, images.remove(work, [file.key for file in gone]))
    return [file.content_hash for file in gone]


def _keep(
    work: Work,
    repository: Known,
    file: FileFacts,
    picture: Picture,
    known: dict[str, KnownFile],
    candidates: Candidates,
    outcome: Outcome,
) -> None:
    before = known.get(file.path)
    if before is not None and before.content_hash == picture.content_hash:
        if before.missing or (before.size, before.modified_ns) != (file.size, file.modified_ns):
            images.touch(work, before.key, file)
        return
    twin = candidates.take(repository.key, file.path, picture, by_pixels=before is None)
    if before is not None and twin is None and not candidates.awaits(before.key):
        images.replace(work, before.key, file, picture)
        outcome.updated += 1
        return
    if before is not None:
        images.displace(work, before.key)
        outcome.displaced.append(before.key)
    if twin is None:
        key, _ = images.insert_image(work, repository.key, file, picture)
        outcome.added.append(key)
    else:
        images.move(work, twin.key, repository.key, file)
        outcome.moved.append(twin.key)
        if twin.content_hash != picture.content_hash:
            images.replace(work, twin.key, file, picture)
            outcome.updated += 1
        if twin.repository == repository.key:
            known.pop(twin.path, None)


def _is_told(before: Refusal | None, verdict: Verdict) -> bool:
    """Whether the same is known of the file, for a reason that lies outside of it; attempts are not counted then."""
    return (
        before is not None
        and before.rule == verdict.rule
        and verdict.rule in OUTSIDE
        and (before.size, before.modified_ns) == (verdict.file.size, verdict.file.modified_ns)
    )


def _is_still(root: Path, file: FileFacts) -> bool:
    try:
        now = os.lstat(root / file.path)
    except OSError:
        return False
    return (now.st_size, modified_ns(now)) == (file.size, file.modified_ns)


def _is_there(root: Path, path: str) -> bool:
    try:
        os.lstat(root / path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True  # nobody can say; it is not forgotten for that
    return True

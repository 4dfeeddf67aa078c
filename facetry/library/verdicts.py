"""Writing what a scan found: one unit of work for a few dozen files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetry.library import images, unreadable
from facetry.library.images import FileFacts, KnownFile, Picture
from facetry.library.repositories import Known
from facetry.library.unreadable import Refusal
from facetry.store.work import Work

OUTSIDE: Final = frozenset({"file.name", "file.permission", "file.read", "file.changed"})
"""Rules whose cause lies outside the file's bytes and may go away without the file's size or time changing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came out of one file: a picture, or the rule that it breaks and how."""

    file: FileFacts
    picture: Picture | None = None
    rule: str = ""
    reason: str = ""


@dataclass(slots=True)
class Outcome:
    """What became of the verdicts: keys of new images and of those whose files were met under another path."""

    added: list[int] = field(default_factory=list)
    moved: list[int] = field(default_factory=list)
    updated: int = 0


def record(work: Work, repository: Known, verdicts: Sequence[Verdict]) -> Outcome:
    """Bring the library in line with the verdicts. A file that changed since is left for the next look."""
    outcome = Outcome()
    paths = [verdict.file.path for verdict in verdicts]
    known = images.known(work.connection, repository.key, paths)
    refused = unreadable.known(work.connection, repository.key, paths)
    readable: list[str] = []
    for verdict in verdicts:
        if verdict.picture is None:
            if _is_told(refused.get(verdict.file.path), verdict):
                continue
            unreadable.mark(work, repository.key, verdict.file, verdict.rule, verdict.reason)
        elif _is_still(repository.path, verdict.file):
            _keep(work, repository, verdict.file, verdict.picture, known.get(verdict.file.path), outcome)
            if verdict.file.path in refused:
                readable.append(verdict.file.path)
    if readable:
        unreadable.clear(work, repository.key, readable)
    return outcome


def forget(work: Work, repository: Known, files: Sequence[KnownFile]) -> int:
    """Forget the images whose files are gone, and say how many. Those that were deleted or moved since are left."""
    known = images.known(work.connection, repository.key, [file.path for file in files])
    keys = [file.key for file in files if file.path in known and known[file.path].key == file.key]
    images.remove(work, keys)
    return len(keys)


def _keep(
    work: Work, repository: Known, file: FileFacts, picture: Picture, before: KnownFile | None, outcome: Outcome
) -> None:
    if before is None:
        gone = _gone_with(work, repository, picture)
        if gone is None:
            id = images.insert_image(work, repository.key, file, picture)
            outcome.added.append(images.key_of(work.connection, id))
        else:
            images.move(work, gone.key, file)
            outcome.moved.append(gone.key)
    elif before.content_hash != picture.content_hash:
        images.replace(work, before.key, file, picture)
        outcome.updated += 1
    elif (before.size, before.modified_ns) != (file.size, file.modified_ns):
        images.touch(work, before.key, file)


def _gone_with(work: Work, repository: Known, picture: Picture) -> KnownFile | None:
    """An image of the same bytes whose file is gone: the picture was moved or renamed."""
    for twin in images.with_hash(work.connection, repository.key, picture.content_hash):
        try:
            (repository.path / twin.path).lstat()
        except (FileNotFoundError, NotADirectoryError):
            return twin
        except OSError:
            continue  # it cannot be looked at now, which does not mean that it is gone
    return None


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
    return (now.st_size, now.st_mtime_ns) == (file.size, file.modified_ns)

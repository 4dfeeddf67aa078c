"""Reads every chunk of backups, and compares it with its hash."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from facetry.backup.errors import BackupError, DamagedBackupError
from facetry.backup.manifest import is_in_future
from facetry.backup.store import BackupReader, read_chunk


@dataclass(frozen=True, slots=True)
class Verdict:
    """A backup, and the damages of its parts."""

    name: str
    damages: tuple[str, ...]


def check(reader: BackupReader, name: str, report: Callable[[int, int], None]) -> Verdict:
    """Read all of a backup. `report` gets the read and all bytes. Raises `BackupError` for a later format."""
    try:
        manifest = reader.manifest(name)
    except DamagedBackupError as error:
        return Verdict(name, error.parts)
    damages: list[str] = []
    done, verified = 0, set[str]()
    for file in manifest.files:
        for index, digest in enumerate(file.chunks):
            if digest not in verified:
                try:
                    read_chunk(reader, name, file, index)
                except DamagedBackupError as error:
                    damages += error.parts
                else:
                    verified.add(digest)
            done += file.chunk_size(index)
            report(done, manifest.size)
    return Verdict(name, tuple(damages))


def chosen(reader: BackupReader, name: str | None, location: object) -> str:
    """The backup with this name, or whose name begins so; the newest one without a name. Raises `BackupError`, also
    when dates in the future leave open which one is the newest.
    """
    names = reader.names()
    if not names:
        raise BackupError(f"{location} has no backup")
    if name is None:
        now = time.time()
        future = [each for each in names if is_in_future(each, now)]
        if future and len(future) < len(names):
            newest = names[-len(future) - 1]
            raise BackupError(
                f"the date of the backup {future[-1]} is in the future, so the clock was wrong when it was made, or is "
                f"now. The newest of the others is {newest}. Choose one with --name."
            )
        return names[-1]
    matching = [each for each in names if each.startswith(name)]
    if len(matching) != 1:
        known = "no backup" if not matching else "several backups"
        raise BackupError(f"{location} has {known} whose name begins with {name}; the newest is {names[-1]}")
    return matching[0]

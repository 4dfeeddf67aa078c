"""Which backups are kept: the last one of each of the newest days and weeks, in UTC."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from facetry.backup.folder import BackupFolder


@dataclass(frozen=True, slots=True)
class Retention:
    """The numbers of days and of weeks (from Monday) whose last backups are kept."""

    days: int
    weeks: int


def kept(names: Iterable[str], retention: Retention) -> set[str]:
    """The names of the backups to keep. The newest one is always among them."""
    found: set[str] = set()
    days: set[str] = set()
    weeks: set[str] = set()
    for name in sorted(names, reverse=True):
        moment = datetime.strptime(name.partition("-")[0], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        for seen, period, count in (
            (days, f"{moment:%Y%m%d}", retention.days),
            (weeks, f"{moment:%G-%V}", retention.weeks),
        ):
            if period not in seen and len(seen) < count:
                seen.add(period)
                found.add(name)
        if not found:
            found.add(name)
    return found


def prune(folder: BackupFolder, retention: Retention) -> list[str]:
    """Remove the backups that are not kept, with their chunks. Returns their names.

    Raises `BackupError` when the manifest of a backup is damaged; then nothing is removed, because its chunks are
    unknown.
    """
    names = folder.names()
    for name in names:
        folder.manifest(name)
    removed = sorted(set(names) - kept(names, retention))
    for name in removed:
        folder.remove(name)
    folder.remove_unused_chunks()
    return removed

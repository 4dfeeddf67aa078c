"""Which backups are kept: the last one of each of the newest days and weeks, in UTC."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from facetry.backup.folder import BackupFolder
from facetry.backup.manifest import is_in_future, moment_of


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
        moment = moment_of(name)
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

    Those with a date in the future stay, and count for no day and no week: others would be removed in their place.
    Raises `BackupError` when the manifest of a backup is damaged; then nothing is removed, because its chunks are
    unknown.
    """
    names = folder.names()
    for name in names:
        folder.manifest(name)
    now = time.time()
    dated = {name for name in names if not is_in_future(name, now)}
    removed = sorted(dated - kept(dated, retention))
    for name in removed:
        folder.remove(name)
    folder.remove_unused_chunks()
    return removed

"""The progress of a scan."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID


@dataclass(slots=True)
class ScanProgress:
    """The state of one scan of one repository, updated while it runs. Times in milliseconds since the epoch.

    `found` and `done` count regular files, pictures or not, and folders that cannot be listed. `found` is final once
    `is_listed` is true. `skipped` counts files that are no pictures of the formats that are read. `missing` counts
    images that were not found and not removed. `error` says why a scan ended early, or which confirmation it needs.
    """

    repository: UUID
    name: str
    started: int
    found: int = 0
    done: int = 0
    added: int = 0
    updated: int = 0
    moved: int = 0
    removed: int = 0
    unreadable: int = 0
    skipped: int = 0
    missing: int = 0
    is_listed: bool = False
    ended: int | None = None
    error: str | None = None

    def reset_counts(self) -> None:
        """Set the file counts to zero, because the folder is walked once more."""
        self.found = self.done = self.skipped = 0
        self.is_listed = False

    def add(self, other: ScanProgress) -> None:
        """Add the changes made by a scan of a part of the folder."""
        self.found += other.added - other.removed
        self.done += other.added - other.removed
        self.added += other.added
        self.updated += other.updated
        self.moved += other.moved
        self.removed += other.removed
        self.skipped = other.skipped
        self.missing = other.missing
        self.error = other.error

    def summary(self) -> str:
        """One line for the log."""
        counts = ", ".join(
            f"{getattr(self, name)} {name}"
            for name in ("added", "updated", "moved", "removed", "unreadable", "skipped", "missing")
        )
        seconds = ((self.ended or self.started) - self.started) / 1000
        state = f"stopped: {self.error}" if self.error else "done"
        return f"{self.name}: scan {state}; {self.done} files in {seconds:.1f} s, {counts}"

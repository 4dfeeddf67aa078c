"""What the writer and the readers ask of the database beside its connections: its damage, and commit marks."""

from __future__ import annotations

from typing import Protocol

from facetry.errors import FaultError


class DatabaseState(Protocol):
    """The damage of a database that was found, and its files as the writer left them."""

    @property
    def damage(self) -> str | None:
        """What is damaged; None while nothing is known to be."""

    def fault_of(self, error: BaseException) -> FaultError | None:
        """The fault for an error of the engine, as `Engine.fault_of`; reports the damage that the error shows."""

    def fault_of_write(self, error: BaseException) -> FaultError | None:
        """The fault for an error after which nothing of a transaction was written, and later ones are possible."""

    def begin_writing(self) -> None:
        """Announce that the writer is going to change the database. Raises a 503 fault as `require_intact_files`."""

    def end_writing(self) -> None:
        """Remember the files as the writer left them."""

    def require_intact_files(self) -> None:
        """Raise a 503 fault when another program truncated, replaced or damaged the files."""

    def damage_of_log(self) -> str | None:
        """What is damaged in the write-ahead log; reports it."""

    def close(self) -> None:
        """Close the files. Further calls do nothing."""


class CommitMark(Protocol):
    """The mark of the last commit, by which a later start finds out a lost one."""

    @property
    def frames(self) -> int:
        """The number of pages in the write-ahead log."""

    def write(self, revision: int) -> None:
        """Mark the commit that reached `revision`. Raises `OSError`."""

    def close(self) -> None:
        """Close the file."""

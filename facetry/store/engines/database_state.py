"""What the writer and the readers ask of the database beside its connections: whether it is damaged, and commit marks.

`integrity/` answers for the files of SQLite. A PostgreSQL server looks after its own files.
"""

from __future__ import annotations

import logging
from typing import Protocol

from facetry.errors import FaultError
from facetry.store.engines.postgresql.errors import code_of, fault_of, fault_of_write

_log = logging.getLogger(__name__)


class DatabaseState(Protocol):
    """The damage of a database that was found, and its files as the writer left them."""

    @property
    def damage(self) -> str | None:
        """What is damaged; None while nothing is known to be."""

    def fault_of(self, error: BaseException) -> FaultError | None:
        """The fault for an error of the engine, as `engine.fault_of`; reports the damage that the error shows."""

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


class ServerState:
    """The state of a database on a server, which has no files here."""

    damage: str | None = None

    def fault_of(self, error: BaseException) -> FaultError | None:
        """See `DatabaseState`."""
        return fault_of(error)

    def fault_of_write(self, error: BaseException) -> FaultError | None:
        """See `DatabaseState`. The log has the code of an error that is not expected."""
        if fault_of(error) is None and (code := code_of(error)) is not None:
            _log.error("the database server refused a transaction: its error has the code %s", code)
        return fault_of_write(error)

    def begin_writing(self) -> None:
        """See `DatabaseState`."""

    def end_writing(self) -> None:
        """See `DatabaseState`."""

    def require_intact_files(self) -> None:
        """See `DatabaseState`."""

    def damage_of_log(self) -> str | None:
        """See `DatabaseState`."""
        return None

    def close(self) -> None:
        """See `DatabaseState`."""


class NoMark:
    """No commit mark: the server finds out lost commits by itself."""

    frames = 0

    def write(self, revision: int) -> None:
        """See `CommitMark`."""

    def close(self) -> None:
        """See `CommitMark`."""

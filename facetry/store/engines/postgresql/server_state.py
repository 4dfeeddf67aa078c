"""The state of a database on a server, which looks after its own files: `DatabaseState` and `CommitMark`."""

from __future__ import annotations

import logging

from facetry.errors import FaultError
from facetry.store.engines.postgresql.errors import code_of, fault_of, fault_of_write

_log = logging.getLogger(__name__)


class ServerState:
    """The methods of `DatabaseState`."""

    damage: str | None = None

    def fault_of(self, error: BaseException) -> FaultError | None:
        return fault_of(error)

    def fault_of_write(self, error: BaseException) -> FaultError | None:
        """The fault; the log has the code of an error that is not expected."""
        if fault_of(error) is None and (code := code_of(error)) is not None:
            _log.error("the database server refused a transaction: its error has the code %s", code)
        return fault_of_write(error)

    def begin_writing(self) -> None: ...
    def end_writing(self) -> None: ...
    def require_intact_files(self) -> None: ...
    def damage_of_log(self) -> str | None: ...
    def close(self) -> None: ...


class NoMark:
    """The methods of `CommitMark`: the server finds out lost commits by itself."""

    frames = 0

    def write(self, revision: int) -> None: ...
    def close(self) -> None: ...

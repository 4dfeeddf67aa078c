"""Announcements of commits: the server tells each listener of a database that any process has committed."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import psycopg

from facetry.store.engines.postgresql.address import DatabaseUrl
from facetry.store.engines.postgresql.schema import COMMIT_CHANNEL

_OPTIONS: Final[dict[str, Any]] = {
    "autocommit": True,
    "application_name": "facetry listener",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
_CHECK_SECONDS: Final = 0.5
"""How long the thread waits before it looks whether it is to end."""
_RETRY_SECONDS: Final = 1.0

_log = logging.getLogger(__name__)


class CommitListener:
    """Calls a function after commits of any process, in a thread of its own, from `begin` to `close`.

    Commits in quick succession may lead to one call. Announcements are lost while the server cannot be reached, so
    whoever depends on commits looks by himself now and then.
    """

    def __init__(self, url: DatabaseUrl, callback: Callable[[], None]) -> None:
        self._url = url
        self._callback = callback
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="facetry-commits", daemon=True)

    def begin(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._is_closing.set()
        with suppress(RuntimeError):  # it was never begun
            self._thread.join(_CHECK_SECONDS + _RETRY_SECONDS)

    def _run(self) -> None:
        was_connected = True
        while not self._is_closing.is_set():
            try:
                with psycopg.connect(self._url.reveal(), **_OPTIONS) as connection:
                    connection.execute(f"LISTEN {COMMIT_CHANNEL}".encode())
                    was_connected = True
                    self._callback()  # there may have been commits before
                    self._listen(connection)
            except psycopg.Error as error:
                if was_connected:
                    message = str(error).partition("\n")[0]
                    _log.warning(
                        "commits of other hosts are noticed later: the database cannot be reached: %s", message
                    )
                was_connected = False
                self._is_closing.wait(_RETRY_SECONDS)

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        while not self._is_closing.is_set():
            # one announcement is enough: those that came with it are dropped
            announcements = list(connection.notifies(timeout=_CHECK_SECONDS, stop_after=1))
            if announcements:
                self._callback()

"""SQLite's own check of a database, which also verifies the checksum of each page that it reads."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from facetry.store.engines.sqlite.connections import connect, small_cache
from facetry.store.engines.sqlite.errors import damage_of, is_interruption
from facetry.store.engines.sqlite.integrity.state import IntegrityState
from facetry.store.engines.values import close, raw_connection

START_SECONDS: Final = 1.0
"""Maximum time in seconds of each of both checks before the first write."""
MAX_FINDINGS: Final = 100
_INSTRUCTIONS: Final = 2_000
"""Instructions of SQLite's virtual machine between two looks at the clock."""

_log = logging.getLogger(__name__)


def quick_check(connection: Connection, must_end: Callable[[], bool] | None = None) -> list[str] | None:
    """What is wrong with the database, at most `MAX_FINDINGS`; None when `must_end` interrupted the check."""
    with small_cache(connection):  # a usual one would keep what the check has read
        return _quick_check(connection, must_end)


def _quick_check(connection: Connection, must_end: Callable[[], bool] | None) -> list[str] | None:
    raw = raw_connection(connection)
    raw.set_progress_handler(must_end, _INSTRUCTIONS)
    try:
        rows = raw.execute(f"PRAGMA quick_check({MAX_FINDINGS})").fetchall()
    except Exception as error:
        if is_interruption(error):
            return None
        description = damage_of(error)
        if description is None:
            raise
        return [description]
    finally:
        raw.set_progress_handler(None, 0)
    return [row[0] for row in rows if row[0] != "ok"]


def deadline(seconds: float) -> Callable[[], bool]:
    """A function that tells whether so many seconds have passed since now."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


class BackgroundCheck:
    """Continues the check of a large database on a thread, beside reads and writes, until `close`."""

    def __init__(self, database: Path, integrity: IntegrityState) -> None:
        self._database = database
        self._integrity = integrity
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="facetry-check", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Interrupt the check."""
        self._is_closing.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._integrity.search_zero_pages(self._is_closing.is_set)
            connection = connect(self._database, query_only=True)
            try:
                findings = quick_check(connection, self._is_closing.is_set)
            finally:
                close(connection)
        except Exception as error:
            damage = damage_of(error)
            if damage is None:
                _log.exception("the database could not be checked")
                return
            findings = [damage]
        for finding in findings or ():
            self._integrity.report(finding)

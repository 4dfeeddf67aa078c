"""The state of the database files while they are open: the damage that was found, and files that became shorter."""

from __future__ import annotations

import logging
import os
import threading
import time
from array import array
from collections.abc import Callable, MutableSequence
from pathlib import Path
from typing import Final, NoReturn

from facetry.errors import FaultError
from facetry.store.engines.sqlite.errors import damage_of, fault_of
from facetry.store.engines.sqlite.integrity.commit_mark import damage_of_log
from facetry.store.engines.sqlite.integrity.log_frames import log_path
from facetry.store.engines.sqlite.integrity.page_checksums import zero_pages
from facetry.store.engines.sqlite.integrity.page_image import read_image
from facetry.store.engines.sqlite.integrity.row_salvage import damaged_pages_of
from facetry.store.engines.values import damaged

LOG_LIMIT_BYTES: Final = 64 * 1024 * 1024
"""A log that begins anew may be truncated to this size, which is that of `PRAGMA journal_size_limit`."""

_PAUSE_SECONDS: Final = 0.05

_TURN, _SIZE, _LOG_SIZE, _TIME, _LOG_TIME, _IS_DAMAGED = range(6)
FILE_NUMBERS: Final = 6
"""Number of the numbers with which the writer tells others about the files.

The turn is odd while the writer writes. The sizes in bytes only grow, and the times in nanoseconds are those of the
last change by the writer; those of the write-ahead log come after those of the database.
"""
_FOUND_ELSEWHERE: Final = "another process of the service has found damage; its line in the log says what"

_log = logging.getLogger(__name__)


class IntegrityState:
    """The first damage of a database, which lasts until a restart, and the files as the writer left them.

    All methods are thread-safe. Only the writer calls `begin_writing` and `end_writing`.
    """

    def __init__(
        self, database: Path, numbers: MutableSequence[int] | None = None, *, is_following: bool = False
    ) -> None:
        """Open the database file. `close` comes after the connections, because it ends SQLite's locks.

        `numbers` are shared with the other processes of the service, if there are any: `FILE_NUMBERS` of them. With
        `is_following`, the writer is in another process, which has opened the database. Raises `OSError`.
        """
        self._database = database
        self._database_name, self._log_name = str(database), str(log_path(database))  # `Path` takes longer
        self._file = os.open(database, os.O_RDONLY | os.O_CLOEXEC)
        self._inode = os.fstat(self._file).st_ino
        self._lock = threading.Lock()
        self._is_closed = False
        self._damage: str | None = None
        self._numbers = [0] * FILE_NUMBERS if numbers is None else numbers
        if not is_following:
            self._numbers[:] = array("q", [0] * FILE_NUMBERS)
            self._keep_times(self._current_times())

    def close(self) -> None:
        """Close the database file. Further calls do nothing: the number may be that of another file by then."""
        if not self._is_closed:
            self._is_closed = True
            os.close(self._file)

    @property
    def damage(self) -> str | None:
        """What is damaged; None while nothing is known to be."""
        if self._damage is None and self._numbers[_IS_DAMAGED]:
            return _FOUND_ELSEWHERE
        return self._damage

    def report(self, damage: str) -> None:
        """Remember the damage and log it, if it is the first."""
        if self._damage is not None:
            return
        self._damage = damage
        self._numbers[_IS_DAMAGED] = 1
        _log.critical(
            "the database %s is damaged; writes are refused, and so are reads of what is damaged: %s. "
            "Stop the server and run `facetry check`.",
            self._database,
            damage,
        )

    def fault_of(self, error: BaseException) -> FaultError | None:
        """The fault for an SQLite error, as `engine.fault_of`; reports the damage that the error shows."""
        description = damage_of(error)
        if description is not None:
            self.report(description)
        return fault_of(error)

    def fault_of_write(self, error: BaseException) -> FaultError | None:
        """The fault for an error after which nothing of a transaction was written, and later ones are possible. After
        other errors, such as a failed flush, the content of the disk is unknown.
        """
        return self.fault_of(error)

    def begin_writing(self) -> None:
        """Announce that the writer is going to change the files. Raises a 503 fault as `require_intact_files`."""
        self.require_intact_files()
        self._numbers[_TURN] += 1

    def end_writing(self) -> None:
        """Remember the files as the writer left them."""
        self._keep_times(self._current_times())
        self._numbers[_TURN] += 1

    def require_intact_files(self) -> None:
        """Raise a 503 fault when another program truncated, replaced or damaged the files. Takes 3 µs.

        SQLite reads zeros behind the end of a file, a page of zeros has a valid checksum, and SQLite does not verify
        the pages in its log. The database never shrinks, and the log only when it begins anew.
        """
        # Before the files are looked at, because other threads let them grow.
        numbers = self._numbers
        turn, size, log_size, times = numbers[_TURN], numbers[_SIZE], numbers[_LOG_SIZE], self._kept_times()
        try:
            status = os.stat(self._database_name)  # noqa: PTH116  # Path.stat takes twice the time
        except OSError as error:
            self._refuse(f"the file cannot be found: {error.strerror}")
        log_status = self._log_status()
        new_log_size = 0 if log_status is None else log_status.st_size
        if status.st_ino != self._inode:
            self._refuse("the file was replaced by another one")
        if status.st_size < size:
            self._refuse(f"the file was truncated from {size} to {status.st_size} bytes")
        if new_log_size < min(log_size, LOG_LIMIT_BYTES):
            self._refuse(f"the write-ahead log was truncated from {log_size} to {new_log_size} bytes")
        if turn % 2 == 0 and (status.st_mtime_ns, 0 if log_status is None else log_status.st_mtime_ns) != times:
            self._examine(turn)
        if status.st_size > size:
            numbers[_SIZE] = status.st_size
        if new_log_size > log_size:
            numbers[_LOG_SIZE] = new_log_size

    def search_zero_pages(self, must_end: Callable[[], bool]) -> bool:
        """Report pages in use that consist of zeros. False when `must_end` ended the search. Raises `OSError`."""
        suspects = zero_pages(self._file, must_end)
        while suspects and not must_end():
            turn = self._numbers[_TURN]
            damage = self._damage_of_pages() if turn % 2 == 0 else None
            if turn % 2 == 0 and self._numbers[_TURN] == turn:  # the writer has not changed the files meanwhile
                if damage is not None:
                    self.report(damage)
                return True
            time.sleep(_PAUSE_SECONDS)
        return suspects is not None and not suspects

    def damage_of_log(self) -> str | None:
        """What is damaged in the write-ahead log; reports it. Takes 6 ms for 16 MiB.

        This comes before a checkpoint: SQLite would copy damaged pages into the database, with right checksums.
        """
        damage = damage_of_log(self._database)
        if damage is not None:
            self.report(damage)
        return damage

    def _examine(self, turn: int) -> None:
        """Look for damage, because a program wrote to the files: it may be another process of Facetry."""
        with self._lock:
            times = self._current_times()
            if self._numbers[_TURN] != turn or times == self._kept_times():
                return  # the writer has written meanwhile, or another thread has examined the files
            damage = damage_of_log(self._database)
            if damage is None and times[0] != self._kept_times()[0]:
                damage = self._damage_of_pages()
            if damage is None and self._numbers[_TURN] == turn:
                self._keep_times(times)
        if damage is not None and self._numbers[_TURN] == turn:
            self._refuse(damage)

    def _damage_of_pages(self) -> str | None:
        """Pages that are damaged in two readings. In one, another process may have been writing a page."""
        image = read_image(self._database, self._file)
        damaged_pages = damaged_pages_of(image) if image.has_checksums else []
        if not damaged_pages:
            return None
        time.sleep(_PAUSE_SECONDS)
        still_damaged = set(damaged_pages_of(read_image(self._database, self._file)))
        damaged_pages = [page for page in damaged_pages if page in still_damaged]
        if not damaged_pages:
            return None
        return f"{len(damaged_pages)} pages are damaged, of which page {damaged_pages[0]} is one"

    def _keep_times(self, times: tuple[int, int]) -> None:
        self._numbers[_TIME], self._numbers[_LOG_TIME] = times

    def _kept_times(self) -> tuple[int, int]:
        return self._numbers[_TIME], self._numbers[_LOG_TIME]

    def _current_times(self) -> tuple[int, int]:
        log_status = self._log_status()
        return os.fstat(self._file).st_mtime_ns, 0 if log_status is None else log_status.st_mtime_ns

    def _log_status(self) -> os.stat_result | None:
        try:
            return os.stat(self._log_name)  # noqa: PTH116  # Path.stat takes twice the time
        except FileNotFoundError:
            return None

    def _refuse(self, damage: str) -> NoReturn:
        self.report(damage)
        raise damaged()

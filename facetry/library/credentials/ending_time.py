"""Ending time: by it keys, sessions, one-time links and media URLs end.

It is what the clock shows, but it never goes back, also over restarts: what has ended once is not valid again. When the
clock was ahead and is right again, ending time stays ahead of it and goes on with the same speed. So what ends by it is
given out by it as well. On a server, the clock is that of the database, which all hosts share.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import MutableSequence
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection

from facetry.errors import FaultError
from facetry.store import time_marks
from facetry.store.engine import engine_of
from facetry.store.store import Store
from facetry.store.time_marks import TimeMark
from facetry.store.work import Work
from facetry.system.elapsed_time import DAY, MINUTE, clock_ms, elapsed_ms

TABLE: Final = time_marks.TABLE
NUMBERS: Final = 3
"""How many numbers the processes of a service share."""
_AHEAD, _CLOCK, _NOTICED = range(NUMBERS)
_NAME: Final = "ending"
_TICK_SECONDS: Final = 1.0
_KEEP_MS: Final = 5 * MINUTE
_RETRY_MS: Final = 10_000
_MAX_LEAPS: Final = 10
_MEANINGS: Final = {
    "ahead": "Keys, sessions and links that end before that date have ended. Nothing has become older by it",
    "back": "Keys, sessions and links that have ended stay so. Nothing has become younger by it",
}

_log = logging.getLogger(__name__)


class EndingTime:
    """The ending time of a library.

    Each process has it from the time that passes and from a number, the greatest difference between the clock and that
    time; whoever finds a greater one raises the number for all.
    """

    def __init__(self, numbers: MutableSequence[int] | None = None, *, follows_server: bool = False) -> None:
        """`numbers` may be shared with other processes of the service on this machine. With `follows_server`, the clock
        is that of the database's server; one of the processes looks at it.
        """
        self._numbers = [0] * NUMBERS if numbers is None else numbers
        self._follows_server = follows_server
        self._shown: int | None = None
        """The difference between the system clock and the time that passes, as of the last look for leaps."""
        self._kept = 0
        """The ending time that the database has."""
        self._keep_at = 0
        self._has_begun = False
        self._leaps: list[tuple[int, int]] = []
        """The leaps of the clock that the database does not have yet."""
        self.leap_counts = {"ahead": 0, "back": 0}

    def now_ms(self) -> int:
        """The ending time, in milliseconds since the epoch."""
        elapsed = elapsed_ms()
        if not self._follows_server:
            self._note_clock(clock_ms() - elapsed)
        elif not self._numbers[_AHEAD]:
            return clock_ms()  # nobody has looked yet
        return elapsed + self._numbers[_AHEAD]

    def ahead_ms(self) -> int:
        """How far ending time is ahead of the clock, in whole minutes; 0 unless the clock was set back."""
        self.now_ms()
        return round((self._numbers[_AHEAD] - self._numbers[_CLOCK]) / MINUTE) * MINUTE

    def has_ended(self, expires: int) -> bool:
        """Whether something ended at this ending time, or before. That is kept, so that no restart undoes it."""
        if expires > self.now_ms():
            return False
        self._numbers[_NOTICED] = max(self._numbers[_NOTICED], expires)
        return True

    def begin(self, store: Store) -> None:
        """Read what an earlier run has kept. Blocks."""
        store.write_now(self._keep)

    async def run(self, store: Store, *, logs_leaps: bool = True) -> None:
        """Keep the ending time, and look for leaps of the clock. Runs until it is cancelled; then it is kept again.

        One process on each machine logs leaps.
        """
        try:
            while True:
                await asyncio.sleep(_TICK_SECONDS)
                if logs_leaps:
                    self._find_leap()
                if elapsed_ms() >= self._keep_at or self._numbers[_NOTICED] > self._kept:
                    await self._try_to_keep(store)
        finally:
            await self._try_to_keep(store)

    async def _try_to_keep(self, store: Store) -> None:
        try:
            await store.write(self._keep)
        except FaultError as error:
            self._keep_at = elapsed_ms() + _RETRY_MS
            self._kept = max(self._kept, self._numbers[_NOTICED])  # not again at once
            _log.warning("the ending time of keys and sessions could not be kept: %s", error)

    def _keep(self, work: Work) -> None:
        clock = clock_of(work.connection)
        mark = time_marks.find(work.connection, _NAME)
        if mark is not None and not self._has_begun:
            self._raise_to(_continued(mark, clock))
            if not mark.clock - MINUTE <= clock <= mark.clock + DAY:
                self._report(mark.clock, clock, "since the last run")
        elif mark is not None and self._follows_server:
            self._raise_to(mark.time)  # another host may have seen a later clock
        if self._follows_server:
            self._note_clock(clock - elapsed_ms())
        self._has_begun = True
        self._kept = max(self.now_ms(), 0 if mark is None else mark.time)
        self._keep_at = elapsed_ms() + _KEEP_MS
        leaps = (*(() if mark is None else mark.notes), *self._leaps)
        work.after_commit.append(self._leaps.clear)
        time_marks.keep(work, _NAME, self._kept, clock, leaps[-_MAX_LEAPS:])

    def _find_leap(self) -> None:
        """Find a leap of the system clock since the last look."""
        elapsed, clock = elapsed_ms(), clock_ms()
        shown, self._shown = self._shown, clock - elapsed
        if shown is not None and abs(self._shown - shown) > MINUTE:
            self._report(elapsed + shown, clock, "while the service runs")
            self._keep_at = 0

    def _report(self, before: int, after: int, when: str) -> None:
        self._leaps.append((before, after))
        direction: Final = "ahead" if after > before else "back"
        self.leap_counts[direction] += 1
        texts = date_text(before), date_text(after)
        _log.warning(
            "the clock went %s %s, from %s to %s. %s",
            direction,
            when,
            *texts,
            _MEANINGS[direction],
            extra={"kind": "clock.leap", "before": texts[0], "after": texts[1]},
        )

    def _raise_to(self, time: int) -> None:
        self._numbers[_AHEAD] = max(self._numbers[_AHEAD], time - elapsed_ms())

    def _note_clock(self, difference: int) -> None:
        self._numbers[_CLOCK] = difference
        if difference > self._numbers[_AHEAD] or not self._numbers[_AHEAD]:
            self._numbers[_AHEAD] = difference


def clock_of(connection: Connection) -> int:
    """What the clock of a library shows: that of the server of its database, if there is one."""
    server = engine_of(connection).server_clock_ms(connection)
    return clock_ms() if server is None else server


def kept_time(connection: Connection) -> int:
    """The ending time, for programs that do not serve the library."""
    mark, clock = time_marks.find(connection, _NAME), clock_of(connection)
    return clock if mark is None else max(clock, _continued(mark, clock))


def kept_leaps(connection: Connection) -> list[tuple[int, int]]:
    """What the clock showed before and after its last leaps over a stop of the service, in milliseconds."""
    mark = time_marks.find(connection, _NAME)
    return [] if mark is None else list(mark.notes)


def _continued(mark: TimeMark, clock: int) -> int:
    """The ending time of a mark, and the time that has passed since as far as the clock can be believed."""
    return mark.time + min(max(0, clock - mark.clock), DAY)


def date_text(milliseconds: int) -> str:
    """A date in UTC."""
    try:
        return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%SZ}"
    except (ValueError, OverflowError, OSError):
        return f"{milliseconds} ms"

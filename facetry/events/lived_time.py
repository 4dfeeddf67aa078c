"""Lived time: the time that the service has lived through, by which things are removed for their age.

While the service runs, lived time passes as time does, whatever the clock is set to. A stop counts by the clock if it
took a day at most. A longer one counts nothing: it may be one start with a wrong clock, and nobody could tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy import Connection, select
from sqlmodel import col

from facetry.events.log import Event
from facetry.store import time_marks
from facetry.store.time_marks import TimeMark
from facetry.store.work import Work
from facetry.system.elapsed_time import DAY, MINUTE, elapsed_ms

Pairs = tuple[tuple[int, int], ...]

_MAX_LEAPS: Final = 1_000


class LivedTime:
    """The lived time of one part of the service. Only one process at a time runs this part."""

    def __init__(self, name: str, elapsed: Callable[[], int] = elapsed_ms) -> None:
        """`elapsed` returns milliseconds that never go back."""
        self._name = name
        self._elapsed = elapsed
        self._begin: tuple[int, int] | None = None
        """A lived time of this process, and the elapsed time then."""

    def advance(self, work: Work, noted: Callable[[TimeMark, int], Sequence[tuple[int, int]]]) -> TimeMark:
        """Keep how long the service has lived, with the clock of this unit of work.

        `noted` returns the notes to keep, from the former mark and the lived time. The first mark has no notes; before
        it, lived time is what the clock showed.
        """
        mark = time_marks.find(work.connection, self._name) or _first_mark(work)
        if self._begin is None:
            stop = work.now - mark.clock
            self._begin = mark.time + (stop if 0 <= stop <= DAY else 0), self._elapsed()
        lived = self.now_ms()
        notes = tuple(noted(mark, lived))
        time_marks.keep(work, self._name, lived, work.now, notes)
        return TimeMark(lived, work.now, notes)

    def now_ms(self) -> int:
        """The lived time in milliseconds. Not before the first `advance`."""
        assert self._begin is not None  # noqa: S101  # callers have advanced it
        lived, elapsed = self._begin
        return lived + self._elapsed() - elapsed


def with_leap(leaps: Pairs, lived: int, clock: int) -> Pairs:
    """Notes about the clock: from which lived time on it showed what. A leap adds one.

    When there are too many, the two oldest become one, by which dates are rather too young than too old.
    """
    if leaps:
        begin, shown = leaps[-1]
        if abs((clock - shown) - (lived - begin)) <= MINUTE:
            return leaps
    leaps = (*leaps, (lived, clock))
    while len(leaps) > _MAX_LEAPS:
        (_, first), (second_begin, second), *rest = leaps
        leaps = ((second_begin, min(first, second)), *rest)
    return leaps


def without_old(leaps: Pairs, before: int) -> Pairs:
    """The notes about the clock that say something about lived times from `before` on."""
    following = (*leaps[1:], (before + 1, 0))
    return tuple(leap for leap, (end, _) in zip(leaps, following, strict=True) if end > before)


def lived_at(leaps: Pairs, date: int, now: TimeMark) -> int | None:
    """The last lived time at which the clock may have shown a date. `now` has the lived time, and what it shows.

    None for a date in the future that it has never shown.
    """
    following = now.time
    for begin, shown in reversed(leaps):
        lived = begin + date - shown
        if date >= shown and (lived <= following or date <= now.clock):
            return min(lived, following)
        following = begin
    if date > now.clock:
        return None
    begin, shown = leaps[0]
    return begin + date - shown


def least_date(leaps: Pairs, since: int) -> int:
    """The least date that the clock has shown from a lived time on."""
    dates = [shown if begin >= since else shown + since - begin for begin, shown in without_old(leaps, since)]
    begin, shown = leaps[0]
    return min([*dates, *([shown + since - begin] if begin > since else [])])


def _first_mark(work: Work) -> TimeMark:
    """Where lived time begins: at the last event, because the clock may be wrong at this start."""
    newest = _time_of_last_event(work.connection)
    begin = work.now if newest is None or newest > work.now else newest
    return TimeMark(begin, begin)


def _time_of_last_event(connection: Connection) -> int | None:
    time: int | None = connection.execute(
        select(col(Event.time)).order_by(col(Event.sequence).desc()).limit(1)
    ).scalar()
    return time

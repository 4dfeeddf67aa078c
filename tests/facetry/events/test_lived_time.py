"""Lived time passes as time does while the service runs, whatever the clock is set to."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetry.events import lived_time, log
from facetry.events.lived_time import LivedTime, Pairs, least_date, lived_at, with_leap, without_old
from facetry.store.store import Store
from facetry.store.time_marks import TimeMark
from facetry.system.elapsed_time import DAY, MINUTE
from tests.support.libraries.stores import temporary_store

HOUR = 60 * MINUTE
NOW = 20_000 * DAY


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


class Run:
    """One run of the service, with its clock and the time that passes."""

    def __init__(self, store: Store, clock: int) -> None:
        self.store = store
        self.clock = clock
        self.elapsed = 5_000
        self.lived_time = LivedTime("part", lambda: self.elapsed)

    def live(self, milliseconds: int) -> None:
        self.clock += milliseconds
        self.elapsed += milliseconds

    def advance(self) -> int:
        with mock.patch("time.time_ns", return_value=self.clock * 1_000_000):
            return self.store.write_now(lambda work: self.lived_time.advance(work, lambda mark, _: mark.notes)).time


def test_while_the_service_runs_only_the_time_that_passes_counts(store: Store) -> None:
    run = Run(store, NOW)
    assert run.advance() == NOW
    run.live(3 * HOUR)
    for leap in (400 * DAY, -800 * DAY, HOUR):
        run.clock += leap
        assert run.advance() == run.lived_time.now_ms() == NOW + 3 * HOUR


@pytest.mark.parametrize(
    ("stop", "counted"),
    [(0, 0), (HOUR, HOUR), (DAY, DAY), (DAY + 1, 0), (60 * DAY, 0), (400 * DAY, 0), (-1, 0), (-60 * DAY, 0)],
)
def test_a_stop_counts_by_the_clock_up_to_a_day(store: Store, stop: int, counted: int) -> None:
    run = Run(store, NOW)
    run.advance()
    run.live(2 * HOUR)
    assert run.advance() == NOW + 2 * HOUR
    assert Run(store, NOW + 2 * HOUR + stop).advance() == NOW + 2 * HOUR + counted


def test_starts_again_and_again_with_a_wrong_clock_do_not_add_up(store: Store) -> None:
    Run(store, NOW).advance()
    for number in range(50):
        Run(store, NOW + 400 * DAY + number * 1_000).advance()
    assert Run(store, NOW + 400 * DAY + 50_000).advance() <= NOW + 50_000


@pytest.mark.parametrize(("clock", "begin"), [(NOW + HOUR, NOW + HOUR), (NOW + 400 * DAY, NOW), (NOW - DAY, NOW - DAY)])
def test_the_first_start_believes_a_clock_that_is_close_to_the_last_event(store: Store, clock: int, begin: int) -> None:
    with mock.patch("time.time_ns", return_value=NOW * 1_000_000):
        store.write_now(lambda work: log.announce(work, "image.created"))
    assert Run(store, clock).advance() == begin


STEPS = st.lists(
    st.tuples(
        st.integers(0, 40 * DAY), st.sampled_from([0, 0, HOUR, -HOUR, 60 * DAY, -60 * DAY, 400 * DAY, -400 * DAY])
    ),
    min_size=1,
    max_size=12,
)


def timeline(steps: list[tuple[int, int]]) -> tuple[Pairs, list[tuple[int, int]], TimeMark]:
    """The notes after these times and leaps, moments (date, lived time) of deletions between them, and the end."""
    lived, clock = NOW, NOW
    leaps: Pairs = ((lived, clock),)
    moments = []
    for passed, leap in steps:
        for part in (0, passed // 2, passed - passed // 2):
            lived, clock = lived + part, clock + part
            leaps = with_leap(leaps, lived, clock)
            moments.append((clock, lived))
        clock += leap
    return with_leap(leaps, lived, clock), moments, TimeMark(lived, clock)


@given(steps=STEPS)
def test_nothing_seems_older_than_it_is(steps: list[tuple[int, int]]) -> None:
    leaps, moments, now = timeline(steps)
    for date, lived in moments:
        found = lived_at(leaps, date, now)
        assert found is not None
        assert found >= lived - MINUTE
        assert found <= now.time + MINUTE


@given(steps=STEPS, period=st.integers(1, 40 * DAY))
def test_the_bound_finds_all_that_is_old(steps: list[tuple[int, int]], period: int) -> None:
    """What a query by the bound leaves out is young by its date too, and old notes are not needed for that."""
    leaps, moments, now = timeline(steps)
    since = now.time - period
    kept = without_old(leaps, since)
    begin = least_date(kept, since)
    for date, _ in moments:
        found = lived_at(kept, date, now)
        if found is not None and found < since and date <= now.clock:
            assert date < begin
        if date < begin:
            assert found is not None
            assert found <= since


@given(passed=st.integers(0, 40 * DAY), leap=st.sampled_from([HOUR, 60 * DAY, 400 * DAY]))
def test_what_was_deleted_while_the_clock_was_ahead_ages_too(passed: int, leap: int) -> None:
    leaps = with_leap(((NOW, NOW),), NOW + HOUR, NOW + HOUR + leap)
    leaps = with_leap(leaps, NOW + 2 * HOUR, NOW + 2 * HOUR)
    now = TimeMark(NOW + 2 * HOUR + passed, NOW + 2 * HOUR + passed)
    found = lived_at(leaps, NOW + HOUR + leap + 60_000, now)
    assert found is not None
    if passed < leap - HOUR:
        assert found == NOW + HOUR + 60_000


def test_a_date_that_the_clock_never_showed_has_no_age() -> None:
    assert lived_at(((NOW, NOW),), NOW + 90 * DAY, TimeMark(NOW + HOUR, NOW + HOUR)) is None


def test_notes_are_bounded_and_stay_careful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lived_time, "_MAX_LEAPS", 3)
    leaps: Pairs = ((NOW, NOW),)
    moments = []
    for number in range(1, 12):
        lived, clock = NOW + number * HOUR, NOW + number * HOUR + (number % 3 - 1) * 60 * DAY
        leaps = with_leap(leaps, lived, clock)
        moments.append((clock, lived))
    assert len(leaps) == 3
    for date, lived in moments:
        found = lived_at(leaps, date, TimeMark(NOW + 12 * HOUR, NOW + 12 * HOUR))
        assert found is None or found >= lived

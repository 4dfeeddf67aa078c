"""Ending time never goes back, also over restarts, and what is given out by it lasts as long as it should."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

import pytest

from facetry.library.api_keys import ApiKeys
from facetry.library.credentials import ending_time
from facetry.library.credentials.ending_time import NUMBERS, EndingTime, kept_leaps, kept_time
from facetry.library.sessions import links
from facetry.library.sessions.sessions import LIFETIME_MS, Sessions
from facetry.store.store import Store
from facetry.system.elapsed_time import DAY, MINUTE, clock_ms
from tests.support.engines.databases import only_sqlite
from tests.support.libraries.stores import temporary_store

SECOND = 1_000


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as store:
        yield store


@contextmanager
def clock_off_by(milliseconds: int) -> Iterator[None]:
    right = clock_ms()
    with mock.patch("time.time_ns", return_value=(right + milliseconds) * 1_000_000):
        yield


def begun(store: Store) -> EndingTime:
    """The ending time of a service that has just started."""
    new = EndingTime()
    new.begin(store)
    return new


def is_close(one: int, other: int) -> bool:
    return abs(one - other) < 30 * SECOND


def test_it_follows_the_clock_ahead_and_never_back() -> None:
    time = EndingTime()
    assert is_close(time.now_ms(), clock_ms())
    with clock_off_by(-60 * DAY):
        assert is_close(time.now_ms(), clock_ms() + 60 * DAY)
        assert time.ahead_ms() == 60 * DAY
    assert (is_close(time.now_ms(), clock_ms()), time.ahead_ms()) == (True, 0)
    with clock_off_by(400 * DAY):
        assert is_close(time.now_ms(), clock_ms())
    assert is_close(time.now_ms(), clock_ms() + 400 * DAY)
    assert time.ahead_ms() == 400 * DAY


def test_small_steps_change_no_date() -> None:
    time = EndingTime()
    with clock_off_by(20 * SECOND):
        time.now_ms()
    assert time.ahead_ms() == 0


def test_processes_of_a_service_share_it() -> None:
    numbers = [0] * NUMBERS
    one, other = EndingTime(numbers), EndingTime(numbers)
    with clock_off_by(2 * DAY):
        one.now_ms()
    assert is_close(other.now_ms(), clock_ms() + 2 * DAY)


@only_sqlite
@pytest.mark.parametrize(("ran", "starts", "expected"), [(400, 0, 400), (0, -60, 0), (0, 60, 60), (400, 401, 401)])
def test_a_restart_goes_on_where_the_last_run_was(store: Store, ran: int, starts: int, expected: int) -> None:
    """After a run with one clock, another run starts with another one. All are days from the right time."""
    with clock_off_by(ran * DAY):
        begun(store)
    with clock_off_by(starts * DAY):
        time = begun(store)
        assert is_close(time.now_ms(), clock_ms() + (expected - starts) * DAY)


@only_sqlite
def test_a_stop_counts_up_to_a_day_once_it_is_ahead(store: Store) -> None:
    with clock_off_by(400 * DAY):
        begun(store)
    begun(store)
    for later, counted in ((1, 1), (40, 2)):
        with clock_off_by(later * DAY):
            assert is_close(begun(store).now_ms(), clock_ms() + (400 + counted - later) * DAY)


@only_sqlite
def test_what_is_found_to_have_ended_is_kept_soon(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever kills the service and sets the clock back gets no second life for a key that was refused."""
    monkeypatch.setattr(ending_time, "_TICK_SECONDS", 0.01)
    monkeypatch.setattr(ending_time, "_KEEP_MS", 3_600 * SECOND)
    time = begun(store)
    kept = store.read_now(kept_time)

    async def serve() -> None:
        task = asyncio.create_task(time.run(store))
        with clock_off_by(3 * DAY):
            assert not time.has_ended(clock_ms() + MINUTE)
            assert time.has_ended(clock_ms() - MINUTE)
        async with asyncio.timeout(10):
            while store.read_now(kept_time) < kept + 2 * DAY:  # noqa: ASYNC110  # nothing signals it
                await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(serve())


@only_sqlite
def test_leaps_are_logged_counted_and_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(ending_time, "_TICK_SECONDS", 0.01)
    begun(store)

    async def serve() -> None:
        with clock_off_by(60 * DAY):
            time = begun(store)
            task = asyncio.create_task(time.run(store))
            await asyncio.sleep(0.1)
        async with asyncio.timeout(10):
            while time.leap_counts["back"] == 0:  # noqa: ASYNC110  # nothing signals it
                await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert time.leap_counts == {"ahead": 1, "back": 1}

    asyncio.run(serve())
    lines = [record.getMessage() for record in caplog.records if getattr(record, "kind", "") == "clock.leap"]
    assert [line.partition(",")[0] for line in lines] == [
        "the clock went ahead since the last run",
        "the clock went back while the service runs",
    ]
    (before, ahead), (also_ahead, back) = store.read_now(kept_leaps)
    assert is_close(ahead - before, 60 * DAY)
    assert is_close(also_ahead - back, 60 * DAY)


@only_sqlite
def test_another_program_gives_out_links_by_the_same_time(store: Store) -> None:
    with clock_off_by(400 * DAY):
        begun(store)
    time = begun(store)
    token = store.write_now(links.create)
    assert store.write_now(lambda work: links.use(work, token, time))
    token = store.write_now(links.create)
    with clock_off_by(400 * DAY + links.LIFETIME_MS + MINUTE):
        assert not store.write_now(lambda work: links.use(work, token, time))


def test_sessions_that_begin_after_the_clock_was_ahead_last_as_long_as_others(store: Store) -> None:
    keys = ApiKeys(store)
    sessions = Sessions(store, keys)
    with clock_off_by(400 * DAY):
        keys.ending_time.now_ms()
    session = asyncio.run(sessions.begin(keys.master()))
    assert session is not None
    assert session.expires - session.created == LIFETIME_MS
    assert asyncio.run(sessions.find(session.value)) is not None
    with clock_off_by(LIFETIME_MS - DAY):
        assert asyncio.run(sessions.find(session.value)) is not None
    with clock_off_by(LIFETIME_MS + 401 * DAY):
        assert asyncio.run(sessions.find(session.value)) is None
    assert asyncio.run(sessions.find(session.value)) is None, "it has ended"

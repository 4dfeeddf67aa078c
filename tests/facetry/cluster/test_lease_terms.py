"""When a host takes, keeps and gives up the lease of a role, whatever the database does."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import cast

import pytest

from facetry.cluster import leadership as module
from facetry.cluster.leadership import LeaseKeeper, LeaseTerm, wait_for_leadership
from facetry.store.engine import DatabaseUrl
from facetry.store.engines.postgresql.leases import Holder
from facetry.store.migrations import HEAD
from tests.facetry.cluster.scripted_leases import LEASE, ScriptedLeases, holder, wait_until

ACQUIRE = f"acquire scan a a:1 {module.LEASE_SECONDS:g}"
LATER = "9999"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(module, "EXTENSION_SECONDS", 0.02)
    monkeypatch.setattr(module, "_RETRY_SECONDS", 0.01)


def wait(leases: ScriptedLeases, looks: int = 3) -> LeaseTerm | None:
    """Wait to be the leader, for at most so many looks at the lease."""
    return wait_for_leadership(leases.real(), "scan", "a", "a:1", lambda: leases.count("find") >= looks)


@pytest.mark.parametrize(
    ("found", "is_taken"),
    [
        (None, True),
        (holder("b", is_current=False), True),
        (holder("a"), True),
        (holder("a", is_current=False), True),
        (holder("b"), False),
    ],
    ids=["nobody", "ended", "this host", "this host before", "another"],
)
def test_a_host_takes_a_lease_that_is_free_or_its_own(found: Holder | None, is_taken: bool) -> None:
    leases = ScriptedLeases(found=found)
    term = wait(leases)
    assert (term is not None) == is_taken
    assert leases.count(ACQUIRE) == is_taken


def test_a_host_that_is_to_end_looks_at_nothing() -> None:
    leases = ScriptedLeases()
    assert wait(leases, looks=0) is None
    assert leases.calls == []


def test_a_host_tries_again_when_another_one_was_faster() -> None:
    leases = ScriptedLeases(is_own=False)
    assert wait(leases) is None
    assert leases.count(ACQUIRE) == 3


def test_a_host_pauses_between_its_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", 0.1)
    begin = time.monotonic()
    wait(ScriptedLeases(found=holder("b")), looks=2)
    assert time.monotonic() - begin >= 0.2


@pytest.mark.parametrize(("migration", "is_taken"), [(HEAD, True), ("0000", True), (LATER, False)])
def test_a_host_leads_a_library_that_is_not_newer(
    migration: str, is_taken: bool, caplog: pytest.LogCaptureFixture
) -> None:
    term = wait(ScriptedLeases(migration=migration))
    assert (term is not None) == is_taken
    assert len(caplog.records) == (not is_taken)


def test_the_library_of_another_leader_is_of_no_concern(caplog: pytest.LogCaptureFixture) -> None:
    assert wait(ScriptedLeases(found=holder("b"), migration=LATER)) is None
    assert caplog.records == []


def test_each_time_that_the_database_cannot_be_reached_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    leases = ScriptedLeases(found=holder("b"))

    def must_end() -> bool:
        looks = leases.count("find")
        leases.is_reachable = looks not in (1, 2, 5, 6)  # looks 2 and 3, and 6 and 7
        return looks == 8

    assert wait_for_leadership(leases.real(), "scan", "a", "a:1", must_end) is None
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    assert "nobody answers" in caplog.text


def test_a_host_leads_after_the_database_was_not_reached() -> None:
    leases = ScriptedLeases(is_reachable=False)

    def must_end() -> bool:
        leases.is_reachable = leases.count("find") == 2
        return False

    assert wait_for_leadership(leases.real(), "scan", "a", "a:1", must_end) is not None


def test_a_term_begins_before_the_database_was_asked() -> None:
    """The database counts from a moment after that, so that another host never leads before this one knows it."""
    begin = time.monotonic()
    term = wait(ScriptedLeases(seconds=0.2))
    assert term is not None
    assert term.lease == LEASE
    assert begin + module.LEASE_SECONDS <= term.ends_at <= time.monotonic() + module.LEASE_SECONDS - 0.2


def test_a_term_ends_a_margin_before_its_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now))
    assert LeaseTerm(LEASE, now + module.MARGIN_SECONDS).has_ended()
    assert not LeaseTerm(LEASE, now + module.MARGIN_SECONDS + 0.125).has_ended()


@contextmanager
def keeping(
    leases: ScriptedLeases, term: LeaseTerm, on_lost: Callable[[], None] = lambda: None
) -> Iterator[LeaseKeeper]:
    keeper = LeaseKeeper(cast("DatabaseUrl", None), leases.real(), term, on_lost)
    keeper.begin()
    try:
        yield keeper
    finally:
        keeper.close()
    wait_until(lambda: not lease_threads())


def lease_threads() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name.startswith("facetry-lease")]


def new_term(seconds: float = 60.0) -> LeaseTerm:
    return LeaseTerm(LEASE, time.monotonic() + seconds)


def test_a_lease_is_extended_and_goes_on() -> None:
    leases, lost = ScriptedLeases(), list[None]()
    term = new_term(seconds=module.MARGIN_SECONDS + 2.0)
    begun_until = term.ends_at
    with keeping(leases, term, lambda: lost.append(None)):
        wait_until(lambda: term.ends_at > begun_until)
        assert term.ends_at > time.monotonic() + module.LEASE_SECONDS - 2.0
        count = leases.count("extend")
        wait_until(lambda: leases.count("extend") > count + 3)
        assert lost == []
        assert all(each.daemon for each in lease_threads()), "a process that ends does not wait for them"
        assert len(lease_threads()) == 2
    assert leases.calls[-2:] == ["release", "close"]
    assert lost == []


def test_an_extension_counts_from_before_the_database_was_asked() -> None:
    leases = ScriptedLeases(seconds=0.2)
    term = new_term()
    with keeping(leases, term):
        former = term.ends_at
        wait_until(lambda: term.ends_at != former)
        assert term.ends_at <= time.monotonic() + module.LEASE_SECONDS - 0.2


def test_a_lease_is_extended_at_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EXTENSION_SECONDS", 0.2)
    leases = ScriptedLeases()
    begin = time.monotonic()
    with keeping(leases, new_term()):
        wait_until(lambda: leases.count("extend") == 2)
        assert time.monotonic() - begin >= 0.4


def test_a_lease_that_another_host_has_is_lost_at_once() -> None:
    leases, lost = ScriptedLeases(is_own=False), list[None]()
    with keeping(leases, new_term(), lambda: lost.append(None)):
        wait_until(lambda: lost)
        time.sleep(0.1)
        assert leases.count("extend") == 1
    assert lost == [None]


def test_a_lease_that_cannot_be_extended_is_lost_before_it_ends(caplog: pytest.LogCaptureFixture) -> None:
    leases, lost = ScriptedLeases(is_reachable=False), list[float]()
    term = new_term(seconds=module.MARGIN_SECONDS + 0.3)
    with keeping(leases, term, lambda: lost.append(time.monotonic())):
        wait_until(lambda: lost)
        assert leases.count("extend") > 1, "it is tried again soon"
    assert term.ends_at - module.MARGIN_SECONDS <= lost[0]
    assert "could not be extended: nobody answers" in caplog.text
    assert "only when the lease has ended" in caplog.text
    assert leases.calls[-1] == "close"


def test_a_lease_whose_extension_hangs_is_lost_before_it_ends() -> None:
    leases, lost = ScriptedLeases(seconds=1.0), list[float]()
    term = new_term(seconds=module.MARGIN_SECONDS + 0.2)
    with keeping(leases, term, lambda: lost.append(time.monotonic())):
        wait_until(lambda: lost)
        assert leases.ends == []


def test_a_lease_is_tried_again_soon_and_then_at_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "EXTENSION_SECONDS", 0.5)
    leases = ScriptedLeases(is_reachable=False)
    with keeping(leases, new_term()):
        begin = time.monotonic()
        wait_until(lambda: leases.count("extend") == 4)
        assert time.monotonic() - begin < 1.5, "the first one comes after half a second"
        leases.is_reachable = True
        wait_until(lambda: leases.ends)
        count, begin = leases.count("extend"), time.monotonic()
        wait_until(lambda: leases.count("extend") > count)
        assert time.monotonic() - begin > 0.2


def test_a_lease_is_released_after_its_extension() -> None:
    """Both use one connection, and the lease would be extended after its release."""
    leases = ScriptedLeases(seconds=0.3)
    with keeping(leases, new_term()) as keeper:
        wait_until(lambda: leases.count("extend"))
        keeper.close()
        assert leases.ends == ["extend", "release"]


@pytest.mark.parametrize("is_reachable", [True, False])
def test_a_host_that_retires_waits_until_no_other_one_sends_requests(
    is_reachable: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", 0.1)
    own, others = ScriptedLeases(), ScriptedLeases(is_reachable=is_reachable)
    monkeypatch.setattr(module, "Leases", lambda _: others)
    with keeping(own, new_term()) as keeper:
        begin = time.monotonic()
        asyncio.run(keeper.retire())
        assert time.monotonic() - begin > 0.1, "they look at the lease at this interval"
        assert others.calls == ["retire", "close"]
        assert own.count("release") == 0
    assert len(caplog.records) == (not is_reachable)

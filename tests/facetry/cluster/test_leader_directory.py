"""A host knows the leader of a role as long as it can look at the lease."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import pytest

from facetry.cluster import leader_directory as module
from facetry.cluster.leader_directory import STALE_SECONDS, LeaderDirectory
from facetry.store.engines.postgresql.leases import Holder
from tests.facetry.cluster.scripted_leases import ScriptedLeases, holder, wait_until

THREAD = "facetry-leader-directory"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", 0.01)


def looking(leases: ScriptedLeases, use: Callable[[LeaderDirectory], Awaitable[None]]) -> None:
    """Run `use` with a directory that looks at the lease."""

    async def main() -> None:
        directory = LeaderDirectory(leases.real(), "scan")
        directory.begin()
        try:
            async with asyncio.timeout(20):
                await use(directory)
        finally:
            await asyncio.to_thread(directory.close)

    asyncio.run(main())


async def next_looks(leases: ScriptedLeases, count: int = 2) -> None:
    seen = leases.count("find")
    await asyncio.to_thread(wait_until, lambda: leases.count("find") >= seen + count)


@pytest.mark.parametrize(
    ("found", "is_leader"),
    [
        (holder("a"), True),
        (None, False),
        (holder("a", is_current=False), False),
        (holder("a", address=""), False),
    ],
    ids=["a leader", "nobody", "the last one", "one that is about to end"],
)
def test_who_counts_as_the_leader(found: Holder | None, is_leader: bool) -> None:
    async def use(directory: LeaderDirectory) -> None:
        await next_looks(leases)
        assert directory.leader == (found if is_leader else None)
        assert directory.is_at("a:1") == is_leader
        assert not directory.is_at("b:1")
        assert directory.role == "scan"
        assert await directory.wait_for_leader(time.monotonic() + 0.05) == (found if is_leader else None)

    leases = ScriptedLeases(found=found)
    looking(leases, use)


def test_a_leader_that_was_not_seen_for_long_counts_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    leases = ScriptedLeases(found=holder("a"))
    directory = LeaderDirectory(leases.real(), "scan")
    now = 100.0
    directory._holder, directory._seen_at = holder("a"), now
    for later, is_known in ((0.0, True), (STALE_SECONDS, True), (STALE_SECONDS + 0.125, False)):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda later=later: now + later))
        assert (directory.leader is not None) == is_known


def test_the_leader_is_as_old_as_the_question() -> None:
    async def use(directory: LeaderDirectory) -> None:
        await next_looks(leases)
        begin = time.monotonic()
        leases.is_reachable = False
        await next_looks(leases)
        assert directory.leader == holder("a"), "the last one that was seen"
        assert 0 < directory._seen_at <= begin

    leases = ScriptedLeases(found=holder("a"))
    looking(leases, use)


def test_a_new_leader_is_noticed_at_once_by_all_who_wait() -> None:
    async def use(directory: LeaderDirectory) -> None:
        until = time.monotonic() + 15
        waiting = [asyncio.create_task(directory.wait_for_leader(until)) for _ in range(3)]
        await next_looks(leases, 3)
        assert not any(each.done() for each in waiting)
        waiting[0].cancel()
        leases.found = holder("a")
        assert await asyncio.gather(*waiting[1:]) == [holder("a")] * 2

    leases = ScriptedLeases()
    looking(leases, use)


def test_another_leader_has_another_token() -> None:
    async def use(directory: LeaderDirectory) -> None:
        leader = await directory.wait_for_leader(time.monotonic() + 15)
        assert leader == holder("a", 1)
        waiting = asyncio.create_task(directory.wait_for_another(leader))
        for same in (holder("a", 1, address="a:2"), None, holder("b", 2, is_current=False), holder("a", 1)):
            leases.found = same
            await next_looks(leases, 3)
            assert not waiting.done()
        leases.found = holder("a", 2)  # it has been restarted
        await waiting
        await directory.wait_for_another(leader)

    leases = ScriptedLeases(found=holder("a", 1))
    looking(leases, use)


def test_nobody_waits_longer_than_allowed() -> None:
    async def use(directory: LeaderDirectory) -> None:
        begin = time.monotonic()
        assert await directory.wait_for_leader(begin + 0.1) is None
        assert 0.1 <= time.monotonic() - begin < 5
        begin = time.monotonic()
        assert await directory.wait_for_leader(begin - 10) is None
        assert time.monotonic() - begin < 5
        leases.found = holder("a")
        await next_looks(leases)
        assert await directory.wait_for_leader(begin - 10) == holder("a")

    leases = ScriptedLeases()
    looking(leases, use)


def test_each_time_that_the_database_cannot_be_reached_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async def use(_: LeaderDirectory) -> None:
        for count in (1, 2):
            leases.is_reachable = False
            await next_looks(leases, 4)
            assert [record.levelno for record in caplog.records] == [logging.WARNING] * count
            leases.is_reachable = True
            await next_looks(leases, 4)

    leases = ScriptedLeases(found=holder("a"))
    looking(leases, use)
    assert "nobody answers" in caplog.text


def test_a_directory_looks_at_intervals_until_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "POLL_SECONDS", 0.1)

    async def use(_: LeaderDirectory) -> None:
        await next_looks(leases, 1)
        begin = time.monotonic()
        await next_looks(leases, 3)
        assert time.monotonic() - begin >= 0.2
        (thread,) = [each for each in threading.enumerate() if each.name == THREAD]
        assert thread.daemon, "a process that ends does not wait for it"

    leases = ScriptedLeases()
    looking(leases, use)
    assert leases.calls[-1] == "close"
    assert THREAD not in [each.name for each in threading.enumerate()]


def test_a_directory_that_never_looked_can_be_closed() -> None:
    leases = ScriptedLeases()
    LeaderDirectory(leases.real(), "scan").close()
    assert leases.calls == ["close"]


def test_a_look_after_the_end_of_the_event_loop_disturbs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    leases = ScriptedLeases()
    directory = LeaderDirectory(leases.real(), "scan")

    async def use() -> None:
        directory.begin()
        loop = asyncio.get_running_loop()
        directory._waiters.add(loop.create_future())  # of a task that was never ended

    asyncio.run(use())
    count = leases.count("find")
    wait_until(lambda: leases.count("find") > count + 2)
    directory.close()
    assert caplog.records == []

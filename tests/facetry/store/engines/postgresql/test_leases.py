"""A lease has one holder at a time, and nobody writes under one that another process has acquired."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from facetry.errors import FaultError
from facetry.events import log
from facetry.library import changes
from facetry.library.credentials.ending_time import EndingTime
from facetry.store.change_feed import ChangeFeed
from facetry.store.engine import DatabaseUrl
from facetry.store.engines.postgresql.commit_listener import CommitListener
from facetry.store.engines.postgresql.leases import Holder, Leases, UnreachableError
from facetry.store.lease import Lease
from facetry.store.store import Store
from facetry.store.work import Work
from tests.support.engines import postgresql

NAME = "leader"


@pytest.fixture
def leases(store: Store, url: DatabaseUrl) -> Iterator[Callable[[], Leases]]:
    """Makes the leases of another process."""
    opened: list[Leases] = []

    def make() -> Leases:
        opened.append(Leases(url))
        return opened[-1]

    assert store.location == url
    yield make
    for each in opened:
        each.close()


def test_a_lease_has_one_holder_until_it_ends(leases: Callable[[], Leases]) -> None:
    one, other = leases(), leases()
    assert one.find(NAME) is None
    assert one.acquire(NAME, "a", "a:1", 0.3) == Lease(NAME, 1)
    assert other.acquire(NAME, "b", "b:1", 30) is None
    assert other.find(NAME) == Holder("a", "a:1", 1, is_current=True)
    time.sleep(0.35)
    assert other.find(NAME) == Holder("a", "a:1", 1, is_current=False)
    assert other.acquire(NAME, "b", "b:1", 30) == Lease(NAME, 2)
    assert one.acquire(NAME, "a", "a:1", 30) is None


def test_a_holder_extends_its_lease_and_nobody_elses(leases: Callable[[], Leases]) -> None:
    one, other = leases(), leases()
    lease = one.acquire(NAME, "a", "a:1", 0.3)
    assert lease is not None
    assert one.extend(lease, 30)
    time.sleep(0.35)
    assert other.acquire(NAME, "b", "b:1", 30) is None
    one.release(lease)
    assert not one.extend(lease, 30)  # a released lease does not come back
    taken = other.acquire(NAME, "b", "b:1", 30)
    assert taken == Lease(NAME, 2)
    assert not one.extend(lease, 30)
    one.release(lease)  # of a former holder: without effect
    assert other.extend(Lease(NAME, 2), 30)


def test_a_holder_that_is_about_to_end_is_sent_nothing_more(leases: Callable[[], Leases]) -> None:
    one, other = leases(), leases()
    lease = one.acquire(NAME, "a", "a:1", 30)
    assert lease is not None
    one.retire(lease)
    assert other.find(NAME) == Holder("a", "", 1, is_current=True)
    assert other.acquire(NAME, "b", "b:1", 30) is None
    assert one.extend(lease, 30)


def test_a_restarted_holder_takes_its_own_lease_at_once(leases: Callable[[], Leases]) -> None:
    leases().acquire(NAME, "a", "a:1", 30)
    assert leases().acquire(NAME, "a", "a:2", 30) == Lease(NAME, 2)


def test_of_many_that_want_a_lease_one_gets_it(leases: Callable[[], Leases]) -> None:
    contenders = [leases() for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        acquire = [partial(each.acquire, NAME, str(number), "x:1", 30) for number, each in enumerate(contenders)]
        found = list(pool.map(lambda call: call(), acquire))
    assert [lease for lease in found if lease is not None] == [Lease(NAME, 1)]


def test_an_address_without_a_server_is_unreachable() -> None:
    with pytest.raises(UnreachableError):
        Leases(DatabaseUrl("postgresql://nobody@127.0.0.1:1/nothing")).find(NAME)


def test_units_of_work_fail_from_the_moment_another_process_has_the_lease(
    url: DatabaseUrl, leases: Callable[[], Leases]
) -> None:
    one, other = leases(), leases()
    lease = one.acquire(NAME, "a", "a:1", 0.2)
    store = Store(url, ChangeFeed(changes.TYPES), is_shared=True, lease=lease)
    try:
        store.write_now(add_event)
        time.sleep(0.25)
        store.write_now(add_event)  # it has ended, and nobody else has it
        other.acquire(NAME, "b", "b:1", 30)
        with pytest.raises(FaultError) as caught:
            store.write_now(add_event)
        assert caught.value.fault.rule == "service.leader"
        assert store.read_now(log.newest_sequence) == 2
        assert store.failure is None
    finally:
        store.close()


def test_a_lost_connection_of_the_writer_does_not_forget_the_lease(
    url: DatabaseUrl, leases: Callable[[], Leases]
) -> None:
    one, other = leases(), leases()
    store = Store(url, ChangeFeed(changes.TYPES), is_shared=True, lease=one.acquire(NAME, "a", "a:1", 0.1))
    try:
        store.write_now(add_event)
        time.sleep(0.15)
        other.acquire(NAME, "b", "b:1", 30)
        terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'facetry'"
        postgresql.shared().execute(terminate)
        for _ in range(2):
            with pytest.raises(FaultError):
                store.write_now(add_event)
    finally:
        store.close()


def test_a_commit_is_announced_to_other_processes(store: Store, url: DatabaseUrl) -> None:
    called = threading.Semaphore(0)
    listener = CommitListener(url, called.release)
    listener.begin()
    try:
        assert called.acquire(timeout=5)  # when it begins
        for _ in range(3):
            store.write_now(add_event)
            assert called.acquire(timeout=5)
            while called.acquire(blocking=False):
                pass
    finally:
        listener.close()


def add_event(work: Work) -> None:
    """Write a row."""
    log.announce(work, "extension.installed", extension="a")


def test_a_lease_that_ends_far_in_the_future_has_ended(leases: Callable[[], Leases], store: Store) -> None:
    """Its holder is gone, and the clock of the server was set back since."""
    one, other = leases(), leases()
    lease = one.acquire(NAME, "a", "a:1", 30)
    assert lease is not None
    ahead = "UPDATE lease SET expires = expires + 400 * 86400000::bigint"
    store.write_now(lambda work: work.connection.exec_driver_sql(ahead).rowcount)
    assert other.find(NAME) == Holder("a", "a:1", 1, is_current=False)
    assert other.acquire(NAME, "b", "b:1", 30) == Lease(NAME, 2)
    assert other.find(NAME) == Holder("b", "b:1", 2, is_current=True)
    assert not one.extend(lease, 30)


def test_the_clock_of_the_server_decides_about_the_ends_of_keys(store: Store) -> None:
    ending_time = EndingTime(follows_server=True)
    ending_time.begin(store)
    right = time.time() * 1_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "time_ns", lambda: int((right + 400 * 86_400_000) * 1_000_000))
        assert abs(ending_time.now_ms() - right) < 60_000
        assert ending_time.ahead_ms() == 0

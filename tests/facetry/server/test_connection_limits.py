"""The limits on the number of connections: which ones are closed for others, compared with a naive choice."""

import random
from dataclasses import dataclass

import pytest

from facetry.server.connection_limits import MAX_CONNECTIONS, ConnectionLimits, Rank
from facetry.server.open_files import connections_within


@dataclass(eq=False)
class Connection:
    address: str = "a"
    rank: Rank = Rank.STRANGER
    waiting_since: float = 0.0
    is_open: bool = True

    def evict(self) -> None:
        self.is_open = False


def test_the_stranger_that_has_waited_longest_is_closed() -> None:
    limits = ConnectionLimits(4, 4)
    old, known, busy, young = (
        Connection(waiting_since=1),
        Connection(rank=Rank.KNOWN),
        Connection(rank=Rank.BUSY),
        Connection(waiting_since=2),
    )
    assert all(map(limits.admit, (old, known, busy, young)))
    assert limits.admit(Connection(waiting_since=3))
    assert [each.is_open for each in (old, known, busy, young)] == [False, True, True, True]
    assert len(limits) == 4


@pytest.mark.parametrize(
    ("ranks", "closed"),
    [
        ([Rank.BUSY, Rank.KNOWN], 1),
        ([Rank.KNOWN, Rank.STRANGER_IN_REQUEST], 1),
        ([Rank.STRANGER_IN_REQUEST, Rank.STRANGER], 1),
    ],
)
def test_a_connection_of_the_lowest_rank_is_closed(ranks: list[Rank], closed: int) -> None:
    limits = ConnectionLimits(2, 2)
    connections = [Connection(rank=rank, waiting_since=number) for number, rank in enumerate(ranks)]
    assert all(map(limits.admit, connections))
    assert limits.admit(Connection())
    assert [each.is_open for each in connections] == [number != closed for number in range(2)]


def test_a_connection_is_refused_when_all_others_are_busy() -> None:
    limits = ConnectionLimits(2, 2)
    first = Connection(rank=Rank.BUSY)
    assert limits.admit(first)
    assert limits.admit(Connection(rank=Rank.BUSY))
    refused = Connection()
    assert not limits.admit(refused)
    assert len(limits) == 2
    limits.remove(refused)
    limits.remove(first)
    limits.remove(first)
    assert len(limits) == 1
    assert limits.admit(Connection())


def test_an_address_closes_only_its_own_connections() -> None:
    limits = ConnectionLimits(10, 3)
    other = Connection("b", waiting_since=-1)
    own = [Connection(waiting_since=number) for number in range(3)]
    assert all(map(limits.admit, (other, *own)))
    assert limits.admit(Connection())
    assert other.is_open
    assert [each.is_open for each in own] == [False, True, True]


def test_an_upgraded_connection_counts_once() -> None:
    limits = ConnectionLimits(2, 2)
    first, upgraded = Connection(), Connection(rank=Rank.BUSY)
    assert limits.admit(first)
    limits.replace(first, upgraded)
    limits.remove(first)
    assert len(limits) == 1
    assert limits.admit(Connection())
    assert limits.admit(Connection(waiting_since=1))
    assert upgraded.is_open
    limits.replace(Connection(), Connection())
    assert len(limits) == 2


def test_no_random_crowd_exceeds_the_limits_or_closes_what_matters_more() -> None:
    source = random.Random(5)
    for _ in range(50):
        maximum = source.choice([1, 5, 40])
        limits = ConnectionLimits(maximum, source.randint(1, maximum))
        counted: list[Connection] = []
        for time in range(300):
            if counted and source.random() < 0.3:
                leaving = counted.pop(source.randrange(len(counted)))
                limits.remove(leaving)
                continue
            new = Connection(source.choice("abc"), source.choice(list(Rank)), float(time))
            if limits.admit(new):
                counted.append(new)
            closed = [each for each in counted if not each.is_open]
            counted = [each for each in counted if each.is_open]
            assert len(closed) <= max(1, maximum // 8)
            for one in closed:
                assert one.rank is not Rank.BUSY
                rivals = [each for each in counted if each.address == one.address and each is not new]
                is_own = one.address == new.address
                assert all(each.rank >= one.rank for each in (rivals if is_own else counted) if each is not new)
            assert len(limits) == len(counted) <= maximum
            for address in "abc":
                assert sum(each.address == address for each in counted) <= limits.maximum_of_address


def test_a_share_of_the_open_files_is_left_for_other_things() -> None:
    assert connections_within(1_024) == 640
    assert connections_within(10**6) == MAX_CONNECTIONS
    assert connections_within(10) == 16

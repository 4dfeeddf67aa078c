"""The limits on the number of connections: which ones are closed for others, compared with a naive choice."""

import random
from collections.abc import Sequence

import pytest

from facetry.server.connection_limits import MAX_CONNECTIONS, ConnectionLimits, LimitedConnection, Rank
from facetry.server.open_files import connections_within


class Connection(LimitedConnection):
    rank = Rank.UNKNOWN

    def __init__(self, address: str = "a", rank: Rank = Rank.UNKNOWN, waiting_since: float = 0.0) -> None:
        self.address, self.rank, self.waiting_since = address, rank, waiting_since
        self.is_open = True

    def abort(self) -> None:
        self.is_open = False


def limits_with(connections: Sequence[Connection], maximum: int, maximum_of_address: int) -> ConnectionLimits:
    limits = ConnectionLimits(maximum, maximum_of_address)
    for connection in connections:
        assert limits.has_slot(connection.address)
        limits.add(connection)
    return limits


def of_ranks(*ranks: Rank) -> list[Connection]:
    """Connections of one address; the first one has waited longest."""
    return [Connection(rank=rank, waiting_since=number) for number, rank in enumerate(ranks)]


def are_open(connections: Sequence[Connection]) -> list[bool]:
    return [each.is_open for each in connections]


def test_a_connection_has_a_place_below_both_maxima_only() -> None:
    limits = limits_with([Connection("a"), Connection("b")], 3, 2)
    assert limits.has_slot("a")
    limits.add(Connection("a"))
    assert not limits.has_slot("a")
    assert not limits.has_slot("b")
    limits = limits_with([Connection("a"), Connection("a")], 4, 2)
    assert not limits.has_slot("a")
    assert limits.has_slot("b")


def test_the_unknown_connection_that_has_waited_longest_is_closed() -> None:
    connections = of_ranks(Rank.KNOWN, Rank.KNOWN_IN_REQUEST, Rank.UNKNOWN, Rank.UNKNOWN)
    limits = limits_with(connections, 4, 4)
    assert limits.make_slot("a")
    assert are_open(connections) == [True, True, False, True]
    assert len(limits) == 3
    assert limits.has_slot("a")


@pytest.mark.parametrize(
    ("ranks", "closed"),
    [
        ([Rank.KNOWN_IN_REQUEST, Rank.KNOWN_IN_BODY], 1),
        ([Rank.KNOWN_IN_BODY, Rank.KNOWN], 1),
        ([Rank.KNOWN, Rank.UNKNOWN_IN_REQUEST], 1),
        ([Rank.UNKNOWN_IN_REQUEST, Rank.UNKNOWN], 1),
        ([Rank.UNKNOWN, Rank.UNKNOWN], 0),
    ],
)
def test_a_connection_of_the_lowest_rank_is_closed(ranks: list[Rank], closed: int) -> None:
    connections = of_ranks(*ranks)
    assert limits_with(connections, 2, 2).make_slot("a")
    assert are_open(connections) == [number != closed for number in range(2)]


def test_no_place_is_made_when_all_connections_are_in_a_request_of_a_known_caller() -> None:
    first, second = connections = of_ranks(Rank.KNOWN_IN_REQUEST, Rank.KNOWN_IN_REQUEST)
    limits = limits_with(connections, 2, 2)
    assert not limits.make_slot("a")
    assert are_open(connections) == [True, True]
    limits.remove(Connection())
    assert len(limits) == 2
    limits.remove(first)
    limits.remove(first)
    assert len(limits) == 1
    assert limits.has_slot("a")
    assert second.is_open


@pytest.mark.parametrize("slow", [Rank.KNOWN, Rank.KNOWN_IN_BODY])
def test_a_quarter_of_the_places_stays_for_unknown_callers(slow: Rank) -> None:
    """Otherwise a few slots would be left for all new connections, and each would be closed for the next."""
    known = [Connection(rank=slow, waiting_since=number) for number in range(14)]
    unknown = [Connection(waiting_since=-1), Connection(rank=Rank.UNKNOWN_IN_REQUEST, waiting_since=-1)]
    limits = limits_with([*known, *unknown], 16, 16)
    for time in range(2):
        assert limits.make_slot("a")
        limits.add(Connection(waiting_since=100 + time))
    assert are_open(unknown) == [True, True]
    assert are_open(known) == [False, False, *[True] * 12]
    assert limits.make_slot("a")
    assert are_open(unknown) == [False, True]
    assert are_open(known).count(False) == 2


def test_an_eighth_of_the_candidates_is_closed_at_once() -> None:
    connections = [Connection(waiting_since=-number) for number in range(35)]
    assert limits_with(connections, 35, 35).make_slot("a")
    assert are_open(connections) == [True] * 31 + [False] * 4


def test_an_address_closes_only_its_own_connections() -> None:
    other = Connection("b", waiting_since=-1)
    own = of_ranks(*[Rank.UNKNOWN] * 3)
    limits = limits_with([other, *own], 10, 3)
    assert limits.make_slot("a")
    assert other.is_open
    assert are_open(own) == [False, True, True]


def test_an_address_below_its_maximum_closes_those_of_others() -> None:
    connections = [Connection("b", waiting_since=1), Connection("a", waiting_since=2)]
    assert limits_with(connections, 2, 2).make_slot("a")
    assert are_open(connections) == [False, True]


def test_an_upgraded_connection_counts_once() -> None:
    first, upgraded = Connection(), Connection(rank=Rank.KNOWN_IN_REQUEST)
    limits = limits_with([first], 2, 2)
    limits.replace(first, upgraded)
    assert upgraded.limits is limits
    limits.remove(first)
    assert len(limits) == 1
    limits.replace(Connection(), Connection())
    assert len(limits) == 1
    limits.add(Connection())
    assert limits.make_slot("a")
    assert upgraded.is_open
    upgraded.connection_lost(None)
    assert len(limits) == 0


def expected(counted: list[Connection], address: str, limits: ConnectionLimits) -> set[Connection]:
    """What should be closed for a connection of `address`, by a naive choice."""
    own = [each for each in counted if each.address == address]
    is_own = len(own) == limits.maximum_of_address
    candidates, maximum = (own, limits.maximum_of_address) if is_own else (counted, limits.maximum)
    unknown_count = sum(each.rank <= Rank.UNKNOWN_IN_REQUEST for each in candidates)
    ranks = [Rank.UNKNOWN, Rank.UNKNOWN_IN_REQUEST, Rank.KNOWN, Rank.KNOWN_IN_BODY]
    if unknown_count < maximum // 4:
        ranks = ranks[2:] + ranks[:2]
    for rank in ranks:
        of_rank = sorted((each for each in candidates if each.rank == rank), key=lambda each: each.waiting_since)
        if of_rank:
            return set(of_rank[: max(1, len(of_rank) // 8)])
    return set()


def test_a_connection_is_aborted_by_its_transport() -> None:
    class Transport:
        is_aborted = False

        def abort(self) -> None:
            self.is_aborted = True

    connection = LimitedConnection()
    connection.transport = transport = Transport()
    connection.abort()
    assert transport.is_aborted


def test_random_connections_are_closed_as_by_a_naive_choice() -> None:
    source = random.Random(5)
    for _ in range(50):
        maximum = source.choice([1, 5, 40])
        limits = ConnectionLimits(maximum, source.randint(1, maximum))
        weights = [source.random() for _ in Rank]
        counted: list[Connection] = []
        for time in range(300):
            if counted and source.random() < 0.2:
                limits.remove(counted.pop(source.randrange(len(counted))))
                continue
            new = Connection(source.choice("abc"), source.choices(list(Rank), weights)[0], float(time))
            if not limits.has_slot(new.address):
                closed = expected(counted, new.address, limits)
                assert limits.make_slot(new.address) is bool(closed)
                assert {each for each in counted if not each.is_open} == closed
                counted = [each for each in counted if each.is_open]
            if limits.has_slot(new.address):
                limits.add(new)
                counted.append(new)
            assert len(limits) == len(counted) <= maximum
            for address in "abc":
                assert sum(each.address == address for each in counted) <= limits.maximum_of_address


def test_a_share_of_the_open_files_is_left_for_other_things() -> None:
    assert connections_within(1_024) == 640
    assert connections_within(10**6) == MAX_CONNECTIONS == 10_000
    assert connections_within(10) == 16

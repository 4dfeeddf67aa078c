"""Connections are given to API processes in equal shares, those of each address too."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from facetry.processes.dispatch import Dispatcher, share_of
from facetry.server.connection_limits import ConnectionLimits

ADDRESSES = ["10.0.0.1", "10.0.0.2", "2001:db8::/64"]


def dispatcher_of(count: int) -> Dispatcher:
    dispatcher = Dispatcher()
    for process in range(count):
        dispatcher.add(process)
    return dispatcher


def test_without_a_process_there_is_no_choice() -> None:
    assert Dispatcher().choose("10.0.0.1") is None


@given(st.integers(1, 5), st.lists(st.tuples(st.sampled_from(ADDRESSES), st.booleans()), max_size=80))
def test_no_process_has_two_connections_of_an_address_more_than_another_when_none_ends(
    count: int, steps: list[tuple[str, bool]]
) -> None:
    dispatcher = dispatcher_of(count)
    given_to: dict[str, Counter[int]] = {address: Counter(dict.fromkeys(range(count), 0)) for address in ADDRESSES}
    for address, _ in steps:
        process = dispatcher.choose(address)
        assert process is not None
        dispatcher.opened(process, address)
        given_to[address][process] += 1
        assert max(given_to[address].values()) - min(given_to[address].values()) <= 1


@given(
    st.integers(1, 4),
    st.lists(st.tuples(st.sampled_from(["open", "close", "replace"]), st.sampled_from(ADDRESSES), st.integers(0, 3))),
)
def test_the_choice_is_that_of_a_naive_model(count: int, steps: list[tuple[str, str, int]]) -> None:
    dispatcher, model = dispatcher_of(count), [list[str]() for _ in range(count)]
    for kind, address, number in steps:
        process = number % count
        if kind == "open":
            expected = min(range(count), key=lambda each: (model[each].count(address), len(model[each]), each))
            assert dispatcher.choose(address) == expected
            dispatcher.opened(expected, address)
            model[expected].append(address)
        elif kind == "close":
            dispatcher.closed(process, address)
            if address in model[process]:
                model[process].remove(address)
        else:
            dispatcher.remove(process)
            dispatcher.closed(process, address)  # a late report of the former process
            dispatcher.add(process)
            model[process].clear()


@given(st.integers(1, 4), st.integers(4, 24), st.integers(4, 30), st.lists(st.sampled_from(ADDRESSES), max_size=40))
def test_no_connection_has_to_be_closed_within_the_limits_of_the_whole(
    count: int, of_address: int, maximum: int, addresses: list[str]
) -> None:
    of_address = min(of_address, maximum)
    limits = [
        ConnectionLimits(share_of(maximum, each, count), share_of(of_address, each, count)) for each in range(count)
    ]
    dispatcher = Dispatcher(limits)
    for number in range(count):
        dispatcher.add(number)
    given_to: list[list[str]] = [[] for _ in range(count)]
    for address in addresses:
        if sum(map(len, given_to)) == maximum or sum(each.count(address) for each in given_to) == of_address:
            continue  # the whole has no place
        process = dispatcher.choose(address)
        assert process is not None
        had_slot = any(
            len(each) < its.maximum and each.count(address) < its.maximum_of_address
            for each, its in zip(given_to, limits, strict=True)
        )
        its = limits[process]
        has_slot = len(given_to[process]) < its.maximum and given_to[process].count(address) < its.maximum_of_address
        assert has_slot == had_slot
        dispatcher.opened(process, address)
        given_to[process].append(address)
    if len(set(addresses)) == 1:
        assert sum(map(len, given_to)) == min(len(addresses), of_address)


def test_addresses_of_trusted_proxies_have_no_limit_of_their_own() -> None:
    limits = [ConnectionLimits(10, 2, lambda address: address == ADDRESSES[0]) for _ in range(2)]
    assert [limits[0].maximum_for(address) for address in ADDRESSES] == [10, 2, 2]
    dispatcher = Dispatcher(limits)
    for number in range(2):
        dispatcher.add(number)
        for _ in range(5):
            dispatcher.opened(number, ADDRESSES[0])
    dispatcher.opened(0, ADDRESSES[1])
    assert dispatcher.choose(ADDRESSES[0]) == 1


@given(st.integers(1, 10_000), st.integers(1, 64))
def test_the_shares_of_a_limit_are_the_whole(whole: int, count: int) -> None:
    shares = [share_of(whole, process, count) for process in range(count)]
    assert sum(shares) == max(whole, count)
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)  # ties of the dispatcher go to the first ones

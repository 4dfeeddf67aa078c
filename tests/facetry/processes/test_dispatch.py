"""Connections are given to API processes in equal shares, those of each address too."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from facetry.processes.dispatch import Dispatcher, share_of

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


@given(st.integers(1, 10_000), st.integers(1, 64))
def test_the_shares_of_a_limit_are_the_whole(whole: int, count: int) -> None:
    shares = [share_of(whole, process, count) for process in range(count)]
    assert sum(shares) == max(whole, count)
    assert max(shares) - min(shares) <= 1
    assert shares == sorted(shares, reverse=True)  # ties of the dispatcher go to the first ones

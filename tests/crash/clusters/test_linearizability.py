"""The checker of histories agrees with trying all orders."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.crash.clusters.linearizability import INITIAL, Operation, violations


def is_linearizable(history: list[Operation]) -> bool:
    """By trying all orders, and each choice of the writes without an end that took place."""
    unknown = [each for each in history if each.is_write and each.end == float("inf")]
    for mask in range(2 ** len(unknown)):
        left_out = [each for place, each in enumerate(unknown) if mask >> place & 1]
        operations = [each for each in history if not any(each is other for other in left_out)]
        if any(fits(order) for order in permutations(operations)):
            return True
    return False


def fits(order: tuple[Operation, ...]) -> bool:
    value, latest_begin = INITIAL, float("-inf")
    for operation in order:
        if operation.end < latest_begin:
            return False
        latest_begin = max(latest_begin, operation.begin)
        if operation.is_write:
            value = operation.value
        elif operation.value != value:
            return False
    return True


@st.composite
def histories(draw: st.DrawFn) -> list[Operation]:
    moments = draw(st.permutations(list(range(12))))
    count = draw(st.integers(1, 6))
    writes = draw(st.integers(0, count))
    found = []
    for number in range(count):
        begin, end = sorted(moments[2 * number : 2 * number + 2])
        if number < writes:
            is_unknown = draw(st.booleans())
            found.append(
                Operation(is_write=True, value=f"v{number}", begin=begin, end=float("inf") if is_unknown else end)
            )
        else:
            value = draw(st.sampled_from([INITIAL, *(f"v{each}" for each in range(max(writes, 1)))]))
            found.append(read(value, begin, end))
    return found


@given(histories())
def test_it_finds_a_violation_exactly_if_no_order_fits(history: list[Operation]) -> None:
    assert (violations(history) == []) == is_linearizable(history)


def write(value: str, begin: float, end: float = float("inf")) -> Operation:
    return Operation(is_write=True, value=value, begin=begin, end=end)


def read(value: str, begin: float, end: float) -> Operation:
    return Operation(is_write=False, value=value, begin=begin, end=end)


@pytest.mark.parametrize(
    "history",
    [
        [write("a", 0, 1), read(INITIAL, 2, 3)],
        [write("a", 0, 1), write("b", 2, 3), read("a", 4, 5)],
        [write("a", 0), read("a", 1, 2), read(INITIAL, 3, 4)],
        [read("a", 0, 1), write("a", 2, 3)],
        [read("z", 0, 1)],
    ],
)
def test_lost_and_stale_values_are_found(history: list[Operation]) -> None:
    assert violations(history)

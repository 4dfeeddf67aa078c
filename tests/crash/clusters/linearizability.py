"""Whether the history of one register is linearizable: whether there is an order of its operations, each at a moment
between its begin and its end, in which each read returns the value of the last write.

All values that are written differ. So the operations fall into groups by their values, and Gibbons and Korach ("Testing
shared memories", 1997) need to compare the groups' zones only: a forward zone from the first end to the last begin of a
group, or a backward zone the other way round if all of its operations overlap at some moment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Final

INITIAL: Final = ""
"""The value before the first write."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A write or a read of a value. A write whose outcome is unknown has no end."""

    is_write: bool
    value: str
    begin: float
    end: float = inf


@dataclass(frozen=True, slots=True)
class _Zone:
    begin: float
    end: float
    value: str


def violations(history: Iterable[Operation]) -> list[str]:
    """Why a history is not linearizable; empty if it is."""
    groups: dict[str, list[Operation]] = defaultdict(list)
    groups[INITIAL].append(Operation(is_write=True, value=INITIAL, begin=-inf, end=-inf))
    for operation in history:
        groups[operation.value].append(operation)
    found: list[str] = []
    forward: list[_Zone] = []
    backward: list[_Zone] = []
    for value, operations in groups.items():
        writes = [each for each in operations if each.is_write]
        if len(writes) != 1:
            found.append(f"{value!r} was read and never written" if not writes else f"{value!r} was written twice")
            continue
        (write,) = writes
        if len(operations) == 1 and write.end == inf:
            continue  # it may never have taken place
        found += [f"{value!r} was read before its write began" for each in operations if each.end < write.begin]
        first_end, last_begin = min(each.end for each in operations), max(each.begin for each in operations)
        if first_end < last_begin:
            forward.append(_Zone(first_end, last_begin, value))
        else:
            backward.append(_Zone(last_begin, first_end, value))
    return found + _conflicts(forward, backward)


def _conflicts(forward: list[_Zone], backward: Sequence[_Zone]) -> list[str]:
    forward.sort(key=lambda zone: zone.begin)
    found = [
        f"{one.value!r} and {other.value!r} were both the value at {other.begin:.6f}"
        for one, other in pairwise(forward)
        if other.begin < one.end
    ]
    for zone in backward:
        found += [
            f"{zone.value!r} was written while {other.value!r} was the value, before and after"
            for other in forward
            if other.begin < zone.begin and zone.end < other.end
        ]
    return found

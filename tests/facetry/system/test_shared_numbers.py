"""Numbers are shared with the processes that are forked after they were made."""

from __future__ import annotations

import os

from facetry.system.shared_numbers import shared_numbers


def test_a_child_and_its_parent_see_the_numbers_of_each_other() -> None:
    numbers = shared_numbers(3)
    assert list(numbers) == [0, 0, 0]
    numbers[0] = 2**62
    pid = os.fork()
    if pid == 0:
        numbers[1] = numbers[0] - 1
        numbers[2] = -5
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    assert list(numbers) == [2**62, 2**62 - 1, -5]

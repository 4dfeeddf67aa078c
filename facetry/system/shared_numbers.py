"""Numbers in memory that the processes of a service share: one process writes a number, and all read it.

They are made before the processes are forked. A number is written as a whole, and what a process wrote before it is
visible to whoever reads it: processors keep the order of writes, or the lock of the interpreter makes them.
"""

from __future__ import annotations

import mmap
from collections.abc import MutableSequence
from typing import Final, cast

_BYTES: Final = 8


def shared_numbers(count: int) -> MutableSequence[int]:
    """So many numbers of 64 bits, all 0, which this process shares with those that it forks from now on."""
    memory = mmap.mmap(-1, count * _BYTES, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
    return cast("MutableSequence[int]", memoryview(memory).cast("q"))

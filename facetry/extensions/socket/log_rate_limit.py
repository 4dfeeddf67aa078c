"""Sparing what is said about strangers: whoever can open a socket could fill the log of the service."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

MOST: Final = 10
"""Records in a second."""


class Sparing(logging.Filter):
    """Lets so many records a second through; the first one after that tells how many were left out."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._most = most
        self._clock = clock
        self._second = 0
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is let through."""
        second = int(self._clock())
        if second != self._second:
            left_out = self._count - self._most
            self._second, self._count = second, 0
            if left_out > 0:
                record.msg = f"{record.msg} ({left_out} more were left out)"
        self._count += 1
        return self._count <= self._most

"""A rate limit for log records about clients: anybody who can open a socket could fill the log of the service."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

MAX_RECORDS_PER_SECOND: Final = 10
"""Maximum number of log records in a second."""


class LogRateLimit(logging.Filter):
    """Passes at most `max_records` a second; the first record of a later second says how many were dropped."""

    def __init__(self, max_records: int = MAX_RECORDS_PER_SECOND, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._max_records = max_records
        self._clock = clock
        self._second = 0
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is passed on."""
        second = int(self._clock())
        if second != self._second:
            dropped_count = self._count - self._max_records
            self._second, self._count = second, 0
            if dropped_count > 0:
                record.msg = f"{record.msg} ({dropped_count} more were left out)"
        self._count += 1
        return self._count <= self._max_records

"""A rate limit for log records about clients: anybody who can open a socket could fill the log of the service."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Final

MAX_RECORDS_PER_SECOND: Final = 10
"""Maximum number of log records in a second."""
CLIENT_PERIOD_SECONDS: Final = 10.0
_MAX_KINDS: Final = 64


class LogRateLimit(logging.Filter):
    """Passes at most `max_records` in each period; the first record of a later one says how many were dropped."""

    def __init__(
        self,
        max_records: int = MAX_RECORDS_PER_SECOND,
        clock: Callable[[], float] = time.monotonic,
        period_seconds: float = 1.0,
    ) -> None:
        super().__init__()
        self._period_seconds = period_seconds
        self._max_records = max_records
        self._clock = clock
        self._period = 0
        self._count = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is passed on."""
        period = int(self._clock() / self._period_seconds)
        if period != self._period:
            dropped_count = self._count - self._max_records
            self._period, self._count = period, 0
            if dropped_count > 0:
                record.msg = f"{record.msg} ({dropped_count} more were left out)"
        self._count += 1
        return self._count <= self._max_records


class ClientLogLimit(LogRateLimit):
    """Passes one record of each kind in `CLIENT_PERIOD_SECONDS`. Records with the same text before their arguments are
    of one kind.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(1, clock, CLIENT_PERIOD_SECONDS)
        self._limits: dict[str, LogRateLimit] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is passed on. Beyond `_MAX_KINDS`, all kinds count as one."""
        kind = str(record.msg)
        if kind not in self._limits and len(self._limits) >= _MAX_KINDS:
            return super().filter(record)
        limit = self._limits.setdefault(kind, LogRateLimit(1, self._clock, self._period_seconds))
        return limit.filter(record)


def client_logger(name: str) -> logging.Logger:
    """A logger for faults of clients; see `ClientLogLimit`."""
    log = logging.getLogger(name)
    log.addFilter(ClientLogLimit())
    return log

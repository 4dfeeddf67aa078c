"""The pace of a connection: how slowly a request may arrive, and an answer may be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PAUSE_SECONDS: Final = 20.0
"""Maximum pause between two parts of a body, and between two parts of an answer that the client reads."""
MIN_BYTES_PER_SECOND: Final = 4_096
"""Bodies and answers have this rate at least, beyond one pause."""


@dataclass(slots=True)
class Pace:
    """The progress of a transfer since its start. Times are those of the event loop, in seconds."""

    start: float
    bytes_before: int = 0
    """The bytes at the start, which do not count."""

    def deadline(self, now: float, transferred: int) -> float:
        """The time until which more bytes have to follow, after the bytes that were transferred until `now`."""
        allowed = (transferred - self.bytes_before) / MIN_BYTES_PER_SECOND
        return min(now, self.start + allowed) + PAUSE_SECONDS


class AnswerPace:
    """The pace at which a client reads. It counts while data waits in the buffer of the connection."""

    __slots__ = ("_deadline", "_pace", "_read")

    def __init__(self) -> None:
        self._pace: Pace | None = None
        self._read = 0
        self._deadline = 0.0

    def is_too_slow(self, now: float, written: int, waiting: int) -> bool:
        """Whether the client reads too slowly. `written` and `waiting` are the bytes that the connection was given in
        all, and those that are still in its buffer.
        """
        if not waiting:
            self._pace = None
            return False
        read = written - waiting
        if self._pace is None:
            self._pace, self._read = Pace(now, read), read
            self._deadline = self._pace.deadline(now, read)
        elif read > self._read:
            self._read = read
            self._deadline = self._pace.deadline(now, read)
        return now > self._deadline

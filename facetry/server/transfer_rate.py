"""The minimum transfer rate of a connection: of bodies that arrive, and of answers that are read."""

from __future__ import annotations

from typing import Final

PAUSE_SECONDS: Final = 20.0
"""Maximum pause between two parts of a body, and between two parts of an answer that the client reads."""
MIN_BYTES_PER_SECOND: Final = 4_096
"""Bodies and answers have this rate at least, beyond one pause."""


def deadline(start: float, now: float, transferred: int) -> float:
    """The time until which more bytes have to follow, when so many bytes were transferred between `start` and `now`.
    Times are those of the event loop, in seconds.
    """
    return min(now, start + transferred / MIN_BYTES_PER_SECOND) + PAUSE_SECONDS


class AnswerRate:
    """The rate at which a client reads. It counts while data waits in the buffer of the connection."""

    __slots__ = ("_deadline", "_is_waiting", "_read", "_read_before", "_start")

    def __init__(self) -> None:
        self._is_waiting = False
        self._start = self._deadline = 0.0
        self._read = self._read_before = 0

    def is_too_slow(self, now: float, written: int, waiting: int) -> bool:
        """Whether the client reads too slowly. `written` and `waiting` are the bytes that the connection was given in
        all, and those that are still in its buffer.
        """
        if not waiting:
            self._is_waiting = False
            return False
        read = written - waiting
        if not self._is_waiting:
            self._is_waiting, self._start, self._read, self._read_before = True, now, read, read
            self._deadline = deadline(now, now, 0)
        elif read > self._read:
            self._read = read
            self._deadline = deadline(self._start, now, read - self._read_before)
        return now > self._deadline

"""Interruption of reads: a read ends when its deadline has passed, or when its caller no longer waits for it.

Statements are interrupted by SQLite's progress handler. Work between them calls `checkpoint`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from facetry.system import late_modules

_LOCK_SECONDS: Final = 0.05
"""Time between two checks whether a read that waits for a lock has to end."""


class Lock(Protocol):
    """A lock of `threading`."""

    def acquire(self, blocking: bool = ..., timeout: float = ...) -> bool:
        """Take the lock; whether that was possible."""

    def release(self) -> None:
        """Give the lock back."""


class ReadInterruptedError(Exception):
    """The read that runs in this thread has to end."""


class Interruption:
    """Says when one read has to end. Any thread may cancel it."""

    __slots__ = ("_deadline", "_is_cancelled")

    def __init__(self, seconds: float | None = None) -> None:
        """The deadline is `seconds` from now; None for no deadline."""
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self._is_cancelled = False

    def cancel(self) -> None:
        """End the read as soon as possible."""
        self._is_cancelled = True

    @property
    def remaining(self) -> float | None:
        """Seconds until the deadline; None without one."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    @property
    def is_due(self) -> bool:
        """Whether the read has to end now."""
        return self._is_cancelled or (self._deadline is not None and time.monotonic() >= self._deadline)


class _ThreadState(threading.local):
    interruption: Interruption | None = None
    is_short: bool = False


_thread = _ThreadState()


def is_due() -> bool:
    """Whether the read of this thread has to end now; False outside of reads and inside `shielded`."""
    return _thread.interruption is not None and _thread.interruption.is_due


def checkpoint() -> None:
    """Raise `ReadInterruptedError` when the read of this thread has to end.

    Call it between the steps of long work that is no statement; a step should take less than 0.1 s.
    """
    if is_due():
        raise ReadInterruptedError


def begin_long_work() -> None:
    """Raise `ReadInterruptedError` in a short read: what follows may take long, or waits for another thread.

    The read begins again where it may take long, so nothing may have been changed by halves.
    """
    if _thread.is_short:
        raise ReadInterruptedError


def begin_numeric_work() -> None:
    """Import numpy if that was not done before. It takes too long for a short read: raises `ReadInterruptedError`."""
    if not late_modules.has_numerics():
        begin_long_work()
        late_modules.import_numerics()


@contextmanager
def short(seconds: float) -> Iterator[None]:
    """Let a read run in this block that has to end within `seconds`."""
    previous, _thread.interruption, _thread.is_short = _thread.interruption, Interruption(seconds), True
    try:
        yield
    finally:
        _thread.interruption, _thread.is_short = previous, False


@contextmanager
def interruptible(interruption: Interruption | None) -> Iterator[None]:
    """Apply `interruption` to the read that runs in this block; None shields the block."""
    previous, _thread.interruption = _thread.interruption, interruption
    try:
        yield
    finally:
        _thread.interruption = previous


@contextmanager
def locked(lock: Lock) -> Iterator[None]:
    """Hold a lock. Waiting for it ends when the read has to end; a short read does not wait."""
    if not lock.acquire(blocking=False):
        begin_long_work()
        while not lock.acquire(timeout=_LOCK_SECONDS):
            checkpoint()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def shielded() -> Iterator[None]:
    """Let the block end in any case: others wait for its result, or its state in memory must not be half changed."""
    with interruptible(None):
        yield

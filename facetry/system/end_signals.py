"""The signals that end a command."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SAME_SIGNAL_SECONDS: Final = 0.5
"""A second signal within so long means the same: a terminal and the program that runs there both send one."""


def end_signals() -> list[signal.Signals]:
    """The signals of Ctrl-C, of `kill`, and of a terminal that closes.

    A command that `nohup` started ignores SIGHUP, and continues to.
    """
    is_hangup_ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    return [signal.SIGINT, signal.SIGTERM, *([] if is_hangup_ignored else [signal.SIGHUP])]


@contextmanager
def interrupt_on_end_signals() -> Iterator[None]:
    """Raise KeyboardInterrupt on each of these signals, so that temporary folders are removed before the end."""
    previous_handlers = {number: signal.signal(number, signal.default_int_handler) for number in end_signals()}
    try:
        yield
    finally:
        for number, handler in previous_handlers.items():
            signal.signal(number, handler)

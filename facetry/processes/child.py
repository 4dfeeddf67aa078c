"""The processes that the supervisor forks."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final, NoReturn

from facetry.processes.channels import Channel
from facetry.system.end_signals import end_signals

log: Final = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Child:
    """A process of the service, or one that is to be started again."""

    number: int | None
    """That of an API process; None for the coordinator and for leaders."""
    title: str = "the coordinator"
    """What messages call a process without a number."""
    pid: int | None = None
    channel: Channel | None = None
    """The end of the supervisor; None when the process has closed its own."""
    started: float = 0.0
    start_at: float = 0.0
    """When it is to be started again, on the monotonic clock."""
    failures: int = 0
    """Ends without a stable run before them, in a row."""
    failed_starts: int = 0
    """Starts for which the system had no room, in a row."""
    is_ready: bool = False
    waiting: list[tuple[socket.socket, str]] = field(default_factory=list)
    """Connections that the channel had no room for, with their addresses."""

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.title if self.number is None else f"API process {self.number}"

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, if the process runs."""
        if self.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Have the process end in order, also if it is stopped."""
        self.send_signal(signal.SIGCONT)  # first: threads other than the main one may take a signal that waited
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the process at once, and wait for that."""
        if self.pid is not None:
            self.send_signal(signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid, self.is_ready = None, False

    def poll(self) -> int | None:
        """The exit code of a process that has just ended, negative for a signal; None while it runs."""
        if self.pid is None:
            return None
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if pid else None


def fork(main: Callable[[], int], closed: Collection[int]) -> int:
    """Fork a process that runs `main` and ends with its exit code. It closes the files `closed` first. Returns its id.

    This process must have one thread only. Raises `OSError` when the system has no room for another one.
    """
    _flush_output()
    # A signal that the child gets before it has handlers of its own would be lost in those of this process.
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, end_signals())
    try:
        pid = os.fork()
        if pid == 0:
            _run_child(main, closed, previous)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)
    return pid


def _run_child(main: Callable[[], int], closed: Collection[int], signal_mask: Collection[int]) -> None:
    """Never returns."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number in end_signals():
            # A terminal sends its signals to all processes, and the supervisor decides which process ends when. They
            # are not ignored, because programs that are started would ignore them as well.
            signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else lambda *_: None)
        signal.pthread_sigmask(signal.SIG_SETMASK, signal_mask)
        for each in closed:
            os.close(each)
        code = main()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    except BaseException:
        log.exception("a process of the service failed")
    finally:
        _flush_output()
        os._exit(code)


def _flush_output() -> None:
    for each in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # whoever reads the output may be gone
            each.flush()


def end_at_once() -> NoReturn:
    """End this process because the supervisor has ended, and with it the service: as the supervisor did, without a
    regular end, so that another service can serve the library.
    """
    log.critical("the supervisor has ended, and so does this process")
    os._exit(1)


def describe_end(code: int) -> str:
    """An exit code in words."""
    return f"signal {-code}" if code < 0 else f"exit code {code}"

"""The supervisor: accepts connections, forks the other processes, and replaces those that have ended.

It has one thread and opens no library, so it can fork at any time. What it has imported before, its children share with
it in memory.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import selectors
import signal
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from facetry.processes.channels import Channel, ChannelClosedError
from facetry.processes.child import Child, describe_end, fork
from facetry.processes.connection_passing import ConnectionPassing
from facetry.server.connection_limits import ConnectionLimits
from facetry.system.end_signals import SAME_SIGNAL_SECONDS, end_signals

STABLE_SECONDS: Final = 60.0
"""A process that has run for so long ended for another reason than one that ended before it."""
FIRST_PAUSE_SECONDS: Final = 0.1
MAX_PAUSE_SECONDS: Final = 5.0
"""The pauses before a process is started again: none after the first end, then twice as long each time."""
_MAX_DOUBLINGS: Final = 10
MAX_COORDINATOR_FAILURES: Final = 5
"""After so many ends of the coordinator without a stable run in between, the service ends."""
DRAIN_SECONDS: Final = 15.0
"""How long API processes have to finish their requests at the end. A server takes up to 10 s for that."""
COORDINATOR_SECONDS: Final = 25.0
"""How long the coordinator has for its end after that. The unit for systemd allows a little more than both together."""
_IDLE_SECONDS: Final = 60.0

log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ApiChannels:
    """What an API process is started with."""

    number: int
    supervisor: Channel
    """New connections come from here."""
    frames: socket.socket
    """The link to the coordinator."""
    handovers: socket.socket
    """Connections go to the coordinator here."""


@dataclass(frozen=True, slots=True)
class ProcessMains:
    """What the processes do, after they were forked: functions that return an exit code."""

    coordinator: Callable[[Channel, bool], int]
    """The second argument is whether the service has been ready before."""
    api_process: Callable[[ApiChannels], int]
    leaders: Mapping[str, Callable[[Channel], int]] = field(default_factory=dict)
    """By their titles, the processes that wait until this host of a cluster leads, and do then what only a leader does.
    """


class Supervisor:
    """Runs a coordinator and `count` API processes until a signal ends them, and in a cluster leaders too."""

    def __init__(
        self,
        listener: socket.socket,
        count: int,
        mains: ProcessMains,
        notify: Callable[[str], object],
        limits: Sequence[ConnectionLimits] = (),
    ) -> None:
        """`notify` tells the service manager that the service is ready or stops. `limits` are those of each API process
        on its connections; without them, API processes have none.
        """
        self._mains = mains
        self._notify = notify
        self._coordinator = Child(None)
        self._api_processes = [Child(number) for number in range(count)]
        self._leaders = [Child(None, title) for title in mains.leaders]
        self._selector = selectors.DefaultSelector()
        self._connections = ConnectionPassing(listener, self._api_processes, self._selector, limits)
        self._signals: list[int] = []
        self._is_stopping = self._was_ready = False
        self._stops_since = 0.0
        self._stop_at: float | None = None
        """When the processes that have not ended by then are killed: the coordinator, if it is the last one."""
        self._is_coordinator_last = False
        self._exit_code: int | None = None
        self._own_files: list[int] = []
        """Those of signals and of the selector."""

    def run(self) -> int:
        """Serve until a signal comes. Returns the exit code of the command."""
        gc.collect()
        gc.freeze()  # so that collections of the children do not write to what they share
        with self._signal_handling() as wakeup:
            self._selector.register(wakeup, selectors.EVENT_READ, wakeup)
            if isinstance(self._selector, selectors.EpollSelector):
                self._own_files.append(self._selector.fileno())
            try:
                self._start(self._coordinator)
                while self._exit_code is None:
                    self._run_once()
            finally:
                for each in self._all():  # after an error of the supervisor itself
                    each.kill()
                self._connections.close()
                self._selector.close()
        return self._exit_code

    def _run_once(self) -> None:
        for key, _ in self._selector.select(self._timeout()):
            match key.data:
                case Child():
                    self._read_messages(key.data)
                case ConnectionPassing():
                    self._connections.accept()
                case wakeup:
                    with contextlib.suppress(BlockingIOError):
                        os.read(wakeup, 4096)
        while self._signals:
            self._on_signal(self._signals.pop(0))
        for child in self._all():
            if (code := child.poll()) is not None:
                self._on_end(child, code)
        if not self._is_stopping and self._exit_code is None:
            self._start_due()
        self._connections.run_once(is_open=not self._is_stopping)
        if self._exit_code is None and self._stop_at is not None and time.monotonic() >= self._stop_at:
            self._end_overdue()

    def _timeout(self) -> float:
        """Seconds until something has to be done without a message or a signal."""
        times = [self._stop_at, self._connections.next_at()]
        if not self._is_stopping:
            is_startable = self._coordinator.pid is None or self._coordinator.is_ready
            waiting = self._replaced() if self._coordinator.pid is not None else [self._coordinator]
            times += [each.start_at for each in waiting if each.pid is None and is_startable]
        now = time.monotonic()
        return max(0.0, min((at - now for at in times if at is not None), default=_IDLE_SECONDS))

    def _all(self) -> list[Child]:
        return [self._coordinator, *self._replaced()]

    def _replaced(self) -> list[Child]:
        """The processes that are replaced when they end, while the others go on."""
        return [*self._api_processes, *self._leaders]

    def _start_due(self) -> None:
        now = time.monotonic()
        if self._coordinator.pid is None:
            if self._coordinator.start_at <= now:
                self._start(self._coordinator)
        elif self._coordinator.is_ready:
            for each in self._replaced():
                if each.pid is None and each.start_at <= now:
                    self._start(each)

    def _start(self, child: Child) -> None:
        """Start a process. If the system has no file, process or memory left for it, try again after a pause."""
        ends: list[Channel | socket.socket] = []
        try:
            self._fork(child, ends)
        except OSError as error:
            self._close_channel(child)
            child.failed_starts += 1
            child.start_at = time.monotonic() + _pause_after(child.failed_starts + 1)
            log.error("%s cannot be started now, and is started later: %s", child.name, error.strerror)
        finally:
            for each in ends:
                each.close()

    def _fork(self, child: Child, ends: list[Channel | socket.socket]) -> None:
        """Fork a process. Adds to `ends` what has to be closed here afterwards, also when `OSError` is raised."""
        other_end = self._open_channel(child)
        ends.append(other_end)
        kept, linked = [other_end.fileno()], list[int]()
        if child in self._leaders:
            main = partial(self._mains.leaders[child.title], other_end)
        elif child.number is None:
            main = partial(self._mains.coordinator, other_end, self._was_ready)
        else:
            ends += (frames := socket.socketpair())
            ends += (handovers := socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            kept += [frames[0].fileno(), handovers[0].fileno()]
            linked = [frames[1].fileno(), handovers[1].fileno()]
            main = partial(self._mains.api_process, ApiChannels(child.number, other_end, frames[0], handovers[0]))
        files = {each.channel.fileno() for each in self._all() if each.channel is not None}
        files.update((each.fileno() for each in ends), self._connections.files(), self._own_files)
        child.pid = fork(main, files.difference(kept))
        child.started, child.is_ready, child.failed_starts = time.monotonic(), False, 0
        if linked and self._coordinator.channel is not None:
            # Without its link, the process ends at once and is started again.
            with contextlib.suppress(ChannelClosedError, BlockingIOError):
                self._coordinator.channel.send(["link", child.number, child.pid], linked)

    def _on_end(self, child: Child, code: int) -> None:
        was_ready, run_seconds = child.is_ready, time.monotonic() - child.started
        child.pid, child.is_ready = None, False
        self._close_channel(child)
        if self._is_stopping:
            if child is self._coordinator:
                self._exit_code = 0 if code in (0, -signal.SIGTERM) else _exit_code(code)
            elif not any(each.pid for each in self._replaced()):
                self._end_coordinator()
            return
        child.failures = 0 if run_seconds >= STABLE_SECONDS else child.failures + 1
        child.start_at = time.monotonic() + _pause_after(child.failures)
        if child is not self._coordinator:
            log.error("%s has ended (%s) and is replaced", child.name, describe_end(code))
            return
        self._kill_api_processes()
        if self._was_ready and child.failures < MAX_COORDINATOR_FAILURES:
            log.critical(
                "%s has ended (%s) and is started again; requests wait meanwhile", child.name, describe_end(code)
            )
            return
        self._exit_code = _exit_code(code)
        if was_ready or code < 0:  # else its own message says why
            log.critical("%s has ended (%s), and so does the service", child.name, describe_end(code))

    def _open_channel(self, child: Child) -> Channel:
        """Open the channel to a process; returns the end of that process. Nothing is open when `OSError` is raised."""
        own_end, other_end = Channel.pair()
        try:
            self._selector.register(own_end, selectors.EVENT_READ, child)
        except OSError:
            own_end.close()
            other_end.close()
            raise
        child.channel = own_end
        return other_end

    def _close_channel(self, child: Child) -> None:
        if child.channel is not None:
            self._selector.unregister(child.channel)
            child.channel.close()
            child.channel = None
        self._connections.forget(child)

    def _read_messages(self, child: Child) -> None:
        while child.channel is not None:
            try:
                message, _ = child.channel.receive()
            except BlockingIOError:
                return
            except ChannelClosedError:
                self._close_channel(child)  # its end follows
                return
            if message[0] == "ready":
                self._on_ready(child)
            elif child.number is not None:
                for address, count in message[1].items():
                    self._connections.dispatcher.closed(child.number, address, count)

    def _on_ready(self, child: Child) -> None:
        child.is_ready = True
        if child.number is not None:
            self._connections.dispatcher.add(child.number)
            if not self._was_ready and all(each.is_ready for each in self._api_processes):
                self._was_ready = True
                self._notify("READY=1")

    def _on_signal(self, number: int) -> None:
        if number == signal.SIGCHLD:
            return
        if self._is_stopping:
            if time.monotonic() - self._stops_since >= SAME_SIGNAL_SECONDS:  # an end without waiting for requests
                for each in self._all():
                    each.terminate()
            return
        self._is_stopping, self._stops_since = True, time.monotonic()
        self._connections.close()  # new clients are refused at once, unless systemd keeps the socket for the next start
        self._notify("STOPPING=1")
        self._stop_at = time.monotonic() + DRAIN_SECONDS
        if self._coordinator.channel is not None:
            with contextlib.suppress(ChannelClosedError, BlockingIOError):
                self._coordinator.channel.send(["drain"])
        self._coordinator.send_signal(signal.SIGCONT)  # requests that end may need it
        if self._coordinator.pid is None:  # it was about to be started again
            self._exit_code = 0
        if not any(each.pid for each in self._replaced()):
            self._end_coordinator()
        for each in self._replaced():
            each.terminate()

    def _end_overdue(self) -> None:
        """Kill the processes that have not ended in time."""
        if self._is_coordinator_last:
            log.critical("%s has not ended within %g s and is killed", self._coordinator.name, COORDINATOR_SECONDS)
            self._coordinator.kill()
            self._exit_code = 1
            return
        for each in self._leaders:
            each.kill()
        self._kill_api_processes()

    def _kill_api_processes(self) -> None:
        """End the API processes at once. They must not close the database as the last ones: SQLite would then change
        its files.
        """
        for each in self._api_processes:
            each.kill()
            self._close_channel(each)
        if self._is_stopping:
            self._end_coordinator()

    def _end_coordinator(self) -> None:
        """Have the coordinator end in order, as the last process. A second signal would end it without that order."""
        self._stop_at, self._is_coordinator_last = time.monotonic() + COORDINATOR_SECONDS, True
        self._coordinator.terminate()

    @contextlib.contextmanager
    def _signal_handling(self) -> Iterator[int]:
        """Notes the signals that end a command, and those of children that have ended. Yields a file that is readable
        after each.
        """
        reading_end, writing_end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        numbers = [*end_signals(), signal.SIGCHLD]
        previous = {each: signal.signal(each, lambda number, _: self._signals.append(number)) for each in numbers}
        previous_wakeup = signal.set_wakeup_fd(writing_end, warn_on_full_buffer=False)
        self._own_files += [reading_end, writing_end]
        try:
            yield reading_end
        finally:
            signal.set_wakeup_fd(previous_wakeup)
            for each, handler in previous.items():
                signal.signal(each, handler)
            os.close(reading_end)
            os.close(writing_end)


def _pause_after(failures: int) -> float:
    """Seconds before a process is started again after so many failures in a row."""
    if failures <= 1:
        return 0.0
    return min(FIRST_PAUSE_SECONDS * 2.0 ** min(failures - 2, _MAX_DOUBLINGS), MAX_PAUSE_SECONDS)


def _exit_code(code: int) -> int:
    """The exit code of the command for that of the coordinator, which no request has ended."""
    return code if code > 0 else 1

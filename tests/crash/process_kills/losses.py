"""Judges lost connections: only those of a process that was killed may be lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

PROGRESS_SECONDS: Final = 60.0


@dataclass(eq=False)
class Client:
    """One client with one connection at a time, and the number of its requests that were answered."""

    name: str
    answers: int = 0
    is_over: bool = False


@dataclass
class Losses:
    """Which connections may be lost. Safe for several threads."""

    errors: list[str] = field(default_factory=list)
    count: int = 0
    """Connections that were lost, as they had to be."""
    clients: list[Client] = field(default_factory=list)
    _excused: set[int] = field(default_factory=set)
    _has_kill: bool = False
    _has_no_service: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def join(self, name: str) -> Client:
        """A new client."""
        client = Client(name)
        with self._lock:
            self.clients.append(client)
        return client

    def opened(self, port: int) -> None:
        """A client has opened a connection from this port. During a kill it may reach the process that is killed."""
        with self._lock:
            if self._has_kill:
                self._excused.add(port)
            else:
                self._excused.discard(port)

    def lost(self, port: int | None, what: str) -> None:
        """A client has lost its connection, or could not open one (None)."""
        with self._lock:
            self.count += port is not None
            if not (self._has_no_service if port is None else port in self._excused):
                self.errors.append(f"{what}: the connection from port {port} was lost, and its process was not killed")

    def begin(self, excused: Collection[int], *, has_no_service: bool) -> None:
        """A process is about to be killed that has the connections from the ports `excused`. `has_no_service`: nobody
        accepts connections for a while.
        """
        with self._lock:
            self._excused = set(excused)
            self._has_kill, self._has_no_service = True, has_no_service

    def end(self) -> None:
        """All processes are there again."""
        with self._lock:
            self._has_kill = self._has_no_service = False

    def wait_for_progress(self, errors: Callable[[], Collection[str]]) -> None:
        """Wait until each client has got one more answer: then it knows of each connection that it has lost. Returns
        early when there are `errors`.
        """
        before, deadline = {each: each.answers for each in self.clients}, time.monotonic() + PROGRESS_SECONDS
        while waiting := [each.name for each, count in before.items() if each.answers == count and not each.is_over]:
            if errors():
                return
            assert time.monotonic() < deadline, f"no answers to {waiting}"
            time.sleep(0.005)

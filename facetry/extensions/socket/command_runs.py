"""Runs of commands, from sending until the extension has answered, and the callers that wait for them."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Any, Final

MAX_FINISHED_RUNS: Final = 256
"""Number of finished runs that are remembered: a message of a hook may arrive after its acknowledgement."""


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """The outcome of a run: the value that the extension returned, or an error."""

    value: Any = None
    error: str | None = None


class CommandRuns:
    """All runs, by their context id. For one event loop."""

    def __init__(self) -> None:
        self._running: set[str] = set()
        self._finished: deque[str] = deque(maxlen=MAX_FINISHED_RUNS)
        self._waiters: dict[str, asyncio.Future[CommandOutcome]] = {}

    def __contains__(self, context: object) -> bool:
        """Whether the run is in progress, or one of the last `MAX_FINISHED_RUNS`."""
        return context in self._running or context in self._finished

    def expect(self, context: str) -> asyncio.Future[CommandOutcome]:
        """A future for the outcome of a run that is about to be issued; call `forget` afterwards."""
        future = self._waiters[context] = asyncio.get_running_loop().create_future()
        return future

    def forget(self, context: str) -> None:
        """Remove the future of a run."""
        self._waiters.pop(context, None)

    def begin(self, context: str) -> None:
        """Record that the run was sent."""
        self._running.add(context)

    def end(self, context: str, outcome: CommandOutcome) -> None:
        """Record that the run has finished, and set its future."""
        self._running.discard(context)
        self._finished.append(context)
        future = self._waiters.get(context)
        if future is not None and not future.done():
            future.set_result(outcome)

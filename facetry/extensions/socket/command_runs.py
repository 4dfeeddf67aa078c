"""Activities: runs of commands, from when they are sent until the extension has answered, and who waits for them."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Any, Final

REMEMBERED: Final = 256
"""Runs that are known when they are over: what an extension says in a hook may come behind its acknowledgement."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a run: what the extension returned, or why there is nothing."""

    value: Any = None
    error: str | None = None


class Activities:
    """All runs that are known by their context. For one event loop."""

    def __init__(self) -> None:
        self._running: set[str] = set()
        self._over: deque[str] = deque(maxlen=REMEMBERED)
        self._awaited: dict[str, asyncio.Future[Answer]] = {}

    def __contains__(self, context: object) -> bool:
        """Whether the extension is at it, or was a moment ago."""
        return context in self._running or context in self._over

    def expect(self, context: str) -> asyncio.Future[Answer]:
        """What will come of a run that is about to be given; `forget` it afterwards."""
        awaited = self._awaited[context] = asyncio.get_running_loop().create_future()
        return awaited

    def forget(self, context: str) -> None:
        """Nobody waits for it any more."""
        self._awaited.pop(context, None)

    def begin(self, context: str) -> None:
        """It was sent."""
        self._running.add(context)

    def end(self, context: str, answer: Answer) -> None:
        """It is over."""
        self._running.discard(context)
        self._over.append(context)
        awaited = self._awaited.get(context)
        if awaited is not None and not awaited.done():
            awaited.set_result(answer)

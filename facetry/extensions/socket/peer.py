"""A socket that has identified itself, and the answers that are awaited from it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from facetry.extensions.socket.packet_server import RefusedAcknowledgement

OnAcknowledged = Callable[..., None]
"""Is called with the values of an acknowledgement, of which the first counts."""


class SocketClosedError(Exception):
    """The socket was closed; the outcome of the delivery is unknown."""


class UnansweredError(Exception):
    """The peer did not acknowledge in time."""


class RefusedAnswerError(Exception):
    """The peer acknowledged with a packet that is not valid. The text is a sentence with the fault."""


@dataclass(eq=False, slots=True)
class Peer:
    """A socket with a valid key; `extension` is None for a front end."""

    sid: str
    secret: str = field(repr=False)
    extension: str | None
    is_ready: bool = False
    ended_keys: int = -1
    """How many keys had ended when its own was last found valid."""
    expires: int | None = None
    """When its key expires, by the ending time, in milliseconds since the epoch."""
    handshake: asyncio.Task[None] | None = None
    _pending_answers: set[asyncio.Future[Any]] = field(default_factory=set)

    @property
    def name(self) -> str:
        """What the log calls it."""
        return "a front end" if self.extension is None else f"the extension {self.extension}"

    async def answer_to(self, emit: Callable[[OnAcknowledged], Awaitable[None]], seconds: float) -> Any:
        """Send a message by `emit`, and return the value of its acknowledgement.

        Raises `SocketClosedError` when the socket closes, `UnansweredError` after `seconds`, and `RefusedAnswerError`.
        """
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._pending_answers.add(answer)

        def on_acknowledged(value: Any = None, *_: Any) -> None:
            if answer.done():
                return
            if isinstance(value, RefusedAcknowledgement):
                answer.set_exception(RefusedAnswerError(value.fault))
                answer.exception()  # marks it as retrieved: a cancelled caller awaits it no more
            else:
                answer.set_result(value)

        try:
            await emit(on_acknowledged)
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            raise UnansweredError from None
        finally:
            self._pending_answers.discard(answer)

    def end_answers(self) -> None:
        """Called when the socket has closed."""
        for answer in self._pending_answers:
            if not answer.done():
                answer.set_exception(SocketClosedError(self.extension))
                answer.exception()  # as above

"""Sending events over the socket, and what came of them."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final
from uuid import uuid4

from facetry.events.connection import Ack, ConnectionLostError, Outgoing
from facetry.extensions.socket.command_runs import Activities, Answer
from facetry.extensions.socket.gateway import Gateway, LostError, UnansweredError

SECONDS: Final = 3_600.0
"""More than any delivery is waited for: whoever asks for it gives it up before."""
CONFIRMATION_SECONDS: Final = 2.0
"""How long after the acknowledgement of an event the message may come that tells how its hook ended."""
_LOST: Final = "It was interrupted before it answered."
_FAILED: Final = "The hook failed; the log of the extension may tell why."
_ERROR_CHARACTERS: Final = 1_000


class SocketSender:
    """Sends events to one extension over the connection that it has now."""

    def __init__(self, gateway: Gateway, extension: str, activities: Activities, *, confirms: bool) -> None:
        """`confirms`: whether its SDK tells in a message how a hook ended; the acknowledgement alone says nothing."""
        self._gateway = gateway
        self._extension = extension
        self._activities = activities
        self._confirms = confirms
        self._open: dict[str, asyncio.Future[bool]] = {}

    async def send(self, event: Outgoing) -> Ack:
        """See `Sender.send`."""
        if event.context is None:
            return Ack((await self._answer(event, str(uuid4()))).error)
        return Ack((await self._run(event, event.context)).error)

    async def _run(self, event: Outgoing, context: str) -> Answer:
        """Send a command, and tell those who wait for it, and front ends, what came of it."""
        answer = Answer(error=_LOST)
        self._activities.begin(context)
        try:
            answer = await self._answer(event, context)
        except ConnectionLostError:  # it crashed; what is ended on purpose is run again, and is not over
            await self._tell(context, answer)
            raise
        finally:
            self._activities.end(context, answer)
        await self._tell(context, answer)
        return answer

    async def _tell(self, context: str, answer: Answer) -> None:
        value = {"id": self._extension, "contextId": context, "success": answer.error is None}
        now = time.time_ns() // 1_000_000
        await self._gateway.tell_front_ends("extension.acknowledgment", value, happened=now, is_activity=True)

    async def _answer(self, event: Outgoing, context: str) -> Answer:
        """What the extension returns. Raises `ConnectionLostError`."""
        confirmed: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._confirms:
            self._open[context] = confirmed
        try:
            answer = await self._gateway.deliver(
                self._extension, event.topic, event.value, happened=event.time, seconds=SECONDS, context=context
            )
            if (error := failure(answer)) is not None:
                return Answer(error=error)
            if self._confirms and not await self._is_confirmed(confirmed):
                return Answer(error=_FAILED)
            return Answer(answer)
        except LostError:
            raise ConnectionLostError from None
        except UnansweredError:
            return Answer(error="The extension did not answer.")
        finally:
            self._open.pop(context, None)

    def confirm(self, context: str, *, is_success: bool) -> None:
        """The extension has told how a hook ended."""
        confirmed = self._open.get(context)
        if confirmed is not None and not confirmed.done():
            confirmed.set_result(is_success)

    async def _is_confirmed(self, confirmed: asyncio.Future[bool]) -> bool:
        """Without a word it went well: SDKs of long ago say nothing."""
        try:
            async with asyncio.timeout(CONFIRMATION_SECONDS):
                return await confirmed
        except TimeoutError:
            return True


def failure(answer: Any) -> str | None:
    """What an acknowledgement says of a failure, None when it tells of none."""
    if not isinstance(answer, dict) or answer.get("success") is not False:
        return None
    error = answer.get("error")
    return error[:_ERROR_CHARACTERS] if isinstance(error, str) and error else _FAILED

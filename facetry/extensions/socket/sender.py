"""Sends events to an extension over the socket, and interprets its acknowledgements."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final
from uuid import uuid4

from facetry.events.connection import ATTEMPT_ENDED, Acknowledgement, ConnectionLostError, OutgoingEvent
from facetry.extensions.socket.command_runs import CommandOutcome, CommandRuns
from facetry.extensions.socket.gateway import Gateway
from facetry.extensions.socket.peer import RefusedAnswerError, SocketClosedError, UnansweredError

ANSWER_TIMEOUT_SECONDS: Final = 3_600.0
"""Longer than any delivery may take: the caller gives up earlier."""
CONFIRMATION_SECONDS: Final = 2.0
"""How long to wait, after an acknowledgement, for the message with the outcome of the hook."""
_INTERRUPTED: Final = "The command was interrupted before the extension answered."
_HOOK_FAILED: Final = "The hook failed; see the log of the extension."
_ERROR_CHARACTERS: Final = 1_000


class SocketSender:
    """Sends events to one extension over its present connection; implements `Sender`."""

    def __init__(
        self, gateway: Gateway, extension: str, command_runs: CommandRuns, *, sends_confirmations: bool
    ) -> None:
        """`sends_confirmations`: whether the SDK reports the outcome of a hook in a message after acknowledging."""
        self._gateway = gateway
        self._extension = extension
        self._command_runs = command_runs
        self._sends_confirmations = sends_confirmations
        self._confirmations: dict[str, asyncio.Future[bool]] = {}

    async def send(self, event: OutgoingEvent) -> Acknowledgement:
        """Send an event and return the answer of the extension."""
        if event.context_id is None:
            return Acknowledgement((await self._deliver(event, str(uuid4()))).error)
        return Acknowledgement((await self._run_command(event, event.context_id)).error)

    async def _run_command(self, event: OutgoingEvent, context: str) -> CommandOutcome:
        """Send a command, and report its outcome to waiting callers and to front ends."""
        outcome = CommandOutcome(error=_INTERRUPTED)
        self._command_runs.begin(context)
        try:
            outcome = await self._deliver(event, context)
        except ConnectionLostError:
            await self._announce_outcome(context, outcome)
            raise
        except asyncio.CancelledError as reason:
            if ATTEMPT_ENDED in reason.args:  # a command that a deliberate stop interrupts is sent again
                await self._announce_outcome(context, outcome)
            raise
        finally:
            self._command_runs.end(context, outcome)
        await self._announce_outcome(context, outcome)
        return outcome

    async def _announce_outcome(self, context: str, outcome: CommandOutcome) -> None:
        value = {"id": self._extension, "contextId": context, "success": outcome.error is None}
        now = time.time_ns() // 1_000_000
        await self._gateway.send_to_front_ends(
            "extension.acknowledgment", value, event_time=now, is_activity=True, context_id=context
        )

    async def _deliver(self, event: OutgoingEvent, context: str) -> CommandOutcome:
        """Deliver an event, and return its outcome. Raises `ConnectionLostError`."""
        confirmation: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._sends_confirmations:
            self._confirmations[context] = confirmation
        try:
            answer = await self._gateway.deliver(
                self._extension,
                event.topic,
                event.value,
                event_time=event.time,
                seconds=ANSWER_TIMEOUT_SECONDS,
                context_id=context,
            )
            if (error := error_of(answer)) is not None:
                return CommandOutcome(error=error)
            if self._sends_confirmations and not await self._is_confirmed(confirmation):
                return CommandOutcome(error=_HOOK_FAILED)
            return CommandOutcome(answer)
        except SocketClosedError:
            raise ConnectionLostError from None
        except UnansweredError:
            return CommandOutcome(error="The extension did not answer.")
        except RefusedAnswerError as error:
            return CommandOutcome(error=f"The acknowledgement of the extension is not valid. {error}")
        finally:
            self._confirmations.pop(context, None)

    def confirm(self, context: str, *, is_success: bool) -> None:
        """Record the outcome of a hook that the extension reported in a message."""
        confirmation = self._confirmations.get(context)
        if confirmation is not None and not confirmation.done():
            confirmation.set_result(is_success)

    async def _is_confirmed(self, confirmation: asyncio.Future[bool]) -> bool:
        """Whether the hook succeeded. No message counts as success: the oldest SDKs send none."""
        try:
            async with asyncio.timeout(CONFIRMATION_SECONDS):
                return await confirmation
        except TimeoutError:
            return True


def error_of(answer: Any) -> str | None:
    """The error in an acknowledgement, None when it reports none."""
    if not isinstance(answer, dict) or answer.get("success") is not False:
        return None
    error = answer.get("error")
    return error[:_ERROR_CHARACTERS] if isinstance(error, str) and error else _HOOK_FAILED

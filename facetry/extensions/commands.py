"""Runs commands of extensions. A command is an event in the log; `run` also waits for the value it returns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID, uuid4

import orjson

from facetry.errors import FaultError, FaultKind, unavailable, upstream_failure
from facetry.extensions.socket import readiness
from facetry.extensions.socket.command_runs import CommandRuns
from facetry.extensions.socket.gateway import Gateway
from facetry.library.tasks import commands
from facetry.library.tasks.commands import CommandOrder
from facetry.store.store import Store
from facetry.validate import views
from facetry.validate.finding import fault_in_text

ANSWER_SECONDS: Final = 600.0
"""How long `run` waits for the result of a command, in seconds."""
_RETRY_SECONDS: Final = 5


@dataclass(frozen=True, slots=True)
class CommandRequest:
    """A requested command.

    For faults: `extension_parameter` is the request parameter with the extension's id, `parameters_pointer` the JSON
    pointer to the command's parameters in the body.
    """

    extension: str
    command: str
    parameters: Mapping[str, Any] | None
    images: Sequence[UUID] | None
    extension_parameter: str
    parameters_pointer: str


class Commands:
    """Issues commands to extensions, and waits for their results."""

    def __init__(
        self, store: Store, gateway: Gateway, command_runs: CommandRuns, is_starting: Callable[[str], bool]
    ) -> None:
        """`is_starting`: whether an extension that is not connected is being started."""
        self._store = store
        self._gateway = gateway
        self._command_runs = command_runs
        self._is_starting = is_starting

    async def accept(self, request: CommandRequest) -> UUID:
        """Issue the command, which runs now or when the extension is connected again; returns the context of the run.

        Raises `FaultError`: 400 as `library.tasks.commands.check`.
        """
        order = _make_order(request)
        await self._issue(request, order, await self._check(request, order))
        return order.context_id

    async def run(self, request: CommandRequest) -> tuple[UUID, Any]:
        """Issue the command and wait for its result; returns the context of the run and the result.

        Raises `FaultError`: 400 as `accept`, 503 when the extension is not connected, 502 when it fails, does not
        answer, or returns an invalid result.
        """
        order = _make_order(request)
        accepted = await self._check(request, order)  # a refusal never waits for the extension
        seconds = readiness.START_TIMEOUT_SECONDS if self._is_starting(request.extension) else 0.0
        if not await readiness.wait_until_ready(self._gateway, request.extension, seconds):
            detail = f"The extension {request.extension} is not connected."
            raise unavailable("command.connection", detail, retry_after=_RETRY_SECONDS)
        context = str(order.context_id)
        outcome_future = self._command_runs.expect(context)
        try:
            await self._issue(request, order, accepted)
            async with asyncio.timeout(ANSWER_SECONDS):
                outcome = await outcome_future
        except TimeoutError:
            detail = f"The extension did not answer within {ANSWER_SECONDS:g} s; the command may still be running."
            raise upstream_failure("command.unanswered", detail) from None
        finally:
            self._command_runs.forget(context)
        if outcome.error is not None:
            raise upstream_failure("command.failed", f"The extension failed: {outcome.error}")
        await asyncio.to_thread(_require_valid_result, outcome.value)
        return order.context_id, outcome.value

    async def _check(self, request: CommandRequest, order: CommandOrder) -> Mapping[str, Any]:
        def query(connection: Any) -> Mapping[str, Any]:
            return commands.check(
                connection, order, parameter=request.extension_parameter, pointer=request.parameters_pointer
            )

        return await self._store.read(query)

    async def _issue(self, request: CommandRequest, order: CommandOrder, accepted: Mapping[str, Any]) -> None:
        """Issue the order; `accepted` is the result of `_check`, which is repeated because the library may differ."""
        names = {"parameter": request.extension_parameter, "pointer": request.parameters_pointer}
        await self._store.write(lambda work: commands.issue(work, order, **names, accepted=accepted))


def _make_order(request: CommandRequest) -> CommandOrder:
    return CommandOrder(request.extension, request.command, request.parameters, request.images, uuid4())


def _require_valid_result(value: Any) -> None:
    """Raise 502 unless a result is JSON and, with a member `schemaVersion`, a valid view document."""
    try:
        text = orjson.dumps(value).decode()
    except (TypeError, ValueError):
        raise upstream_failure("command.result", "The extension returned a value that is not JSON.") from None
    if isinstance(value, dict) and "schemaVersion" in value:
        fault = views.fault(text)
        if fault is not None:
            placed = fault_in_text(fault, pointer=fault.pointer or "", label="view document")
            detail = f"The extension returned an invalid view document. {placed.detail}"
            raise FaultError(replace(placed, kind=FaultKind.UPSTREAM, detail=detail))

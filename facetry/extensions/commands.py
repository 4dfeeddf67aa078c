"""Running commands: given as events of the log and, where somebody waits, answered with what the extension returns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid4

import orjson

from facetry.errors import unavailable, upstream
from facetry.extensions.socket import readiness
from facetry.extensions.socket.command_runs import Activities
from facetry.extensions.socket.gateway import Gateway
from facetry.library.tasks import commands
from facetry.library.tasks.commands import Order
from facetry.store.store import Store
from facetry.validate import views

ANSWER_SECONDS: Final = 600.0
"""How long what an extension returns is waited for."""
_RETRY_SECONDS: Final = 5


@dataclass(frozen=True, slots=True)
class Given:
    """What a request asks for; `parameter` is its name of the extension, `pointer` where its parameters stand."""

    extension: str
    command: str
    parameters: Mapping[str, Any] | None
    images: Sequence[UUID] | None
    parameter: str
    pointer: str


class Commands:
    """Has extensions run commands."""

    def __init__(
        self, store: Store, gateway: Gateway, activities: Activities, is_starting: Callable[[str], bool]
    ) -> None:
        """`is_starting`: whether an extension that is not connected may be in a moment."""
        self._store = store
        self._gateway = gateway
        self._activities = activities
        self._is_starting = is_starting

    async def accept(self, given: Given) -> UUID:
        """Have the command run, now or when the extension is connected again; returns the context of the run.

        400 as `library.commands.judge` and `give` say.
        """
        order = _order(given)
        await self._judge(given, order)
        await self._give(given, order)
        return order.context

    async def run(self, given: Given) -> tuple[UUID, Any]:
        """Have the command run, and wait for what the extension returns; with it comes the context of the run.

        400 as above, 503 when the extension is not connected, 502 when it fails or returns what cannot be passed on.
        """
        order = _order(given)
        await self._judge(given, order)
        seconds = readiness.SECONDS if self._is_starting(given.extension) else 0.0
        if not await readiness.is_ready(self._gateway, given.extension, seconds):
            detail = f"The extension {given.extension} is not connected."
            raise unavailable("command.connection", detail, retry_after=_RETRY_SECONDS)
        context = str(order.context)
        answering = self._activities.expect(context)
        try:
            await self._give(given, order)
            async with asyncio.timeout(ANSWER_SECONDS):
                answer = await answering
        except TimeoutError:
            detail = f"The extension did not answer within {ANSWER_SECONDS:g} s; it may be at it still."
            raise upstream("command.unanswered", detail) from None
        finally:
            self._activities.forget(context)
        if answer.error is not None:
            raise upstream("command.failed", f"The extension failed: {answer.error}")
        await asyncio.to_thread(_require_passable, answer.value)
        return order.context, answer.value

    async def _judge(self, given: Given, order: Order) -> None:
        def query(connection: Any) -> None:
            commands.judge(connection, order, parameter=given.parameter, pointer=given.pointer)

        await self._store.read(query)

    async def _give(self, given: Given, order: Order) -> None:
        await self._store.write(lambda work: commands.give(work, order, parameter=given.parameter))


def _order(given: Given) -> Order:
    return Order(given.extension, given.command, given.parameters, given.images, uuid4())


def _require_passable(value: Any) -> None:
    """502 unless what an extension returned is JSON, and a view document if it says that it is one."""
    try:
        text = orjson.dumps(value).decode()
    except (TypeError, ValueError):
        raise upstream("command.result", "The extension returned something that is no JSON.") from None
    if isinstance(value, dict) and "schemaVersion" in value:
        fault = views.fault(text)
        if fault is not None:
            detail = f"The extension returned a view document that is none: {fault.detail}"
            raise upstream("command.view", detail, pointer=fault.pointer, value=fault.value)

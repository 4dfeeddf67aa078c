"""A running extension: events of the socket are handed to its hooks, and the results are sent back."""

from __future__ import annotations

import asyncio
import inspect
import json
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from facetry_extension.api.client import Client
from facetry_extension.communicator import Common, Communicator, Delivery, log_line
from facetry_extension.configuration import ConfigurationError, Parameters
from facetry_extension.extension import HOOKS, Extension
from facetry_extension.limiter import Limiter
from facetry_extension.link import ConnectionFailedError, Link
from facetry_extension.texts import well_formed
from facetry_extension.views.part import Part

STOPPED: Final = 0
NOT_STARTED: Final = 1
NOT_CONNECTED: Final = 2
NOT_READY: Final = 3

VERSIONS: Final = "extension.versions"
READY: Final = "extension.ready"
SETTINGS: Final = "extension.settings"
LIFECYCLE_HOOKS: Final = ("on_upgrade", "on_ready", "on_terminate")
ERROR_CHARACTERS: Final = 2_000
ENVELOPE_BYTES: Final = 256
"""Around a result, in its message."""
WATCH_SECONDS: Final = 1.0
BLOCKED_SECONDS: Final = 5.0
"""How long a hook may keep all others, and the socket, from going on before a warning."""

log = logging.getLogger(__name__)


class Runtime:
    """One extension beside one service. `run` it once."""

    def __init__(self, extension: Extension, load: Callable[[], Parameters]) -> None:
        """`load` is asked again before each connection: the service makes a new key whenever it starts."""
        check(extension)
        parameters = load()
        self._extension = extension
        self._load = load
        self._parameters = parameters
        self._api = Client(parameters.url, parameters.key, extension_id=parameters.extension_id)
        self._link = Link(self._load_parameters, self._on_event, extension.patience)
        threads = ThreadPoolExecutor(extension.concurrency, thread_name_prefix="facetry")
        self._common = Common(self._api, self._link, threads)
        self._extension._communicator = Communicator(self._common)
        self._image_limiter = Limiter(extension.concurrency)
        self._other_limiter = Limiter(extension.concurrency)
        self._status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._steps: dict[str, asyncio.Task[None]] = {}
        self._hooks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    async def run(self) -> int:
        """Handle events until something ends it; the exit status."""
        connecting = asyncio.create_task(self._connect())
        watching = asyncio.create_task(_warn_when_blocked())
        try:
            status = await self._status
            if status == STOPPED:
                await self._terminate()
            await self._link.close()
            return status
        finally:
            self._is_closed = True  # what is cancelled from here on is not answered
            await _cancel_all(connecting, watching, *self._steps.values(), *self._hooks)
            self._common.threads.shutdown(wait=False, cancel_futures=True)
            await self._api.close()

    def stop(self) -> None:
        """Have `run` end with status 0."""
        self._end(STOPPED)

    def _end(self, status: int) -> None:
        if not self._status.done():
            self._status.set_result(status)

    async def _connect(self) -> None:
        try:
            await self._link.run()
        except ConnectionFailedError:
            log.error("the service at %s was not reached", self._parameters.url)
            self._end(NOT_CONNECTED)
        except Exception:
            log.exception("the socket failed")
            self._end(NOT_CONNECTED)

    def _load_parameters(self) -> Parameters:
        parameters = self._load()
        self._api.use(parameters.key)
        return parameters

    async def _terminate(self) -> None:
        try:
            await self._extension.on_terminate()
        except Exception:
            log.exception("on_terminate failed")

    # Events.

    async def _on_event(self, message: Any = None) -> Any:
        """The acknowledgement of an event."""
        delivery = _delivery_of(message)
        if delivery is None:
            log.error("an event was not understood")
            return _failure("the event was not understood")
        if delivery.channel in (VERSIONS, READY):
            return await self._step(delivery)
        task = asyncio.current_task()
        if task is not None:
            self._hooks.add(task)
            task.add_done_callback(self._hooks.discard)
        return await self._answer(delivery)

    async def _answer(self, delivery: Delivery) -> Any:
        try:
            result = _result(await self._call_hook(delivery), self._link.max_message_bytes - ENVELOPE_BYTES)
        except asyncio.CancelledError:
            if self._is_closed:
                raise
            return await self._report_failure(delivery, "the hook was cancelled")
        except Exception as error:
            log.exception("the hook of %s failed", delivery.channel)
            return await self._report_failure(delivery, f"{type(error).__name__}: {error}")
        if delivery.is_activity:  # front ends get its end; for all else, the acknowledgement is enough
            await self._link.send("acknowledgment", {"success": True}, delivery.context_id)
        return result

    async def _call_hook(self, delivery: Delivery) -> Any:
        if delivery.channel not in HOOKS:
            raise LookupError(f"there is no hook for {delivery.channel}")
        _, hook = HOOKS[delivery.channel]
        if delivery.channel == SETTINGS:
            self._common.settings["value"] = delivery.value["value"]
        limiter = self._other_limiter if delivery.image_id is None else self._image_limiter
        key = SETTINGS if delivery.channel == SETTINGS else delivery.image_id
        async with limiter.slot(key):
            return await hook(self._extension, Communicator(self._common, delivery), delivery.value)

    async def _report_failure(self, delivery: Delivery, reason: str) -> dict[str, Any]:
        """Report a failure in both ways: services that do not read acknowledgements read the instruction."""
        text = reason[:ERROR_CHARACTERS]
        await self._link.send("log", log_line("error", text, delivery), delivery.context_id)
        await self._link.send("acknowledgment", {"success": False}, delivery.context_id)
        return _failure(text)

    # The steps before events.

    async def _step(self, delivery: Delivery) -> Any:
        if delivery.channel == READY:
            return await self._run_step(delivery, "on_ready", READY, NOT_READY, self._extension.on_ready)
        current, previous = str(delivery.value.get("current")), delivery.value.get("previous")
        if not delivery.value.get("upgrade"):
            return True
        hook = partial(self._extension.on_upgrade, current, previous)
        return await self._run_step(delivery, "on_upgrade", f"{VERSIONS} {current}", NOT_STARTED, hook)

    async def _run_step(
        self, delivery: Delivery, name: str, step: str, status: int, hook: Callable[[], Coroutine[Any, Any, None]]
    ) -> Any:
        """A step runs once: when the connection is lost meanwhile, the next one waits for it to end."""
        if step not in self._steps:
            self._steps[step] = asyncio.create_task(hook())
        try:
            await asyncio.shield(self._steps[step])
            return True
        except Exception as error:
            log.exception("%s failed", name)
            answer = await self._report_failure(delivery, f"{name} failed: {type(error).__name__}: {error}")
            self._end(status)
            return answer


def check(extension: Extension) -> None:
    """Raises `ConfigurationError` for a hook that is no coroutine function."""
    for name in (*LIFECYCLE_HOOKS, *(name for name, _ in HOOKS.values())):
        if not inspect.iscoroutinefunction(getattr(extension, name)):
            raise ConfigurationError(f"{type(extension).__name__}.{name} has to be an `async def`")


def hooks_without_event(extension: Extension, events: frozenset[str]) -> list[tuple[str, str]]:
    """The hooks that are overridden although the manifest has no event for them, each with its event."""
    return [
        (name, channel)
        for channel, (name, _) in HOOKS.items()
        if channel not in {*events, SETTINGS} and getattr(type(extension), name) is not getattr(Extension, name)
    ]


def _delivery_of(message: Any) -> Delivery | None:
    if not isinstance(message, dict):
        return None
    channel, context, value = message.get("channel"), message.get("contextId"), message.get("value")
    if not (isinstance(channel, str) and isinstance(context, str) and isinstance(value, dict)):
        return None
    time_ms = message.get("milliseconds")
    return Delivery(
        channel, context, time_ms if isinstance(time_ms, int) else 0, value, message.get("isActivity") is True
    )


def _result(returned: Any, max_bytes: int) -> Any:
    """What a hook returned, as JSON. Raises `TypeError` or `ValueError` for what is none, or more than so many bytes:
    the service would end the connection upon it.
    """
    result = returned.to_dict() if isinstance(returned, Part) else well_formed(returned)
    if result is not None and result is not True:
        size = len(json.dumps(result, allow_nan=False))
        if size > max_bytes:
            raise ValueError(f"what the hook returned has {size} bytes, and the service takes {max_bytes}")
    return result


def _failure(reason: str) -> dict[str, Any]:
    return {"success": False, "error": well_formed(reason)}


async def _warn_when_blocked() -> None:
    """Name the fault that is hardest to find: a hook that blocks, so that the service takes the extension for dead."""
    while True:
        started = time.monotonic()
        await asyncio.sleep(WATCH_SECONDS)
        if (delay := time.monotonic() - started - WATCH_SECONDS) > BLOCKED_SECONDS:
            log.warning("a hook blocked everything else for %.1f s: do such work with communicator.run(…)", delay)


async def _cancel_all(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

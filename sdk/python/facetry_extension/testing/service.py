"""A service that an extension under test connects to."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import time
import warnings
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self, TypeVar
from uuid import uuid4

import socketio
from aiohttp import web

from facetry_extension.configuration import Parameters
from facetry_extension.extension import Extension
from facetry_extension.link import ConnectionLostError, acknowledgment
from facetry_extension.runtime import Runtime
from facetry_extension.testing.library import PICTURE, Call, Library, Refusal
from facetry_extension.testing.operations import execute
from facetry_extension.testing.refusals import HookError, require_features, require_manifest, require_view
from facetry_extension.testing.validator import MISSING, find_validator

E = TypeVar("E", bound=Extension)
Answerer = Callable[[Mapping[str, Any]], Mapping[str, Any]]

EXTENSION_ID: Final = "extension"
KEY: Final = "key-of-the-extension"
TIMEOUT_SECONDS: Final = 10.0
CLOSE_SECONDS: Final = 0.5
MAX_MESSAGE_BYTES: Final = 16_777_216
COMMANDS: Final = ("image.runCommand", "process.runCommand")
WRITES_OF_FEATURES: Final = ("setFeatures", "ensureFeatures")

_library_log: Final = logging.getLogger(f"{__name__}.library")
_library_log.setLevel(logging.CRITICAL)


class NotConnectedError(Exception):
    """The extension is not connected, or the connection was closed before it answered."""


class EndedError(Exception):
    """The extension ended by itself."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the extension ended with status {status}")
        self.status = status
        """What its process would have ended with."""


@dataclass(eq=False, slots=True)
class _Failure:
    operation: str
    status: int
    rule: str
    times: int


class FakeService:
    """A service with one extension. Everything that the extension does is kept in its lists."""

    def __init__(
        self,
        *,
        extension_id: str = EXTENSION_ID,
        settings: Mapping[str, Any] | None = None,
        folder: str | os.PathLike[str] | None = ".",
    ) -> None:
        """`folder` is that of the extension: its `manifest.json`, if there is one, is validated. None: it is not."""
        self.extension_id = extension_id
        self._folder = None if folder is None else Path(folder)
        self._validates = False
        self.settings = dict(settings or {})
        self.url = ""
        self.library = Library()
        self.calls: list[Call] = []
        """Every request of the extension."""
        self.connections: list[Mapping[str, Any]] = []
        """The first message of each connection of the extension."""
        self.logs: list[Mapping[str, Any]] = []
        """Its log lines, as `level`, `message` and `entity`."""
        self.notifications: list[Mapping[str, Any]] = []
        self.acknowledgments: list[tuple[str, bool]] = []
        """The context id and the success of each delivery that it acknowledged by a message."""
        self.intents: list[Mapping[str, Any]] = []
        self._answer: Answerer = lambda intent: {"error": "no front end is connected"}  # noqa: ARG005
        self._failures: list[_Failure] = []
        self._server = socketio.AsyncServer(
            async_mode="aiohttp",
            transports=["websocket"],
            max_http_buffer_size=MAX_MESSAGE_BYTES,
            monitor_clients=False,
            logger=_library_log,
            engineio_logger=_library_log,
        )
        self._server.on("connection", self._on_connection)
        self._server.on("instructions", self._on_instruction)
        self._server.on("disconnect", self._on_disconnect)
        self._sid: str | None = None
        self._closed = asyncio.Event()
        self._ready = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._upgrade: Mapping[str, Any] = {"current": "1.0.0", "upgrade": False}
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        self._validates = find_validator() is not None
        if not self._validates:
            warnings.warn(f"Manifests and view documents are not validated. {MISSING}", stacklevel=2)
        app = web.Application(client_max_size=MAX_MESSAGE_BYTES)
        self._server.attach(app)
        app.router.add_route("*", "/{path:.*}", self._on_request)
        self._runner = web.AppRunner(app, shutdown_timeout=CLOSE_SECONDS)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._sid is not None:
            await self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.shutdown()
        if self._runner is not None:
            await self._runner.cleanup()

    # The extension.

    @property
    def parameters(self) -> Parameters:
        """The parameters with which the extension starts."""
        return Parameters(self.extension_id, self.url, KEY)

    @contextlib.asynccontextmanager
    async def running(
        self, extension: E, *, upgrade_to: str | None = None, upgrade_from: str | None = None
    ) -> AsyncIterator[E]:
        """Run the extension beside the test, from `on_ready` to `on_terminate`.

        With `upgrade_to`, its upgrade hook is called first. Raises `EndedError` when it ends before it is ready, and
        `InvalidManifestError` for a manifest that the service would refuse.
        """
        if self._validates and self._folder is not None:
            await asyncio.to_thread(require_manifest, self._folder)
        if upgrade_to is not None:
            previous = {} if upgrade_from is None else {"previous": upgrade_from}
            self._upgrade = {"current": upgrade_to, "upgrade": True, **previous}
        runtime = Runtime(extension, lambda: self.parameters)
        task = asyncio.create_task(runtime.run())
        ready = asyncio.create_task(self.ready())
        try:
            await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                raise EndedError(task.result())
            await ready
            yield extension
        finally:
            ready.cancel()
            runtime.stop()
            await task

    async def ready(self, seconds: float = TIMEOUT_SECONDS) -> None:
        """Wait until the extension is ready for events."""
        async with asyncio.timeout(seconds):
            await self._ready.wait()

    async def cut(self) -> None:
        """End the connection of the extension without a message, as when a network fails; it connects again."""
        if self._sid is None:
            return
        transport = self._server.get_environ(self._sid)["aiohttp.request"].transport
        if transport is not None:
            transport.abort()
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await self._closed.wait()

    # The library.

    def add_image(self, content: bytes = PICTURE, *, metadata: Mapping[str, str] | None = None, **record: Any) -> str:
        """A new image, with these members of its record; its identifier. The extension gets no event about it."""
        return self.library.add(content, metadata or {}, record)

    def tags(self, image_id: str) -> set[str]:
        """The tags of the extension on the image."""
        return set(self.library.picture(image_id).tags.get(self.extension_id, ()))

    def features(self, image_id: str) -> list[Any]:
        """The features of the extension on the image."""
        return list(self.library.picture(image_id).features.get(self.extension_id, ()))

    def embeddings(self, image_id: str) -> dict[str, list[float]]:
        """The vectors of the extension on the image, by name."""
        return dict(self.library.picture(image_id).embeddings.get(self.extension_id, {}))

    # Requests of the service.

    async def compute_tags(self, image_id: str) -> Any:
        """Have the tags of the image computed. Raises `HookError`."""
        return await self.send("image.computeTags", {"id": image_id})

    async def compute_features(self, image_id: str) -> Any:
        """Have the features of the image computed. Raises `HookError`."""
        return await self.send("image.computeFeatures", {"id": image_id})

    async def compute_embeddings(self, image_id: str) -> Any:
        """Have the embeddings of the image computed. Raises `HookError`."""
        return await self.send("image.computeEmbeddings", {"id": image_id})

    async def embed_text(self, text: str) -> list[float]:
        """The embedding of the text. Raises `HookError`."""
        values: list[float] = await self.send("text.computeEmbeddings", {"text": text})
        return values

    async def run_image_command(
        self, command_id: str, image_ids: Sequence[str], parameters: Mapping[str, Any] | None = None
    ) -> Any:
        """Run a command on images; what it returned. Raises `HookError`."""
        value = {"commandId": command_id, "imageIds": list(image_ids), "parameters": dict(parameters or {})}
        return await self.send("image.runCommand", value, is_activity=True)

    async def run_process_command(self, command_id: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """Run a command; what it returned. Raises `HookError`."""
        value = {"commandId": command_id, "parameters": dict(parameters or {})}
        return await self.send("process.runCommand", value, is_activity=True)

    async def change_settings(self, settings: Mapping[str, Any]) -> None:
        """Give the extension other settings."""
        self.settings = dict(settings)
        await self.send("extension.settings", {"id": self.extension_id, "value": self.settings})

    async def send(
        self, channel: str, value: Mapping[str, Any], *, is_activity: bool = False, seconds: float = TIMEOUT_SECONDS
    ) -> Any:
        """Send any event to the extension once it is ready; what its hook returned.

        Raises `HookError` when that failed, `InvalidViewError` when a command returned a view document that the service
        would refuse, `NotConnectedError` when the connection was lost, `TimeoutError` when no answer arrived.
        """
        await self.ready(seconds)
        answer = await self._request(channel, value, is_activity=is_activity, seconds=seconds)
        if isinstance(answer, dict) and answer.get("success") is False:
            raise HookError(str(answer.get("error")))
        if self._validates and channel in COMMANDS:
            await asyncio.to_thread(require_view, answer)
        return answer

    def fail(self, operation: str, *, status: int = 500, rule: str = "fake.failure", times: int = 1) -> None:
        """Have the next requests of an operation, such as `setTags`, fail. 503 and 429 are tried again by the SDK."""
        self._failures.append(_Failure(operation, status, rule, times))

    def answer_intents(self, answerer: Answerer) -> None:
        """Answer intents with what the function returns for one: an object with `value`, `cancel` or `error`.

        As in the service, one without these members is an error, if the intent is a form that requires some.
        """
        self._answer = answerer

    # Messages of the extension.

    async def _on_connection(self, sid: str, message: Any) -> Any:
        if not self._is_authentic(message):
            return None
        self.connections.append({key: value for key, value in message.items() if key != "apiKey"})
        self._closed.set()  # the newer connection is the one that lives
        self._sid, self._closed = sid, asyncio.Event()
        task = asyncio.create_task(self._handshake())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return {"maximumPayloadSizeInBytes": MAX_MESSAGE_BYTES}

    async def _handshake(self) -> None:
        with contextlib.suppress(NotConnectedError, TimeoutError):
            if await self._request("extension.versions", self._upgrade) is not True:
                return
            self._upgrade = {**self._upgrade, "upgrade": False}
            if await self._request("extension.ready", {"id": self.extension_id}) is True:
                self._ready.set()

    async def _on_instruction(self, sid: str, message: Any) -> Any:
        if not self._is_authentic(message) or sid != self._sid:
            return None
        if "log" in message:
            self.logs.append(message["log"])
        elif "notification" in message:
            self.notifications.append(message["notification"])
        elif "acknowledgment" in message:
            self.acknowledgments.append((message["contextId"], message["acknowledgment"]["success"]))
        elif "intent" in message:
            self.intents.append(message["intent"])
            return _validated_answer(self._answer(message["intent"]), message["intent"])
        return None

    async def _on_disconnect(self, sid: str, *_: Any) -> None:
        if sid == self._sid:
            self._sid = None
            self._ready.clear()
            self._closed.set()

    def _is_authentic(self, message: Any) -> bool:
        return isinstance(message, dict) and (message.get("apiKey"), message.get("extensionId")) == (
            KEY,
            self.extension_id,
        )

    async def _request(
        self, channel: str, value: Mapping[str, Any], *, is_activity: bool = False, seconds: float = TIMEOUT_SECONDS
    ) -> Any:
        if (sid := self._sid) is None:
            raise NotConnectedError
        now = time.time_ns() // 1_000_000
        event: dict[str, Any] = {"channel": channel, "contextId": str(uuid4()), "milliseconds": now, "value": value}
        if is_activity:
            event["isActivity"] = True
        try:
            return await acknowledgment(
                lambda callback: self._server.emit("events", event, to=sid, callback=callback), self._closed, seconds
            )
        except ConnectionLostError:
            raise NotConnectedError from None
        except TimeoutError:
            raise TimeoutError(f"{channel} was not answered within {seconds:g} seconds") from None

    async def _on_request(self, request: web.Request) -> web.Response:
        content = await request.read()
        is_json = request.content_type == "application/json"
        operation = request.path.rstrip("/").rsplit("/", 1)[-1]
        body = json.loads(content) if is_json and content else None
        call = Call(operation, request.method, request.path, dict(request.query), body)
        self.calls.append(call)
        try:
            if request.headers.get("Authorization") != f"Bearer {KEY}":
                raise Refusal(401, "key.unknown", "The key is not known.")
            self._fail(operation)
            if self._validates and operation in WRITES_OF_FEATURES:
                await asyncio.to_thread(require_features, body)
            status, answer = execute(self.library, self.settings, self.extension_id, call)
        except Refusal as refusal:
            return _problem(refusal)
        if isinstance(answer, bytes):
            return web.Response(status=status, body=answer, content_type="image/png")
        if isinstance(answer, str):
            return web.Response(status=status, text=answer)
        return web.Response(status=status) if answer is None else web.json_response(answer, status=status)

    def _fail(self, operation: str) -> None:
        for failure in self._failures:
            if failure.operation == operation and failure.times > 0:
                failure.times -= 1
                raise Refusal(failure.status, failure.rule, "The test made this request fail.")


def _validated_answer(answer: Mapping[str, Any], intent: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer, or as in the service an error for one without a member, to a form that requires some."""
    schema = (intent.get("form") or {}).get("parameters") or {}
    if schema.get("required") and all(answer.get(name) is None for name in ("value", "cancel", "error")):
        name = schema["required"][0]
        return {"error": f"The answer does not fit the form. /value: The property {name} is missing."}
    return answer


def _problem(refusal: Refusal) -> web.Response:
    text = {"detail": refusal.detail, "message": refusal.detail}
    type = f"/docs/rules/{refusal.rule}"
    problem: dict[str, Any] = {"type": type, "title": "Refused", "status": refusal.status, **text}
    problem |= {"code": 3, "rule": refusal.rule}
    if refusal.pointer is not None:
        problem["pointer"] = refusal.pointer
    return web.json_response(problem, status=refusal.status, content_type="application/problem+json")

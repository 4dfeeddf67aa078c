"""The program of an extension without the kit. It reads `behaviour.json` in its folder, and writes a journal.

The journal has a line for each delivered event (`d`), and one for its outcome before the acknowledgement (`o`:
finished, `f`: failed, `m`: never acknowledged). The computed facet of an image is the sequence number of the request,
so that a test can see which request was computed last. Some images have an empty result, and some can never be
computed.
"""

import asyncio
import contextlib
import json
import os
import random
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aiohttp
import socketio

HERE: Mapping[str, Any] = json.loads(Path("behaviour.json").read_text())
PARAMETERS: Mapping[str, str] = json.loads(Path("parameters.json").read_text())
IDENTITY = {"apiKey": PARAMETERS["apiKey"], "extensionId": PARAMETERS["extensionId"]}
SENDS_OUTCOMES = HERE["sdk"].startswith("0.")
JOURNAL = os.open(HERE["journal"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

image_locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)


class HookError(Exception):
    """The failure of a hook."""


def note(kind: str, name: str) -> None:
    """Write one line in one system call, so that it is complete when this process is killed."""
    os.write(JOURNAL, f"{kind} {name} {time.monotonic_ns()}\n".encode())


def is_among(image: str, share: int) -> bool:
    """Whether this is one of `share` images. The choice depends on the id alone."""
    return bool(share) and int(image[-4:], 16) % share == 0


def facet_request(kind: str, number: int, image: str) -> tuple[str, Any]:
    """The operation and the body that write a facet."""
    if kind == "tags":
        return "setTags", [] if is_among(image, HERE["nothing"]) else [f"at-{number}"]
    if kind == "features":
        return "setFeatures", [{"type": "metadata", "format": "integer", "name": "at", "value": number}]
    return "setEmbeddings", [{"name": "at", "values": [number]}]


async def compute(session: aiohttp.ClientSession, kind: str, number: int, image: str) -> None:
    """Compute and write the requested facet."""
    if is_among(image, HERE["hopeless"]):
        raise HookError("hopeless")
    operation, body = facet_request(kind, number, image)
    url = f"{PARAMETERS['webServicesBaseUrl']}/image/{image}/{operation}"
    headers = {"Authorization": f"Bearer {PARAMETERS['apiKey']}"}
    parameters = {"extensionId": PARAMETERS["extensionId"]}
    async with session.put(url, json=body, headers=headers, params=parameters) as answer:
        if answer.status not in (204, 404):  # the image may be gone
            raise HookError(f"{operation}: {answer.status} {await answer.text()}")


async def hook(session: aiohttp.ClientSession, message: Mapping[str, Any]) -> None:
    """Handle an event. Raises an error when the hook fails."""
    image = message["value"]["id"]
    async with image_locks[image]:
        await asyncio.sleep(random.uniform(0, 2 * HERE["pause"]))
        if message["channel"].startswith("image.compute"):
            await compute(session, HERE["kind"], message["value"]["sequence"], image)
        if random.random() < HERE["fails"]:
            raise HookError("a mood")


class Connection:
    """One connection to the server."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._client = socketio.AsyncClient(reconnection=False, http_session=session)
        self._client.on("events", self._on_event)
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Connect, register, and receive events until the connection ends."""
        try:
            await self._client.connect(PARAMETERS["webServicesBaseUrl"], transports=["websocket"])
            message = {**IDENTITY, "isOpen": True, "sdkVersion": HERE["sdk"], "environment": "python"}
            await self._client.emit("connection", message)
            await self._client.wait()
        finally:
            with contextlib.suppress(Exception):
                await self._client.disconnect()

    async def _on_event(self, message: Mapping[str, Any]) -> Any:
        if message["channel"].startswith("extension."):
            return True
        name = f"{message['channel']} {message['value']['id']} {message['value']['sequence']}"
        note("d", name)
        try:
            await hook(self._session, message)
        except (HookError, aiohttp.ClientError, TimeoutError) as error:
            note("f", name)
            return self._acknowledgement(message, str(error) or type(error).__name__)
        if random.random() < HERE["mute"]:
            note("m", name)
            await asyncio.sleep(3_600)
        note("o", name)
        return self._acknowledgement(message, None)

    def _acknowledgement(self, message: Mapping[str, Any], error: str | None) -> Any:
        """The acknowledgement. Old kits send the outcome of the hook in a separate message."""
        if not SENDS_OUTCOMES:
            return None if error is None else {"success": False, "error": error}
        task = asyncio.create_task(self._send_outcome(message["contextId"], is_success=error is None))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return None

    async def _send_outcome(self, context: str, *, is_success: bool) -> None:
        message = {**IDENTITY, "contextId": context, "acknowledgment": {"success": is_success}}
        with contextlib.suppress(socketio.exceptions.SocketIOError):
            await self._client.emit("instructions", message)


async def main() -> None:
    """Connect, and reconnect after each end."""
    note("s", f"{os.getpid()} - 0")
    while True:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(20)) as session:
            with contextlib.suppress(socketio.exceptions.SocketIOError, aiohttp.ClientError, OSError, ValueError):
                await Connection(session).run()
        await asyncio.sleep(0.1)


if __name__ == "__main__":
    asyncio.run(main())

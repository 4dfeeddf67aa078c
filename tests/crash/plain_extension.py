"""The program of an extension without the kit: it runs in a folder with its behaviour, and writes a journal.

It notes every event when it comes (`d`), and what it made of it (`o`: finished, `f`: failed, `m`: never answered)
before it says so. What it computes of an image is the number of the event that asked, so that everybody can tell which
one was computed last; of some images it finds nothing, and some it can never do.
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
CONFIRMS = HERE["sdk"].startswith("0.")
JOURNAL = os.open(HERE["journal"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

lines: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)


class HookError(Exception):
    """What makes a hook fail."""


def note(mark: str, name: str) -> None:
    """One line, in one piece: it is there whenever this process is killed."""
    os.write(JOURNAL, f"{mark} {name} {time.monotonic_ns()}\n".encode())


def is_among(image: str, share: int) -> bool:
    """Whether this is one of `share` images, always the same ones."""
    return bool(share) and int(image[-4:], 16) % share == 0


def found(kind: str, number: int, image: str) -> tuple[str, Any]:
    """The operation and the body by which a facet is written."""
    if kind == "tags":
        return "setTags", [] if is_among(image, HERE["nothing"]) else [f"at-{number}"]
    if kind == "features":
        return "setFeatures", [{"type": "metadata", "format": "integer", "name": "at", "value": number}]
    return "setEmbeddings", [{"name": "at", "values": [number]}]


async def compute(session: aiohttp.ClientSession, kind: str, number: int, image: str) -> None:
    """Write what was asked for."""
    if is_among(image, HERE["hopeless"]):
        raise HookError("hopeless")
    operation, body = found(kind, number, image)
    url = f"{PARAMETERS['webServicesBaseUrl']}/image/{image}/{operation}"
    headers = {"Authorization": f"Bearer {PARAMETERS['apiKey']}"}
    parameters = {"extensionId": PARAMETERS["extensionId"]}
    async with session.put(url, json=body, headers=headers, params=parameters) as answer:
        if answer.status not in (204, 404):  # the image may be gone
            raise HookError(f"{operation}: {answer.status} {await answer.text()}")


async def hook(session: aiohttp.ClientSession, message: Mapping[str, Any]) -> None:
    """What is done about an event. Raises what makes it fail."""
    image = message["value"]["id"]
    async with lines[image]:
        await asyncio.sleep(random.uniform(0, 2 * HERE["pause"]))
        if message["channel"].startswith("image.compute"):
            await compute(session, HERE["kind"], message["value"]["sequence"], image)
        if random.random() < HERE["fails"]:
            raise HookError("a mood")


class Connection:
    """One connection, from its opening to its end."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._client = socketio.AsyncClient(reconnection=False, http_session=session)
        self._client.on("events", self._heard)
        self._tasks: set[asyncio.Task[None]] = set()

    async def live(self) -> None:
        """Connect, say who this is, and be told events."""
        try:
            await self._client.connect(PARAMETERS["webServicesBaseUrl"], transports=["websocket"])
            message = {**IDENTITY, "isOpen": True, "sdkVersion": HERE["sdk"], "environment": "python"}
            await self._client.emit("connection", message)
            await self._client.wait()
        finally:
            with contextlib.suppress(Exception):
                await self._client.disconnect()

    async def _heard(self, message: Mapping[str, Any]) -> Any:
        if message["channel"].startswith("extension."):
            return True
        name = f"{message['channel']} {message['value']['id']} {message['value']['sequence']}"
        note("d", name)
        try:
            await hook(self._session, message)
        except (HookError, aiohttp.ClientError, TimeoutError) as error:
            note("f", name)
            return self._answered(message, str(error) or type(error).__name__)
        if random.random() < HERE["mute"]:
            note("m", name)
            await asyncio.sleep(3_600)
        note("o", name)
        return self._answered(message, None)

    def _answered(self, message: Mapping[str, Any], error: str | None) -> Any:
        """The acknowledgement; old kits say in a message behind it how the hook ended."""
        if not CONFIRMS:
            return None if error is None else {"success": False, "error": error}
        task = asyncio.create_task(self._confirm(message["contextId"], is_success=error is None))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return None

    async def _confirm(self, context: str, *, is_success: bool) -> None:
        message = {**IDENTITY, "contextId": context, "acknowledgment": {"success": is_success}}
        with contextlib.suppress(socketio.exceptions.SocketIOError):
            await self._client.emit("instructions", message)


async def main() -> None:
    """Connect again and again."""
    note("s", f"{os.getpid()} - 0")
    while True:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(20)) as session:
            with contextlib.suppress(socketio.exceptions.SocketIOError, aiohttp.ClientError, OSError, ValueError):
                await Connection(session).live()
        await asyncio.sleep(0.1)


if __name__ == "__main__":
    asyncio.run(main())

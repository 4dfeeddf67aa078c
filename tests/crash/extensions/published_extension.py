"""The program of an extension that speaks as the published kit 0.20.2 does. It reads `behaviour.json` in its folder.

It acknowledges each event after its hook, and also sends the outcome in a message, in either order. It connects again
as its Socket.IO library does, and drops its connection on SIGUSR1. A command has a parameter `tag`, which its hook sets
on each image over HTTP. The journal has a line for the start (`d`) and the end (`o`) of each such hook.
"""

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import aiohttp
import socketio

HERE: Mapping[str, Any] = json.loads(Path("behaviour.json").read_text())
PARAMETERS: Mapping[str, str] = json.loads(Path("parameters.json").read_text())
IDENTITY = {"apiKey": PARAMETERS["apiKey"], "extensionId": PARAMETERS["extensionId"]}
JOURNAL = os.open(HERE["journal"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

client = socketio.AsyncClient()
tasks: set[asyncio.Task[None]] = set()


def note(kind: str, name: str) -> None:
    """Write one line in one system call, so that it is complete when this process is killed."""
    os.write(JOURNAL, f"{kind} {name} {time.time():.3f}\n".encode())


async def set_tags(image: str, tags: list[str]) -> None:
    """Replace the tags of this extension on an image, with a connection of its own as the published kit does."""
    url = f"{PARAMETERS['webServicesBaseUrl']}/image/{image}/setTags?extensionId={PARAMETERS['extensionId']}"
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(20)) as session,
        session.put(url, json=tags, headers={"X-API-KEY": PARAMETERS["apiKey"]}) as answer,
    ):
        assert answer.status == 204, await answer.text()


async def hook(message: Mapping[str, Any]) -> None:
    """Handle an event."""
    value = message["value"]
    if message["channel"] == "image.runCommand":
        tag = value["parameters"]["tag"]
        note("d", f"{tag} {message['contextId']}")
        for image in value["imageIds"]:
            await set_tags(image, [tag])
        note("o", f"{tag} {message['contextId']}")
    elif message["channel"] == "image.computeTags":
        await asyncio.sleep(random.uniform(0, 2 * HERE["pause"]))


async def send_outcome(context: str, *, is_success: bool, delay: float) -> None:
    """Send the message with the outcome of a hook."""
    await asyncio.sleep(delay)
    if client.connected:
        await client.emit("instructions", {**IDENTITY, "contextId": context, "acknowledgment": {"success": is_success}})


async def connect() -> None:
    """Introduce this program, on each connection."""
    message = {**IDENTITY, "isOpen": True, "sdkVersion": "0.20.2", "environment": "python"}
    await client.call("connection", message)


async def handle_event(message: Mapping[str, Any]) -> Any:
    """Handle an event, and report its outcome twice."""
    if message["channel"] in ("extension.versions", "extension.ready"):
        return True
    is_success = True
    try:
        await hook(message)
    except Exception as error:  # as the kit does
        note("f", f"{message['channel']} {type(error).__name__}")
        is_success = False
    is_early = random.random() < 0.5
    sending = send_outcome(message["contextId"], is_success=is_success, delay=0 if is_early else 0.01)
    if is_early:
        await sending
    else:
        task = asyncio.create_task(sending)
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    return None


async def drop() -> None:
    """Lose the connection without a word."""
    if client.eio.ws is not None:
        await client.eio.ws.close()


async def main() -> None:
    """Connect, and stay."""
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, lambda: tasks.add(asyncio.ensure_future(drop())))
    client.on("connect", connect)
    client.on("events", handle_event)
    note("s", f"{os.getpid()} -")
    await client.connect(PARAMETERS["webServicesBaseUrl"], transports=["websocket"], retry=True)
    while True:
        await client.wait()
        await asyncio.sleep(0.1)


if __name__ == "__main__":
    asyncio.run(main())

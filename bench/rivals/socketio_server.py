"""`python -m bench.rivals.socketio_server DESCRIPTOR`: unmodified python-socketio, which emits on request over HTTP.

`GET /one` emits one event to the extension and waits for its acknowledgement. `GET /many/COUNT` emits COUNT events with
16 in flight. `GET /all` emits one event to all front ends. The answer is the time before the first event was emitted.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import sys
import time
from typing import Any, Final
from uuid import uuid4

import socketio
import uvicorn
import uvloop

WINDOW: Final = 16

server: Any = socketio.AsyncServer(async_mode="asgi", transports=["websocket"], cors_allowed_origins=None)
_extensions: set[str] = set()


@server.on("connection")  # type: ignore[untyped-decorator]  # the library has no types
async def on_connection(sid: str, data: dict[str, Any]) -> dict[str, Any]:
    """Register the extension or front end that introduces itself."""
    if data.get("extensionId"):
        _extensions.add(sid)
    else:
        await server.enter_room(sid, "all")
    return {}


@server.on("disconnect")  # type: ignore[untyped-decorator]
async def on_disconnect(sid: str, *_: object) -> None:
    """Remove the client that has disconnected."""
    _extensions.discard(sid)


def _message() -> dict[str, Any]:
    return {
        "channel": "image.tags.updated",
        "contextId": str(uuid4()),
        "milliseconds": time.time_ns() // 1_000_000,
        "value": {"id": str(uuid4())},
    }


async def _emit_one() -> None:
    acknowledged: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    (sid,) = _extensions
    await server.emit("events", _message(), to=sid, callback=lambda *_: acknowledged.set_result(None))
    await acknowledged


async def _emit(path: str) -> int:
    while path != "/all" and not _extensions:  # noqa: ASYNC110  # nothing signals it
        await asyncio.sleep(0.01)
    begin = time.monotonic_ns()
    if path == "/all":
        await server.emit("events", _message(), room="all")
    elif path == "/one":
        await _emit_one()
    else:
        numbers = itertools.count(1)
        count = int(path.rpartition("/")[2])

        async def emit_some() -> None:
            while next(numbers) <= count:
                await _emit_one()

        await asyncio.gather(*(emit_some() for _ in range(WINDOW)))
    return begin


async def app(scope: Any, receive: Any, send: Any) -> None:
    """The HTTP interface of the bench, beside the sockets."""
    begin = await _emit(scope["path"])
    body = json.dumps(begin).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


if __name__ == "__main__":
    listener = socket.socket(fileno=int(sys.argv[1]))
    config = uvicorn.Config(
        socketio.ASGIApp(server, app),
        http="httptools",
        loop="none",
        ws="websockets-sansio",
        lifespan="off",
        access_log=False,
        log_config=None,
    )
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve(sockets=[listener]))

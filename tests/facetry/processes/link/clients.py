"""Clients of an API process, and an application that answers with what it got, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

from facetry.http.request import ABORT_KEY, KNOWN_CALLER_KEY


class Client:
    """A client of the API process: what it sends, and what it has been sent."""

    def __init__(self, *parts: bytes, headers: list[tuple[bytes, bytes]] | None = None, method: str = "PUT") -> None:
        self.parts = list(parts) or [b""]
        self.sent: list[MutableMapping[str, Any]] = []
        self.aborted = self.known = 0
        self.gone = asyncio.Event()
        self.slow: asyncio.Event | None = None
        length = [(b"content-length", b"%d" % sum(map(len, self.parts)))]
        self.scope: MutableMapping[str, Any] = {
            "type": "http",
            "method": method,
            "path": "/é",
            "raw_path": b"/%C3%A9",
            "query_string": b"a=1",
            "scheme": "https",
            "root_path": "/below",
            "http_version": "1.1",
            "headers": length if headers is None else headers,
            "client": ("192.0.2.1", 1234),
            "server": ("127.0.0.1", 3001),
            ABORT_KEY: self.abort,
            KNOWN_CALLER_KEY: self.become_known,
        }

    def abort(self) -> None:
        self.aborted += 1

    def become_known(self) -> None:
        self.known += 1

    async def receive(self) -> MutableMapping[str, Any]:
        if self.parts:
            body = self.parts.pop(0)
            return {"type": "http.request", "body": body, "more_body": bool(self.parts)}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if self.slow is not None:
            await self.slow.wait()
        self.sent.append(message)

    @property
    def status(self) -> int:
        status: int = self.sent[0]["status"]
        return status

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.sent[1:])


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with what it got of the scope, and the body."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        parts.append(message["body"])
        if not message["more_body"]:
            break
    text = repr([scope[key] for key in ("method", "path", "raw_path", "query_string", "scheme", "root_path", "client")])
    await send({"type": "http.response.start", "status": 201, "headers": [(b"x-scope", text.encode())]})
    await send({"type": "http.response.body", "body": b"".join(parts)})

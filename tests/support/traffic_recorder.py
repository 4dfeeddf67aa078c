"""Keeps what was asked and what was answered, so that independent judges can look at all traffic of a test run."""

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

import httpx

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]
HeaderList = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request with its answer. `path` is as sent (still percent-encoded), header names are lower-case."""

    method: str
    path: str
    query: str
    headers: HeaderList
    body: bytes
    status: int
    answer_headers: HeaderList
    answer: bytes

    def header(self, name: str) -> str | None:
        """A header of the request."""
        return next((value for key, value in self.headers if key == name), None)

    def answer_header(self, name: str) -> str | None:
        """A header of the answer."""
        return next((value for key, value in self.answer_headers if key == name), None)

    def __str__(self) -> str:
        question = f"?{self.query}" if self.query else ""
        return f"{self.method} {self.path}{question} → {self.status}"


@dataclass(frozen=True, slots=True)
class Recorder:
    """Collects exchanges from httpx clients, from ASGI applications, or one by one."""

    exchanges: list[Exchange] = field(default_factory=list)

    def wrap(self, application: Application) -> Application:
        """The application, with each of its complete HTTP exchanges kept."""

        async def recording(scope: Message, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                await application(scope, receive, send)
                return
            asked: list[bytes] = []
            answered: list[bytes] = []
            start: Message = {}

            async def heard() -> Message:
                message = await receive()
                asked.append(message.get("body", b""))
                return message

            async def said(message: Message) -> None:
                if message["type"] == "http.response.start":
                    start.update(message)
                else:
                    answered.append(message.get("body", b""))
                await send(message)

            await application(scope, heard, said)
            raw = scope.get("raw_path") or scope["path"].encode()
            self.exchanges.append(
                Exchange(
                    method=scope["method"],
                    path=raw.decode("latin-1").partition("?")[0],
                    query=scope["query_string"].decode("latin-1"),
                    headers=_decoded(scope["headers"]),
                    body=b"".join(asked),
                    status=start["status"],
                    answer_headers=_decoded(start.get("headers", ())),
                    answer=b"".join(answered),
                )
            )

        return recording

    def hear(self, response: httpx.Response) -> None:
        """An httpx response hook; reads the body."""
        response.read()
        request = response.request
        path, _, query = request.url.raw_path.partition(b"?")
        self.exchanges.append(
            Exchange(
                method=request.method,
                path=path.decode("latin-1"),
                query=query.decode("latin-1"),
                headers=_decoded(request.headers.raw),
                body=request.content,
                status=response.status_code,
                answer_headers=_decoded(response.headers.raw),
                answer=response.content,
            )
        )


def _decoded(headers: Any) -> HeaderList:
    return tuple((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers)

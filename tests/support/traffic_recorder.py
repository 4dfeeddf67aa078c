"""Records requests and responses, so that independent validators can check all traffic of a test run."""

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
    """One request with its response. `path` is as sent (still percent-encoded); header names are lower-case."""

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
        """A header of the response."""
        return next((value for key, value in self.answer_headers if key == name), None)

    def __str__(self) -> str:
        question = f"?{self.query}" if self.query else ""
        return f"{self.method} {self.path}{question} → {self.status}"


@dataclass(frozen=True, slots=True)
class Recorder:
    """Collects exchanges from httpx clients, from ASGI applications, or one by one."""

    exchanges: list[Exchange] = field(default_factory=list)

    def wrap(self, application: Application) -> Application:
        """The application, with each complete HTTP exchange recorded."""

        async def recording(scope: Message, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                await application(scope, receive, send)
                return
            request_body: list[bytes] = []
            response_body: list[bytes] = []
            start: Message = {}

            async def recording_receive() -> Message:
                message = await receive()
                request_body.append(message.get("body", b""))
                return message

            async def recording_send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    start.update(message)
                else:
                    response_body.append(message.get("body", b""))
                await send(message)

            await application(scope, recording_receive, recording_send)
            raw = scope.get("raw_path") or scope["path"].encode()
            self.exchanges.append(
                Exchange(
                    method=scope["method"],
                    path=raw.decode("latin-1").partition("?")[0],
                    query=scope["query_string"].decode("latin-1"),
                    headers=_decoded(scope["headers"]),
                    body=b"".join(request_body),
                    status=start["status"],
                    answer_headers=_decoded(start.get("headers", ())),
                    answer=b"".join(response_body),
                )
            )

        return recording

    def record_response(self, response: httpx.Response) -> None:
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

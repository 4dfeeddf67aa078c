"""Records requests and responses, so that independent validators can check all traffic of a test run."""

from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from facetry.contract.traffic.exchange import Exchange, decoded_headers, exchange_of

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


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
                    headers=decoded_headers(scope["headers"]),
                    body=b"".join(request_body),
                    status=start["status"],
                    answer_headers=decoded_headers(start.get("headers", ())),
                    answer=b"".join(response_body),
                )
            )

        return recording

    def record_response(self, response: httpx.Response) -> None:
        """An httpx response hook; reads the body."""
        response.read()
        self.exchanges.append(exchange_of(response))

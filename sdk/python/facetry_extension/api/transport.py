"""How requests are sent: over HTTP, with the key of the extension, and again when the service is busy."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterable, AsyncIterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self, TypeAlias
from urllib.parse import quote

import httpx

from facetry_extension.api.errors import UnreachableError, api_error
from facetry_extension.texts import well_formed

Content: TypeAlias = bytes | AsyncIterable[bytes]
"""A body that is no JSON."""

ATTEMPTS: Final = 4
MAX_WAIT: Final = 10.0
BUSY: Final = (429, 503)
"""The service did nothing, and may do it later."""
PROBLEM_BYTES: Final = 65_536
LIMITS: Final = httpx.Limits(max_connections=32, max_keepalive_connections=16, keepalive_expiry=2.0)
"""Idle connections are closed before the service closes them: whether a request on a closed one was done is unknown."""


@dataclass(frozen=True, slots=True)
class Message:
    """One event of a stream of events."""

    event: str
    data: str
    id: str


class Transport:
    """One service, one key. Close it, or use it with `async with`."""

    def __init__(
        self,
        url: str,
        key: str,
        *,
        extension_id: str | None = None,
        timeout: float = 60.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`extension_id` is what operations take for theirs when none is given; `transport` is for tests."""
        self.extension_id = extension_id
        self._http = httpx.AsyncClient(
            base_url=url.rstrip("/"), timeout=timeout, transport=transport, limits=LIMITS, trust_env=False
        )
        self.use(key)

    def use(self, key: str) -> None:
        """Use this key from now on."""
        self._http.headers["Authorization"] = f"Bearer {key}"

    async def close(self) -> None:
        """Let the connections go."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # What the operations are made of.

    @staticmethod
    def _quoted(value: object) -> str:
        return quote(well_formed(str(value)), safe="")

    def _own(self, extension_id: str | None) -> str:
        chosen = extension_id if extension_id is not None else self.extension_id
        if chosen is None:
            raise ValueError("name the extension: extension_id=…")
        return chosen

    async def _call(self, method: str, path: str, **options: Any) -> None:
        await self._response(method, path, **options)

    async def _json(self, method: str, path: str, **options: Any) -> Any:
        response = await self._response(method, path, **options)
        return json.loads(response.content) if response.content else None

    async def _text(self, method: str, path: str, **options: Any) -> str:
        return (await self._response(method, path, **options)).text

    async def _bytes(self, method: str, path: str, **options: Any) -> bytes:
        return (await self._response(method, path, **options)).content

    async def _lines(self, method: str, path: str, **options: Any) -> AsyncIterator[Any]:
        """JSON values, one a line, as they come."""
        async with self._stream(method, path, **options) as response:
            async for line in response.aiter_lines():
                if line.strip():
                    yield json.loads(line)

    async def _messages(self, method: str, path: str, **options: Any) -> AsyncIterator[Message]:
        """Server-sent events, as they come."""
        async with self._stream(method, path, **options) as response:
            event, last = "", ""
            data: list[str] = []
            async for line in response.aiter_lines():
                name, _, value = line.partition(":")
                value = value.removeprefix(" ")
                if not line and data:
                    yield Message(event or "message", "\n".join(data), last)
                    event, data = "", []
                elif name == "data":
                    data.append(value)
                elif name == "event":
                    event = value
                elif name == "id":
                    last = value

    @contextlib.asynccontextmanager
    async def _stream(self, method: str, path: str, **options: Any) -> AsyncIterator[httpx.Response]:
        request = self._request(method, path, **options)
        request.extensions = {"timeout": {"connect": 10.0, "read": None, "write": 60.0, "pool": 60.0}}
        response = await self._send(request, stream=True)
        try:
            yield response
        except httpx.TransportError as error:
            raise UnreachableError(_reason(error)) from error
        finally:
            await response.aclose()

    async def _response(self, method: str, path: str, **options: Any) -> httpx.Response:
        return await self._send(self._request(method, path, **options), stream=False)

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
        body: Any = None,
        content: Content | None = None,
        content_type: str = "application/octet-stream",
    ) -> httpx.Request:
        params = {name: well_formed(value) for name, value in (query or {}).items() if value is not None}
        sent_headers = {name: str(value) for name, value in (headers or {}).items() if value is not None}
        if content is not None:
            sent_headers["Content-Type"] = content_type
        return self._http.build_request(
            method, path, params=params or None, headers=sent_headers, json=well_formed(body), content=content
        )

    async def _send(self, request: httpx.Request, *, stream: bool) -> httpx.Response:
        """The good answer. What was surely not done is tried again when the body can be sent a second time."""
        is_repeatable = isinstance(request.stream, httpx.ByteStream)
        for attempt in range(1, ATTEMPTS + 1):
            is_last = attempt == ATTEMPTS or not is_repeatable
            wait = min(0.1 * 2**attempt, MAX_WAIT)
            try:
                response = await self._http.send(request, stream=stream)
            except httpx.TransportError as error:
                is_unsent = isinstance(error, httpx.ConnectError | httpx.PoolTimeout) or request.method == "GET"
                if is_last or not is_unsent:
                    raise UnreachableError(_reason(error)) from error
            else:
                if response.is_success:
                    return response
                problem = await response.aread()
                await response.aclose()
                if is_last or response.status_code not in BUSY:
                    raise api_error(response.status_code, problem[:PROBLEM_BYTES])
                wait = _wait(response, wait)
            await asyncio.sleep(wait)
        raise AssertionError  # the last attempt returns or raises


def _wait(response: httpx.Response, default: float) -> float:
    header = response.headers.get("Retry-After", "")
    return min(float(header), MAX_WAIT) if header.isascii() and header.isdigit() else default


def _reason(error: httpx.TransportError) -> str:
    return str(error) or type(error).__name__

"""How the operations are asked: HTTP with the key of the extension, and patience with a service that is busy."""

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
LONGEST_WAIT: Final = 10.0
BUSY: Final = (429, 503)
"""The service did nothing, and may do it later."""
PROBLEM_BYTES: Final = 65_536
LIMITS: Final = httpx.Limits(max_connections=32, max_keepalive_connections=16, keepalive_expiry=2.0)
"""Idle connections go before the service lets them go: a request on one that is just gone cannot be told from one that
was done.
"""


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

    async def _call(self, method: str, path: str, **given: Any) -> None:
        await self._answered(method, path, **given)

    async def _json(self, method: str, path: str, **given: Any) -> Any:
        answer = await self._answered(method, path, **given)
        return json.loads(answer.content) if answer.content else None

    async def _text(self, method: str, path: str, **given: Any) -> str:
        return (await self._answered(method, path, **given)).text

    async def _bytes(self, method: str, path: str, **given: Any) -> bytes:
        return (await self._answered(method, path, **given)).content

    async def _lines(self, method: str, path: str, **given: Any) -> AsyncIterator[Any]:
        """JSON values, one a line, as they come."""
        async with self._streamed(method, path, **given) as answer:
            async for line in answer.aiter_lines():
                if line.strip():
                    yield json.loads(line)

    async def _messages(self, method: str, path: str, **given: Any) -> AsyncIterator[Message]:
        """Server-sent events, as they come."""
        async with self._streamed(method, path, **given) as answer:
            event, last = "", ""
            data: list[str] = []
            async for line in answer.aiter_lines():
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
    async def _streamed(self, method: str, path: str, **given: Any) -> AsyncIterator[httpx.Response]:
        request = self._request(method, path, **given)
        request.extensions = {"timeout": {"connect": 10.0, "read": None, "write": 60.0, "pool": 60.0}}
        answer = await self._sent(request, stream=True)
        try:
            yield answer
        except httpx.TransportError as error:
            raise UnreachableError(_reason(error)) from error
        finally:
            await answer.aclose()

    async def _answered(self, method: str, path: str, **given: Any) -> httpx.Response:
        return await self._sent(self._request(method, path, **given), stream=False)

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
        asked = {name: well_formed(value) for name, value in (query or {}).items() if value is not None}
        told = {name: str(value) for name, value in (headers or {}).items() if value is not None}
        if content is not None:
            told["Content-Type"] = content_type
        return self._http.build_request(
            method, path, params=asked or None, headers=told, json=well_formed(body), content=content
        )

    async def _sent(self, request: httpx.Request, *, stream: bool) -> httpx.Response:
        """The good answer. What was surely not done is tried again when the body can be sent a second time."""
        is_repeatable = isinstance(request.stream, httpx.ByteStream)
        for attempt in range(1, ATTEMPTS + 1):
            is_last = attempt == ATTEMPTS or not is_repeatable
            wait = min(0.1 * 2**attempt, LONGEST_WAIT)
            try:
                answer = await self._http.send(request, stream=stream)
            except httpx.TransportError as error:
                is_undone = isinstance(error, httpx.ConnectError | httpx.PoolTimeout) or request.method == "GET"
                if is_last or not is_undone:
                    raise UnreachableError(_reason(error)) from error
            else:
                if answer.is_success:
                    return answer
                problem = await answer.aread()
                await answer.aclose()
                if is_last or answer.status_code not in BUSY:
                    raise api_error(answer.status_code, problem[:PROBLEM_BYTES])
                wait = _wait(answer, wait)
            await asyncio.sleep(wait)
        raise AssertionError  # the last attempt returns or raises


def _wait(answer: httpx.Response, otherwise: float) -> float:
    asked = answer.headers.get("Retry-After", "")
    return min(float(asked), LONGEST_WAIT) if asked.isascii() and asked.isdigit() else otherwise


def _reason(error: httpx.TransportError) -> str:
    return str(error) or type(error).__name__

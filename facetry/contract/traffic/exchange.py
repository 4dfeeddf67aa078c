"""A request with its response, as validators judge it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

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


def exchange_of(response: httpx.Response) -> Exchange:
    """The exchange of an httpx response, whose body has been read."""
    request = response.request
    path, _, query = request.url.raw_path.partition(b"?")
    return Exchange(
        method=request.method,
        path=path.decode("latin-1"),
        query=query.decode("latin-1"),
        headers=decoded_headers(request.headers.raw),
        body=request.content,
        status=response.status_code,
        answer_headers=decoded_headers(response.headers.raw),
        answer=response.content,
    )


def decoded_headers(headers: Iterable[tuple[bytes, bytes]]) -> HeaderList:
    """Raw headers as text, their names in lower case."""
    return tuple((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers)


def json_value(response: httpx.Response) -> Any:
    """The JSON value of a response, or None if it is none."""
    try:
        return response.json()
    except (ValueError, RecursionError):
        return None

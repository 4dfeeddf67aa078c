"""A request with its response, as validators judge it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from facetry.contract.traffic import json_text

if TYPE_CHECKING:
    import httpx

WRONG_KEY: Final = "not-a-key"
"""A key that no service accepts. Reports show it, unlike any other."""
HeaderList = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request with its response. `path` is as sent (still percent-encoded), below the address of the service;
    header names are lower-case. Without an answer, `status` is 0 and `failure` says why.
    """

    method: str
    path: str
    query: str
    headers: HeaderList
    body: bytes
    status: int
    answer_headers: HeaderList
    answer: bytes
    failure: str = ""

    def header(self, name: str) -> str | None:
        """A header of the request."""
        return next((value for key, value in self.headers if key == name), None)

    def answer_header(self, name: str) -> str | None:
        """A header of the response."""
        return next((value for key, value in self.answer_headers if key == name), None)

    @property
    def answer_type(self) -> str:
        """The media type of the response, without parameters such as `charset`; empty if it has none."""
        return (self.answer_header("content-type") or "").partition(";")[0].strip().lower()

    def __str__(self) -> str:
        question = f"?{self.query}" if self.query else ""
        return f"{self.method} {self.path}{question} → {self.status}"


def exchange_of(response: httpx.Response, base_path: str = "") -> Exchange:
    """The exchange of an httpx response, whose body has been read, with a service whose address has this path."""
    request = response.request
    path, _, query = request.url.raw_path.partition(b"?")
    return Exchange(
        method=request.method,
        path=below(base_path, path.decode("latin-1")),
        query=query.decode("latin-1"),
        headers=decoded_headers(request.headers.raw),
        body=request.content,
        status=response.status_code,
        answer_headers=decoded_headers(response.headers.raw),
        answer=response.content,
        failure=response.extensions.get("failure", ""),
    )


def below(base_path: str, path: str) -> str:
    """The path below the path of a service's address, which has no slash at its end."""
    return path.removeprefix(base_path) if base_path and path.startswith(f"{base_path}/") else path


def decoded_headers(headers: Iterable[tuple[bytes, bytes]]) -> HeaderList:
    """Raw headers as text, their names in lower case."""
    return tuple((name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in headers)


def json_value(response: httpx.Response) -> Any:
    """The JSON value of a response, or None if it is none."""
    try:
        return json_text.parse(response.content)
    except ValueError:
        return None

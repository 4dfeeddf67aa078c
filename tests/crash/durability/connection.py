"""A connection to a service that may die at any time."""

from __future__ import annotations

import http.client
import json
import urllib.parse
from collections.abc import Mapping
from typing import Any, Final

HOST: Final = "127.0.0.1"
BYTES: Final = "application/octet-stream"


class ServiceGoneError(Exception):
    """The service ended before it answered."""


def encode_request(
    key: str, path: str, body: Any, query: Mapping[str, Any]
) -> tuple[str, bytes | None, dict[str, str]]:
    """The target, the body and the headers of a request."""
    headers = {"Authorization": f"Bearer {key}"}
    if body is not None:
        headers["Content-Type"] = BYTES if isinstance(body, bytes) else "application/json"
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    return path + ("?" + urllib.parse.urlencode(query) if query else ""), body, headers


class ServiceConnection:
    """One keep-alive connection with a key."""

    def __init__(self, port: int, key: str) -> None:
        self._key = key
        self._connection = http.client.HTTPConnection(HOST, port, timeout=60)

    def call(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """The JSON of the answer, or its bytes. Bytes are sent as they are, anything else as JSON.

        Raises `ServiceGoneError` without an answer, and `AssertionError` for a refusal.
        """
        status, answer = self.answer(method, path, body, **query)
        assert 200 <= status < 300, f"{method} {path} {query}: {status} {answer[:500]!r}"
        try:
            return json.loads(answer) if answer else None
        except ValueError:
            return answer

    def answer(self, method: str, path: str, body: Any = None, **query: Any) -> tuple[int, bytes]:
        """The status and the bytes of the answer. Raises `ServiceGoneError` without an answer."""
        try:
            self._connection.request(method, *encode_request(self._key, path, body, query))
            reply = self._connection.getresponse()
            return reply.status, reply.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise ServiceGoneError(str(error)) from None

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

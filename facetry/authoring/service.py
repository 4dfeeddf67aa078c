"""A running service, as the tools for authors speak to it: over HTTP, with a key."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

SECONDS: Final = 60.0
_JSON: Final = "application/json"
_ZIP: Final = "application/zip"


class ServiceError(Exception):
    """The service cannot be reached, or refuses; the text says what, where, and what helps."""

    def __init__(self, message: str, status: int | None = None, rule: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Service:
    """Where it is, and the key to it."""

    url: str
    key: str = field(repr=False)

    def get(self, path: str, **query: Any) -> Any:
        """The JSON answer of a GET."""
        return self._asked("GET", path, query)

    def put(self, path: str, value: object = None, **query: Any) -> Any:
        """The JSON answer of a PUT, of a JSON value if there is one."""
        body = None if value is None else json.dumps(value).encode()
        return self._asked("PUT", path, query, body, None if value is None else _JSON)

    def post(self, path: str, value: object, **query: Any) -> Any:
        """The JSON answer of a POST of a JSON value."""
        return self._asked("POST", path, query, json.dumps(value).encode(), _JSON)

    def send(self, method: str, path: str, archive: bytes, **query: Any) -> Any:
        """The JSON answer to an archive."""
        return self._asked(method, path, query, archive, _ZIP)

    def delete(self, path: str) -> None:
        """A DELETE."""
        self._asked("DELETE", path, {})

    def lines(self, path: str) -> Iterator[str]:
        """The lines of an answer without an end, as they come; they end when the service does."""
        connection, answer = self._answered("GET", path, {}, None, None)
        try:
            for line in answer:
                yield line.decode("utf-8", "replace").rstrip("\r\n")
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable(error) from None
        finally:
            connection.close()

    def wait(self, seconds: float) -> None:
        """Wait until the service serves. Raises `ServiceError` when it does not in time."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.get("/readyz")
            except ServiceError:
                if time.monotonic() >= deadline:
                    raise
                time.sleep(0.05)
            else:
                return

    def _asked(
        self, method: str, path: str, query: Mapping[str, Any], body: bytes | None = None, type: str | None = None
    ) -> Any:
        connection, answer = self._answered(method, path, query, body, type)
        try:
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable(error) from None
        finally:
            connection.close()
        return json.loads(content) if content else None

    def _answered(
        self, method: str, path: str, query: Mapping[str, Any], body: bytes | None, type: str | None
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """An answer that is none of a refusal, yet to be read, and the connection that is to be closed."""
        parts = urlsplit(self.url)
        known = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        if parts.scheme not in known or parts.hostname is None:
            raise ServiceError(f"{self.url} is no address of a service: give one such as http://127.0.0.1:3001")
        given = {name: value for name, value in query.items() if value is not None}
        target = f"{parts.path.rstrip('/')}{path}{'?' + urlencode(given, doseq=True) if given else ''}"
        headers = {"Authorization": f"Bearer {self.key}", **({"Content-Type": type} if type else {})}
        connection = known[parts.scheme](parts.hostname, parts.port, timeout=SECONDS)
        try:
            connection.request(method, target, body, headers)
            answer = connection.getresponse()
            if answer.status >= 400:
                raise _refused(answer.status, answer.read())
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise self._unreachable(error) from None
        except ServiceError:
            connection.close()
            raise
        return connection, answer

    def _unreachable(self, error: Exception) -> ServiceError:
        return ServiceError(f"{self.url} cannot be reached: {str(error) or error.__class__.__name__}")


def _refused(status: int, content: bytes) -> ServiceError:
    try:
        problem = json.loads(content)
        rule, detail, remedy = (problem.get(name) for name in ("rule", "detail", "remedy"))
    except (ValueError, AttributeError):
        return ServiceError(f"the service answers {status}", status)
    words = " ".join(str(part) for part in (detail, remedy) if part)
    return ServiceError(f"{words} [{status} {rule}]", status, rule)

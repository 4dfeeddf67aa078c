"""HTTP client for a running service, used by the commands for authors."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

TIMEOUT_SECONDS: Final = 60.0
MAX_ANSWER_BYTES: Final = 1 << 26
"""The greatest answer, and the longest line of a streamed one."""
_JSON: Final = "application/json"
_ZIP: Final = "application/zip"


class ServiceError(Exception):
    """The service cannot be reached, or refuses a request. `status` is None when it cannot be reached."""

    def __init__(self, message: str, status: int | None = None, rule: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.rule = rule


@dataclass(frozen=True, slots=True)
class ServiceClient:
    """A service, by its base URL, and a key. All methods raise `ServiceError`."""

    url: str
    key: str = field(repr=False)

    def get(self, path: str, **query: Any) -> Any:
        """The JSON answer to a GET."""
        return self._request("GET", path, query)

    def put(self, path: str, value: object = None, **query: Any) -> Any:
        """The JSON answer to a PUT; `value` is the JSON body, None for no body."""
        body = None if value is None else json.dumps(value).encode()
        return self._request("PUT", path, query, body, None if value is None else _JSON)

    def post(self, path: str, value: object = None, **query: Any) -> Any:
        """The JSON answer to a POST; `value` is the JSON body, None for no body."""
        body = None if value is None else json.dumps(value).encode()
        return self._request("POST", path, query, body, None if value is None else _JSON)

    def send_json(self, method: str, path: str, text: bytes | None, **query: Any) -> Any:
        """The JSON answer to a request with a JSON text as body, which the service validates; None for no body."""
        return self._request(method, path, query, text, None if text is None else _JSON)

    def send_archive(self, method: str, path: str, archive: bytes, **query: Any) -> Any:
        """The JSON answer to a request with a zip archive as body."""
        return self._request(method, path, query, archive, _ZIP)

    def delete(self, path: str, **query: Any) -> None:
        """Send a DELETE."""
        self._request("DELETE", path, query)

    def stream_lines(self, path: str) -> Iterator[str]:
        """The lines of a streamed answer, as they arrive, until the service closes it."""
        connection, answer = self._open_response("GET", path, {}, None, None)
        try:
            while line := self._bounded(answer.readline(MAX_ANSWER_BYTES + 1)):
                yield line.decode("utf-8", "replace").rstrip("\r\n")
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable_error(error) from None
        finally:
            connection.close()

    def wait_until_ready(self, seconds: float) -> None:
        """Wait until the service is ready. Raises `ServiceError` after `seconds`."""
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

    def _request(
        self, method: str, path: str, query: Mapping[str, Any], body: bytes | None = None, media_type: str | None = None
    ) -> Any:
        connection, answer = self._open_response(method, path, query, body, media_type)
        try:
            content = self._bounded(answer.read(MAX_ANSWER_BYTES + 1))
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable_error(error) from None
        finally:
            connection.close()
        try:
            return json.loads(content) if content else None
        except ValueError:
            raise ServiceError(f"{self.url} answered {method} {path} with no JSON; is it the service?") from None

    def _open_response(
        self, method: str, path: str, query: Mapping[str, Any], body: bytes | None, media_type: str | None
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Send a request; return the connection, which the caller must close, and the unread successful response."""
        connection_classes = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}
        try:
            parts = urlsplit(self.url)
            host, port = parts.hostname, parts.port
        except ValueError:
            host = None
        if host is None or parts.scheme not in connection_classes:
            raise ServiceError(f"{self.url} is not the URL of a service; an example is http://127.0.0.1:3001")
        if not (self.key.isascii() and self.key.isprintable()):
            raise ServiceError("a key has printable ASCII characters only")
        parameters = {name: value for name, value in query.items() if value is not None}
        target = f"{parts.path.rstrip('/')}{path}{'?' + urlencode(parameters, doseq=True) if parameters else ''}"
        headers = {"Authorization": f"Bearer {self.key}", **({"Content-Type": media_type} if media_type else {})}
        connection = connection_classes[parts.scheme](host, port, timeout=TIMEOUT_SECONDS)
        try:
            connection.request(method, target, body, headers)
            answer = connection.getresponse()
            if answer.status >= 400:
                raise _response_error(answer.status, self._bounded(answer.read(MAX_ANSWER_BYTES + 1)))
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise self._unreachable_error(error) from None
        except ServiceError:
            connection.close()
            raise
        return connection, answer

    def _bounded(self, content: bytes) -> bytes:
        """What was read, unless the answer has more than may be kept in memory."""
        if len(content) > MAX_ANSWER_BYTES:
            raise ServiceError(f"{self.url} answered with more than {MAX_ANSWER_BYTES} bytes; is it the service?")
        return content

    def _unreachable_error(self, error: Exception) -> ServiceError:
        return ServiceError(f"{self.url} cannot be reached: {str(error) or error.__class__.__name__}")


def _response_error(status: int, content: bytes) -> ServiceError:
    try:
        problem = json.loads(content)
        rule, detail, remedy = (problem.get(name) for name in ("rule", "detail", "remedy"))
    except (ValueError, AttributeError):
        return ServiceError(f"the service answered with status {status}", status)
    if rule is None or detail is None:
        return ServiceError(f"the service answered with status {status}", status)
    place = problem.get("pointer") or problem.get("parameter")
    text = " ".join(str(part) for part in (place and f"{place}:", detail, remedy) if part)
    return ServiceError(f"{rule}: {text}", status, rule)

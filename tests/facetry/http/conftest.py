"""Fixtures: the small application, a client that calls it by ASGI, and a real server for it."""

import asyncio
import json
import os
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from facetry.http.connexion31 import Application, build_application
from facetry.http.documents.web_page import WebPage
from tests.facetry.http.small_application import BODIES, TABLE, FakeAuthenticator, RecordingHandlers, description

GOOD_KEY = {"authorization": "Bearer good"}


@dataclass(frozen=True)
class Response:
    """The response of the application."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON, NaN refused."""
        return json.loads(self.body, parse_constant=pytest.fail)

    @property
    def rule(self) -> str:
        """The rule of a problem document, checked for its shape."""
        assert self.headers["content-type"] == "application/problem+json"
        assert len(self.body) <= 2048
        assert self.json["status"] == self.status
        assert self.json["message"] == self.json["detail"]
        assert self.json["type"] == f"/docs/rules/{self.json['rule']}"
        return str(self.json["rule"])


class ASGIClient:
    """Calls an application by ASGI. Tests control each chunk of the body."""

    def __init__(self, application: Any, recorder: RecordingHandlers) -> None:
        self.application = application
        self.recorder = recorder

    def __call__(
        self,
        method: str,
        target: str | bytes,
        body: bytes | list[bytes] = b"",
        headers: Mapping[str, str] | list[tuple[str, str]] = GOOD_KEY,
        *,
        disconnect: bool = False,
    ) -> Response:
        """The response to one request. A list as `body` is sent in chunks, without Content-Length."""
        raw = target.encode("ascii") if isinstance(target, str) else target
        path, _, query = raw.partition(b"?")
        pairs = list(headers.items() if isinstance(headers, Mapping) else headers)
        chunks = [body] if isinstance(body, bytes) else body
        if isinstance(body, bytes) and body and not any(name == "content-length" for name, _ in pairs):
            pairs.append(("content-length", str(len(body))))
        messages: list[dict[str, Any]] = [
            {"type": "http.request", "body": chunk, "more_body": disconnect or index < len(chunks) - 1}
            for index, chunk in enumerate(chunks)
        ]
        sent: list[dict[str, Any]] = []
        self.unread_messages = messages

        async def receive() -> dict[str, Any]:
            if messages:
                return messages.pop(0)
            if disconnect:
                return {"type": "http.disconnect"}
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": method,
            "path": path.decode("latin-1"),
            "raw_path": path,
            "query_string": query,
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in pairs],
        }
        asyncio.run(asyncio.wait_for(self.application(scope, receive, send), 10))
        if not sent:
            return Response(0, {}, b"")
        names = [name.decode() for name, _ in sent[0]["headers"]]
        assert len(set(names)) == len(names), names
        return Response(
            sent[0]["status"],
            {name.decode(): value.decode("latin-1") for name, value in sent[0]["headers"]},
            b"".join(message["body"] for message in sent[1:]),
        )


@contextmanager
def serve_on_loopback(application: Any) -> Iterator[int]:
    """Serves the application on a loopback port; yields the port."""
    config = uvicorn.Config(application, log_level="error", http="httptools", loop="uvloop", lifespan="off")
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)


def reset_peak_memory() -> None:
    """Resets the peak of resident memory of this process."""
    Path("/proc/self/clear_refs").write_text("5")


def peak_memory() -> int:
    """The peak of resident memory since `reset_peak_memory`, in bytes."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def recording_application(recorder: RecordingHandlers) -> Application:
    """The small application with recording handlers."""
    return build_application(
        description(),
        recorder.handlers(),
        TABLE,
        BODIES,
        authenticator=FakeAuthenticator(),
        make_call=lambda principal, _: principal.name,
        spool=Path(os.devnull),
        events={"asyncapi": "3.0.0"},
        page=WebPage(Path(os.devnull)),
    )


@pytest.fixture(scope="session")
def shared() -> ASGIClient:
    """One application for the whole session."""
    recorder = RecordingHandlers()
    return ASGIClient(recording_application(recorder), recorder)


@pytest.fixture
def client(shared: ASGIClient, tmp_path: Path) -> ASGIClient:
    """The shared client, with an empty recorder."""
    shared.recorder.calls.clear()
    shared.recorder.reply = None
    shared.recorder.folder = tmp_path
    return shared

"""Requests that may change something are forwarded, and those that turn out to need the coordinator are too."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from facetry.errors import CoordinatorNeededError
from facetry.processes.api_application import ApiApplication
from facetry.processes.request_router import RequestRouter
from facetry.settings import Settings
from generated.operations import OPERATIONS


@dataclass
class Operation:
    id: str
    only_reads: bool


def answers(
    *,
    method: str = "GET",
    path: bytes = b"/image/x/getTags",
    operation: Operation | None = None,
    needs_coordinator: bool = False,
    body: bytes = b"",
) -> tuple[str, bytes]:
    """Who answers a request, and with which body."""
    found: list[tuple[str, bytes]] = []

    async def read(receive: Any) -> bytes:
        parts = []
        while True:
            message = await receive()
            parts.append(message["body"])
            if not message["more_body"]:
                return b"".join(parts)

    async def application(_: Any, receive: Any, __: Any) -> None:
        received = await read(receive)
        if needs_coordinator:
            raise CoordinatorNeededError
        found.append(("here", received))

    async def forward(_: Any, receive: Any, __: Any) -> None:
        found.append(("coordinator", await read(receive)))

    async def run() -> None:
        halves = [body[: len(body) // 2], body[len(body) // 2 :]]
        messages = [
            {"type": "http.request", "body": half, "more_body": number == 0} for number, half in enumerate(halves)
        ]

        async def receive() -> Any:
            return messages.pop(0)

        router = RequestRouter(application, forward, lambda *_: operation)
        scope = {"type": "http", "method": method, "raw_path": path}
        await router(scope, receive, lambda _: asyncio.sleep(0))

    asyncio.run(run())
    (one,) = found
    return one


READING, WRITING = Operation("imageGetTags", True), Operation("imageSetFeatures", False)
CALLED = Operation("imageSetTags", False)


@pytest.mark.parametrize(
    ("request_of", "who"),
    [
        ({"method": "GET", "operation": READING}, "here"),
        ({"method": "GET", "operation": WRITING}, "here"),
        ({"method": "POST", "operation": READING}, "here"),
        ({"method": "PUT", "operation": WRITING}, "coordinator"),
        ({"method": "DELETE", "operation": WRITING}, "coordinator"),
        ({"method": "PUT", "operation": CALLED}, "here"),
        ({"method": "POST", "operation": None}, "here"),
        ({"method": "GET", "path": b"/ui/bundle/x"}, "coordinator"),
    ],
)
def test_who_answers(request_of: dict[str, Any], who: str) -> None:
    assert answers(**request_of, body=b"all of it") == (who, b"all of it")


def test_what_needs_the_coordinator_is_forwarded_from_its_beginning() -> None:
    assert answers(method="POST", operation=READING, needs_coordinator=True, body=b"all of it") == (
        "coordinator",
        b"all of it",
    )


def test_a_traced_request_is_forwarded_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facetry.observability.traces.are_on", lambda: True)
    assert answers(method="PUT", operation=CALLED, body=b"all of it") == ("coordinator", b"all of it")


def test_every_operation_with_another_scope_than_reading_is_forwarded(tmp_path: Path) -> None:
    """A scope that lets callers change something ends with another word, so a new one is forwarded by itself."""
    application = ApiApplication(Settings(data_dir=tmp_path))
    read = {
        id
        for id, operation in OPERATIONS.items()
        if (found := application.described.find_operation(operation.path.encode(), operation.method)) is not None
        and found.only_reads
    }
    assert {"imageGetTags", "imageSearchIds", "imageClosestEmbeddingsImages", "repositoryTags"} <= read
    assert read & {"imageSetTags", "imageConvert", "imageFormat", "apiSecretCreate", "extensionInstall"} == set()

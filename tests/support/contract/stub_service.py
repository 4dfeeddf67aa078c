"""A service in this process that keeps the authorization of the description, and answers everything else alike."""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from facetry.contract.context import Context
from facetry.contract.description import Operation, every_scope, operations
from facetry.contract.example_requests.operation_requests import Requests
from facetry.contract.fixtures.fixture import Fixture
from facetry.contract.judgement.reference_validators import operation_of
from facetry.contract.reporting.report import Report
from facetry.contract.service import Service
from facetry.contract.traffic.exchange import exchange_of

KEY: Final = "master-key-of-the-run"
EXTENSION_KEY: Final = "key-of-the-extension"
OWNER: Final = "own-extension"
_SAME: Final = {"image:embedding:write", "image:embeddings:write"}
_RECORD: Final = {
    "url": "http://service.example/media/7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613?signature=x",
    "state": "paused",
    "items": [],
}


@dataclass(slots=True)
class StubService:
    """Knows the scopes of each key. `change` may replace an answer; it gets the operation, the key and the answer."""

    change: Callable[[Operation, str, httpx.Response], httpx.Response] = lambda _operation, _key, answer: answer
    keys: dict[str, frozenset[str]] = field(
        default_factory=lambda: {KEY: frozenset({"all"}), EXTENSION_KEY: every_scope() - {"all"}}
    )
    numbers: dict[str, str] = field(default_factory=dict)
    sent: list[tuple[str, str, int]] = field(default_factory=list)
    """The operation, the key and the status of each request."""
    next_numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(100))

    def handle(self, request: httpx.Request) -> httpx.Response:
        """Answer a request."""
        operation = operation_of(exchange_of(httpx.Response(200, request=request)))
        assert operation is not None, request
        key = _key(request)
        answer = self.change(operation, key, self._answer(operation, key, request))
        self.sent.append((operation.operation_id, key, answer.status_code))
        return answer

    def _answer(self, operation: Operation, key: str, request: httpx.Request) -> httpx.Response:
        scopes = self.keys.get(key)
        query = request.url.params
        if not operation.public:
            if scopes is None:
                return problem(401, "auth.invalid")
            given = scopes | (_SAME if scopes & _SAME else set())
            if "all" not in scopes and not operation.scopes <= given:
                return problem(403, "scope.missing")
            if operation.owner is not None and key == EXTENSION_KEY:
                named = query.get(operation.owner) or query.get(f"{operation.owner}s") or request.url.path.split("/")[2]
                if named != OWNER:
                    return problem(403, "extension.foreign")
        return self._done(operation, key, query, request)

    def _done(self, operation: Operation, key: str, query: httpx.QueryParams, request: httpx.Request) -> httpx.Response:
        record: dict[str, Any] = {**_RECORD, "id": 1}
        match operation.operation_id:
            case "apiSecretCreate":
                scope, record["id"] = query.get("scope"), next(self.next_numbers)
                record["value"] = f"created-key-{record['id']}"
                self.keys[record["value"]] = frozenset(scope.split(",")) if scope else frozenset({"all"})
                self.numbers[str(record["id"])] = record["value"]
            case "apiSecretDelete":
                self.keys.pop(self.numbers.pop(request.url.path.split("/")[2], ""), None)
            case "apiSecretSelf":
                record["scopes"] = sorted(self.keys[key])
                record["extensionId"] = OWNER if key == EXTENSION_KEY else None
            case "repositoryActivities" | "apiSecretList" | "collectionList" | "repositoryList" | "extensionList":
                return httpx.Response(200, json=[])
        status = min(operation.successes)
        return httpx.Response(status) if status == 204 else httpx.Response(status, json=record)


def problem(status: int, rule: str) -> httpx.Response:
    """A refusal."""
    headers = {"Content-Type": "application/problem+json", "WWW-Authenticate": "Bearer"}
    return httpx.Response(status, headers=headers, content=json.dumps({"status": status, "rule": rule}).encode())


def _key(request: httpx.Request) -> str:
    given: str = request.headers.get("authorization", "")
    if given.startswith("Basic "):
        return f"basic {base64.b64decode(given[6:]).decode()}"
    alias: str = request.headers.get("x-api-key", "")
    return given.removeprefix("Bearer ") or alias


def context_of(stub: StubService, *chosen: str, offered: frozenset[str] | None = None) -> Context:
    """The context of checks on these operations of the stub, all of them if none is named."""
    service = Service("http://service.example", KEY)
    for name in ("client", "anonymous", "cleaner"):
        headers = {} if name == "anonymous" else {"Authorization": f"Bearer {KEY}"}
        transport = httpx.MockTransport(stub.handle)
        setattr(service, name, httpx.Client(base_url=service.url, headers=headers, transport=transport))
    service.offered = service.offered if offered is None else offered
    images = [f"7f1c9a52-3d8e-4b60-9c41-0a5be2d4f6{number}" for number in range(10, 18)]
    requests = Requests(
        client=service.client,
        folder=None,
        images=images,
        repository="c5a0d3e8-94b1-4d7f-a6e2-58f0137b9d24",
        secret=3,
        collection=7,
        attachment="attachment://12",
        owner="other-extension",
        installed="other-installed",
        prefix="test ",
    )
    fixture = Fixture(service, requests, "test", ("other-extension",), frozenset(), None)
    named = frozenset(chosen) or frozenset(operation.operation_id for operation in operations())
    return Context(service, fixture, Report(key=KEY), named)

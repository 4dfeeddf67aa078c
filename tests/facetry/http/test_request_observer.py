"""Ids of requests, their counts, and the access log, over the small application."""

import asyncio
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from facetry.http.request_observer import RequestObserver
from facetry.observability.request_metrics import RequestMetrics
from facetry.observability.requests import current_request
from tests.facetry.http.conftest import ASGIClient
from tests.facetry.http.small_application import IMAGE, TABLE
from tests.facetry.observability.log_lines import log_lines

TAGS = f"/image/{IMAGE}/setTags?extensionId=tagger"


def json_of(key: str) -> dict[str, str]:
    """Headers of a request with this key and a body of JSON."""
    return {"authorization": f"Bearer {key}", "content-type": "application/json"}


class Observed:
    """The small application behind an observer."""

    def __init__(self, client: Any, *, logs_access: bool = False) -> None:
        self.metrics = RequestMetrics(TABLE)
        observer = RequestObserver(client.application, self.metrics, logs_access=logs_access)
        self.call = ASGIClient(observer, client.recorder)

    def counts(self) -> dict[str, dict[int, int]]:
        """The counts by status of operations that were requested."""
        metrics = self.metrics.by_operation
        return {name: each.counts_by_status for name, each in metrics.items() if each.counts_by_status}


def test_each_answer_has_an_id_of_its_own(client: Any) -> None:
    observed = Observed(client)
    answers = [observed.call("GET", "/ping", b"", {}) for _ in range(100)]
    answers += [observed.call("GET", "/nowhere"), observed.call("PUT", TAGS, b"[]"), observed.call("PUT", TAGS, b"{")]
    ids = [answer.headers["x-request-id"] for answer in answers]
    assert len(set(ids)) == 103
    assert all(re.fullmatch("[0-9a-f]{16}", id) for id in ids)


@pytest.mark.parametrize("id", ["0123456789abcdef", "x", "a\tb", "é" * 300])
def test_an_id_of_the_client_is_ignored(client: Any, id: str) -> None:
    answer = Observed(client).call("GET", "/ping", b"", {"x-request-id": id})
    assert answer.headers["x-request-id"] not in (id, "")


def test_an_internal_error_has_the_same_id_in_header_document_and_log(client: Any) -> None:
    with log_lines("json", "facetry.http") as lines:
        answer = Observed(client).call("DELETE", "/self")
    (entry,) = [json.loads(line) for line in lines.read()]
    assert answer.json["requestId"] == answer.headers["x-request-id"] == entry["request_id"]
    assert entry["operation"] == "fail"
    assert "the password is 1234" in entry["traceback"][-1]


def test_requests_are_counted_by_operation_and_status(client: Any) -> None:
    observed = Observed(client)
    for _ in range(3):
        observed.call("GET", "/ping", b"", {})
    observed.call("HEAD", "/ping", b"", {})
    observed.call("PUT", TAGS, b'["cat"]', json_of("good"))
    observed.call("PUT", TAGS, b"[7]", json_of("good"))
    observed.call("PUT", TAGS, b"[]", {})
    observed.call("PUT", TAGS, b"[]", json_of("nothing"))
    observed.call("DELETE", "/self")
    observed.call("PATCH", "/ping")
    for path in (f"/{number}" for number in range(50)):
        observed.call("GET", path)
    observed.call("PUT", TAGS, [b"[", b"]"], json_of("good"), disconnect=True)
    assert observed.counts() == {
        "ping": {200: 4},
        "setTags": {204: 1, 400: 1, 401: 1, 403: 1, 0: 1},
        "fail": {500: 1},
        "other": {405: 1, 404: 50},
    }
    assert observed.metrics.running == 0
    assert set(observed.metrics.by_operation) == {*TABLE, "other"}
    for name, metrics in observed.metrics.by_operation.items():
        assert metrics.times.count == sum(metrics.counts_by_status.values()), name
    assert 0 < observed.metrics.by_operation["ping"].times.seconds < 10


def test_nothing_is_current_after_a_request(client: Any) -> None:
    Observed(client).call("GET", "/ping")
    assert current_request() is None


def test_the_access_log_has_neither_paths_nor_queries_nor_keys(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    observed = Observed(client, logs_access=True)
    with caplog.at_level(logging.INFO, "facetry.access"), log_lines("json", "facetry.access") as lines:
        observed.call("PUT", TAGS, b'["cat"]', json_of("good"))
        observed.call("GET", "/a/private/name?key=fct_secret", b"", {"authorization": "Bearer unknown-secret"})
        observed.call("GET", f"/image/{IMAGE}/getTags?extensionId=tagger", b"", {"authorization": "Bearer reader"})
        observed.call("PUT", TAGS, b"[]", json_of("tagger"))
        observed.call("GET", "/self", b"", {"authorization": "Bearer master"})
    entries = [json.loads(line) for line in lines.read()]
    members = ("method", "operation", "status", "caller")
    assert [tuple(entry[name] for name in members) for entry in entries] == [
        ("PUT", "setTags", 204, "key 1"),
        ("GET", "other", 404, "unknown"),
        ("GET", "getTags", 200, "key 2"),
        ("PUT", "setTags", 204, "extension tagger"),
        ("GET", "self", 201, "master"),
    ]
    assert all(entry["request_id"] and entry["seconds"] > 0 for entry in entries)
    for part in (IMAGE, "private", "secret", "extensionId", "cat", "Bearer"):
        assert part not in "".join(lines.read())


def test_there_is_no_access_log_by_default(client: Any) -> None:
    with log_lines("text", "facetry.access") as lines:
        Observed(client).call("GET", "/ping")
    assert lines.read() == []


def test_other_connections_pass_through(tmp_path: Path) -> None:
    seen = []

    async def application(scope: Any, _: Any, __: Any) -> None:
        seen.append(scope["type"])

    async def main() -> None:
        observer = RequestObserver(application, RequestMetrics(()))
        await observer({"type": "lifespan"}, None, None)  # type: ignore[arg-type]

    asyncio.run(main())
    assert seen == ["lifespan"]

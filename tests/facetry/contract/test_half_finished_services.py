"""`facetry contract` on services that are half finished: behind a path, without some operations, or ending early."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from facetry.contract.errors import UnreachableError
from facetry.contract.reporting import rendering
from facetry.contract.reporting.report import Report
from facetry.contract.runner import Options, run
from tests.support.contract.broken_services import Answer, Forward, Request, broken_service
from tests.support.services.servers import Server, running_server

pytestmark = pytest.mark.contract
BASE = "/library/v1"
LACKING = ("/apiSecret/", "/collection/", "/settings/", "/imageAttachment/")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("half-finished"), []) as running:
        yield running


def report_of(server: Server, rule: Any, *chosen: str, cases: int = 0, base: str = "", seconds: float = 600) -> Report:
    report = Report()
    with broken_service(server.port, rule) as url:
        run(Options(f"{url}{base}", server.key, 3, cases, seconds, frozenset(chosen)), report)
    return report


def text(report: Report) -> str:
    return "\n".join(rendering.as_text(report))


def untouched(server: Server) -> bool:
    """Whether nothing of a run is left."""
    with server.client() as client:
        lists = ("/repository/list", "/collection/list", "/extension/list", "/apiSecret/list")
        return not any(client.get(path).json() for path in lists)


def test_a_service_behind_a_path(server: Server) -> None:
    def behind_a_path(request: Request, forward: Forward) -> Answer:
        if not request.path.startswith(f"{BASE}/"):
            return Answer(404)
        answer = forward(replace(request, path=request.path.removeprefix(BASE)))
        own, seen = f"127.0.0.1:{server.port}/", f"127.0.0.1:{server.port}{BASE}/"
        body = answer.body.replace(own.encode(), seen.encode())
        return replace(answer, body=body)

    report = report_of(server, behind_a_path, "imageSetTags", "media", "imageMediaUrl", base=f"{BASE}/", cases=12)
    assert report.is_clean, text(report)
    assert report.cases >= 12
    assert untouched(server), "what was created is recognized and removed"

    def wrong(request: Request, forward: Forward) -> Answer:
        answer = behind_a_path(request, forward)
        return replace(answer, status=200) if request.path.endswith("/setTags") and answer.status == 204 else answer

    found = text(report_of(server, wrong, "imageSetTags", base=BASE))
    assert "imageSetTags: status.undocumented" in found
    assert f"{BASE}/image/" in found
    assert f"{BASE}{BASE}" not in found


def test_a_service_that_lacks_operations(server: Server) -> None:
    def half(request: Request, forward: Forward) -> Answer:
        if request.path.startswith(LACKING):
            return Answer(404, [("Content-Type", "text/plain")], b"not yet")
        answer = forward(request)
        if request.path != "/openapi.json":
            return answer
        described = json.loads(answer.body)
        kept = {path: item for path, item in described["paths"].items() if not path.startswith(LACKING)}
        renamed = {path.replace("{id}", "{identifier}"): item for path, item in kept.items()}
        body = json.dumps({**described, "paths": renamed}).encode()
        return replace(answer, body=body)

    report = report_of(server, half, "imageSetTags", "imageGetTags", "imageSearchIds", "collectionGet")
    assert report.is_clean, text(report)
    assert report.parts["tag.limit"] > 4
    assert report.parts["auth.matrix"] > 6, "requests without a key are tested"
    skipped = {skip.part: skip.reason for skip in report.skips}
    assert skipped["collectionGet"] == "the service does not offer it"
    assert skipped["keys with few scopes"] == "the service does not offer apiSecretCreate"
    assert untouched(server)


def test_a_lost_connection_is_a_deviation_and_the_run_goes_on(server: Server) -> None:
    def dropping(request: Request, forward: Forward) -> Answer:
        if "%00" in request.query or (request.path.endswith("/setTags") and b'"a\\u0000b"' in request.body):
            return Answer(0)
        return forward(request)

    report = report_of(server, dropping, "imageSetTags", "imageGetTags")
    found = {(each.check, each.operation) for each in report.deviations.values()}
    assert found == {("answer.missing", "imageSetTags"), ("answer.missing", "imageGetTags")}, text(report)
    assert report.parts.keys() >= {"tag.limit", "auth.matrix", "example.invalid", "http.nul"}
    assert untouched(server)


def test_a_service_that_ends_is_named(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server:  # what such a run creates cannot be removed
        for limit, cases in ((250, 0), (560, 500)):
            count = iter(range(1_000_000))

            def ending(request: Request, forward: Forward, limit: int = limit, count: Iterator[int] = count) -> Answer:
                return forward(request) if next(count) < limit else Answer(0)

            with pytest.raises(UnreachableError, match="does not answer"):
                report_of(server, ending, "imageSetTags", cases=cases)


def test_one_operation_with_generated_cases(server: Server) -> None:
    report = report_of(server, lambda request, forward: forward(request), "imageSetTags", cases=20)
    assert report.is_clean, text(report)
    assert report.cases >= 20


def test_the_time_ends_generated_cases(server: Server) -> None:
    report = Report()
    run(Options(server.url, server.key, 3, 10**6, 12, frozenset({"imageSetTags"})), report)
    assert report.is_clean, text(report)
    assert report.ended_early == "the time of 12 s was over"
    assert untouched(server)

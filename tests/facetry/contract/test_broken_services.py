"""`facetry contract` finds each deliberately broken service, and nothing on ours.

Each broken service is tested for the operation that it breaks. FACETRY_BROKEN_SERVICES=whole tests all operations, and
FACETRY_CONTRACT_RUN_CASES sets the number of generated cases on ours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.contract.judgement import opinions
from facetry.contract.judgement.deviation import Deviation
from facetry.contract.reporting import rendering
from facetry.contract.reporting.junit import as_junit
from facetry.contract.reporting.report import Report
from facetry.contract.runner import Options, run
from facetry.contract.traffic.exchange import Exchange
from tests.support.contract import broken_services as broken
from tests.support.imaging.pictures import write_pictures
from tests.support.services.servers import Server, running_server

pytestmark = pytest.mark.contract

IS_WHOLE: Final = os.environ.get("FACETRY_BROKEN_SERVICES") == "whole"
CASES: Final = int(os.environ.get("FACETRY_CONTRACT_RUN_CASES", "150"))
SEED: Final = 7
# The broken service; the operation that is tested in the short form; and a check that has to find it.
SERVICES: Final[tuple[tuple[Callable[..., Any], str, str], ...]] = (
    (broken.wrong_status, "imageSetTags", "status.undocumented"),
    (broken.undocumented_status, "imageGetTags", "status.undocumented"),
    (broken.missing_scope_check, "imageGetTags", "auth.matrix"),
    (broken.foreign_write, "imageSetEmbeddings", "auth.matrix"),
    (broken.leaked_sentinel, "imageGetTags", "tag.sentinel"),
    (broken.wrong_length_rule, "imageSetTags", "tag.value"),
    (broken.accepts_257_tags, "imageSetTags", "tag.limit"),
    (broken.accepts_duplicates, "imageSetTags", "tag.duplicate"),
    (broken.missing_member, "imageSearchIds", "body.schema"),
    (broken.wrong_content_type, "imageGetAllTags", "content-type.undocumented"),
    (broken.ignores_unknown_parameters, "imageGetTags", "example.invalid"),
    (broken.fails_on_nul, "imageGetTags", "status.server-error"),
    (broken.wrong_vector_length, "imageSetEmbeddings", "embedding.length"),
    (broken.repeated_pairs, "repositoryTags", "tag.distinct"),
    (broken.lost_write, "imageEnsureTags", "tag.transition"),
    (broken.other_error_body, "imageGetTags", "problem.document"),
    (broken.missing_challenge, "imageGetTags", "auth.challenge"),
    (broken.lost_order, "imageSearchIds", "search.order"),
    (broken.wrong_total, "imageSearchIds", "search.total"),
    (broken.delete_without_effect, "imageDelete", "image.deletion"),
    (broken.unknown_image_is_empty, "imageGetTags", "http.unknown-id"),
    (broken.no_allow, "imageGetTags", "http.allow"),
    (broken.ignores_preconditions, "imageModify", "http.precondition"),
    (broken.ignores_preconditions, "imageDownload", "http.precondition"),
    (broken.refused_write_changes, "imageSetTags", "tag.transition"),
    (broken.sentinel_stays, "imageEnsureTags", "tag.transition"),
)
_OF_A_KEY: Final = frozenset({broken.missing_scope_check, broken.foreign_write})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("broken")
    write_pictures(directory / "pictures", 6)
    with running_server(directory, [directory / "pictures"]) as running:
        yield running


def report_of(url: str, key: str, cases: int, *chosen: str, pictures: Path | None = None) -> Report:
    report = Report()
    run(Options(url, key, SEED, cases, 3_600.0, frozenset(chosen), pictures), report)
    return report


def counts(server: Server) -> dict[str, int]:
    """Numbers of resources of the service."""
    with server.client() as client:
        lists = ("/apiSecret/list", "/collection/list", "/repository/list", "/extension/list", "/repository/tags")
        found = {path: len(client.get(path).json()) for path in lists}
        return found | {"images": client.post("/image/search/ids", json={}).json()["totalCount"]}


@pytest.mark.parametrize(
    ("service", "operation", "check"), SERVICES, ids=[f"{each[0].__name__}-{each[1]}" for each in SERVICES]
)
def test_a_broken_service_is_found(server: Server, service: Callable[..., Any], operation: str, check: str) -> None:
    rule = service
    if service in _OF_A_KEY:
        rule = service(server.key)
    elif service is broken.wrong_vector_length:
        rule = service()
    with broken.broken_service(server.port, rule) as url:
        report = report_of(url, server.key, 0, *(() if IS_WHOLE else (operation,)))
    text = "\n".join(rendering.as_text(report))
    found = {(deviation.check, deviation.operation) for deviation in report.deviations.values()}
    assert check in {name for name, _ in found}, text
    assert {name for _, name in found} & {operation, ""}, text
    assert server.key not in text + rendering.as_json(report) + as_junit(report)


def test_the_proxy_alone_breaks_nothing(server: Server) -> None:
    with broken.broken_service(server.port, lambda request, forward: forward(request)) as url:
        report = report_of(url, server.key, 0, "imageSetTags", "imageSearchIds", "imageDelete", "imageSetEmbeddings")
    assert report.is_clean, "\n".join(rendering.as_text(report))


def test_the_same_seed_sends_the_same_cases(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def sent() -> list[tuple[str, bytes]]:
        found: list[tuple[str, bytes]] = []

        def record(exchange: Exchange) -> Iterator[Deviation]:
            if exchange.path.endswith("/setTags"):
                found.append((exchange.method, re.sub(rb"contract-[0-9a-f]{6}", b"", exchange.body)))
            return iter(())

        monkeypatch.setattr(opinions, "deviations", record)
        assert report_of(server.url, server.key, 60, "imageSetTags").cases >= 60
        return found

    assert sent() == sent()


def test_nothing_is_found_on_ours(server: Server, tmp_path: Path) -> None:
    before = counts(server)
    report = report_of(server.url, server.key, CASES, pictures=tmp_path)
    text = "\n".join(rendering.as_text(report))
    print(text)
    assert report.is_clean, text
    assert report.cases >= CASES
    assert counts(server) == before, "what was created is removed"
    assert list(tmp_path.iterdir()) == []
    assert not server.traceback()

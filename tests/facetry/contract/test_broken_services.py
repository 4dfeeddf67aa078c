"""`facetry contract` finds each deliberately broken service, and nothing on ours.

Some broken services are one, and tested for the operations that they break. With FACETRY_BROKEN_SERVICES=whole each is
tested alone, for all operations. FACETRY_CONTRACT_RUN_CASES sets the number of generated cases on ours.
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
Case = tuple[Callable[..., Any], str, str]
"""The broken service; the operation that is tested in the short form; and a check that has to find it."""
# Those of a line are broken at once in the short form. They break other things, so each has to be found.
TOGETHER: Final[tuple[tuple[Case, ...], ...]] = (
    (
        (broken.wrong_status, "imageSetTags", "status.undocumented"),
        (broken.missing_member, "imageSearchIds", "body.schema"),
        (broken.wrong_content_type, "imageGetAllTags", "content-type.undocumented"),
        (broken.repeated_pairs, "repositoryTags", "tag.distinct"),
        (broken.delete_without_effect, "imageDelete", "image.deletion"),
    ),
    (
        (broken.undocumented_status, "imageGetTags", "status.undocumented"),
        (broken.wrong_length_rule, "imageSetTags", "tag.value"),
        (broken.lost_order, "imageSearchIds", "search.order"),
        (broken.wrong_vector_length, "imageSetEmbeddings", "embedding.length"),
        (broken.sentinel_stays, "imageEnsureTags", "tag.transition"),
    ),
    (
        (broken.missing_scope_check, "imageGetTags", "auth.matrix"),
        (broken.accepts_257_tags, "imageSetTags", "tag.limit"),
        (broken.wrong_total, "imageSearchIds", "search.total"),
        (broken.lost_write, "imageEnsureTags", "tag.transition"),
        (broken.ignores_preconditions, "imageModify", "http.precondition"),
    ),
    (
        (broken.foreign_write, "imageSetEmbeddings", "auth.matrix"),
        (broken.unknown_image_is_empty, "imageGetTags", "http.unknown-id"),
        (broken.accepts_duplicates, "imageSetTags", "tag.duplicate"),
        (broken.ignores_preconditions, "imageDownload", "http.precondition"),
    ),
    (
        (broken.leaked_sentinel, "imageGetTags", "tag.sentinel"),
        (broken.refused_write_changes, "imageSetTags", "tag.transition"),
    ),
    (
        (broken.no_allow, "imageGetTags", "http.allow"),
        (broken.missing_challenge, "imageGetTags", "auth.challenge"),
        (broken.fails_on_nul, "imageGetTags", "status.server-error"),
        (broken.ignores_unknown_parameters, "imageGetTags", "example.invalid"),
    ),
    ((broken.other_error_body, "imageGetTags", "problem.document"),),
)
RUNS: Final = tuple((case,) for cases in TOGETHER for case in cases) if IS_WHOLE else TOGETHER
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


def _rule(service: Callable[..., Any], key: str) -> broken.Break:
    if service in _OF_A_KEY:
        service = service(key)
    elif service is broken.wrong_vector_length:
        service = service()
    return service


@pytest.mark.parametrize("cases", RUNS, ids=lambda cases: "-".join(each[0].__name__ for each in cases))
def test_broken_services_are_found(server: Server, cases: tuple[Case, ...]) -> None:
    operations = {operation for _, operation, _ in cases}
    with broken.broken_service(server.port, broken.all_of([_rule(each[0], server.key) for each in cases])) as url:
        report = report_of(url, server.key, 0, *(() if IS_WHOLE else operations))
    text = "\n".join(rendering.as_text(report))
    found = {(deviation.check, deviation.operation) for deviation in report.deviations.values()}
    for service, operation, check in cases:
        assert found & {(check, operation), (check, "")}, f"{service.__name__}: {check} of {operation}\n{text}"
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

"""Archives as browsers, proxies and tools write them: foreign hosts, other addresses, missing and encoded bodies."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from facetry.contract import recorded_traffic
from facetry.contract.reporting import rendering
from facetry.contract.reporting.report import Report
from facetry.contract.traffic import http_archive
from facetry.contract.traffic.http_archive import UnreadableArchiveError

IMAGE: Final = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"
HOST: Final = "http://service.example:3001"
TAGS: Final = f"/image/{IMAGE}/getAllTags"
WRITE: Final = f"/image/{IMAGE}/setTags?extensionId=tagger"
JSON: Final = [{"name": "Content-Type", "value": "application/json"}]
WRONG: Final = json.dumps([{"id": "tagger"}])


def entry(
    url: str = f"{HOST}{TAGS}",
    content: Mapping[str, Any] | None = None,
    *,
    method: str = "GET",
    status: Any = 200,
    headers: Any = (),
    answer_headers: Any = (),
    **request: Any,
) -> dict[str, Any]:
    """An entry with a faultless answer, unless it is changed."""
    return {
        "request": {"method": method, "url": url, "headers": [*JSON, *headers], **request},
        "response": {
            "status": status,
            "headers": [*JSON, *answer_headers],
            "content": {"text": "[]"} if content is None else content,
        },
    }


def judged(folder: Path, *entries: Any, base: str = "") -> Report:
    file, report = folder / "traffic.har", Report()
    file.write_text(json.dumps({"log": {"entries": list(entries)}}))
    recorded_traffic.check(file, report, base)
    return report


def checks(report: Report) -> set[str]:
    return {each.check for each in report.deviations.values()}


@pytest.mark.parametrize(
    ("url", "base", "is_judged"),
    [
        (f"{HOST}{TAGS}", "", True),
        (f"{HOST}{TAGS}", HOST, True),
        (f"{HOST}{TAGS}", f"{HOST}/", True),
        (f"HTTP://Service.Example:3001{TAGS}", HOST, True),
        (f"http://service.example:30011{TAGS}", HOST, False),
        (f"http://service.example.org{TAGS}", "http://service.example", False),
        (f"https://service.example:3001{TAGS}", HOST, False),
        (f"https://service.example:443{TAGS}", "https://service.example", True),
        (f"http://service.example{TAGS}", "http://service.example:80", True),
        (f"{HOST}/api{TAGS}", f"{HOST}/api", True),
        (f"{HOST}/api{TAGS}", f"{HOST}/api/", True),
        (f"{HOST}/api{TAGS}", "/api", True),
        (f"{HOST}/apiary{TAGS}", "/api", False),
        (f"{HOST}{TAGS}", "/api", False),
    ],
)
def test_traffic_of_the_service_is_judged(tmp_path: Path, url: str, base: str, is_judged: bool) -> None:
    report = judged(tmp_path, entry(url, {"text": WRONG}), base=base)
    assert report.requests == int(is_judged)
    assert checks(report) == ({"body.schema"} if is_judged else set())
    assert len(report.skips) == int(not is_judged)


def test_a_deviation_names_the_whole_address(tmp_path: Path) -> None:
    for base in ("/api", f"{HOST}/api", f"{HOST}/api/"):
        report = judged(tmp_path, entry(f"{HOST}/api{TAGS}", {"text": WRONG}), base=base)
        assert f" {HOST}/api{TAGS}" in "\n".join(rendering.as_text(report))


def test_without_an_address_the_first_service_is_judged(tmp_path: Path) -> None:
    foreign = entry("http://other.example/livez", {"text": "fine"})
    report = judged(tmp_path, entry(), foreign, entry("http://other.example/picture.png"))
    assert (report.requests, checks(report)) == (1, set())
    assert ["--base-path" in skip.reason for skip in report.skips] == [True, False]


def test_what_http_2_and_browsers_write_is_no_fault(tmp_path: Path) -> None:
    pseudo = [{"name": ":authority", "value": "service.example"}, {"name": ":path", "value": TAGS}]
    packed = [{"name": "content-encoding", "value": "gzip"}, {"name": "content-length", "value": "7"}]
    report = judged(
        tmp_path,
        entry(headers=pseudo, answer_headers=[{"name": ":status", "value": "200"}]),
        entry(answer_headers=packed),
        entry(content={"text": base64.b64encode(b"[]").decode(), "encoding": "base64"}),
        entry(f"{HOST}{WRITE}", {"size": 0}, method="PUT", status=204, postData={"text": '["cat"]'}),
    )
    assert report.requests == 4
    assert checks(report) <= {"content-type.undocumented"}, "\n".join(rendering.as_text(report))


@pytest.mark.parametrize("status", [0, -1, None, 99])
def test_an_entry_without_an_answer_is_skipped(tmp_path: Path, status: Any) -> None:
    report = judged(tmp_path, entry(status=status))
    assert (report.requests, len(report.skips)) == (0, 1)


@pytest.mark.parametrize(
    ("content", "is_lost"),
    [
        ({}, True),
        ({"size": 512}, True),
        ({"size": -1}, True),
        ({"size": 512, "text": '[{"id": "tag'}, True),
        ({"size": 0}, False),
        ({"size": 12, "text": '[{"id": "t"}'}, False),
        ({"text": "["}, False),
        ({"size": "many", "text": "["}, False),
    ],
)
def test_bodies_that_the_archive_lacks_are_not_judged(tmp_path: Path, content: Any, is_lost: bool) -> None:
    assert checks(judged(tmp_path, entry(content=content))) == (set() if is_lost else {"body.json"})


def test_a_length_shows_that_a_body_is_lost(tmp_path: Path) -> None:
    length = [{"name": "Content-Length", "value": "12"}]
    assert checks(judged(tmp_path, entry(content={"size": 0}, answer_headers=length))) == set()
    whole = [{"name": "Content-Length", "value": "1"}]
    assert checks(judged(tmp_path, entry(content={"size": 9, "text": "["}, answer_headers=whole))) == {"body.json"}


@pytest.mark.parametrize(
    ("request_", "found"),
    [
        ({"postData": {"text": '["a b"]'}}, {"request.accepted"}),
        ({"postData": {"text": base64.b64encode(b'["a b"]').decode(), "encoding": "base64"}}, {"request.accepted"}),
        ({"postData": {"mimeType": "application/json"}}, set()),
        ({"bodySize": 12}, set()),
        ({"headers": [{"name": "Content-Length", "value": "12"}]}, set()),
        ({}, {"reference.openapi-core"}),
    ],
)
def test_bodies_of_requests(tmp_path: Path, request_: dict[str, Any], found: set[str]) -> None:
    answer = {"size": 0}
    made = entry(f"{HOST}{WRITE}", answer, method="PUT", status=204, **request_)
    made["response"]["headers"] = []
    assert checks(judged(tmp_path, made)) == found


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (7, "TypeError"),
        ({}, "'request'"),
        ({"request": {}, "response": {}}, "'url'"),
        (entry("http://[")["request"], "'request'"),
        (entry("http://["), "ValueError"),
        (entry("http://service.example:port/livez"), "ValueError"),
        (entry(status="many"), "ValueError"),
        (entry(content={"text": "abcde", "encoding": "base64"}), "Base64"),
        (entry(headers=[{"value": "x"}]), "'name'"),
        (entry(headers=[{"name": 7, "value": "x"}]), "AttributeError"),
    ],
)
def test_a_broken_entry_is_named_and_the_others_are_judged(tmp_path: Path, wrong: Any, words: str) -> None:
    file, report = tmp_path / "traffic.har", Report()
    good, bad = entry(), entry(content={"text": WRONG})
    file.write_text(json.dumps({"log": {"entries": [good, wrong, bad, {}]}}))
    with pytest.raises(UnreadableArchiveError, match=r"log\.entries\[1\] is no entry") as caught:
        recorded_traffic.check(file, report)
    assert words in str(caught.value)
    assert (report.requests, checks(report)) == (2, {"body.schema"})
    assert {each.entry for each in report.deviations.values()} == {2}


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "traffic.har"
    with file.open("wb") as sparse:
        sparse.truncate(http_archive.MAX_BYTES + 1)
    with pytest.raises(UnreadableArchiveError, match="more than"):
        recorded_traffic.check(file, Report())


def test_keys_of_the_archive_are_not_shown(tmp_path: Path) -> None:
    keys = [
        {"name": "Authorization", "value": "Bearer first-secret"},
        {"name": "X-API-KEY", "value": "second-secret"},
        {"name": "Cookie", "value": "session=third-secret"},
    ]
    leaked = json.dumps([{"id": "first-secret second-secret session=third-secret \u001b[31m"}])
    report = judged(tmp_path, entry(content={"text": leaked}, headers=keys))
    text = "\n".join(rendering.as_text(report)) + rendering.as_json(report)
    assert "secret" not in text.replace("FACETRY_API_SECRET", "")
    assert "\u001b" not in text
    assert "$FACETRY_API_SECRET" in text


def test_media_types_stand_beside_bodies_where_headers_lack_them(tmp_path: Path) -> None:
    problem = json.dumps({"type": "about:blank", "title": "Not Found", "status": 404, "error": "x", "rule": "image.id"})
    filtered = [{"name": "Cache-Control", "value": "no-store"}]
    for listed in ([], None, filtered):
        typed = entry(content={"text": "[]", "mimeType": "application/json; charset=utf-8"})
        wrong = entry(content={"text": WRONG, "mimeType": "application/json"})
        refused = entry(content={"text": "{}", "mimeType": "application/problem+json"}, status=404)
        strange = entry(content={"text": problem, "mimeType": "text/html"}, status=404)
        write = entry(f"{HOST}{WRITE}", {"size": 0, "mimeType": "x-unknown"}, method="PUT", status=204)
        write["request"]["postData"] = {"mimeType": "application/json", "text": '["a b"]', "params": []}
        for made, found in (
            (typed, set()),
            (wrong, {"body.schema"}),
            (refused, {"problem.document"}),
            (strange, {"problem.document", "content-type.undocumented"}),
            (write, {"request.accepted"}),
        ):
            for message in (made["request"], made["response"]):
                message["headers"] = listed
                if listed is None:
                    del message["headers"]
            report = judged(tmp_path, made)
            assert (report.requests, checks(report)) == (1, found), "\n".join(rendering.as_text(report))


def test_headers_that_an_archive_lacks_are_not_judged(tmp_path: Path) -> None:
    untyped, unauthorised = entry(content={"text": WRONG}), entry(content={"mimeType": "application/problem+json"})
    unauthorised["response"]["status"] = 401
    cookie = entry(f"{HOST}/session/create", {}, method="POST", status=201, postData={"mimeType": "application/json"})
    for made in (untyped, unauthorised):
        made["request"]["headers"] = made["response"]["headers"] = []
        assert checks(judged(tmp_path, made)) == set()
    assert checks(judged(tmp_path, cookie)) == set()
    untyped["response"]["headers"] = [{"name": "Server", "value": "x"}]
    assert checks(judged(tmp_path, untyped)) == {"content-type.undocumented"}


def test_what_recorders_leave_out_or_write_in_other_ways(tmp_path: Path) -> None:
    upper = [
        {"name": "CONTENT-TYPE", "value": "application/json"},
        {"name": "X-Empty"},
        {"name": "X-Null", "value": None},
    ]
    listed = entry(f"{HOST}/image/{IMAGE}/setTags", {"size": 0}, method="put", status="204", postData={"text": '["a"]'})
    listed["request"] |= {
        "queryString": [{"name": "extensionId", "value": "tagger"}],
        "httpVersion": "h2",
        "cookies": None,
    }
    kept = entry(f"{HOST}/livez", {"text": "kept by the browser"}, status=304)
    null = entry(content={"text": None}, postData=None)
    report = judged(tmp_path, entry(headers=upper, answer_headers=upper[1:]), listed, null)
    assert (report.requests, checks(report)) == (3, set()), "\n".join(rendering.as_text(report))
    assert "body.unexpected" not in checks(judged(tmp_path, kept))


@pytest.mark.parametrize(
    ("entries", "base", "words"),
    [
        ([], "", "no entries"),
        ([entry(status=0), entry(status=0) | {"response": None}], "", "2 of 2 entries: it has no answer"),
        ([entry("https://cdn.example/x.png"), entry()], "http://localhost:3001", f"--base-path {HOST} fits 1 of 2"),
        ([entry(f"{HOST}/v1/api{TAGS}")], "", f"no operation has this method and path. --base-path {HOST}/v1/api fits"),
        ([entry(f"{HOST}{TAGS}")], "/api", f"its path is not below /api. --base-path {HOST} fits 1 of 1"),
        (
            [entry("ws://service.example:3001/events"), entry("data:image/png;base64,xx")],
            "",
            "no HTTP traffic, but ws:",
        ),
        ([entry(method="OPTIONS", status=204)], "", "1 of 1 entries: it is a preflight"),
    ],
)
def test_an_archive_of_which_nothing_was_judged(tmp_path: Path, entries: Any, base: str, words: str) -> None:
    report = judged(tmp_path, *entries, base=base)
    assert words in report.unjudged
    assert f"nothing was judged: {report.unjudged}" in "\n".join(rendering.as_text(report))
    assert not judged(tmp_path, entry()).unjudged


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (entry(TAGS), "has no scheme and host"),
        (entry(content={"text": {"a": 1}}), "the body of the answer is no text"),
        (entry(postData={"text": ["a"]}), "the body of the request is no text"),
        (entry(headers=[{"name": "X", "value": ["a"]}]), "the value of a header is no text"),
    ],
)
def test_parts_that_are_no_texts_are_named(tmp_path: Path, wrong: Any, words: str) -> None:
    with pytest.raises(UnreadableArchiveError, match=words):
        judged(tmp_path, wrong, entry())

"""The first opinion on exchanges, by a table of faults, and both opinions together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from facetry.contract.judgement import conformance, opinions
from facetry.contract.judgement.reference_validators import operation_of
from facetry.contract.traffic.exchange import Exchange
from tests.support.contract.exchanges import IMAGE, exchange, refused, written

_SEARCH: Final = {"items": [], "totalCount": 0}
_CHALLENGE: Final = (("www-authenticate", 'Bearer realm="x"'),)
_DEEP: Final = b"[" * 100_000 + b"]" * 100_000
_NESTED: Final = b"[" * 230 + b"]" * 230


def search(answer: Any = None, body: Any = None, **more: Any) -> Exchange:
    value = _SEARCH if answer is None else answer
    return exchange("POST", "/image/search/ids", "", answer=value, body={} if body is None else body, **more)


def found(given: Exchange) -> list[tuple[str, str]]:
    """(check, pointer) of the first opinion."""
    return [(each.check, each.pointer) for each in conformance.deviations(given, operation_of(given))]


FAULTLESS: Final = (
    exchange(),
    exchange(answer=[]),
    exchange(content_type="application/json; charset=utf-8"),
    exchange(content_type="Application/JSON"),
    written(["cat"]),
    written([]),
    search(),
    refused(),
    refused(content_type="application/problem+json; charset=utf-8"),
    refused(401, "auth.missing", headers=_CHALLENGE),
    refused(401, "auth.missing", headers=(("www-authenticate", "BEARER"),)),
    refused(404, "image.unknown"),
    refused(503, "service.busy", headers=(("retry-after", "1"),)),
    exchange("HEAD", answer=b""),
    exchange("GET", "/no/such/path", "", content_type="text/html", answer=b"<html>"),
)


@pytest.mark.parametrize("given", FAULTLESS, ids=str)
def test_a_faultless_exchange(given: Exchange) -> None:
    assert found(given) == []
    assert [each.detail for each in opinions.deviations(given)] == []


FAULTS: Final[tuple[tuple[Exchange, list[tuple[str, str]]], ...]] = (
    (exchange(status=0, answer=b"", failure="the connection was closed"), [("answer.missing", "")]),
    # statuses
    (refused(500, "server.failure"), [("status.server-error", ""), ("status.undocumented", "")]),
    (refused(505, "server.failure"), [("status.server-error", ""), ("status.undocumented", "")]),
    (refused(501, "server.lacking"), []),
    (refused(502, "server.gateway"), [("status.undocumented", "")]),
    (exchange(status=201), [("status.undocumented", "")]),
    (exchange(status=302, answer=b""), [("status.undocumented", "")]),
    # headers
    (refused(401, "auth.missing"), [("auth.challenge", ""), ("header.missing", "")]),
    (refused(401, "auth.missing", headers=(("www-authenticate", "Basic"),)), [("auth.challenge", "")]),
    (refused(403, "scope.missing"), [("header.missing", "")]),
    (refused(503, "service.busy"), [("header.missing", "")]),
    # the sentinel
    (exchange(answer=["__empty__"]), [("tag.sentinel", ""), ("body.schema", "/0")]),
    (exchange("GET", "/no/such", "", content_type="text/plain", answer=b"__empty__"), [("tag.sentinel", "")]),
    (exchange("GET", "/no/such", "", content_type="image/png", answer=b"\0__empty__"), []),
    (exchange("GET", "/no/__empty__", "", content_type="text/plain", answer=b"__empty__"), []),
    (refused(400, "tag.sentinel", problem={"value": "__empty__"}), []),
    (refused(399, "x", problem={"value": "__empty__"}), [("tag.sentinel", ""), ("status.undocumented", "")]),
    # problem documents
    (refused(content_type="application/json"), [("problem.document", ""), ("content-type.undocumented", "")]),
    (refused(content_type=None), [("problem.document", ""), ("content-type.undocumented", "")]),
    (refused(answer=b"{"), [("problem.document", "")]),
    (refused(answer=b""), [("problem.document", "")]),
    (refused(answer=_DEEP), [("problem.document", ""), ("problem.document", "")]),
    (refused(problem={"title": 7}), [("problem.document", "/title")]),
    (refused(problem={"rule": ...}), [("problem.document", "")]),
    (refused(problem={"status": 404}), [("problem.document", "/status")]),
    (refused(answer=[]), [("problem.document", "")]),
    (
        refused(answer=b"{}" + b" " * 2_046, problem={}),
        [("problem.document", "")] * 3 + [("problem.document", "/status")],
    ),
    (refused(answer=b"[]" + b" " * 2_047, problem={}), [("problem.document", "")] * 2),
    (exchange("HEAD", status=404, answer=b"", content_type=None), []),
    # bodies
    (exchange(answer=b"["), [("body.json", "")]),
    (exchange(answer=b""), [("body.json", "")]),
    (exchange(answer=b"[NaN]"), [("body.json", "")]),
    (exchange(answer=b"[Infinity]"), [("body.json", "")]),
    (exchange(answer=b"\xef\xbb\xbf[]"), [("body.json", "")]),
    (exchange(answer="[]".encode("utf-16")), [("body.json", "")]),
    (exchange(answer=b'["\xff"]'), [("body.json", "")]),
    (exchange(answer=b'["\\ud800"]'), [("body.json", "")]),
    (exchange(answer=_DEEP), [("body.json", "")]),
    (exchange(answer=_NESTED), [("body.json", "")]),
    (exchange(answer=["a b", 7]), [("body.schema", "/0"), ("body.schema", "/1")]),
    (exchange(answer=[1, 2, 3, 4]), [("body.schema", f"/{number}") for number in range(3)]),
    (exchange(answer={"a": 1}), [("body.schema", "")]),
    (search({"items": []}), [("body.schema", "")]),
    (search({"items": [7], "totalCount": 1}), [("body.schema", "/items/0")]),
    (exchange(content_type="text/html"), [("content-type.undocumented", "")]),
    (exchange(content_type=None), [("content-type.undocumented", "")]),
    (written(["cat"], answer=b"x"), [("body.unexpected", "")]),
    # requests that were accepted although invalid
    (exchange(query="extensionId=tagger&verbose=1"), [("request.accepted", "")]),
    (exchange(query="extensionId=tagger&verbose="), [("request.accepted", "")]),
    (exchange(query=""), [("request.accepted", "")]),
    (refused(query=""), []),
    (written(b"["), [("request.accepted", "")]),
    (exchange(body=b"["), []),
    (written(b"", status=204), []),
    (written(b"\xff"), [("request.accepted", "")]),
    (written(_DEEP), [("request.accepted", "")]),
    (written(["cat", "a b"]), [("request.accepted", "/1")]),
    (written(["cat", "cat"]), [("request.accepted", "")]),
    (refused(method="PUT", path=f"/image/{IMAGE}/setTags", body=["a b"]), []),
)


@pytest.mark.parametrize(
    ("given", "expected"), FAULTS, ids=lambda each: str(each) if isinstance(each, Exchange) else ""
)
def test_a_fault(given: Exchange, expected: list[tuple[str, str]]) -> None:
    assert found(given) == expected
    names = [(each.check, each.pointer) for each in opinions.deviations(given)]
    assert names[: len(expected)] == expected


def test_details_name_what_came_and_what_was_expected() -> None:
    def detail(given: Exchange) -> str:
        return next(opinions.deviations(given)).detail

    assert detail(exchange(status=201)) == "the description has no answer 201, only 200, 400, 401, 403, 404, 503"
    assert detail(exchange(content_type="text/html")) == (
        "the media type of the answer 200 is text/html, not application/json"
    )
    assert detail(exchange(content_type=None)).endswith("is missing, not application/json")
    assert detail(refused(content_type=None)) == "an error has the media type (none), not application/problem+json"
    assert detail(refused(content_type="text/html")) == (
        "an error has the media type text/html, not application/problem+json"
    )
    assert detail(refused(problem={"status": 404})) == "the status is 400, the problem document has 404"
    assert detail(written(["cat"], answer=b"xyz")) == "the answer 204 has a body of 3 bytes"
    assert "'verbose'" in detail(exchange(query="extensionId=tagger&verbose=1"))
    assert "extensionId" in detail(exchange(query=""))
    assert detail(exchange(status=0, failure="closed")) == "the request has no answer: closed"
    assert "2049 bytes, more than 2048" in detail(refused(answer=b"{}" + b" " * 2_047))


def test_each_deviation_names_its_operation() -> None:
    (missing,) = opinions.deviations(exchange(status=0, failure="closed"))
    assert missing.operation == "imageGetTags"
    (unknown,) = opinions.deviations(replace(refused(content_type="text/plain"), path="/no/such"))
    assert (unknown.operation, unknown.check) == ("", "problem.document")


def test_the_second_opinion_speaks_where_the_first_is_silent() -> None:
    wrong_id = exchange(path="/image/no-uuid/getTags")
    assert found(wrong_id) == []
    (deviation,) = opinions.deviations(wrong_id)
    assert (deviation.check, deviation.operation) == ("reference.openapi-core", "imageGetTags")
    assert deviation.detail.startswith("accepted, but a reference validator refuses it")
    refusal = refused(rule="schema.type", method="PUT", path=f"/image/{IMAGE}/setTags", body=["cat"])
    (deviation,) = opinions.deviations(refusal)
    assert deviation.detail.startswith("refused by schema.type, but a reference validator accepts it")
    unlisted = refused(rule="weather.bad")
    (deviation,) = opinions.deviations(unlisted)
    assert "which the description does not list" in deviation.detail
    both = exchange(path="/image/no-uuid/getTags", status=201)
    assert [each.check for each in opinions.deviations(both)] == ["status.undocumented"], "one fault is reported once"


def test_traffic_of_no_operation_is_judged_only_if_it_is_refused() -> None:
    elsewhere = exchange("GET", "/page.html", "", content_type="text/html", answer=b"<html>")
    assert list(opinions.deviations(elsewhere)) == []
    wrong = replace(elsewhere, status=404)
    assert [each.check for each in opinions.deviations(wrong)] == ["problem.document"]

"""Equal answers are judged once, and no answer is taken for another one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from facetry.contract.judgement.reference_validators import faults
from facetry.contract.traffic.exchange import Exchange
from tests.support.contract.reference_checks import check_exchanges

JSON: Final = (("content-type", "application/json"),)
TAGS: Final = Exchange(
    method="GET",
    path="/image/7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613/getTags",
    query="extensionId=tagger",
    headers=(("authorization", "Bearer k"),),
    body=b"",
    status=200,
    answer_headers=(*JSON, ("x-request-id", "0123456789abcdef")),
    answer=b'["cat"]',
)


def test_an_answer_is_judged_by_its_operation_its_status_and_its_content() -> None:
    wrong = replace(TAGS, answer=b'[{"cat": 1}]')
    other_path = replace(wrong, path=TAGS.path.replace("getTags", "getAllTags"), query="")
    refused = replace(wrong, status=404)
    for exchange, is_fine in [(TAGS, True), (wrong, False), (TAGS, True), (wrong, False), (refused, False)]:
        assert (not list(faults(exchange))) is is_fine
    assert list(faults(replace(other_path, answer=b'["cat"]')))
    assert list(faults(replace(TAGS, answer_headers=(("content-type", "text/plain"),))))


def test_each_exchange_counts_though_its_answer_was_seen_before() -> None:
    again = replace(TAGS, answer_headers=(*JSON, ("x-request-id", "fedcba9876543210")))
    assert check_exchanges([TAGS, again]) == (2, [])
    wrong = [replace(each, answer=b"[1]") for each in (TAGS, again)]
    count, found = check_exchanges(wrong)
    assert (count, len(found)) == (2, 1)


def test_of_many_of_a_kind_the_first_are_judged_and_errors_always() -> None:
    wrong = replace(TAGS, answer=b"[1]")
    assert check_exchanges([TAGS, TAGS, wrong], most_of_a_kind=2) == (3, [])
    assert len(check_exchanges([TAGS, TAGS, wrong], most_of_a_kind=3)[1]) == 1
    other = replace(TAGS, path=TAGS.path.replace("getTags", "getAllTags"), query="", answer=b"[1]")
    assert len(check_exchanges([TAGS, other], most_of_a_kind=1)[1]) == 1, "another operation"
    failed = replace(TAGS, status=500, answer_headers=(("content-type", "application/problem+json"),), answer=b"{}")
    assert len(check_exchanges([failed, failed, replace(failed, status=500, answer=b"[]")], 1)[1]) >= 3

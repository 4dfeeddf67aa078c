"""Problem documents: their members, their maximum size, and that they contain printable text only."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facetry.errors import (
    MAX_PROBLEM_BYTES,
    PROBLEM_BY_KIND,
    Fault,
    FaultKind,
    bad_parameter,
    conflict,
    not_found,
    printable_text,
    problem_body,
    problem_document,
    storage_full,
    unavailable,
    upstream_failure,
)


def test_members() -> None:
    fault = bad_parameter("take", "Too much.", rule="schema.maximum", value=1001, remedy="Less.").fault
    assert problem_document(fault) == {
        "type": "/docs/rules/schema.maximum",
        "title": "Bad Request",
        "status": 400,
        "detail": "Too much.",
        "message": "Too much.",
        "code": 3,
        "rule": "schema.maximum",
        "parameter": "take",
        "value": "1001",
        "remedy": "Less.",
    }


def test_every_kind_has_a_status_and_a_code() -> None:
    codes = {PROBLEM_BY_KIND[kind][0]: PROBLEM_BY_KIND[kind][1] for kind in FaultKind}
    assert codes == {
        400: 3, 401: 1, 403: 2, 404: 4, 405: 4, 409: 3, 412: 3, 413: 3, 415: 3, 416: 3, 500: -1,
        501: 5, 502: -1, 503: -1, 507: -1,
    }  # fmt: skip


def test_fault_constructors() -> None:
    assert not_found("image", "x").fault.rule == "image.unknown"
    assert conflict("repository.name", "Taken.", parameter="name", value="a").fault.kind is FaultKind.CONFLICT
    assert unavailable("store.busy", "Busy.", retry_after=3).fault.headers == (("Retry-After", "3"),)
    assert storage_full("No room.").fault.kind is FaultKind.STORAGE_FULL
    assert upstream_failure("command.failed", "No.", value=5).fault.value == "5"


TEXT = st.text(st.characters() | st.sampled_from('"\\\0\n\u202e\ud800\U0001f600'), max_size=3000)


@given(TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT)
def test_never_above_two_kibibytes(
    rule: str, detail: str, parameter: str, pointer: str, value: str, remedy: str, scope: str
) -> None:
    fault = Fault(
        kind=FaultKind.BAD_PARAMETER,
        rule=rule,
        detail=detail,
        parameter=parameter,
        pointer=pointer,
        value=value,
        remedy=remedy,
        scope=scope,
    )
    body = problem_body(fault, request_id="0123456789abcdef")
    assert len(body) <= MAX_PROBLEM_BYTES
    document = json.loads(body)
    assert len(document["value"]) <= 64
    assert all(text.isprintable() for text in document.values() if isinstance(text, str))


@pytest.mark.parametrize("worst", ["\U0001f600", '"', "\\", "\u00ff", "\0", "\ud800"])
def test_the_worst_characters_fit(worst: str) -> None:
    text = worst * 6_000_000
    fault = Fault(
        kind=FaultKind.BAD_PARAMETER,
        rule=text,
        detail=text,
        parameter=text,
        pointer=text,
        value=text,
        remedy=text,
        scope=text,
    )
    assert len(problem_body(fault, request_id="0" * 32)) <= MAX_PROBLEM_BYTES


@given(st.text(st.characters()), st.integers(6, 70))
def test_printable_text_is_short_and_printable(text: str, characters: int) -> None:
    assert len(printable_text(text, characters)) <= characters
    assert printable_text(text, characters).isprintable()


def test_printable_text_keeps_printable_characters() -> None:
    assert printable_text("häuser 猫") == "häuser 猫"
    assert printable_text("a\r\nb") == "a\\u000d\\u000ab"
    assert printable_text("x" * 65) == "x" * 63 + "…"

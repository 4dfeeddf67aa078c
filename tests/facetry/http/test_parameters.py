"""Path, query and header parameters: each refused form with its status and rule, and round trips by property tests."""

from typing import Any
from urllib.parse import quote
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

IMAGE = "12345678-9abc-4def-8123-456789abcdef"
JSON = {"authorization": "Bearer good", "content-type": "application/json"}
SEARCH = "/image/search/ids"
BODY = b'{"filter":{}}'

REFUSED_QUERIES = [
    ("takes=1", "parameter.unknown", "takes"),
    ("=1", "parameter.unknown", None),  # an empty name is not in the problem document
    ("take=1&take=2", "parameter.duplicate", "take"),
    ("take=1&t%61ke=1", "parameter.duplicate", "take"),
    ("exact=true&exact=true", "parameter.duplicate", "exact"),
    ("take=", "parameter.type", "take"),
    ("take", "parameter.type", "take"),
    ("take=%2B1", "parameter.type", "take"),
    ("take=+1", "parameter.type", "take"),
    ("take=1+", "parameter.type", "take"),
    ("take=%201", "parameter.type", "take"),
    ("take=1%0A", "parameter.type", "take"),
    ("take=1_0", "parameter.type", "take"),
    ("take=01", "parameter.type", "take"),
    ("take=1.0", "parameter.type", "take"),
    ("take=1e1", "parameter.type", "take"),
    ("take=0x1", "parameter.type", "take"),
    ("take=%EF%BC%91", "parameter.type", "take"),
    ("take=%D9%A1", "parameter.type", "take"),
    ("take=" + "9" * 19, "parameter.type", "take"),
    ("take=" + "9" * 60_000, "parameter.type", "take"),
    ("take=0", "schema.minimum", "take"),
    ("take=-1", "schema.minimum", "take"),
    ("take=100", "schema.maximum", "take"),
    ("exact=True", "parameter.type", "exact"),
    ("exact=1", "parameter.type", "exact"),
    ("exact=", "parameter.type", "exact"),
    ("near=nan", "parameter.type", "near"),
    ("near=inf", "parameter.type", "near"),
    ("near=Infinity", "parameter.type", "near"),
    ("near=1e400", "parameter.type", "near"),
    ("near=1e999", "parameter.type", "near"),
    ("near=.5", "parameter.type", "near"),
    ("near=1_0.5", "parameter.type", "near"),
    ("near=2.5", "schema.maximum", "near"),
    ("near=-0.1", "schema.minimum", "near"),
    ("kind=cta", "schema.enum", "kind"),
    ("repository=1", "uuid.canonical", "repository"),
    ("extensionIds=", "schema.pattern", "extensionIds"),
    ("extensionIds=a,b", "schema.pattern", "extensionIds"),
    ("extensionIds=a%0A", "schema.pattern", "extensionIds"),
    ("extensionIds=a&extensionIds=b&extensionIds=c&extensionIds=d", "schema.maxItems", "extensionIds"),
    ("extensionIds[]=a", "parameter.unknown", "extensionIds[]"),
    ("kind=%", "parameter.encoding", "kind"),
    ("kind=%4", "parameter.encoding", "kind"),
    ("kind=%zz", "parameter.encoding", "kind"),
    ("kind=%FF", "parameter.encoding", "kind"),
    ("kind=%C0%80", "parameter.encoding", "kind"),
    ("kind=%ED%A0%80", "parameter.encoding", "kind"),
    ("kind=cat%00", "parameter.encoding", "kind"),
    ("%FF=1", "parameter.encoding", "%FF"),
]


@pytest.mark.parametrize(("query", "rule", "parameter"), REFUSED_QUERIES, ids=[q[:30] for q, *_ in REFUSED_QUERIES])
def test_refused_query(client: Any, query: str, rule: str, parameter: str | None) -> None:
    answer = client("POST", f"{SEARCH}?{query}", BODY, JSON)
    assert (answer.status, answer.rule, answer.json.get("parameter")) == (400, rule, parameter)
    assert client.recorder.calls == []


def test_raw_bytes_in_the_query_are_refused(client: Any) -> None:
    answer = client("POST", SEARCH.encode() + b"?kind=\xff", BODY, JSON)
    assert (answer.status, answer.rule) == (400, "parameter.encoding")


@pytest.mark.parametrize(
    "id",
    [
        "zzz",
        IMAGE.replace("-", ""),
        "{" + IMAGE + "}",
        f"urn:uuid:{IMAGE}",
        IMAGE + "%0A",
        IMAGE + "%20",
        "%EF%BC%91" + IMAGE[1:],
        "..%2f..%2fetc%2fpasswd",
        "search",
        "a" * 10_000,
    ],
)
def test_a_uuid_is_canonical_or_refused(client: Any, id: str) -> None:
    answer = client("GET", f"/image/{quote(id, safe='%')}/getTags?extensionId=a")
    assert (answer.status, answer.rule, answer.json["parameter"]) == (400, "uuid.canonical", "id")


@pytest.mark.parametrize("id", ["%00", "%FF", "%zz", IMAGE + "%00"])
def test_a_badly_encoded_path_is_refused(client: Any, id: str) -> None:
    answer = client("GET", f"/image/{id}/getTags?extensionId=a")
    assert (answer.status, answer.rule, answer.json["parameter"]) == (400, "parameter.encoding", "id")


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        ("", "parameter.type"),
        ("x", "parameter.type"),
        ("1.0", "parameter.type"),
        ("01", "parameter.type"),
        ("1,2", "parameter.type"),
        ("-1", "schema.minimum"),
        ("100", "schema.maximum"),
    ],
)
def test_a_header_is_validated_by_its_schema(client: Any, value: str, rule: str) -> None:
    answer = client("POST", SEARCH, BODY, {**JSON, "last-place": value})
    assert (answer.status, answer.rule, answer.json["parameter"]) == (400, rule, "Last-Place")
    assert client.recorder.calls == []


def test_a_header_reaches_the_handler(client: Any) -> None:
    for headers in (JSON, {**JSON, "last-place": " 7 "}, {**JSON, "last-placebo": "x"}):
        assert client("POST", SEARCH, BODY, headers).status == 200
    assert [each["last_place"] for each in client.recorder.calls] == [None, 7, None]
    assert client("POST", f"{SEARCH}?Last-Place=7", BODY, JSON).rule == "parameter.unknown"


def test_a_missing_parameter_is_named(client: Any) -> None:
    answer = client("GET", f"/image/{IMAGE}/getTags")
    assert (answer.status, answer.rule, answer.json["parameter"]) == (400, "parameter.missing", "extensionId")


def test_defaults_and_types(client: Any) -> None:
    assert client("POST", SEARCH, BODY, JSON).status == 200
    assert client("POST", f"{SEARCH}?&take=7&&exact=false&near=1.5e0&kind=dog&", BODY, JSON).status == 200
    both = f"{SEARCH}?extensionIds=b&repository={IMAGE}&extensionIds=a"
    assert client("POST", both, BODY, JSON).status == 200
    first, second, third = client.recorder.calls
    assert (first["take"], first["exact"], first["extension_ids"]) == (20, None, None)
    assert (second["take"], second["exact"], second["near"], second["kind"]) == (7, False, 1.5, "dog")
    assert (third["extension_ids"], third["repository"]) == (["b", "a"], UUID(IMAGE))


def test_requests_with_the_same_query_have_values_of_their_own(client: Any) -> None:
    for _ in range(3):
        assert client("POST", f"{SEARCH}?extensionIds=a&take=7", BODY, JSON).status == 200
        assert client.recorder.calls[-1]["extension_ids"] == ["a"]
        assert client.recorder.calls[-1]["take"] == 7
        client.recorder.calls[-1]["extension_ids"].append("changed by a handler")


@pytest.mark.parametrize("padding", ["", "&" * 128])
def test_a_repeated_parameter_is_refused_before_its_value_is_read(client: Any, padding: str) -> None:
    for _ in range(2):
        answer = client("POST", f"{SEARCH}?take=1&take=x&{padding}", BODY, JSON)
        assert (answer.status, answer.rule, answer.json["value"]) == (400, "parameter.duplicate", "x")


def test_a_refused_query_is_refused_again(client: Any) -> None:
    for _ in range(3):
        assert client("POST", f"{SEARCH}?take=x", BODY, JSON).rule == "parameter.type"


@pytest.mark.parametrize("length", [100, 200])
def test_queries_of_any_length_are_read(client: Any, length: int) -> None:
    query = f"{SEARCH}?extensionIds={'a' * 30}" + "&" * length
    assert client("POST", query, BODY, JSON).status == 200
    assert client.recorder.calls[-1]["extension_ids"] == ["a" * 30]


def test_an_unknown_parameter_gets_a_suggestion(client: Any) -> None:
    answer = client("POST", f"{SEARCH}?extensionId=a", BODY, JSON)
    assert answer.json["remedy"] == "Did you mean extensionIds?"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text("abcXYZ019._-", min_size=1, max_size=32), min_size=1, max_size=3), st.integers(1, 99))
def test_values_arrive_as_sent(shared: Any, ids: list[str], take: int) -> None:
    query = "&".join([*(f"extensionIds={quote(i)}" for i in ids), f"take={take}"])
    assert shared("POST", f"{SEARCH}?{query}", BODY, JSON).status == 200
    assert shared.recorder.calls[-1]["extension_ids"] == ids
    assert shared.recorder.calls[-1]["take"] == take


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=40))
def test_no_query_breaks_the_pipeline(shared: Any, query: bytes) -> None:
    assert shared("POST", SEARCH.encode() + b"?" + query.replace(b"#", b""), BODY, JSON).status in (200, 400)

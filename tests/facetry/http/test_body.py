"""JSON bodies: media types, size limits counted on the stream, validation by the schema, and faults."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

IMAGE = "12345678-9abc-4def-8123-456789abcdef"
KEY = {"authorization": "Bearer good"}
JSON = {**KEY, "content-type": "application/json"}
SET_TAGS = f"/image/{IMAGE}/setTags?extensionId=a"
SEARCH = "/image/search/ids"

MEDIA_TYPES = [
    ({}, 415, "media-type.missing"),
    ({"content-type": ""}, 415, "media-type.unsupported"),
    ({"content-type": "text/plain"}, 415, "media-type.unsupported"),
    ({"content-type": "text/json"}, 415, "media-type.unsupported"),
    ({"content-type": "application/vnd.api+json"}, 415, "media-type.unsupported"),
    ({"content-type": "application/json, application/json"}, 415, "media-type.unsupported"),
    ({"content-type": "application/json; charset=latin-1"}, 415, "media-type.unsupported"),
    ({"content-type": "application/json; charset=utf-16"}, 415, "media-type.unsupported"),
    ({"content-type": "application/json; charset=utf-8; charset=utf-8"}, 415, "media-type.unsupported"),
    ({"content-type": "application/json\xe9"}, 415, "media-type.unsupported"),
    ({"content-type": "application/json", "content-encoding": "gzip"}, 415, "media-type.unsupported"),
    ({"content-type": "application/json", "content-encoding": "identity, br"}, 415, "media-type.unsupported"),
]


@pytest.mark.parametrize(("headers", "status", "rule"), MEDIA_TYPES, ids=[str(h) for h, *_ in MEDIA_TYPES])
def test_refused_media_types(client: Any, headers: dict[str, str], status: int, rule: str) -> None:
    answer = client("PUT", SET_TAGS, b'["a"]', {**KEY, **headers})
    assert (answer.status, answer.rule) == (status, rule)
    assert client.recorder.calls == []


def test_a_repeated_content_type_is_refused(client: Any) -> None:
    pairs = [*KEY.items(), ("content-type", "application/json"), ("content-type", "application/json")]
    assert client("PUT", SET_TAGS, b'["a"]', pairs).rule == "media-type.unsupported"


@pytest.mark.parametrize(
    "media_type",
    ["application/json", "application/JSON", "application/json; charset=utf-8", 'application/json;charset="UTF-8"'],
)
def test_accepted_media_types(client: Any, media_type: str) -> None:
    answer = client("PUT", SET_TAGS, b'["a"]', {**KEY, "content-type": media_type, "content-encoding": "identity"})
    assert answer.status == 204


@pytest.mark.parametrize("headers", [KEY, JSON])
def test_a_required_body_is_missing(client: Any, headers: dict[str, str]) -> None:
    for body in (b"", [b"", b""]):
        answer = client("PUT", SET_TAGS, body, headers)
        assert (answer.status, answer.rule) == (400, "body.missing")


def test_an_optional_body(client: Any) -> None:
    assert client("POST", "/optional", b"", {}).json == [None]
    assert client("POST", "/optional", b"0", {"content-type": "application/json"}).json == [0]


def padded_body(size: int) -> bytes:
    """A body of exactly `size` bytes."""
    return b'["a"' + b" " * (size - 5) + b"]"


def test_the_cap_is_exact(client: Any) -> None:
    assert client("PUT", SET_TAGS, padded_body(256), JSON).status == 204
    assert client("PUT", SET_TAGS, [padded_body(256)[:100], padded_body(256)[100:]], JSON).status == 204
    for body in (padded_body(257), [padded_body(257)], [padded_body(257)[:100], padded_body(257)[100:]]):
        answer = client("PUT", SET_TAGS, body, JSON)
        assert (answer.status, answer.rule, answer.headers["connection"]) == (413, "body.too-large", "close")


def test_nothing_is_read_above_the_cap(client: Any) -> None:
    chunks = [b"x" * 100] * 50
    assert client("PUT", SET_TAGS, chunks, JSON).status == 413
    assert len(client.unread_messages) == 47
    assert client("PUT", SET_TAGS, chunks, {**JSON, "content-length": "257"}).status == 413
    assert len(client.unread_messages) == 50
    assert client("PUT", SET_TAGS, chunks, {**JSON, "content-length": "9" * 5000}).status == 413


@pytest.mark.parametrize("length", ["-1", "1e1", "+3", "", "5,5", "\u0663".encode().decode("latin-1")])
def test_a_content_length_that_is_no_number(client: Any, length: str) -> None:
    answer = client("PUT", SET_TAGS, b'["a"]', {**JSON, "content-length": length})
    assert (answer.status, answer.rule) == (400, "body.length")


def test_a_disconnect_before_the_end_of_the_body_gets_no_answer(client: Any) -> None:
    assert client("PUT", SET_TAGS, [b'["a"'], JSON, disconnect=True).status == 0
    assert client.recorder.calls == []


def test_an_operation_without_body_takes_none(client: Any) -> None:
    target = f"/image/{IMAGE}/getTags?extensionId=a"
    answer = client("GET", target, b"{}", JSON)
    assert (answer.status, answer.rule, answer.headers["connection"]) == (400, "body.unexpected", "close")
    chunked = {**KEY, "transfer-encoding": "chunked"}
    assert client("GET", target, [b"", b"x"], chunked).rule == "body.unexpected"
    assert client("GET", target, [b"", b""], chunked).status == 200
    assert client("GET", target, b"", {**KEY, "content-length": "0"}).status == 200


INVALID_BODIES = [
    (SET_TAGS, b"{}", "schema.type", "", "an object of 0 properties"),
    (SET_TAGS, b"[1]", "schema.type", "/0", "1"),
    (SET_TAGS, b'["a","b",""]', "schema.minLength", "/2", ""),
    (SET_TAGS, b'["a","b","a"]', "schema.uniqueItems", "/2", "a"),
    (SET_TAGS, b'["a","b","c","d"]', "schema.maxItems", "", "an array of 4 items"),
    (SET_TAGS, b'["a\\n"]', "schema.pattern", "/0", "a\\u000a"),
    (SET_TAGS, b'["a","\\u202e"]', "schema.pattern", "/1", "\\u202e"),
    (SET_TAGS, b'["%b"]' % (b"x" * 65), "schema.maxLength", "/0", "x" * 63 + "\u2026"),
    (SEARCH, b"{}", "schema.required", "", "an object of 0 properties"),
    (SEARCH, b'{"filter":{"tag":["a"]}}', "schema.additionalProperties", "/filter/tag", "tag"),
    (SEARCH, b'{"filter":{},"sort":"nam"}', "schema.enum", "/sort", "nam"),
    (SEARCH, b'{"filter":{},"createdAfter":1.5}', "schema.type", "/createdAfter", "1.5"),
    (SEARCH, b'{"filter":{},"createdAfter":-1}', "schema.minimum", "/createdAfter", "-1"),
    (SEARCH, b'{"filter":{"any":{"any":{"tags":[7]}}}}', "schema.type", "/filter/any/any/tags/0", "7"),
    (SEARCH, b'{"filter":{"a/b~c":1}}', "schema.additionalProperties", "/filter/a~1b~0c", "a/b~c"),
    (SEARCH, b'{"sort":1,"filter":{"x":1},"y":2}', "schema.type", "/sort", "1"),
    (SEARCH, b'{"y":2,"filter":{"x":1},"sort":"nam"}', "schema.additionalProperties", "/y", "y"),
]


@pytest.mark.parametrize(
    ("target", "body", "rule", "pointer", "value"), INVALID_BODIES, ids=[repr(b)[:40] for _, b, *_ in INVALID_BODIES]
)
def test_bodies_are_validated_by_their_schema(
    client: Any, target: str, body: bytes, rule: str, pointer: str, value: str
) -> None:
    answer = client("PUT" if target == SET_TAGS else "POST", target, body, JSON)
    problem = answer.json
    assert (answer.status, answer.rule, problem["pointer"], problem["value"]) == (400, rule, pointer, value)
    assert client.recorder.calls == []


def test_remedies(client: Any) -> None:
    assert client("POST", SEARCH, b'{"filtre":{}}', JSON).json["remedy"] == "Add the property filter."
    assert client("POST", SEARCH, b'{"filter":{"tagz":[]}}', JSON).json["remedy"] == "Did you mean tags?"
    assert client("POST", SEARCH, b'{"filter":{},"sort":"nane"}', JSON).json["remedy"] == "Did you mean name?"


def test_the_handler_gets_a_model(client: Any) -> None:
    assert client("POST", SEARCH, b'{"filter":{"tags":["a"]},"createdAfter":5}', JSON).json == {
        "filter": {"tags": ["a"]},
        "createdAfter": 5,
    }
    assert client.recorder.calls[0]["body"].created_after == 5


def test_what_only_the_model_refuses_is_a_400(client: Any) -> None:
    answer = client("POST", SEARCH, b'{"filter":{"tags":[]},"createdAfter":5.0}', JSON)
    assert answer.status == 200
    answer = client("POST", SEARCH, b'{"filter":{"any":"x"}}', JSON)
    assert answer.status == 200


@pytest.mark.parametrize(
    "body",
    [
        b"[" + b'"' + b"\\u0001" * 10_000 + b'"' + b"]",
        b'{"' + b"k" * 60_000 + b'":1}',
        ('{"filter":{"' + "\U0001f600\u202e" * 7_000 + '":1}}').encode(),
        b'{"filter":{"tags":[' + b"0," * 30_000 + b"0]}}",
        b'{"filter":{"tags":"' + b'\\"' * 30_000 + b'"}}',
    ],
    ids=["controls", "long key", "emoji", "many errors", "quotes"],
)
def test_a_problem_stays_small(client: Any, body: bytes) -> None:
    answer = client("POST", SEARCH, body, JSON)
    assert answer.status == 400
    assert answer.rule.startswith("schema.")


def test_six_megabytes_of_garbage_make_a_small_problem(client: Any) -> None:
    target = "/optional?" + "\u00ff".encode().decode("latin-1") * 0 + "x" * 50_000
    assert client("POST", target, b"", {}).rule == "parameter.unknown"
    assert client("POST", "/optional", b"x" * 6_000_000, {"content-type": "application/json"}).rule == "body.too-large"


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=80), st.lists(st.integers(0, 80), max_size=3))
def test_no_body_breaks_the_pipeline(shared: Any, body: bytes, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(body)]
    chunks = [body[a:b] for a, b in pairwise(edges)]
    assert shared("POST", "/optional", chunks, {"content-type": "application/json"}).status in (200, 400)

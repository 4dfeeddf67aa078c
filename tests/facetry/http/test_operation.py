"""Operations: the order of checks, keys, scopes, owners, methods and responses."""

import errno
import logging
from typing import Any
from uuid import UUID

import pytest

from facetry.errors import conflict
from facetry.http.reply import FileBody, OpenFile, Reply

IMAGE = "12345678-9abc-4def-8123-456789abcdef"
SET_TAGS = f"/image/{IMAGE}/setTags?extensionId=a"
GET_TAGS = f"/image/{IMAGE}/getTags?extensionId=a"


def headers_of(name: str) -> dict[str, str]:
    """The headers of a JSON request with the key `name`."""
    return {"authorization": f"Bearer {name}", "content-type": "application/json"}


CREDENTIALS = [
    ([], 401, "auth.missing", 'Bearer realm="facetry"'),
    ([("authorization", "")], 401, "auth.missing", 'Bearer realm="facetry"'),
    ([("authorization", "Basic Zm9v")], 401, "auth.missing", 'Bearer realm="facetry"'),
    ([("authorization", "good")], 401, "auth.missing", 'Bearer realm="facetry"'),
    ([("authorization", "Bearer bad")], 401, "auth.invalid", 'Bearer realm="facetry", error="invalid_token"'),
    ([("authorization", "Bearer")], 401, "auth.invalid", 'Bearer realm="facetry", error="invalid_token"'),
    ([("authorization", "Bearer g\xe9")], 401, "auth.invalid", 'Bearer realm="facetry", error="invalid_token"'),
    ([("authorization", "Bearer " + "a" * 9999)], 401, "auth.invalid", 'Bearer realm="facetry", error="invalid_token"'),
    ([("x-api-key", "bad")], 401, "auth.invalid", 'Bearer realm="facetry", error="invalid_token"'),
    ([("x-api-key", "")], 401, "auth.invalid", 'Bearer realm="facetry", error="invalid_token"'),
    (
        [("authorization", "Bearer good"), ("x-api-key", "master")],
        400,
        "auth.ambiguous",
        'Bearer realm="facetry", error="invalid_request"',
    ),
    (
        [("authorization", "Bearer good"), ("authorization", "Bearer good")],
        400,
        "auth.ambiguous",
        'Bearer realm="facetry", error="invalid_request"',
    ),
    (
        [("x-api-key", "good"), ("x-api-key", "good")],
        400,
        "auth.ambiguous",
        'Bearer realm="facetry", error="invalid_request"',
    ),
    (
        [("authorization", "Bearer tagger")],
        403,
        "scope.missing",
        'Bearer realm="facetry", error="insufficient_scope", scope="image:read"',
    ),
    (
        [("authorization", "Bearer nothing")],
        403,
        "scope.missing",
        'Bearer realm="facetry", error="insufficient_scope", scope="image:read"',
    ),
]


@pytest.mark.parametrize(("headers", "status", "rule", "challenge"), CREDENTIALS)
def test_refused_credentials(
    client: Any, headers: list[tuple[str, str]], status: int, rule: str, challenge: str
) -> None:
    answer = client("GET", GET_TAGS, b"", headers)
    assert (answer.status, answer.rule, answer.headers["www-authenticate"]) == (status, rule, challenge)
    assert client.recorder.calls == []


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Bearer good"},
        {"authorization": "bearer   good "},
        {"x-api-key": "good"},
        {"authorization": "Bearer good", "x-api-key": "good"},
        {"authorization": "Bearer master"},
    ],
)
def test_accepted_credentials(client: Any, headers: dict[str, str]) -> None:
    assert client("GET", GET_TAGS, b"", headers).json == ["cat", "häuser"]


def test_a_403_names_the_missing_scope(client: Any) -> None:
    answer = client("DELETE", "/self", b"", headers_of("reader"))
    assert (answer.status, answer.json["scope"]) == (403, "image:tag:write")
    assert answer.json["code"] == 2
    assert 'scope="image:read image:tag:write"' in answer.headers["www-authenticate"]


def test_the_key_comes_before_everything_else(client: Any) -> None:
    broken = "/image/zzz/setTags?take=%ff&take"
    for headers, status in (({}, 401), (headers_of("bad"), 401), (headers_of("reader"), 403)):
        answer = client("PUT", broken, [b"{", b"x" * 999], headers)
        assert answer.status == status
        assert len(client.unread_messages) == 2


def test_operations_for_any_key_and_for_no_key(client: Any) -> None:
    answer = client("GET", "/self", b"", headers_of("nothing"))
    assert (answer.status, answer.json) == (201, {"name": "nothing"})
    assert client("GET", "/self", b"", {}).status == 401
    answer = client("GET", "/ping", b"", {"authorization": "nonsense"})
    assert (answer.status, answer.body, answer.headers["content-type"]) == (200, b"pong", "text/plain; charset=utf-8")


def test_an_extension_writes_in_its_own_name_only(client: Any) -> None:
    own = f"/image/{IMAGE}/setTags?extensionId=tagger"
    assert client("PUT", own, b'["a"]', headers_of("tagger")).status == 204
    answer = client("PUT", SET_TAGS, b"not even read", headers_of("tagger"))
    assert (answer.status, answer.rule, answer.json["parameter"]) == (403, "extension.foreign", "extensionId")
    assert client("PUT", SET_TAGS.replace("=a", "=Tagger"), b"[]", headers_of("tagger")).status == 403
    assert client("PUT", SET_TAGS, b'["a"]', headers_of("master")).status == 204
    assert [call["extension_id"] for call in client.recorder.calls] == ["tagger", "a"]


def test_the_handler_gets_python_values(client: Any) -> None:
    answer = client("PUT", SET_TAGS, b'["a","b"]', headers_of("good"))
    assert (answer.status, answer.body) == (204, b"")
    assert "content-length" not in answer.headers
    assert client.recorder.calls == [{"call": "good", "id": UUID(IMAGE), "extension_id": "a", "body": ["a", "b"]}]


def test_json_answers(client: Any) -> None:
    answer = client("GET", GET_TAGS)
    assert answer.headers == {
        "content-type": "application/json",
        "content-length": "17",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
    }


def test_head_is_get_without_body(client: Any) -> None:
    for target in ("/ping", GET_TAGS, "/docs/", "/openapi.json"):
        get, head = client("GET", target), client("HEAD", target)
        assert (head.status, head.headers, head.body) == (get.status, get.headers, b"")
    head = client("HEAD", "/nowhere")
    assert (head.status, head.body) == (404, b"")
    assert head.headers == client("GET", "/nowhere").headers


@pytest.mark.parametrize(
    ("target", "allow"),
    [
        ("/ping", "GET, HEAD, OPTIONS"),
        ("/image/x/setTags", "OPTIONS, PUT"),
        ("/image/search/ids", "OPTIONS, POST"),
        ("/self", "DELETE, GET, HEAD, OPTIONS"),
        ("/docs/", "GET, HEAD, OPTIONS"),
        ("/openapi.json", "GET, HEAD, OPTIONS"),
        ("/asyncapi.json", "GET, HEAD, OPTIONS"),
        ("/schemas/", "GET, HEAD, OPTIONS"),
        ("/schemas/manifest-v3.schema.json", "GET, HEAD, OPTIONS"),
    ],
)
def test_options_and_405_list_the_allowed_methods(client: Any, target: str, allow: str) -> None:
    answer = client("OPTIONS", target, b"", {})
    assert (answer.status, answer.headers["allow"], answer.body) == (204, allow, b"")
    for method in {"GET", "PUT", "POST", "DELETE", "PATCH", "TRACE", "HEAD", "BREW"} - set(allow.split(", ")):
        answer = client(method, target, b"", {})
        assert (answer.status, answer.headers["allow"]) == (405, allow)
        assert method == "HEAD" or answer.rule == "method.unknown"


@pytest.mark.parametrize("target", ["/nowhere", "/ping/", "/docs/x", "/docs/../ping", "/image", "/openapi.json/"])
def test_unknown_addresses(client: Any, target: str) -> None:
    answer = client("GET", target, b"", {})
    assert (answer.status, answer.rule, answer.json["code"]) == (404, "route.unknown", 4)


def test_an_internal_error_reveals_nothing(client: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = client("DELETE", "/self", b"", headers_of("good"))
    assert (answer.status, answer.rule, answer.json["code"]) == (500, "internal", -1)
    assert b"1234" not in answer.body
    assert [answer.json["requestId"] in record.getMessage() for record in caplog.records] == [True]
    assert "the password is 1234" in caplog.text


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE])
def test_too_many_open_files_are_no_fault_of_the_request(client: Any, number: int) -> None:
    """Neither as such, nor as the cause of a conflict about the file."""
    for has_fault in (False, True):

        async def open_nothing(has_fault: bool = has_fault) -> OpenFile:
            error = OSError(number, "Too many open files")
            if has_fault:
                raise conflict("image.file-missing", "The file cannot be opened.") from error
            raise error

        client.recorder.reply = Reply(body=FileBody(open_nothing))
        answer = client("GET", f"/image/{IMAGE}/download")
        assert (answer.status, answer.rule) == (503, "service.open-files")
        assert answer.headers["retry-after"] == "5"


def test_a_header_cannot_be_forged(client: Any) -> None:
    client.recorder.reply = Reply(body=b"x", headers=(("X-Name", "a\r\nSet-Cookie: b"),))
    answer = client("GET", f"/image/{IMAGE}/download")
    assert (answer.status, answer.rule) == (500, "internal")

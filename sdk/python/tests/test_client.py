"""The client: what it sends, what it makes of answers, and its patience."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import httpx
import pytest

from facetry_extension.api import ApiError, Client, Message, UnreachableError

IMAGE = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"


def exchange(
    answer: Callable[[httpx.Request], httpx.Response], use: Callable[[Client], Any]
) -> tuple[Any, list[httpx.Request]]:
    """What a use of the client gives, and the requests that it made."""
    requests: list[httpx.Request] = []

    async def handle(request: httpx.Request) -> httpx.Response:
        await request.aread()
        requests.append(request)
        return answer(request)

    async def main() -> Any:
        client = Client("http://facetry.test/", "the-key", extension_id="me", transport=httpx.MockTransport(handle))
        async with client:
            return await use(client)

    return asyncio.run(main()), requests


def good(content: Any = None, status: int = 200) -> Callable[[httpx.Request], httpx.Response]:
    return lambda request: httpx.Response(status, json=content) if content is not None else httpx.Response(204)


def test_a_request_has_key_query_and_body() -> None:
    got, [request] = exchange(good(), lambda client: client.image_set_tags(IMAGE, ["sky"]))
    assert got is None
    assert (request.method, str(request.url)) == (
        "PUT",
        f"http://facetry.test/image/{IMAGE}/setTags?extensionId=me",
    )
    assert request.headers["Authorization"] == "Bearer the-key"
    assert json.loads(request.content) == ["sky"]


def test_what_is_absent_is_not_sent_and_lists_are_repeated() -> None:
    _, [request] = exchange(good([]), lambda client: client.repository_tag_counts(extension_ids=["a", "b"]))
    assert request.url.query == b"extensionIds=a&extensionIds=b"
    _, [request] = exchange(good({}), lambda client: client.repository_start_or_stop(is_start=True))
    assert request.url.query == b"isStart=true"


def test_a_path_is_quoted() -> None:
    _, [request] = exchange(good({}), lambda client: client.image_attachment_download("attachment://7"))
    assert request.url.raw_path == b"/imageAttachment/attachment%3A%2F%2F7/download"


def test_bytes_are_sent_and_received_unchanged() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=request.content[::-1])

    got, [request] = exchange(answer, lambda client: client.image_convert(b"abc", format="PNG"))
    assert got == b"cba"
    assert request.headers["Content-Type"] == "application/octet-stream"

    async def parts() -> AsyncIterator[bytes]:
        yield b"ab"
        yield b"c"

    got, [request] = exchange(answer, lambda client: client.image_convert(parts(), format="PNG"))
    assert (got, request.content) == (b"cba", b"abc")


def test_a_text_is_a_text() -> None:
    assert exchange(lambda _: httpx.Response(200, text="pong"), lambda client: client.miscellaneous_ping())[0] == "pong"


def test_another_extension_can_be_named_and_one_has_to_be() -> None:
    _, [request] = exchange(good([]), lambda client: client.image_get_tags(IMAGE, extension_id="you"))
    assert request.url.query == b"extensionId=you"

    def use(client: Client) -> Any:
        client.extension_id = None
        return client.image_get_tags(IMAGE)

    with pytest.raises(ValueError, match="name the extension"):
        exchange(good([]), use)


def test_a_refusal_names_what_was_wrong() -> None:
    problem = {"status": 400, "rule": "schema.pattern", "detail": "No tag.", "pointer": "/0", "requestId": "r1"}
    with pytest.raises(ApiError) as refused:
        exchange(good(problem, 400), lambda client: client.image_set_tags(IMAGE, ["no tag"]))
    error = refused.value
    assert (error.status, error.rule, error.detail, error.pointer) == (400, "schema.pattern", "No tag.", "/0")
    assert (error.request_id, str(error)) == ("r1", "400 schema.pattern: No tag.")


@pytest.mark.parametrize("content", [b"", b"<html>", b"[]", b'{"detail": 7}', b"\xff"])
def test_an_error_that_is_no_problem_document(content: bytes) -> None:
    with pytest.raises(ApiError) as refused:
        exchange(lambda _: httpx.Response(502, content=content), lambda client: client.image_get(IMAGE))
    assert (refused.value.status, refused.value.rule) == (502, "http")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses, which are not made."""
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("facetry_extension.api.transport.asyncio.sleep", sleep)
    return pauses


def answers(given: Iterable[httpx.Response | Exception]) -> Callable[[httpx.Request], httpx.Response]:
    left = iter(given)

    def answer(request: httpx.Request) -> httpx.Response:
        each = next(left)
        if isinstance(each, Exception):
            raise each
        return each

    return answer


def test_a_busy_service_gets_the_request_again(waits: list[float]) -> None:
    busy = [httpx.Response(503, headers={"Retry-After": "5"}), httpx.Response(429, headers={"Retry-After": "soon"})]
    _, requests = exchange(answers([*busy, httpx.Response(204)]), lambda client: client.image_set_tags(IMAGE, []))
    assert len(requests) == 3
    assert waits == [5.0, 0.4]


def test_patience_ends(waits: list[float]) -> None:
    with pytest.raises(ApiError) as refused:
        exchange(lambda _: httpx.Response(503), lambda client: client.image_get(IMAGE))
    assert refused.value.status == 503
    assert len(waits) == 3


def test_what_may_have_been_done_is_not_done_again(waits: list[float]) -> None:
    def use(client: Client) -> Any:
        return client.collection_create({}, name="new")

    with pytest.raises(UnreachableError):
        exchange(answers([httpx.ReadError("gone")]), use)
    assert waits == []
    found, requests = exchange(answers([httpx.ConnectError("not there"), httpx.Response(201, json={})]), use)
    assert (found, len(requests)) == ({}, 2)


def test_a_body_that_is_read_once_is_sent_once(waits: list[float]) -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield b"abc"

    with pytest.raises(ApiError):
        exchange(lambda _: httpx.Response(503), lambda client: client.image_format(parts()))
    assert waits == []


def test_lines_arrive_one_by_one() -> None:
    async def use(client: Client) -> list[Any]:
        return [each async for each in client.image_search_id_stream({})]

    body = f'"{IMAGE}"\n\n{{"totalCount": 1}}\n'.encode()
    assert exchange(lambda _: httpx.Response(200, content=body), use)[0] == [IMAGE, {"totalCount": 1}]
    with pytest.raises(ApiError):
        exchange(lambda _: httpx.Response(400, json={"rule": "x"}), use)


def test_events_arrive_one_by_one() -> None:
    async def use(client: Client) -> list[Message]:
        return [each async for each in client._messages("GET", "/events")]

    body = b": hello\n\nid: 7\nevent: image.created\ndata: {\ndata: }\n\ndata: plain\n\n"
    got, _ = exchange(lambda _: httpx.Response(200, content=body), use)
    assert got == [Message("image.created", "{\n}", "7"), Message("message", "plain", "7")]


def test_every_method_is_documented_and_typed() -> None:
    methods = [value for name, value in vars(Client).items() if not name.startswith("_")]
    assert len(methods) > 60
    for method in methods:
        assert method.__doc__
        assert "return" in inspect.get_annotations(method)

"""What a leader makes of the requests that hosts of its cluster send it, without any connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from facetry.cluster import peers as module
from facetry.cluster.peers import (
    CALLER_HEADER,
    KNOWN_CALLER_PONG,
    REQUEST_HEADER,
    SECRET_HEADER,
    PeerAccess,
    metrics_answer,
    peer_headers,
    peer_secret,
)
from facetry.http.body import DisconnectedError
from facetry.http.request import KNOWN_CALLER_KEY, note_caller
from facetry.http.websocket import WRITE_FRAMES_KEY, pong
from facetry.observability import traces
from facetry.observability.combining import from_plain
from facetry.observability.exposition import one
from facetry.observability.requests import current_request

SECRET = b"secret"
ANSWERED = b"/leader/question"
Message = MutableMapping[str, Any]
Application = Callable[[Any, Any, Any], Awaitable[None]]


def of_client(**changes: Any) -> dict[str, Any]:
    """A request as the host has got it from its client."""
    return {
        "type": "http",
        "method": "PUT",
        "raw_path": b"/x",
        "scheme": "https",
        "root_path": "/below",
        "client": ("192.0.2.1", 7),
        "headers": [(b"accept", b"*/*"), (SECRET_HEADER, b"forged"), (REQUEST_HEADER, b"forged")],
        **changes,
    }


def of_host(request: dict[str, Any], id: str | None = "1234", **changes: Any) -> dict[str, Any]:
    """The same request as the leader gets it from the host."""
    headers = peer_headers(SECRET, request, id)
    return {**request, "scheme": "http", "root_path": "", "client": ("10.0.0.2", 9), "headers": headers, **changes}


async def no_application(_: Any, __: Any, ___: Any) -> None:
    raise AssertionError("the request reached an application")


def served(
    scope: dict[str, Any],
    http: Application = no_application,
    websockets: Application = no_application,
    messages: tuple[Message, ...] = (),
) -> list[Message]:
    """What is sent in answer to a connection on which these messages come."""
    sent: list[Message] = []
    left = list(messages)

    async def receive() -> Message:
        return left.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    async def answer(body: bytes) -> bytes:
        return b"answer to " + body

    asyncio.run(PeerAccess(http, websockets, SECRET, {ANSWERED: answer})(scope, receive, send))
    assert left == []
    return sent


def part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_the_secret_of_the_hosts_does_not_show_that_of_the_library() -> None:
    assert peer_secret(b"a") != peer_secret(b"b")
    assert peer_secret(b"a") == peer_secret(b"a")
    assert len(bytes.fromhex(peer_secret(b"a").decode())) == 32


def test_a_request_is_as_its_client_has_sent_it() -> None:
    seen: list[Any] = []

    async def look(scope: Any, _: Any, __: Any) -> None:
        request = current_request()
        assert request is not None
        seen.append((scope, request.id))

    for client, root_path in ((("192.0.2.1", 7), "/below"), (None, None)):
        assert served(of_host(of_client(client=client, root_path=root_path)), look) == []
        scope, id = seen.pop()
        assert (scope["client"], scope["scheme"], scope["root_path"], id) == (client, "https", root_path or "", "1234")
        assert scope["headers"] == [(b"accept", b"*/*")]
        assert KNOWN_CALLER_KEY not in scope


@pytest.mark.parametrize("secret", [None, b"", b"secreT", "é".encode()])
@pytest.mark.parametrize("path", [b"/x", ANSWERED])
def test_who_does_not_know_the_secret_is_refused(secret: bytes | None, path: bytes) -> None:
    headers = [(REQUEST_HEADER, b"{}")] + ([] if secret is None else [(SECRET_HEADER, secret)])
    assert served(of_client(headers=headers, raw_path=path)) == [
        {
            "type": "http.response.start",
            "status": 403,
            "headers": [(b"content-length", b"0"), (b"connection", b"close")],
        },
        {"type": "http.response.body", "body": b""},
    ]
    connect: Message = {"type": "websocket.connect"}
    assert served(of_client(type="websocket", headers=headers), messages=(connect,)) == [
        {"type": "websocket.close", "code": 1008}
    ]


def test_requests_of_hosts_themselves_are_answered() -> None:
    scope = of_host(of_client(raw_path=ANSWERED))
    assert served(scope, messages=(part(b"a", more=True), part(b"", more=True), part(b"b"))) == [
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"12")]},
        {"type": "http.response.body", "body": b"answer to ab"},
    ]
    assert served(scope, messages=({"type": "http.request"},))[1]["body"] == b"answer to "
    assert served(scope, messages=(part(b"a", more=True), {"type": "http.disconnect"})) == []


def test_a_host_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BODY_BYTES", 4)
    scope = of_host(of_client(raw_path=ANSWERED))
    assert served(scope, messages=(part(b"abcd"),))[1]["body"] == b"answer to abcd"
    with pytest.raises(ValueError, match="too much"):
        served(scope, messages=(part(b"abc", more=True), part(b"de", more=True)))


def test_the_metrics_of_a_leader_arrive_as_they_are() -> None:
    families = [one("facetry_things", "counter", "Things.", 3)]

    async def read() -> bytes:
        return await metrics_answer(lambda: families)(b"")

    assert from_plain(json.loads(asyncio.run(read()))) == families


@pytest.mark.parametrize("caller", [None, "key 7"])
def test_the_host_learns_who_has_sent_the_request(caller: str | None) -> None:
    async def answer(scope: Any, _: Any, send: Any) -> None:
        if caller is not None:
            note_caller(scope, caller)
        await send({"type": "http.response.start", "status": 204, "headers": [(b"a", b"b")]})
        await send({"type": "http.response.body", "body": b""})

    start, body = served(of_host(of_client()), answer)
    names = [] if caller is None else [(CALLER_HEADER, b"key 7")]
    assert start["headers"] == [(b"a", b"b"), *names]
    assert body == {"type": "http.response.body", "body": b""}


def test_a_task_that_goes_on_after_its_request_belongs_to_none() -> None:
    async def main() -> None:
        may_look = asyncio.Event()
        looks: list[asyncio.Task[object]] = []

        async def look() -> object:
            assert current_request() is not None
            await may_look.wait()
            return current_request()

        async def begin(_: Any, __: Any, ___: Any) -> None:
            looks.append(asyncio.create_task(look()))
            await asyncio.sleep(0)
            raise DisconnectedError

        async def nothing(*_: object) -> Any:
            raise AssertionError

        await PeerAccess(begin, begin, SECRET, {})(of_host(of_client()), nothing, nothing)
        may_look.set()
        assert await asyncio.gather(*looks) == [None]

    asyncio.run(main())


def test_a_leader_traces_requests_but_no_websockets() -> None:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))

    async def answer(_: Any, __: Any, send: Any) -> None:
        request = current_request()
        assert request is not None
        request.operation = "imageSetTags"
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def ignore(_: Any, __: Any, ___: Any) -> None:
        pass

    served(of_host(of_client()), answer)
    assert exporter.get_finished_spans() == ()
    end = traces.begin(provider)
    try:
        served(of_host(of_client()), answer)
        (span,) = exporter.get_finished_spans()
        served(of_host(of_client(type="websocket")), websockets=ignore)
        assert exporter.get_finished_spans() == (span,)
    finally:
        end()
    assert span.name == "imageSetTags"
    assert span.attributes is not None
    assert span.attributes["http.response.status_code"] == 204
    assert span.attributes["facetry.request_id"] == "1234"


def test_a_websocket_at_the_address_of_a_question_is_one_of_a_client() -> None:
    calls: list[object] = []

    async def accept(scope: Any, _: Any, send: Any) -> None:
        scope[KNOWN_CALLER_KEY]()
        await send({"type": "websocket.accept"})

    scope = of_host(of_client(type="websocket", raw_path=ANSWERED))
    scope |= {KNOWN_CALLER_KEY: lambda: calls.append("known"), WRITE_FRAMES_KEY: calls.append}
    assert served(scope, websockets=accept) == [{"type": "websocket.accept"}]
    assert calls == ["known", pong(KNOWN_CALLER_PONG)]


def test_the_lifespan_is_that_of_the_application() -> None:
    async def begin(scope: Any, receive: Any, send: Any) -> None:
        assert scope == {"type": "lifespan"}
        assert (await receive())["type"] == "lifespan.startup"
        await send({"type": "lifespan.startup.complete"})

    messages: tuple[Message, ...] = ({"type": "lifespan.startup"},)
    assert served({"type": "lifespan"}, begin, messages=messages) == [{"type": "lifespan.startup.complete"}]

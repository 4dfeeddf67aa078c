"""Requests that are forwarded over a link are answered as if they had been served at once."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from facetry.auth import Principal
from facetry.errors import FaultError
from facetry.http.body import DisconnectedError
from facetry.http.request import ABORT_KEY, note_caller
from facetry.http.request_observer import RequestObserver
from facetry.observability.request_metrics import RequestMetrics
from facetry.observability.requests import begin_request, current_request
from facetry.processes.link import serving
from facetry.processes.link.forwarding import MAX_INLINE_BYTES, CoordinatorLink
from facetry.processes.link.serving import ApiProcessLink
from tests.facetry.processes.link.clients import Client, echo
from tests.facetry.processes.link.over_a_link import over_a_link


@pytest.mark.parametrize("is_known", [True, False])
@pytest.mark.parametrize(
    "parts",
    [(b"",), (b"small",), (b"x" * (MAX_INLINE_BYTES + 1),), (b"a" * 70_000, b"b" * 70_000, b"")],
    ids=["none", "inline", "large", "parts"],
)
def test_a_request_arrives_as_it_was(parts: tuple[bytes, ...], is_known: bool) -> None:
    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        begin_request().caller = "key 7" if is_known else None
        client = Client(*parts)
        await link.forward(client.scope, client.receive, client.send)
        assert (client.status, client.body) == (201, b"".join(parts))
        assert client.sent[0]["headers"][0][1].decode() == repr(
            ["PUT", "/é", b"/%C3%A9", b"a=1", "https", "/below", ("192.0.2.1", 1234)]
        )

    over_a_link(use, echo)


def test_many_requests_at_once_get_their_own_answers() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        await asyncio.sleep(0.001 * (int(message["body"]) % 7))
        await echo(scope, _once(message), send)

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        clients = [Client(b"%d" % number) for number in range(300)]
        await asyncio.gather(*(link.forward(each.scope, each.receive, each.send) for each in clients))
        assert [each.body for each in clients] == [b"%d" % number for number in range(300)]

    over_a_link(use, application)


def _once(message: Any) -> Any:
    async def receive() -> Any:
        return message

    return receive


def test_a_refusal_does_not_wait_for_the_body() -> None:
    async def refuse(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 413, "headers": []})
        await send({"type": "http.response.body", "body": b"too large"})

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client(b"x", headers=[(b"content-length", b"1000000000"), (b"expect", b"100-continue")])
        await link.forward(client.scope, client.receive, client.send)
        assert client.status == 413
        assert client.parts == [b"x"]  # nobody has asked for it

    over_a_link(use, refuse)


@pytest.mark.parametrize("is_known", [True, False])
def test_only_the_small_body_of_a_known_caller_is_awaited(is_known: bool) -> None:
    """A caller without a key could send the head of a request alone, and then nothing."""

    async def refuse(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 401, "headers": []})
        await send({"type": "http.response.body", "body": b"no key"})

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        begin_request().caller = "key 7" if is_known else None
        client = Client(b"x")
        await link.forward(client.scope, client.receive, client.send)
        assert client.status == 401
        assert client.parts == ([] if is_known else [b"x"])

    over_a_link(use, refuse)


@pytest.mark.parametrize(
    ("headers", "is_awaited"),
    [
        ([(b"content-length", b"%d" % MAX_INLINE_BYTES)], True),
        ([(b"content-length", b"%d" % (MAX_INLINE_BYTES + 1))], False),
        ([(b"content-length", b"0")], True),
        ([(b"content-length", b"-1")], False),
        ([(b"transfer-encoding", b"chunked")], False),
        ([(b"content-length", b"1"), (b"expect", b"100-continue")], False),
        ([(b"accept", b"*/*")], True),
        ([], True),
    ],
)
def test_only_a_body_that_is_small_and_on_its_way_is_awaited(
    headers: list[tuple[bytes, bytes]], is_awaited: bool
) -> None:
    async def answer(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        begin_request().caller = "key 7"
        client = Client(b"x", headers=headers)
        await link.forward(client.scope, client.receive, client.send)
        assert client.parts == ([] if is_awaited else [b"x"])

    over_a_link(use, answer)


def test_a_slow_client_makes_the_application_wait() -> None:
    produced: list[int] = []

    async def stream(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for number in range(50):
            produced.append(number)
            await send({"type": "http.response.body", "body": b"x" * 1000, "more_body": True})
        await send({"type": "http.response.body", "body": b"end"})

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client()
        client.slow = asyncio.Event()
        task = asyncio.create_task(link.forward(client.scope, client.receive, client.send))
        await asyncio.sleep(0.1)
        assert len(produced) == serving.MAX_UNSENT_CHUNKS
        client.slow.set()
        await task
        assert client.body == b"x" * 50_000 + b"end"

    over_a_link(use, stream)


def test_the_application_learns_that_the_client_has_disconnected() -> None:
    seen: list[str] = []

    async def wait(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        seen.append((await receive())["type"])
        await send({"type": "http.response.body", "body": b""})

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client()
        task = asyncio.create_task(link.forward(client.scope, client.receive, client.send))
        await asyncio.sleep(0.05)
        assert seen == []
        client.gone.set()
        await task
        assert seen == ["http.disconnect"]

    over_a_link(use, wait)


def test_the_caller_and_an_end_of_the_connection_reach_the_api_process() -> None:
    principal = Principal(frozenset({"all"}), 7, None, None, "k")

    async def application(scope: Any, receive: Any, send: Any) -> None:
        request = current_request()
        assert request is not None
        note_caller(scope, principal)
        await receive()
        scope[ABORT_KEY]()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"x-id", request.id.encode())]})
        await send({"type": "http.response.body", "body": b""})

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        # before the answer as well, while more of the body may come
        for body, times in ((b"", 1), (b"small", 2), (b"x" * (MAX_INLINE_BYTES + 1), 2)):
            request = begin_request()
            client = Client(body)
            await link.forward(client.scope, client.receive, client.send)
            assert request.caller == "key 7"
            assert client.sent[0]["headers"] == [(b"x-id", request.id.encode())]
            assert client.aborted == 1
            assert client.known == times

    over_a_link(use, application)


def test_the_caller_of_an_upload_is_known_before_its_answer() -> None:
    may_answer = asyncio.Event()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        note_caller(scope, Principal(frozenset({"all"}), 7, None, None, "k"))
        await may_answer.wait()
        await echo(scope, receive, send)

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client(b"x" * (MAX_INLINE_BYTES + 1))
        request = begin_request()
        forwarded = asyncio.create_task(link.forward(client.scope, client.receive, client.send))
        async with asyncio.timeout(30):
            while not client.known:  # noqa: ASYNC110  # it has no event
                await asyncio.sleep(0.005)
        assert request.caller == "key 7"
        assert client.sent == []
        may_answer.set()
        await forwarded
        assert client.status == 201

    over_a_link(use, application)


def test_a_request_is_counted_by_the_operation_that_the_coordinator_has_found() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        request = current_request()
        assert request is not None
        request.operation = "imageSetTags"
        await echo(scope, receive, send)

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        metrics = RequestMetrics(["imageSetTags"])
        client = Client(b"small")
        await RequestObserver(link.forward, metrics)(client.scope, client.receive, client.send)
        assert client.status == 201
        counted = {name: each.counts_by_status for name, each in metrics.by_operation.items() if each.counts_by_status}
        assert counted == {"imageSetTags": {201: 1}}

    over_a_link(use, application)


def test_a_failure_of_the_application_ends_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_: Any, __: Any, ___: Any) -> None:
        raise ZeroDivisionError

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client()
        with pytest.raises(DisconnectedError):
            await link.forward(client.scope, client.receive, client.send)
        assert client.aborted == 1
        (record,) = [each for each in caplog.records if each.name == serving.__name__]
        assert record.exc_info is not None
        assert record.exc_info[0] is ZeroDivisionError

    over_a_link(use, fail)


@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_the_end_of_the_coordinator_refuses_reads_and_ends_the_connections_of_writes(method: str) -> None:
    """Nobody knows what the write has done, so that no answer would be true."""

    async def wait(_: Any, __: Any, ___: Any) -> None:
        await asyncio.Event().wait()

    async def use(link: CoordinatorLink, served: ApiProcessLink) -> None:
        client = Client(method=method)
        task = asyncio.create_task(link.forward(client.scope, client.receive, client.send))
        await asyncio.sleep(0.05)
        served.close()
        with pytest.raises(FaultError if method == "GET" else DisconnectedError) as raised:
            await task
        assert client.aborted == (method == "PUT")
        if isinstance(raised.value, FaultError):
            assert raised.value.fault.rule == "service.coordinator"
        later = Client(method=method)
        with pytest.raises(FaultError) as raised_later:
            await link.forward(later.scope, later.receive, later.send)
        assert raised_later.value.fault.rule == "service.coordinator"

    over_a_link(use, wait)


def test_the_end_of_the_api_process_leaves_what_was_begun() -> None:
    done = asyncio.Event()

    async def work(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await asyncio.sleep(0.1)
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})
        done.set()

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client()
        task = asyncio.create_task(link.forward(client.scope, client.receive, client.send))
        await asyncio.sleep(0.02)
        link.close()
        await done.wait()
        with suppress(DisconnectedError):
            await task

    over_a_link(use, work)


def test_a_request_that_nobody_waits_for_is_cancelled() -> None:
    cancelled = asyncio.Event()

    async def wait(_: Any, __: Any, ___: Any) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client()
        task = asyncio.create_task(link.forward(client.scope, client.receive, client.send))
        await asyncio.sleep(0.02)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await cancelled.wait()

    over_a_link(use, wait)


def test_metrics_are_read_over_the_link_and_kept_when_it_ends() -> None:
    async def use(link: CoordinatorLink, served: ApiProcessLink) -> None:
        assert await served.read_metrics() == ["metrics"]
        link.close()
        await asyncio.sleep(0.02)
        assert not served.is_open
        assert await served.read_metrics() == ["metrics"]

    over_a_link(use, echo)

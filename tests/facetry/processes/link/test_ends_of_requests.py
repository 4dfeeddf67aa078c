"""What is over at the end of a request over a link, and at the end of the link."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from collections.abc import Mapping
from typing import Any

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from facetry.errors import FaultError
from facetry.http.body import DisconnectedError
from facetry.http.request import ABORT_KEY
from facetry.observability import traces
from facetry.observability.requests import begin_request, current_request
from facetry.processes.link import serving
from facetry.processes.link.forwarding import MAX_INLINE_BYTES, CoordinatorLink
from facetry.processes.link.serving import ApiProcessLink
from tests.facetry.processes.link.clients import Client, echo
from tests.facetry.processes.link.links import until
from tests.facetry.processes.link.over_a_link import no_application, over_a_link


def test_a_task_that_goes_on_after_its_request_belongs_to_none() -> None:
    may_look = asyncio.Event()
    looks: list[asyncio.Task[object]] = []

    async def look() -> object:
        assert current_request() is not None
        await may_look.wait()
        return current_request()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        looks.append(asyncio.create_task(look()))
        await asyncio.sleep(0)
        await echo(scope, receive, send)

    async def run(_: str, __: Mapping[str, object]) -> None:
        looks.append(asyncio.create_task(look()))
        await asyncio.sleep(0)

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client()
        await link.forward(client.scope, client.receive, client.send)
        await link.call("imageSetTags", "key 7", {}, lambda: None)
        may_look.set()
        assert await asyncio.gather(*looks) == [None, None]

    over_a_link(use, application, run)


def test_the_coordinator_traces_a_forwarded_request() -> None:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))

    async def application(scope: Any, receive: Any, send: Any) -> None:
        request = current_request()
        assert request is not None
        request.operation = "imageSetTags"
        await echo(scope, receive, send)

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        request = begin_request()
        client = Client()
        await link.forward(client.scope, client.receive, client.send)
        assert exporter.get_finished_spans() == ()
        end = traces.begin(provider)
        try:
            client = Client()
            await link.forward(client.scope, client.receive, client.send)
            await until(exporter.get_finished_spans)
        finally:
            end()
        (span,) = exporter.get_finished_spans()
        assert span.name == "imageSetTags"
        assert span.attributes is not None
        assert span.attributes["http.response.status_code"] == 201
        assert span.attributes["facetry.request_id"] == request.id

    over_a_link(use, application)


def test_an_application_that_waits_for_the_client_learns_of_the_end_of_the_link() -> None:
    waits: list[str] = []

    async def receive_more(_: Any, receive: Any, __: Any) -> None:
        await receive()
        waits.append("receive")
        waits.append((await receive())["type"])

    async def send_more(_: Any, __: Any, send: Any) -> None:
        waits.append("send")
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(2 * serving.MAX_UNSENT_CHUNKS):
            await send({"type": "http.response.body", "body": b"x", "more_body": True})
        waits.append("sent")

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await (receive_more if scope["method"] == "GET" else send_more)(scope, receive, send)

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        waiting = []
        for method in ("GET", "PUT"):
            client = Client(method=method)
            client.slow = asyncio.Event()
            waiting.append(asyncio.create_task(link.forward(client.scope, client.receive, client.send)))
        await until(lambda: len(waits) == 2)
        await asyncio.sleep(0.05)
        assert sorted(waits) == ["receive", "send"]
        link.close()
        await until(lambda: len(waits) == 4)
        assert sorted(waits[2:]) == ["http.disconnect", "sent"]
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    over_a_link(use, application)


def test_nothing_is_kept_of_requests_that_have_ended() -> None:
    kept: list[weakref.ref[Any]] = []

    class Noting(Client):
        async def receive(self) -> Any:
            task = asyncio.current_task()
            assert task is not None
            kept.append(weakref.ref(task))
            return await super().receive()

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Noting(b"x" * 100_000, b"y")
        kept.append(weakref.ref(client))
        await link.forward(client.scope, client.receive, client.send)
        assert client.status == 201
        del client
        await asyncio.sleep(0.02)
        gc.collect()
        assert len(kept) > 2
        assert [each() for each in kept] == [None] * len(kept)

    over_a_link(use, echo)


def test_a_client_that_disconnects_before_its_request_is_forwarded_ends_it() -> None:
    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client()
        client.parts.clear()
        client.gone.set()
        with pytest.raises(DisconnectedError):
            await link.forward(client.scope, client.receive, client.send)
        assert client.sent == []

    over_a_link(use, no_application)


def test_the_end_of_a_client_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    async def application(_: Any, receive: Any, __: Any) -> None:
        if (await receive())["type"] == "http.disconnect":
            raise DisconnectedError

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client(b"x" * (MAX_INLINE_BYTES + 1))
        client.parts.clear()
        client.gone.set()
        with caplog.at_level(logging.DEBUG, serving.__name__), pytest.raises(DisconnectedError):
            await link.forward(client.scope, client.receive, client.send)
        (record,) = [each for each in caplog.records if each.name == serving.__name__]
        assert (record.levelno, record.exc_info) == (logging.DEBUG, None)

    over_a_link(use, application)


def test_messages_may_leave_out_what_has_a_default() -> None:
    """By ASGI, a part of a body is empty and the last one by default."""

    async def application(_: Any, receive: Any, send: Any) -> None:
        body = (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body"})

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        for caller in ("key 7", None):
            for message in ({"body": b"x"}, {}):
                begin_request().caller = caller
                client = Client(b"x")
                messages: list[Any] = [{"type": "http.request", **message}]

                async def receive(messages: list[Any] = messages) -> Any:
                    return messages.pop()

                await link.forward(client.scope, receive, client.send)
                assert client.body == message.get("body", b"")

    over_a_link(use, application)


@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_nothing_is_forwarded_over_a_link_that_is_closing(method: str) -> None:
    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        link.close()
        client = Client(method=method)
        with pytest.raises(FaultError) as raised:
            await link.forward(client.scope, client.receive, client.send)
        assert raised.value.fault.rule == "service.coordinator"
        assert raised.value.fault.headers == (("Retry-After", "1"),)
        assert client.parts == [b""]
        assert client.aborted == 0
        with pytest.raises(FaultError) as raised:
            await link.call("imageSetTags", "key 7", {}, client.abort)
        assert raised.value.fault.rule == "service.coordinator"
        assert client.aborted == 0

    over_a_link(use, no_application)


@pytest.mark.parametrize(
    ("has_abort", "method", "has_begun", "is_refused"),
    [
        (True, "GET", False, True),
        (True, "HEAD", False, True),
        (True, "PUT", False, False),
        (True, "DELETE", False, False),
        (False, "PUT", False, True),
        (True, "GET", True, False),
        (False, "GET", True, False),
        (False, "PUT", True, False),
    ],
)
def test_a_request_is_refused_only_if_nothing_of_its_answer_was_sent(
    has_abort: bool, method: str, has_begun: bool, is_refused: bool
) -> None:
    """Of one that changes something nobody knows what it has done, so its connection ends if that is possible."""
    begun = asyncio.Event()

    async def application(_: Any, __: Any, send: Any) -> None:
        if has_begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"half", "more_body": True})
        begun.set()
        await asyncio.Event().wait()

    async def use(link: CoordinatorLink, served: ApiProcessLink) -> None:
        client = Client(method=method)
        if not has_abort:
            del client.scope[ABORT_KEY]
        forwarded = asyncio.create_task(link.forward(client.scope, client.receive, client.send))
        await begun.wait()
        if has_begun:
            await until(lambda: len(client.sent) == 2)
        served.close()
        with pytest.raises(FaultError if is_refused else DisconnectedError):
            await forwarded
        assert client.aborted == (has_abort and not is_refused)

    over_a_link(use, application)


def test_an_application_may_close_a_connection_that_cannot_be_closed() -> None:
    async def application(scope: Any, receive: Any, send: Any) -> None:
        scope[ABORT_KEY]()
        await echo(scope, receive, send)

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        client = Client()
        del client.scope[ABORT_KEY]
        await link.forward(client.scope, client.receive, client.send)
        assert client.status == 201

    over_a_link(use, application)


def test_a_client_that_sends_after_the_end_of_the_link_disturbs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    may_send = asyncio.Event()

    async def application(_: Any, receive: Any, __: Any) -> None:
        await receive()

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        asked = asyncio.Event()

        async def receive() -> Any:
            asked.set()
            await may_send.wait()
            return {"type": "http.request", "body": b"late", "more_body": False}

        client = Client(b"x" * (MAX_INLINE_BYTES + 1))
        forwarded = asyncio.create_task(link.forward(client.scope, receive, client.send))
        await asked.wait()
        link.close()
        with pytest.raises(DisconnectedError):
            await forwarded
        may_send.set()
        await asyncio.sleep(0.02)
        gc.collect()
        assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []

    over_a_link(use, application)

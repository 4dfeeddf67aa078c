"""Sockets that are to be closed before the coordinator has them, and links that end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import pytest
import uvloop

from facetry.http.body import DisconnectedError
from facetry.http.request import ABORT_KEY
from facetry.processes.link.forwarding import CoordinatorLink
from facetry.processes.link.frames import is_later, next_number
from facetry.processes.link.serving import ApiProcessLink
from facetry.processes.link.sockets import HandedOverSocket
from facetry.server.connection_limits import Rank
from tests.facetry.processes.link.links import Links, read_end, run
from tests.facetry.processes.link.over_a_link import over_a_link

LARGEST = 0xFFFF_FFFF
SCOPE: Mapping[str, Any] = {
    "type": "http",
    "method": "GET",
    "path": "/",
    "raw_path": b"/",
    "query_string": b"",
    "scheme": "http",
    "root_path": "",
    "http_version": "1.1",
    "headers": [],
    "client": None,
    "server": None,
}


@pytest.mark.parametrize("is_before", [True, False], ids=["before it arrives", "while it is opened"])
def test_a_socket_can_be_closed_before_the_coordinator_has_opened_it(is_before: bool) -> None:
    async def use(links: Links) -> None:
        stand_in, kept = HandedOverSocket(), HandedOverSocket()
        client, send = links.hand_over(stand_in)
        if is_before:
            stand_in.abort()
            await asyncio.sleep(0.05)  # the frame arrives meanwhile
            send()
        else:
            send()
            stand_in.abort()
        assert await read_end(client) == b""
        assert links.connections[0].received in ([], [b"the head"])
        assert links.served.is_open, "the link goes on"
        other, send_other = links.hand_over(kept)
        send_other()
        while len(links.connections) < 2 or not links.connections[1].received:  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.005)
        kept.abort()
        assert await read_end(other) == b""

    run(use)


def test_a_request_may_come_before_the_coordinator_has_opened_the_link() -> None:
    """The event loop of the processes may read from a socket before it says that there is a connection."""

    async def main() -> None:
        for _ in range(20):
            links = Links()
            await links.open_link()
            sent: asyncio.Queue[str] = asyncio.Queue()
            forwarded = asyncio.ensure_future(links.link.forward(dict(SCOPE), no_body, queue_types(sent)))
            await asyncio.sleep(0.005)
            await links.open_served()
            async with asyncio.timeout(10):
                assert await sent.get() == "http.response.start"
            links.close()
            with pytest.raises(DisconnectedError):
                await forwarded

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())


def queue_types(queue: asyncio.Queue[str]) -> Callable[[Any], Awaitable[None]]:
    """Sends messages of an application to a queue: their types."""

    async def send(message: Any) -> None:
        await queue.put(message["type"])

    return send


async def no_body() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_an_answer_that_has_begun_ends_with_its_connection() -> None:
    async def use(links: Links) -> None:
        sent: list[Any] = []
        aborted = asyncio.Event()

        async def receive() -> Any:
            if not sent:
                return {"type": "http.request", "body": b"", "more_body": False}
            return await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message["type"])

        forwarded = asyncio.ensure_future(links.link.forward({**SCOPE, ABORT_KEY: aborted.set}, receive, send))
        while len(sent) < 2:  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.005)
        links.served.close()
        with pytest.raises(DisconnectedError):
            await forwarded
        assert aborted.is_set()
        assert sent == ["http.response.start", "http.response.body"]

    run(use)


def test_sockets_of_unknown_callers_end_with_their_api_process() -> None:
    """Its limits have ended, so nothing else would bound them. Those with a valid key stay open while the limits of the
    coordinator have a place for them.
    """

    async def use(links: Links) -> None:
        unknown, send_unknown = links.hand_over(HandedOverSocket())
        known, send_known = links.hand_over(HandedOverSocket())
        another, send_another = links.hand_over(HandedOverSocket())
        for count, send in enumerate([send_unknown, send_known, send_another], 1):
            send()
            while len(links.connections) < count or not links.connections[-1].received:  # noqa: ASYNC110  # no event
                await asyncio.sleep(0.005)
        links.connections[1].rank = links.connections[2].rank = Rank.KNOWN
        late, send_late = links.hand_over(HandedOverSocket())
        send_late()
        links.link.close()
        assert await read_end(unknown) == b""
        assert await read_end(late) == b""
        assert await read_end(another) == b"", "the coordinator has no place for it"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.get_running_loop().sock_recv(known, 1), 0.2)
        assert len(links.limits) == 1
        links.connections[1].abort()
        assert await read_end(known) == b""
        assert len(links.limits) == 0

    run(use)


@pytest.mark.parametrize("is_closed_here", [True, False])
def test_a_link_that_ends_unexpectedly_is_reported(is_closed_here: bool) -> None:
    async def use(links: Links) -> None:
        lost = asyncio.Event()
        links.link.on_lost = lost.set
        (links.link if is_closed_here else links.served).close()
        if is_closed_here:
            await asyncio.sleep(0.05)
            assert not lost.is_set()
        else:
            await lost.wait()

    run(use)


def test_numbers_begin_again_after_the_largest() -> None:
    assert [next_number(0), next_number(LARGEST - 1), next_number(LARGEST)] == [1, LARGEST, 1]
    assert is_later(2, 1)
    assert not is_later(1, 2)
    assert not is_later(7, 7)
    assert is_later(1, LARGEST)
    assert not is_later(LARGEST, 1)


def test_numbers_are_compared_over_half_of_their_range() -> None:
    assert is_later(LARGEST // 2, 1)
    assert not is_later(1, LARGEST // 2)
    assert not is_later(LARGEST // 2 + 1, 1)


def test_the_number_of_a_connection_in_use_is_passed_over() -> None:
    link = CoordinatorLink(list)
    kept = link.hand_over(HandedOverSocket())
    link._last = LARGEST
    assert link.hand_over(HandedOverSocket()) == next_number(kept)


def test_the_numbers_of_requests_and_calls_in_use_are_passed_over() -> None:
    """Else the answer of one would go to the client of another."""

    async def wait(*_: object) -> None:
        await asyncio.Event().wait()

    async def use(link: CoordinatorLink, _: ApiProcessLink) -> None:
        request = link.forward(dict(SCOPE), no_body, queue_types(asyncio.Queue()))
        call = link.call("imageSetTags", "key 7", {}, lambda: None)
        for begun in (request, call):
            task = asyncio.ensure_future(begun)
            await asyncio.sleep(0.01)
            number = link._last
            link._last = number - 1
            assert link.hand_over(HandedOverSocket()) != number
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            link._last = number - 1
            assert link.hand_over(HandedOverSocket()) == number, "it is in use no longer"
            link._last += 10

    over_a_link(use, wait, wait)

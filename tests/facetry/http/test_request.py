"""The connection of a request: its Host header, and work that ends when the client disconnects."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from facetry.http.body import DisconnectedError
from facetry.http.request import Request

HOSTS = [
    (b"example.org", "example.org"),
    (b"127.0.0.1:8080", "127.0.0.1:8080"),
    (b"[::1]:8080", "[::1]:8080"),
    (b"a" * 255, "a" * 255),
    (b"a" * 256, None),
    (b"", None),
    (b"example.org/evil", None),
    (b"user@example.org", None),
    (b"a,b", None),
    (b"a b", None),
    (b"a\n", None),
    ("ä".encode(), None),
    (b'"><script>', None),
]


class DisconnectingClient:
    """The `receive` of a connection whose client disconnects when `disconnects` is set."""

    def __init__(self) -> None:
        self.disconnects = asyncio.Event()
        self.listeners = 0

    async def receive(self) -> MutableMapping[str, Any]:
        """Waits until the client has disconnected."""
        self.listeners += 1
        try:
            await self.disconnects.wait()
            return {"type": "http.disconnect"}
        finally:
            self.listeners -= 1


@pytest.mark.parametrize(("header", "host"), HOSTS)
def test_the_host(header: bytes, host: str | None) -> None:
    assert Request(DisconnectingClient().receive, {b"host": header}).host == host


def test_no_host() -> None:
    assert Request(DisconnectingClient().receive, {}).host is None


def test_the_result_is_returned_and_the_listener_ends() -> None:
    async def main() -> None:
        client = DisconnectingClient()
        request = Request(client.receive, {})
        for seconds in (0, 0.01):
            assert await request.cancel_on_disconnect(asyncio.sleep(seconds, "done")) == "done"
        await asyncio.sleep(0)
        assert client.listeners == 0
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


def test_an_exception_of_the_work_is_raised() -> None:
    async def fail() -> None:
        raise ValueError("no")

    async def main() -> None:
        with pytest.raises(ValueError, match="no"):
            await Request(DisconnectingClient().receive, {}).cancel_on_disconnect(fail())

    asyncio.run(main())


def test_work_is_cancelled_when_the_client_leaves() -> None:
    ended = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)
            ended.append("work")

    async def main() -> None:
        client = DisconnectingClient()
        asyncio.get_running_loop().call_later(0.02, client.disconnects.set)
        with pytest.raises(DisconnectedError):
            await Request(client.receive, {}).cancel_on_disconnect(work())
        assert ended == ["work"]

    asyncio.run(asyncio.wait_for(main(), 30))


def test_cancelling_the_caller_cancels_the_work() -> None:
    ended = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("work")

    async def main() -> None:
        client = DisconnectingClient()
        waiting = asyncio.create_task(Request(client.receive, {}).cancel_on_disconnect(work()))
        await asyncio.sleep(0.02)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.sleep(0)
        assert (ended, client.listeners) == (["work"], 0)

    asyncio.run(asyncio.wait_for(main(), 30))


def test_a_failing_receive_is_raised() -> None:
    async def broken() -> MutableMapping[str, Any]:
        raise OSError("no transport")

    async def main() -> None:
        with pytest.raises(OSError, match="no transport"):
            await Request(broken, {}).cancel_on_disconnect(asyncio.sleep(60))

    asyncio.run(asyncio.wait_for(main(), 30))


def test_bytes_that_are_not_sent_need_not_be_read() -> None:
    def needs_no_body(**headers: str) -> bool | None:
        raw = {name.replace("_", "-").encode(): value.encode() for name, value in headers.items()}
        ask = Request(DisconnectingClient().receive, raw).needs_no_body
        return None if ask is None else ask("abc")

    assert needs_no_body() is None
    assert needs_no_body(host="a") is None
    assert needs_no_body(if_none_match='"abc"') is True
    assert needs_no_body(if_match='"old"') is True
    assert needs_no_body(if_none_match='"old"') is False
    assert needs_no_body(if_match='"abc"', if_modified_since="Fri, 31 Dec 9999 23:59:59 GMT") is False

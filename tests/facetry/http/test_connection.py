"""What a handler asks of its connection: the name that the client used, and whether it is still there."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from facetry.http.body import DisconnectedError
from facetry.http.connection import Connection

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


class Client:
    """The receiving end of a connection whose client leaves when it is told to."""

    def __init__(self) -> None:
        self.leaves = asyncio.Event()
        self.listeners = 0

    async def receive(self) -> MutableMapping[str, Any]:
        """Waits until the client has left."""
        self.listeners += 1
        try:
            await self.leaves.wait()
            return {"type": "http.disconnect"}
        finally:
            self.listeners -= 1


@pytest.mark.parametrize(("header", "host"), HOSTS)
def test_the_host(header: bytes, host: str | None) -> None:
    assert Connection(Client().receive, {b"host": header}).host == host


def test_no_host() -> None:
    assert Connection(Client().receive, {}).host is None


def test_the_result_of_work_arrives_and_nobody_listens_on() -> None:
    async def main() -> None:
        client = Client()
        connection = Connection(client.receive, {})
        for seconds in (0, 0.01):
            assert await connection.unless_gone(asyncio.sleep(seconds, "done")) == "done"
        await asyncio.sleep(0)
        assert client.listeners == 0
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


def test_the_failure_of_work_arrives() -> None:
    async def fail() -> None:
        raise ValueError("no")

    async def main() -> None:
        with pytest.raises(ValueError, match="no"):
            await Connection(Client().receive, {}).unless_gone(fail())

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
        client = Client()
        asyncio.get_running_loop().call_later(0.02, client.leaves.set)
        with pytest.raises(DisconnectedError):
            await Connection(client.receive, {}).unless_gone(work())
        assert ended == ["work"]

    asyncio.run(asyncio.wait_for(main(), 5))


def test_whoever_is_cancelled_cancels_the_work() -> None:
    ended = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("work")

    async def main() -> None:
        client = Client()
        waiting = asyncio.create_task(Connection(client.receive, {}).unless_gone(work()))
        await asyncio.sleep(0.02)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await asyncio.sleep(0)
        assert (ended, client.listeners) == (["work"], 0)

    asyncio.run(asyncio.wait_for(main(), 5))


def test_a_connection_that_cannot_be_listened_to_is_told() -> None:
    async def broken() -> MutableMapping[str, Any]:
        raise OSError("no transport")

    async def main() -> None:
        with pytest.raises(OSError, match="no transport"):
            await Connection(broken, {}).unless_gone(asyncio.sleep(60))

    asyncio.run(asyncio.wait_for(main(), 5))

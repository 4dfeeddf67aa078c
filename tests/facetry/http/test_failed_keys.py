"""Guesses of keys are slowed down by address; valid keys and other addresses are not."""

from __future__ import annotations

import asyncio
import itertools
import logging
import socket
from pathlib import Path

import pytest

from facetry.http.failed_keys import (
    DELAY_SECONDS,
    FREE_KEYS,
    MAX_ADDRESSES,
    MAX_WAITING,
    MAX_WAITING_OF_ADDRESS,
    WINDOW_SECONDS,
    FailedKeys,
    address_group,
)
from tests.support.services.servers import HOST, Server, running_server

GUESSES = 40


class Pauses:
    """Time that passes only when a test says so; the pauses that were begun."""

    def __init__(self) -> None:
        self.now = 0.0
        self.begun: list[float] = []
        self.end = asyncio.Event()
        self.keys = FailedKeys(lambda: self.now, self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.begun.append(seconds)
        await self.end.wait()

    async def try_keys(self, address: str, count: int, name: str = "key") -> list[asyncio.Task[bool]]:
        """Tasks of so many different keys; those that need not wait have ended."""
        tasks = [asyncio.create_task(self.keys.record(address, f"{name} {number}")) for number in range(count)]
        await asyncio.sleep(0)
        return tasks


def is_pending(task: asyncio.Task[bool]) -> bool:
    return not task.done()


async def answers(pauses: Pauses, tasks: list[asyncio.Task[bool]]) -> list[bool]:
    pauses.end.set()
    return await asyncio.gather(*tasks)


def test_only_different_keys_beyond_the_free_ones_wait() -> None:
    async def run() -> None:
        pauses = Pauses()
        first = await pauses.try_keys("10.0.0.1", FREE_KEYS)
        again = await pauses.try_keys("10.0.0.1", FREE_KEYS)
        assert not any(map(is_pending, first + again))
        (further,) = await pauses.try_keys("10.0.0.1", 1, "further")
        assert (is_pending(further), pauses.begun) == (True, [DELAY_SECONDS])
        assert not any(map(is_pending, await pauses.try_keys("10.0.0.2", FREE_KEYS)))
        assert not any(map(is_pending, await pauses.try_keys("10.0.0.1", FREE_KEYS)))
        assert await answers(pauses, [further]) == [True]

    asyncio.run(run())


def test_the_budget_returns_after_the_window() -> None:
    async def run() -> None:
        pauses = Pauses()
        await pauses.try_keys("10.0.0.1", FREE_KEYS)
        pauses.now = WINDOW_SECONDS
        (early,) = await pauses.try_keys("10.0.0.1", 1, "early")
        pauses.now = WINDOW_SECONDS + 1
        late = await pauses.try_keys("10.0.0.1", FREE_KEYS, "late")
        assert (is_pending(early), any(map(is_pending, late))) == (True, False)
        await answers(pauses, [early])

    asyncio.run(run())


def test_waiting_attempts_are_bounded_for_an_address_and_in_all() -> None:
    async def run() -> None:
        pauses, tasks = Pauses(), []
        for host in range(MAX_WAITING // MAX_WAITING_OF_ADDRESS + 1):
            await pauses.try_keys(f"10.0.0.{host}", FREE_KEYS)
            tasks.append(await pauses.try_keys(f"10.0.0.{host}", MAX_WAITING_OF_ADDRESS + 1, "further"))
        assert len(pauses.begun) == MAX_WAITING
        for host_tasks in tasks[:-1]:
            assert [is_pending(task) for task in host_tasks] == [True] * MAX_WAITING_OF_ADDRESS + [False]
        assert not any(map(is_pending, tasks[-1]))
        every = await answers(pauses, list(itertools.chain(*tasks)))
        assert every.count(True) == MAX_WAITING
        (next_one,) = await pauses.try_keys("10.0.0.0", 1, "later")
        assert await next_one  # those that waited have made room

    asyncio.run(run())


def test_the_number_of_remembered_addresses_is_bounded() -> None:
    async def run() -> None:
        pauses = Pauses()
        await pauses.try_keys("10.9.9.9", FREE_KEYS)
        for number in range(MAX_ADDRESSES + 100):
            assert await pauses.keys.record(f"10.1.{number // 256}.{number % 256}", "key")
            if number % 1_000 == 0:
                assert await pauses.keys.record("10.9.9.9", "key 0")
        assert len(pauses.keys) == MAX_ADDRESSES
        (further,) = await pauses.try_keys("10.9.9.9", 1, "further")
        assert is_pending(further)  # who goes on trying is not forgotten
        await answers(pauses, [further])

    asyncio.run(run())


def test_an_interrupted_attempt_makes_room() -> None:
    async def run() -> None:
        pauses = Pauses()
        await pauses.try_keys("10.0.0.1", FREE_KEYS)
        for _ in range(2 * MAX_WAITING_OF_ADDRESS):
            (task,) = await pauses.try_keys("10.0.0.1", 1, "further")
            assert is_pending(task)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    asyncio.run(run())


def test_the_log_has_one_line_for_many_guesses(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        pauses = Pauses()
        await pauses.try_keys("10.0.0.1", FREE_KEYS)
        assert caplog.messages == []
        await answers(pauses, await pauses.try_keys("10.0.0.1", 5, "further"))

    with caplog.at_level(logging.WARNING):
        asyncio.run(run())
    assert len(caplog.messages) == 1
    assert "10.0.0.1" in caplog.messages[0]
    assert "key 0" not in caplog.text


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("testclient", "testclient"),
        ("no:address", "no:address"),
    ],
)
def test_addresses_of_one_network_of_ipv6_count_together(address: str, group: str) -> None:
    assert address_group(address) == group


def guess(server: Server, key: str) -> socket.socket:
    connection = socket.create_connection((HOST, server.port), timeout=20)
    head = f"GET /repository/list HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n"
    connection.sendall(head.encode())
    return connection


def answer(connection: socket.socket) -> bytes:
    """The status of the answer; empty when the connection was closed without one."""
    with connection:
        try:
            return connection.recv(65_536).partition(b"\r\n")[0]
        except ConnectionResetError:
            return b""


def test_guesses_at_a_server_wait_or_are_cut_off_and_valid_keys_are_answered(tmp_path: Path) -> None:
    with running_server(tmp_path, []) as server, server.client() as client:
        at_once = [answer(guess(server, f"free-{number}")) for number in range(FREE_KEYS)]
        assert set(at_once) == {b"HTTP/1.1 401 Unauthorized"}
        connections = [guess(server, f"further-{number}") for number in range(GUESSES)]
        assert client.get("/repository/list").status_code == 200
        results = [answer(connection) for connection in connections]
        assert set(results) == {b"HTTP/1.1 401 Unauthorized", b""}
        assert results.count(b"") <= GUESSES - MAX_WAITING_OF_ADDRESS
        assert answer(guess(server, "free-0")) == b"HTTP/1.1 401 Unauthorized"
        assert answer(guess(server, server.key)) == b"HTTP/1.1 200 OK"
        assert "127.0.0.1 tries one unknown key after another" in server.output()
        assert "further-0" not in server.output()
        assert not server.traceback()

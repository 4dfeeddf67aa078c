"""Keys that are tried on the socket, with real connections: unknown ones are slowed down by address."""

from __future__ import annotations

import asyncio
import time

import pytest

from facetry.http import failed_keys
from tests.support.extensions.sockets import MASTER, connect_client, connection_message, serve_gateway, until

DELAY_SECONDS = 0.5


@pytest.fixture(autouse=True)
def few_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failed_keys, "FREE_KEYS", 2)
    monkeypatch.setattr(failed_keys, "DELAY_SECONDS", DELAY_SECONDS)
    monkeypatch.setattr(failed_keys, "MAX_WAITING_OF_ADDRESS", 1)


def test_one_unknown_key_after_another_is_answered_slowly_and_a_valid_one_is_taken() -> None:
    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server) as (guesser, _),
            connect_client(server) as (one, _),
        ):
            for number in range(2):
                assert await guesser.call("connection", connection_message(f"guess-{number}", None)) is None
            begin = time.monotonic()
            assert await guesser.call("connection", connection_message("guess-2", None)) is None
            assert time.monotonic() - begin >= DELAY_SECONDS
            assert await one.call("connection", connection_message(MASTER, None)) is not None
            assert guesser.connected

    asyncio.run(main())


def test_a_socket_that_tries_keys_at_once_is_closed_and_others_stay() -> None:
    async def main() -> None:
        async with (
            serve_gateway() as server,
            connect_client(server) as (guesser, _),
            connect_client(server) as (one, _),
        ):
            assert await one.call("connection", connection_message(MASTER, None)) is not None
            for number in range(4):
                await guesser.emit("connection", connection_message(f"guess-{number}", None))
            await until(lambda: not guesser.connected)
            assert one.connected
            assert server.gateway.front_end_count == 1

    asyncio.run(main())

"""A socket gets nothing after its key has ended, not even until the next of the periodic checks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from facetry.auth import Principal
from facetry.extensions.socket import gateway
from facetry.extensions.socket.peer import Peer, SocketClosedError
from facetry.extensions.socket.peer_keys import PeerKeys
from tests.support.extensions.sockets import (
    MASTER,
    TAGGER,
    GatewayServer,
    connect_client,
    connection_message,
    principal,
    serve_gateway,
    until,
)


class Ended:
    """How many keys have ended."""

    number = 0

    async def refresh(self) -> None:
        if self.number < 0:
            raise OSError("the database is gone")


class Keys:
    """Keys, and how often they are looked up."""

    def __init__(self, *known: str) -> None:
        self.known = {key: principal("event:read") for key in known}
        self.looks: list[str] = []
        self.during_look: Callable[[], None] = lambda: None

    async def authenticate(self, secret: str) -> Principal | None:
        self.looks.append(secret)
        found = self.known.get(secret)
        await asyncio.sleep(0)
        self.during_look()
        return found


def never(_: int) -> bool:
    return False


def peers_of(*keys: str) -> list[Peer]:
    return [Peer(key, key, None) for key in keys]


def test_keys_are_looked_up_when_one_has_ended() -> None:
    async def main() -> None:
        keys, ended = Keys("a", "b"), Ended()
        checks, (one, two) = PeerKeys(keys.authenticate, ended, never), peers_of("a", "b")
        for _ in range(3):
            assert await checks.valid([one, two]) == [one, two]
        assert keys.looks == ["a", "b"]
        del keys.known["a"]
        ended.number = 1
        assert await checks.valid([one, two]) == [two]
        assert keys.looks == ["a", "b", "a", "b"]
        ended.number = -1
        assert await checks.valid([two]) == [], "the keys cannot be checked"

    asyncio.run(main())


def test_a_key_that_ends_during_a_look_is_looked_up_again() -> None:
    async def main() -> None:
        keys, ended = Keys("a"), Ended()
        checks, (one,) = PeerKeys(keys.authenticate, ended, never), peers_of("a")

        def end() -> None:
            if keys.known:
                keys.known.clear()
                ended.number += 1

        keys.during_look = end
        assert await checks.valid([one]) == []
        assert keys.looks == ["a", "a"]

    asyncio.run(main())


def test_an_expired_key_is_looked_up_again() -> None:
    async def main() -> None:
        keys, shown = Keys("a"), 0
        checks, (one,) = PeerKeys(keys.authenticate, Ended(), lambda expires: expires <= shown), peers_of("a")
        assert await checks.valid([one]) == [one]
        one.expires = 10**18  # which the clock does not show yet
        keys.known.clear()
        assert await checks.valid([one]) == [one]
        shown = 10**18
        assert await checks.valid([one]) == []

    asyncio.run(main())


async def _send(server: GatewayServer) -> None:
    await server.gateway.send_to_front_ends("image.created", {"id": "1"}, event_time=5)


async def _ask(server: GatewayServer) -> None:
    with pytest.raises(SocketClosedError):
        await server.gateway.ask_front_end("extension.intent", {"x": 1}, event_time=1, seconds=5)


async def _deliver(server: GatewayServer) -> None:
    with pytest.raises(SocketClosedError):
        await server.gateway.deliver("tagger", "image.created", {"id": "1"}, event_time=5, seconds=5)


@pytest.mark.parametrize(
    ("key", "extension", "use"), [(MASTER, None, _send), (MASTER, None, _ask), (TAGGER, "tagger", _deliver)]
)
def test_nothing_is_sent_after_the_end_of_a_key(
    key: str,
    extension: str | None,
    use: Callable[[GatewayServer], asyncio.Future[None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 600.0)

    async def main() -> None:
        async with serve_gateway() as server, connect_client(server) as (client, messages):
            ended = Ended()
            server.gateway._peer_keys._ended = ended
            await client.call("connection", connection_message(key, extension))
            if extension is not None:
                await until(lambda: server.gateway.is_ready(extension))
            del server.keys[key]
            ended.number += 1
            await use(server)
            await until(lambda: not client.connected)
            assert messages == []

    asyncio.run(main())


def test_messages_of_an_extension_are_not_taken_after_the_end_of_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gateway, "CHECK_SECONDS", 600.0)

    async def main() -> None:
        async with serve_gateway() as server, connect_client(server) as (client, _):
            ended = Ended()
            server.gateway._peer_keys._ended = ended
            await client.call("connection", connection_message(TAGGER, "tagger"))
            await until(lambda: server.gateway.is_ready("tagger"))
            message = {"apiKey": TAGGER, "extensionId": "tagger", "log": {"message": "x", "level": "info"}}
            await client.emit("instructions", message)
            await until(lambda: len(server.session_handler.instructions) == 1)
            del server.keys[TAGGER]
            ended.number += 1
            await client.emit("instructions", message)
            await until(lambda: not client.connected)
            assert len(server.session_handler.instructions) == 1

    asyncio.run(main())

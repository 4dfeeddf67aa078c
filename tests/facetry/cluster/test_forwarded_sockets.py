"""WebSockets reach the leader, and the host learns from it who their clients are."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from facetry.http.request import KNOWN_CALLER_KEY
from tests.facetry.cluster.test_forwarding import Directory, host_before, mirror, peers, serving
from tests.support.services.servers import HOST, free_port

SERVICE_RESTART = 1012
"""The code with which a WebSocket is closed whose client should connect again."""


def test_a_websocket_passes_texts_and_bytes_until_either_side_ends() -> None:
    async def run() -> None:
        directory = Directory()
        async with serving(peers(mirror)) as port, host_before(directory) as (client, url):
            directory.set(port)
            path = f"{url}/socket.io/"
            async with client.ws_connect(path) as socket:
                await socket.send_str("täxt")
                assert (await socket.receive()).data == "täxt"
                await socket.send_bytes(b"\x00\xff" * 50_000)
                assert (await socket.receive()).data == b"\x00\xff" * 50_000
                await socket.send_str("end")
                assert (await socket.receive()).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
            async with client.ws_connect(path) as socket:
                await socket.send_str("again")
                assert (await socket.receive()).data == "again"
                directory.set(free_port())  # the client connects once more, and so comes to the new leader
                assert (await socket.receive()).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
                assert socket.close_code == SERVICE_RESTART
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await client.ws_connect(path)  # nobody listens there

    asyncio.run(run())


def test_a_host_learns_that_the_client_of_a_websocket_has_shown_a_key() -> None:
    async def show_key(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        if (await receive())["text"] == "key":
            scope[KNOWN_CALLER_KEY]()
        await send({"type": "websocket.send", "text": "answer"})
        await receive()

    async def run() -> None:
        directory, known = Directory(), list[None]()
        async with (
            serving(peers(mirror, show_key)) as port,
            host_before(directory, lambda: known.append(None)) as (client, url),
        ):
            directory.set(port)
            for text, count in (("no key", 0), ("key", 1)):
                async with asyncio.timeout(10), client.ws_connect(f"{url}/socket.io/") as connected:
                    await connected.send_str(text)
                    assert await connected.receive_str() == "answer"
                    assert len(known) == count

    asyncio.run(run())


def test_a_host_answers_pings_of_the_leader() -> None:
    """A proxy between them may send some, and close connections that do not answer."""
    answers: list[aiohttp.WSMessage] = []

    async def ping(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        await socket.ping(b"are you there")
        answers.append(await socket.receive(10))
        await socket.close()
        return socket

    async def run() -> None:
        directory = Directory()
        application = web.Application()
        application.router.add_get("/socket.io/", ping)
        runner = web.AppRunner(application)
        await runner.setup()
        site = web.TCPSite(runner, HOST, 0)
        await site.start()
        async with host_before(directory) as (client, url):
            directory.set(runner.addresses[0][1])
            async with asyncio.timeout(20), client.ws_connect(f"{url}/socket.io/") as connected:
                assert (await connected.receive()).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
        await runner.cleanup()

    asyncio.run(run())
    assert [(each.type, each.data) for each in answers] == [(aiohttp.WSMsgType.PONG, b"are you there")]

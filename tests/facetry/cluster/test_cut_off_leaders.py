"""A leader that is cut off never ends what it has begun to answer: another host leads, and its clients learn that."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from tests.facetry.cluster.test_forwarding import Directory, host_before, mirror, peers, read_body, serving


def test_an_answer_that_stops_breaks_off_when_another_host_leads() -> None:
    async def stop(_: Any, receive: Any, send: Any) -> None:
        await read_body(receive)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"100")]})
        await send({"type": "http.response.body", "body": b"x", "more_body": True})
        await asyncio.Event().wait()

    async def scenario() -> None:
        directory = Directory()
        async with (
            serving(peers(stop)) as cut_off,
            serving(peers(mirror)) as port,
            host_before(directory) as (client, url),
        ):
            directory.set(cut_off)
            answer = await client.get(url)
            assert await answer.content.readexactly(1) == b"x"
            directory.set(port)
            with pytest.raises(aiohttp.ClientPayloadError):
                await asyncio.wait_for(answer.read(), 10)

    asyncio.run(scenario())


def test_a_websocket_that_is_not_accepted_ends_when_another_host_leads() -> None:
    async def accept_nothing(_: Any, receive: Any, __: Any) -> None:
        await receive()
        await asyncio.Event().wait()

    async def scenario() -> None:
        directory = Directory()
        async with (
            serving(peers(mirror, accept_nothing)) as cut_off,
            serving(peers(mirror)) as port,
            host_before(directory) as (client, url),
        ):
            directory.set(cut_off)
            handshake = asyncio.ensure_future(client.ws_connect(f"{url}/socket.io/"))
            await asyncio.sleep(0.5)
            assert not handshake.done()
            directory.set(port)
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await asyncio.wait_for(handshake, 10)

    asyncio.run(scenario())

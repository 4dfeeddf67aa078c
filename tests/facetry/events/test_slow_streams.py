"""A stream whose client reads slowly ends with its key as others do."""

from __future__ import annotations

import asyncio

import pytest

from facetry.events import streams
from facetry.events.streams import StreamClient, Streams
from facetry.library.credentials.ended_credentials import EndedCredentials
from generated.topics import STREAMED
from tests.facetry.events.scripted_extensions import announce
from tests.support.libraries.stores import temporary_store


async def never_disconnect() -> None:
    await asyncio.Event().wait()


def test_what_a_slow_client_has_not_read_is_dropped_with_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not at the next of the periodic checks: it might read again before."""
    monkeypatch.setattr(streams, "CHECK_SECONDS", 600.0)

    async def main() -> None:
        is_valid, is_aborted = True, asyncio.Event()

        async def is_authorized() -> bool:
            return is_valid

        with temporary_store() as store:
            service = Streams(store)
            service.begin()
            client = StreamClient(STREAMED, True, is_authorized, never_disconnect, is_aborted.set)
            chunks = service.chunks(client, await service.find_start(None))
            await anext(chunks)
            await asyncio.to_thread(announce, store, "image.created", [1])
            assert b"image.created" in await anext(chunks)  # the client is to read it, and does not
            is_valid = False
            await asyncio.to_thread(store.write_now, EndedCredentials().count)
            async with asyncio.timeout(5):
                await is_aborted.wait()
            assert [chunk async for chunk in chunks] == []
            await service.stop()

    asyncio.run(main())

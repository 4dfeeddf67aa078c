"""Streams send all events without a target, in order, from the client's position, and report gaps with `reset`.

A stream ends with its key, its client or the service.
"""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import aiohttp
import pytest
from pydantic import SecretStr
from sqlalchemy import delete
from sqlmodel import col

from facetry.events import log, streams
from facetry.events.log import Event
from facetry.events.streams import StreamClient, Streams
from facetry.library import api_keys
from facetry.library.library import Library
from facetry.server.http_server import build_server, listen
from facetry.service.assembly import assemble
from facetry.service.opening import open_library
from facetry.service.parts import SINGLE_SERVICE
from facetry.settings import Settings
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import STREAMED, Topic
from tests.facetry.events.scripted_extensions import announce, wait_until
from tests.facetry.events.stream_messages import StreamMessages, named_events, parse_messages
from tests.support.libraries.stores import temporary_store

MASTER = "the-master-key"


async def never_disconnect() -> None:
    await asyncio.Event().wait()


async def always_authorized() -> bool:
    return True


def polling_client(*topics: str) -> StreamClient:
    return StreamClient(
        topics or STREAMED,
        is_waiting=False,
        is_authorized=always_authorized,
        wait_for_disconnect=never_disconnect,
        abort=lambda: None,
    )


async def poll(store: Store, last_event_id: int | None, *topics: str) -> StreamMessages:
    stream_service = Streams(store)
    stream_service.begin()
    chunks = [
        chunk
        async for chunk in stream_service.chunks(
            polling_client(*topics), await stream_service.find_start(last_event_id)
        )
    ]
    await stream_service.stop()
    return parse_messages(b"".join(chunks))


def test_a_poll_ends_at_the_end_of_the_log_and_sends_its_position() -> None:
    async def main(store: Store) -> None:
        assert await poll(store, None) == [(0, "", {}), (0, "", {})]
        announce(store, "image.created", [1, 2])
        announce(store, "image.computeTags", [1], target="tagger")
        messages = await poll(store, 0)
        assert named_events(messages) == [(1, "image.created"), (2, "image.created")]
        assert messages[-1] == (3, "", {})
        data = messages[1][2]
        assert data.keys() == {"channel", "milliseconds", "value"}
        assert (data["channel"], data["value"]) == ("image.created", {"id": str(UUID(int=1))})
        assert named_events(await poll(store, 1)) == [(2, "image.created")]
        assert await poll(store, None) == [(3, "", {}), (3, "", {})]
        assert named_events(await poll(store, 99)) == [(3, "reset")], "a position of another log"

    with temporary_store() as store:
        asyncio.run(main(store))


def test_streams_of_random_logs_equal_a_naive_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "EVENTS_PER_CHUNK", 4)
    monkeypatch.setattr(log, "MAX_SEQUENCES_PER_READ", 7)
    rng = random.Random(15)
    topics: tuple[Topic, ...] = ("image.created", "image.updated", "repository.created", "image.computeTags")

    async def compare(store: Store, remaining_events: Mapping[int, tuple[str, str | None]], newest: int) -> None:
        last_event_id = rng.randint(0, newest + 2)
        requested_topics = rng.sample(topics, rng.randint(1, len(topics)))
        messages = named_events(await poll(store, last_event_id, *requested_topics))
        expected = [
            (seq, topic)
            for seq, (topic, target) in remaining_events.items()
            if seq > last_event_id and topic in requested_topics and not target
        ]
        assert [entry for entry in messages if entry[1] != "reset"] == expected
        missing = [seq for seq in range(last_event_id + 1, newest + 1) if seq not in remaining_events]
        assert any(event == "reset" for _, event in messages) == bool(missing or last_event_id > newest)
        was_reset = False
        for sequence, event in messages:
            was_reset = was_reset or event == "reset"
            assert was_reset or not any(seq < sequence for seq in missing), (messages, missing)

    for _ in range(20):
        with temporary_store() as store:
            remaining_events: dict[int, tuple[str, str | None]] = {}
            newest = 0
            for _ in range(rng.randint(0, 12)):
                topic, target = rng.choice(topics), rng.choice((None, None, "tagger"))
                if rng.random() < 0.2:

                    def fails(work: Work) -> None:
                        log.announce(work, "image.created", image=UUID(int=9))
                        raise ZeroDivisionError

                    with pytest.raises(ZeroDivisionError):
                        store.write_now(fails)
                for newest in announce(store, topic, range(rng.randint(1, 3)), target):
                    remaining_events[newest] = (topic, target)
            removed_sequences = [
                seq for seq in remaining_events if seq <= rng.randint(0, newest) and rng.random() < 0.8
            ]
            if rng.random() < 0.5:
                statement = delete(Event).where(col(Event.sequence).in_(removed_sequences))
                store.write_now(lambda work, statement=statement: work.connection.execute(statement).rowcount)  # type: ignore[misc]  # the default binds the loop's value
                remaining_events = {
                    seq: entry for seq, entry in remaining_events.items() if seq not in removed_sequences
                }
            for _ in range(4):
                asyncio.run(compare(store, remaining_events, newest))


@dataclass
class RunningService:
    """A running service, with an HTTP client."""

    library: Library
    url: str
    server: Any
    session: aiohttp.ClientSession

    def announce(self, *images: int, topic: Topic = "image.created") -> list[int]:
        return announce(self.library.store, topic, images)

    async def stream(self, query: str = "", key: str = MASTER, **headers: str) -> aiohttp.ClientResponse:
        sent = {"Authorization": f"Bearer {key}", **{name.replace("_", "-"): text for name, text in headers.items()}}
        return await self.session.get(f"{self.url}/event/stream{query}", headers=sent)

    def open_stream_count(self) -> int:
        return len(self.library.streams._open_streams)


@asynccontextmanager
async def running_service(folder: Path) -> AsyncIterator[RunningService]:
    settings = Settings(data_dir=folder / "data", api_secret=SecretStr(MASTER))
    library, _ = open_library(settings)
    listener = listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = build_server(assemble(settings, SINGLE_SERVICE, library, base_url=url).application)
    server.before_shutdown = library.streams.begin_shutdown
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await wait_until(lambda: server.started)
    async with aiohttp.ClientSession() as session:
        try:
            yield RunningService(library, url, server, session)
        finally:
            server.should_exit = True
            async with asyncio.timeout(8):  # less than the time that a running request gets
                await serving


async def read_events(response: aiohttp.ClientResponse, count: int) -> StreamMessages:
    """Read messages until at least `count` events have arrived."""
    text = b""
    async with asyncio.timeout(10):
        while len(named_events(parse_messages(text))) < count or not text.endswith(b"\n\n"):
            text += await response.content.readany()
    return parse_messages(text)


def test_a_stream_continues_and_can_be_resumed(tmp_path: Path) -> None:
    async def main() -> None:
        async with running_service(tmp_path) as service:
            service.announce(1)
            response = await service.stream()
            assert response.headers["Content-Type"] == "text/event-stream"
            assert response.headers["Cache-Control"] == "no-store"
            service.announce(2, 3)
            messages = await read_events(response, 2)
            assert messages[0] == (1, "", {}), "the start position"
            assert named_events(messages) == [(2, "image.created"), (3, "image.created")]
            service.announce(4, topic="image.updated")
            assert named_events(await read_events(response, 1)) == [(4, "image.updated")]
            response.close()
            await wait_until(lambda: service.open_stream_count() == 0)
            service.announce(5)
            resumed = await service.stream("?topics=image.created", Last_Event_ID="2")
            assert named_events(await read_events(resumed, 2)) == [(3, "image.created"), (5, "image.created")]

    asyncio.run(main())


def test_events_of_another_process_are_streamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHECK_SECONDS", 0.05)

    async def main() -> None:
        async with running_service(tmp_path) as service:
            response = await service.stream()
            other = Store(tmp_path / "data" / "library.db")
            with monkeypatch.context() as silent:
                silent.setattr("facetry.events.commit_signal._listeners", [])  # signals of this process only
                announce(other, "image.created", [1])
            other.close()
            assert named_events(await read_events(response, 1)) == [(1, "image.created")]

    asyncio.run(main())


def test_a_stream_without_events_sends_heartbeats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.05)

    async def main() -> None:
        async with running_service(tmp_path) as service:
            response = await service.stream("?topics=image.deleted")
            service.announce(1, 2)
            async with asyncio.timeout(10):
                text = b""
                while b":\nid: 2\n\n" not in text:
                    text += await response.content.readany()

            async def write_other_events() -> None:
                while True:
                    service.announce(3)
                    await asyncio.sleep(0.005)

            other_events = asyncio.create_task(write_other_events())
            async with asyncio.timeout(10):
                while text.count(b":\n") < 4:
                    text += await response.content.readany()
            other_events.cancel()
            assert named_events(parse_messages(text + await response.content.readuntil(b"\n\n"))) == []

    asyncio.run(main())


@pytest.mark.parametrize("way", ["revoked", "expired", "unknowable"])
def test_a_stream_ends_with_its_key(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHECK_SECONDS", 0.05)

    async def main() -> None:
        async with running_service(tmp_path) as service:
            id, key = service.library.store.write_now(
                lambda work: api_keys.create(
                    work,
                    name="reader",
                    type="key",
                    scopes=["event:read"],
                    expires=work.now + 400 if way == "expired" else None,
                )
            )
            stream_with_key, master_stream = await service.stream(key=key), await service.stream()
            assert stream_with_key.status == 200
            if way == "revoked":
                await service.library.api_keys.revoke(id)
            elif way == "unknowable":
                stream = next(each for each in service.library.streams._open_streams)
                monkeypatch.setattr(
                    type(stream.client), "is_authorized", property(lambda _: _fail_authorization), raising=False
                )
            async with asyncio.timeout(30):
                assert parse_messages(await stream_with_key.read()) == [(0, "", {})], (
                    "the response ends properly, between two messages"
                )
            if way != "unknowable":
                assert service.open_stream_count() == 1
                service.announce(1)
                assert named_events(await read_events(master_stream, 1)) == [(1, "image.created")]
                assert (await service.stream(key=key)).status == 401

    asyncio.run(main())


async def _fail_authorization() -> bool:
    raise OSError("the disk is gone")


def test_a_client_that_does_not_read_needs_little_memory_and_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(streams, "EVENTS_PER_CHUNK", 16)

    async def main() -> None:
        async with running_service(tmp_path) as service:
            data = {"id": "tagger", "message": "x" * 20_000}

            def unit(work: Work) -> None:
                for _ in range(1_600):
                    log.announce(work, "extension.error", data=data)

            service.library.store.write_now(unit)
            id, key = service.library.store.write_now(
                lambda work: api_keys.create(work, name="reader", type="key", scopes=["event:read"])
            )
            reads: list[int] = []
            real_read = Streams._read

            async def counting_read(self: Streams, *arguments: Any) -> Any:
                reads.append(arguments[0])
                return await real_read(self, *arguments)

            monkeypatch.setattr(Streams, "_read", counting_read)
            silent_socket = socket.socket()
            silent_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            silent_socket.connect(("127.0.0.1", int(service.url.rpartition(":")[2])))
            request = f"GET /event/stream HTTP/1.1\r\nHost: x\r\nX-API-KEY: {key}\r\nLast-Event-ID: 0\r\n\r\n"
            silent_socket.sendall(request.encode())
            await wait_until(lambda: service.open_stream_count() == 1 and bool(reads))
            previous_count = -1
            while previous_count != len(reads):
                previous_count = len(reads)
                await asyncio.sleep(0.3)
            assert len(reads) < 80, "of 100 chunks, only those that fit into the socket buffers are read"
            await service.library.api_keys.revoke(id)
            await wait_until(lambda: service.open_stream_count() == 0)
            silent_socket.close()

    asyncio.run(main())


def test_the_number_of_streams_is_limited_and_a_head_request_opens_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MAX_STREAMS", 2)

    async def main() -> None:
        async with running_service(tmp_path) as service:
            for _ in range(3):
                head = await service.session.head(f"{service.url}/event/stream", headers={"X-API-KEY": MASTER})
                assert head.status == 200
            assert service.open_stream_count() == 0
            first, _ = await service.stream(), await service.stream()
            third = await service.stream()
            assert (third.status, (await third.json())["rule"]) == (503, "event.streams")
            assert "Retry-After" in third.headers
            first.close()
            await wait_until(lambda: service.open_stream_count() == 1)
            assert (await service.stream()).status == 200

    asyncio.run(main())


def test_the_service_ends_its_streams_when_it_stops(tmp_path: Path) -> None:
    async def main() -> None:
        async with running_service(tmp_path) as service:
            response = await service.stream()
            service.announce(1)
            await read_events(response, 1)
            silent_socket = socket.create_connection(("127.0.0.1", int(service.url.rpartition(":")[2])))
            silent_socket.sendall(
                b"GET /event/stream HTTP/1.1\r\nHost: x\r\nX-API-KEY: " + MASTER.encode() + b"\r\n\r\n"
            )
            await wait_until(lambda: service.open_stream_count() == 2)
            service.server.should_exit = True
            async with asyncio.timeout(8):
                assert await response.read() == b"", "the response ends properly, without further messages"
            silent_socket.close()

    asyncio.run(main())


def test_a_key_without_the_scope_reads_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with running_service(tmp_path) as service:
            _, key = service.library.store.write_now(
                lambda work: api_keys.create(work, name="reader", type="key", scopes=["image:read"])
            )
            response = await service.stream("?wait=false", key=key)
            assert (response.status, (await response.json())["scope"]) == (403, "event:read")

    asyncio.run(main())

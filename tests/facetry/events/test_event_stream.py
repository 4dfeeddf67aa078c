"""Streams: everything that the log tells everybody, in order, from where the client has come; a hole is told of; and
no stream outlives its key, its client or the service.
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
import orjson
import pytest
from pydantic import SecretStr
from sqlalchemy import delete
from sqlmodel import col

from facetry.app import build_app, open_library
from facetry.events import log, streams
from facetry.events.log import Event
from facetry.events.streams import Reader, Streams
from facetry.library import api_keys as secrets
from facetry.library.library import Library
from facetry.server import listen, server_of
from facetry.settings import Settings
from facetry.store.store import Store
from facetry.store.work import Work
from generated.topics import STREAMED, Topic
from tests.facetry.events.scripted_extensions import announce, until
from tests.support.stores import temporary_store

MASTER = "the-master-key"
Told = list[tuple[int, str, dict[str, Any]]]
"""Place, event and data of each; an event without a name is a place alone."""


def told(text: bytes) -> Told:
    """What a client reads in the text of a stream that ends between two events."""
    found: Told = []
    for block in text.decode().split("\n\n")[:-1]:
        fields = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
        assert fields.keys() in ({"id"}, {"id", "event", "data"}), block
        found.append((int(fields["id"]), fields.get("event", ""), orjson.loads(fields.get("data", "{}"))))
    return found


def events(found: Told) -> list[tuple[int, str]]:
    return [(place, event) for place, event, _ in found if event]


async def nothing() -> None:
    await asyncio.Event().wait()


async def always() -> bool:
    return True


def poller(*topics: str) -> Reader:
    return Reader(topics or STREAMED, is_waiting=False, is_welcome=always, departed=nothing, abort=lambda: None)


async def polled(store: Store, last: int | None, *topics: str) -> Told:
    made = Streams(store)
    made.begin()
    pieces = [piece async for piece in made.told(poller(*topics), await made.place(last))]
    await made.stop()
    return told(b"".join(pieces))


def test_a_poll_ends_where_the_log_ends_and_says_where_that_is() -> None:
    async def main(store: Store) -> None:
        assert await polled(store, None) == [(0, "", {}), (0, "", {})]
        announce(store, "image.created", [1, 2])
        announce(store, "image.computeTags", [1], target="tagger")
        found = await polled(store, 0)
        assert events(found) == [(1, "image.created"), (2, "image.created")]
        assert found[-1] == (3, "", {})
        data = found[1][2]
        assert data.keys() == {"channel", "milliseconds", "value"}
        assert (data["channel"], data["value"]) == ("image.created", {"id": str(UUID(int=1))})
        assert events(await polled(store, 1)) == [(2, "image.created")]
        assert await polled(store, None) == [(3, "", {}), (3, "", {})]
        assert events(await polled(store, 99)) == [(3, "reset")], "a place of another log"

    with temporary_store() as store:
        asyncio.run(main(store))


def test_random_logs_are_told_as_a_naive_reader_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "AT_ONCE", 4)
    monkeypatch.setattr(log, "SPAN", 7)
    chance = random.Random(15)
    topics: tuple[Topic, ...] = ("image.created", "image.updated", "repository.created", "image.computeTags")

    async def compare(store: Store, kept: Mapping[int, tuple[str, str | None]], newest: int) -> None:
        last = chance.randint(0, newest + 2)
        wanted = chance.sample(topics, chance.randint(1, len(topics)))
        found = events(await polled(store, last, *wanted))
        there = [(seq, topic) for seq, (topic, target) in kept.items() if seq > last and topic in wanted and not target]
        assert [each for each in found if each[1] != "reset"] == there
        missing = [seq for seq in range(last + 1, newest + 1) if seq not in kept]
        assert any(event == "reset" for _, event in found) == bool(missing or last > newest)
        told_of = False
        for place, event in found:
            told_of = told_of or event == "reset"
            assert told_of or not any(seq < place for seq in missing), (found, missing)

    for _ in range(20):
        with temporary_store() as store:
            kept: dict[int, tuple[str, str | None]] = {}
            newest = 0
            for _ in range(chance.randint(0, 12)):
                topic, target = chance.choice(topics), chance.choice((None, None, "tagger"))
                if chance.random() < 0.2:

                    def fails(work: Work) -> None:
                        log.announce(work, "image.created", image=UUID(int=9))
                        raise ZeroDivisionError

                    with pytest.raises(ZeroDivisionError):
                        store.write_now(fails)
                for newest in announce(store, topic, range(chance.randint(1, 3)), target):
                    kept[newest] = (topic, target)
            gone = [seq for seq in kept if seq <= chance.randint(0, newest) and chance.random() < 0.8]
            if chance.random() < 0.5:
                forget = delete(Event).where(col(Event.sequence).in_(gone))
                store.write_now(lambda work, forget=forget: work.connection.execute(forget).rowcount)  # type: ignore[misc]  # the default binds the loop's value
                kept = {seq: each for seq, each in kept.items() if seq not in gone}
            for _ in range(4):
                asyncio.run(compare(store, kept, newest))


@dataclass
class House:
    """A service over HTTP."""

    library: Library
    url: str
    server: Any
    session: aiohttp.ClientSession

    def announce(self, *images: int, topic: Topic = "image.created") -> list[int]:
        return announce(self.library.store, topic, images)

    async def stream(self, query: str = "", key: str = MASTER, **headers: str) -> aiohttp.ClientResponse:
        sent = {"Authorization": f"Bearer {key}", **{name.replace("_", "-"): text for name, text in headers.items()}}
        return await self.session.get(f"{self.url}/event/stream{query}", headers=sent)

    def open(self) -> int:
        return len(self.library.streams._open)


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[House]:
    library, _ = open_library(Settings(data_dir=folder / "data", api_secret=SecretStr(MASTER)))
    listener = listen("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    server = server_of(build_app(library, base_url=url))
    server.stopping = library.streams.stopping
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    await until(lambda: server.started)
    async with aiohttp.ClientSession() as session:
        try:
            yield House(library, url, server, session)
        finally:
            server.should_exit = True
            async with asyncio.timeout(5):  # half of what a request at hand is given
                await serving


async def some(answer: aiohttp.ClientResponse, count: int) -> Told:
    """The next events, at least so many."""
    text = b""
    async with asyncio.timeout(10):
        while len(events(told(text))) < count or not text.endswith(b"\n\n"):
            text += await answer.content.readany()
    return told(text)


def test_a_stream_goes_on_and_is_resumed(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as home:
            home.announce(1)
            answer = await home.stream()
            assert answer.headers["Content-Type"] == "text/event-stream"
            assert answer.headers["Cache-Control"] == "no-store"
            home.announce(2, 3)
            found = await some(answer, 2)
            assert found[0] == (1, "", {}), "where it begins"
            assert events(found) == [(2, "image.created"), (3, "image.created")]
            home.announce(4, topic="image.updated")
            assert events(await some(answer, 1)) == [(4, "image.updated")]
            answer.close()
            await until(lambda: home.open() == 0)
            home.announce(5)
            again = await home.stream("?topics=image.created", Last_Event_ID="2")
            assert events(await some(again, 2)) == [(3, "image.created"), (5, "image.created")]

    asyncio.run(main())


def test_what_another_process_wrote_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHECK_SECONDS", 0.05)

    async def main() -> None:
        async with house(tmp_path) as home:
            answer = await home.stream()
            other = Store(tmp_path / "data" / "library.db")
            with monkeypatch.context() as silent:
                silent.setattr("facetry.events.commit_signal._listeners", [])  # which is this process's alone
                announce(other, "image.created", [1])
            other.close()
            assert events(await some(answer, 1)) == [(1, "image.created")]

    asyncio.run(main())


def test_a_silent_stream_shows_that_it_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "COMMENT_SECONDS", 0.05)

    async def main() -> None:
        async with house(tmp_path) as home:
            answer = await home.stream("?topics=image.deleted")
            home.announce(1, 2)
            async with asyncio.timeout(10):
                text = b""
                while b":\nid: 2\n\n" not in text:
                    text += await answer.content.readany()

            async def others() -> None:
                while True:
                    home.announce(3)
                    await asyncio.sleep(0.005)

            busy = asyncio.create_task(others())
            async with asyncio.timeout(10):
                while text.count(b":\n") < 4:
                    text += await answer.content.readany()
            busy.cancel()
            assert events(told(text + await answer.content.readuntil(b"\n\n"))) == []

    asyncio.run(main())


@pytest.mark.parametrize("way", ["revoked", "expired", "unknowable"])
def test_a_stream_ends_with_its_key(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHECK_SECONDS", 0.05)

    async def main() -> None:
        async with house(tmp_path) as home:
            id, key = home.library.store.write_now(
                lambda work: secrets.create(
                    work,
                    name="reader",
                    type="key",
                    scopes=["event:read"],
                    expires=work.now + 400 if way == "expired" else None,
                )
            )
            mine, other = await home.stream(key=key), await home.stream()
            assert mine.status == 200
            if way == "revoked":
                await home.library.keys.revoke(id)
            elif way == "unknowable":
                stream = next(each for each in home.library.streams._open)
                monkeypatch.setattr(type(stream.reader), "is_welcome", property(lambda _: _broken), raising=False)
            async with asyncio.timeout(5):
                assert told(await mine.read()) == [(0, "", {})], "it ends as a whole, not in the middle"
            if way != "unknowable":
                assert home.open() == 1
                home.announce(1)
                assert events(await some(other, 1)) == [(1, "image.created")]
                assert (await home.stream(key=key)).status == 401

    asyncio.run(main())


async def _broken() -> bool:
    raise OSError("the disk is gone")


def test_a_client_that_does_not_read_costs_little_and_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(streams, "AT_ONCE", 16)

    async def main() -> None:
        async with house(tmp_path) as home:
            data = {"id": "tagger", "message": "x" * 20_000}

            def unit(work: Work) -> None:
                for _ in range(1_600):
                    log.announce(work, "extension.error", data=data)

            home.library.store.write_now(unit)
            id, key = home.library.store.write_now(
                lambda work: secrets.create(work, name="reader", type="key", scopes=["event:read"])
            )
            reads: list[int] = []
            read = Streams._read

            async def counted(self: Streams, *given: Any) -> Any:
                reads.append(given[0])
                return await read(self, *given)

            monkeypatch.setattr(Streams, "_read", counted)
            silent = socket.socket()
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            silent.connect(("127.0.0.1", int(home.url.rpartition(":")[2])))
            ask = f"GET /event/stream HTTP/1.1\r\nHost: x\r\nX-API-KEY: {key}\r\nLast-Event-ID: 0\r\n\r\n"
            silent.sendall(ask.encode())
            await until(lambda: home.open() == 1 and bool(reads))
            before = -1
            while before != len(reads):
                before = len(reads)
                await asyncio.sleep(0.3)
            assert len(reads) < 80, "of a hundred pieces, those that the system itself did not take are not read"
            await home.library.keys.revoke(id)
            await until(lambda: home.open() == 0)
            silent.close()

    asyncio.run(main())


def test_streams_are_few_and_a_request_for_the_head_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "MOST_STREAMS", 2)

    async def main() -> None:
        async with house(tmp_path) as home:
            for _ in range(3):
                head = await home.session.head(f"{home.url}/event/stream", headers={"X-API-KEY": MASTER})
                assert head.status == 200
            assert home.open() == 0
            one, _ = await home.stream(), await home.stream()
            third = await home.stream()
            assert (third.status, (await third.json())["rule"]) == (503, "event.streams")
            assert "Retry-After" in third.headers
            one.close()
            await until(lambda: home.open() == 1)
            assert (await home.stream()).status == 200

    asyncio.run(main())


def test_the_service_ends_its_streams_when_it_stops(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as home:
            answer = await home.stream()
            home.announce(1)
            await some(answer, 1)
            silent = socket.create_connection(("127.0.0.1", int(home.url.rpartition(":")[2])))
            silent.sendall(b"GET /event/stream HTTP/1.1\r\nHost: x\r\nX-API-KEY: " + MASTER.encode() + b"\r\n\r\n")
            await until(lambda: home.open() == 2)
            home.server.should_exit = True
            async with asyncio.timeout(2):
                assert await answer.read() == b"", "whole, and with nothing more in it"
            silent.close()

    asyncio.run(main())


def test_a_key_without_the_scope_reads_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with house(tmp_path) as home:
            _, key = home.library.store.write_now(
                lambda work: secrets.create(work, name="reader", type="key", scopes=["image:read"])
            )
            answer = await home.stream("?wait=false", key=key)
            assert (answer.status, (await answer.json())["scope"]) == (403, "event:read")

    asyncio.run(main())

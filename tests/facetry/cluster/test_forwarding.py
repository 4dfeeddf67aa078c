"""Requests and WebSockets reach the leader as their clients have sent them, also while the leader changes."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, cast

import aiohttp
import pytest
from yarl import URL

from facetry.cluster import forwarding as module
from facetry.cluster.forwarding import LeaderForwarding
from facetry.cluster.leader_directory import LeaderDirectory
from facetry.cluster.peers import PeerAccess
from facetry.http.problems import ProblemMiddleware
from facetry.http.request import KNOWN_CALLER_KEY, note_caller
from facetry.http.request_observer import RequestObserver
from facetry.observability.request_metrics import RequestMetrics
from facetry.server.http_server import build_server, listen
from facetry.store.engines.postgresql.leases import Holder
from generated.operations import OPERATIONS
from tests.support.services.servers import HOST, free_port

SECRET = b"0123456789abcdef"
Application = Callable[[Any, Any, Any], Awaitable[None]]


@dataclass
class Directory:
    """Names the leader that the test sets."""

    leader: Holder | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def set(self, port: int | None) -> None:
        token = 1 if self.leader is None else self.leader.token + 1
        self.leader = None if port is None else Holder("h", f"{HOST}:{port}", token, is_current=True)
        self.changed.set()
        self.changed = asyncio.Event()

    async def wait_for_leader(self, until: float) -> Holder | None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, until - time.monotonic())):
                while self.leader is None:
                    await self.changed.wait()
        return self.leader

    async def wait_for_another(self, former: Holder) -> None:
        while self.leader is None or self.leader.token == former.token:
            await self.changed.wait()


async def read_body(receive: Any) -> bytes:
    body = b""
    while True:
        message = await receive()
        assert message["type"] == "http.request", message
        body += message.get("body", b"")
        if not message.get("more_body", False):
            return bytes(body)


async def mirror(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the request."""
    body = await read_body(receive)
    found = {
        "method": scope["method"],
        "target": scope["raw_path"].decode() + "?" + scope["query_string"].decode(),
        "headers": [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]],
        "client": scope["client"][0],
        "length": len(body),
        "sum": sum(body),
    }
    headers = [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2"), (b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": 207, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(found).encode(), "more_body": False})


async def echo(_: Any, receive: Any, send: Any) -> None:
    """A WebSocket that sends back what it gets, until it gets the word `end`."""
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        if message.get("text") == "end":
            await send({"type": "websocket.close", "code": 1000})
            return
        await send({"type": "websocket.send", "text": message.get("text"), "bytes": message.get("bytes")})


@contextlib.asynccontextmanager
async def serving(application: Application) -> AsyncIterator[int]:
    """Serves an application on a port."""

    async def with_lifespan(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await application(scope, receive, send)
            return
        for kind in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{kind}.complete"})

    listener = listen(HOST, 0)
    server = build_server(with_lifespan)
    server.signals = [cast("Any", 10)]  # SIGUSR1: nobody sends it
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        server.force_exit = True
        await task


@contextlib.asynccontextmanager
async def host_before(
    directory: Directory, on_known_caller: Callable[[], None] = lambda: None
) -> AsyncIterator[tuple[aiohttp.ClientSession, str]]:
    """A host that forwards everything, and a client of it. `on_known_caller` is that of the server of the host."""
    forwarding = LeaderForwarding(cast("LeaderDirectory", directory), SECRET)
    observed = RequestObserver(ProblemMiddleware(forwarding.forward), RequestMetrics(OPERATIONS))

    async def application(scope: Any, receive: Any, send: Any) -> None:
        handler = forwarding.websocket if scope["type"] == "websocket" else observed
        await handler({**scope, KNOWN_CALLER_KEY: on_known_caller}, receive, send)

    async with serving(application) as port, aiohttp.ClientSession() as client:
        client._retry_connection = False  # it would repeat PUT by itself
        try:
            yield client, f"http://{HOST}:{port}"
        finally:
            await forwarding.stop()


def peers(http: Application, websockets: Application = echo) -> PeerAccess:
    return PeerAccess(http, websockets, SECRET, {})


def test_a_request_arrives_as_it_was_sent() -> None:
    async def run() -> None:
        directory = Directory()
        async with serving(peers(mirror)) as port, host_before(directory) as (client, url):
            directory.set(port)
            headers = [("X-Twice", "1"), ("X-Twice", "2"), ("X-Latin", "é"), ("Facetry-Peer-Secret", "forged")]
            answer = await client.put(URL(f"{url}/a%2Fb/%7e?q=1&q=%20x", encoded=True), headers=headers, data=b"body")
            found = await answer.json()
            assert (answer.status, answer.headers.getall("Set-Cookie")) == (207, ["a=1", "b=2"])
            assert [len(answer.headers.getall(name)) for name in ("Date", "X-Request-Id")] == [1, 1]
            assert (found["method"], found["target"]) == ("PUT", "/a%2Fb/%7e?q=1&q=%20x")
            assert (found["client"], found["length"], found["sum"]) == (HOST, 4, sum(b"body"))
            got = [tuple(each) for each in found["headers"]]
            assert [value for name, value in got if name == "x-twice"] == ["1", "2"]
            assert [value for name, value in got if name.startswith("facetry-peer")] == []
            assert ("host", url.removeprefix("http://")) in got
            assert [name for name, _ in got].count("user-agent") == 1

    asyncio.run(run())


def test_large_bodies_pass_in_both_directions() -> None:
    async def run() -> None:
        async def send_much(_: Any, receive: Any, send: Any) -> None:
            body = await read_body(receive)
            await send({"type": "http.response.start", "status": 200, "headers": []})
            for start in range(0, len(body), 100_000):
                part = {"type": "http.response.body", "body": body[start : start + 100_000], "more_body": True}
                await send(part)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        directory = Directory()
        async with serving(peers(send_much)) as port, host_before(directory) as (client, url):
            directory.set(port)
            data = bytes(range(256)) * 16_384
            assert await (await client.post(url, data=io.BytesIO(data))).read() == data

    asyncio.run(run())


@pytest.mark.parametrize(
    "header",
    ["Content-Length: 9000000", "Transfer-Encoding: chunked", "Content-Length: 9000000\r\nExpect: 100-continue"],
    ids=["announced", "of unknown length", "waiting"],
)
def test_a_leader_may_refuse_a_body_before_it_comes(header: str) -> None:
    async def refuse(_: Any, receive: Any, send: Any) -> None:  # it reads nothing
        await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    async def run() -> None:
        directory = Directory()
        async with serving(peers(refuse)) as port, host_before(directory) as (_, url):
            directory.set(port)
            reader, writer = await asyncio.open_connection(HOST, int(url.rpartition(":")[2]))
            writer.write(f"POST /x HTTP/1.1\r\nHost: a\r\n{header}\r\n\r\n".encode())
            async with asyncio.timeout(10):
                assert (await reader.readline()).startswith(b"HTTP/1.1 413 ")
            writer.close()

    asyncio.run(run())


def test_a_request_waits_for_a_leader_that_can_be_reached() -> None:
    async def run() -> None:
        directory = Directory()
        async with serving(peers(mirror)) as port, host_before(directory) as (client, url):
            asking = asyncio.create_task(client.put(url, data=b"x"))
            await asyncio.sleep(0.05)
            directory.set(free_port())  # nobody listens there
            await asyncio.sleep(0.2)
            assert not asking.done()
            directory.set(port)
            assert (await asking).status == 207

    asyncio.run(run())


def test_without_a_leader_a_request_is_refused_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.2)

    async def run() -> None:
        async with host_before(Directory()) as (client, url):
            answer = await client.get(url)
            assert (answer.status, (await answer.json())["rule"]) == (503, "service.leader")

    asyncio.run(run())


@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_a_request_whose_leader_is_replaced_before_it_answers(method: str) -> None:
    """It is repeated only if it changes nothing; otherwise its connection is closed without an answer."""

    async def run() -> None:
        got = asyncio.Event()

        async def hang(_: Any, receive: Any, __: Any) -> None:
            await read_body(receive)
            got.set()
            while (await receive())["type"] != "http.disconnect":
                pass

        directory = Directory()
        async with (
            serving(peers(hang)) as hung,
            serving(peers(mirror)) as port,
            host_before(directory) as (client, url),
        ):
            directory.set(hung)
            asking = asyncio.create_task(client.request(method, url))
            await got.wait()
            directory.set(port)
            if method == "GET":
                assert (await asking).status == 207
            else:
                with pytest.raises(aiohttp.ServerDisconnectedError):
                    await asking

    asyncio.run(run())


def test_the_leader_learns_that_a_client_has_disconnected() -> None:
    async def run() -> None:
        got, gone = asyncio.Event(), asyncio.Event()

        async def hang(_: Any, receive: Any, __: Any) -> None:
            got.set()
            while (await receive())["type"] != "http.disconnect":
                pass
            gone.set()

        directory = Directory()
        async with serving(peers(hang)) as port, host_before(directory) as (client, url):
            directory.set(port)
            asking = asyncio.create_task(client.put(url, data=b"x"))
            await got.wait()
            asking.cancel()
            async with asyncio.timeout(30):
                await gone.wait()

    asyncio.run(run())


def test_an_answer_that_breaks_off_breaks_off_for_the_client_too() -> None:
    async def run() -> None:
        async def break_off(_: Any, __: Any, send: Any) -> None:
            headers = [(b"content-length", b"10")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": b"half", "more_body": True})
            raise RuntimeError("a defect of the leader")

        directory = Directory()
        async with serving(peers(break_off)) as port, host_before(directory) as (client, url):
            directory.set(port)
            with pytest.raises((aiohttp.ClientPayloadError, aiohttp.ServerDisconnectedError)):
                await (await client.get(url)).read()

    asyncio.run(run())


def test_a_host_learns_that_the_client_of_a_request_has_shown_a_key() -> None:
    async def show_key(scope: Any, receive: Any, send: Any) -> None:
        if scope["raw_path"] == b"/key":
            note_caller(scope, "key 7")
        await mirror(scope, receive, send)

    async def run() -> None:
        directory, known = Directory(), list[None]()
        async with (
            serving(peers(show_key)) as port,
            host_before(directory, lambda: known.append(None)) as (client, url),
        ):
            directory.set(port)
            for path, count in (("/no-key", 0), ("/key", 1)):
                async with client.get(url + path) as answer:
                    assert (answer.status, "facetry-peer-caller" in answer.headers, len(known)) == (207, False, count)

    asyncio.run(run())


def test_who_does_not_know_the_secret_is_refused() -> None:
    async def run() -> None:
        async with serving(peers(mirror)) as port, aiohttp.ClientSession() as client:
            for secret in ("", "0123456789abcdee", "é"):
                headers = {"Facetry-Peer-Secret": secret, "Facetry-Peer-Request": "{}"}
                answer = await client.get(f"http://{HOST}:{port}/", headers=headers)
                assert (answer.status, await answer.read()) == (403, b"")
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await client.ws_connect(f"http://{HOST}:{port}/socket.io/")

    asyncio.run(run())


@pytest.mark.parametrize("method", ["PUT", "DELETE", "POST"])
def test_a_change_is_never_sent_twice(method: str) -> None:
    """Also if the leader closes the connection as soon as it has the request."""

    async def run() -> None:
        count = 0

        async def close(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal count
            with contextlib.suppress(asyncio.IncompleteReadError):
                await reader.readuntil(b"\r\n\r\n")
                count += 1
            writer.close()

        leader = await asyncio.start_server(close, HOST, 0)
        directory = Directory()
        async with leader, host_before(directory) as (client, url):
            directory.set(leader.sockets[0].getsockname()[1])
            with pytest.raises(aiohttp.ServerDisconnectedError):
                await client.request(method, url, data=b"x")
            await asyncio.sleep(0.3)
        assert count == 1

    asyncio.run(run())


def test_a_leader_that_has_just_been_replaced_at_its_address_gets_the_change() -> None:
    """No connection of the former leader is used for it."""

    async def run() -> None:
        directory = Directory()
        async with host_before(directory) as (client, url):
            async with serving(peers(mirror)) as port:
                directory.set(port)
                for method in ("GET", "PUT"):
                    assert (await client.request(method, url)).status == 207
            asking = asyncio.create_task(client.put(url, data=b"x"))
            await asyncio.sleep(0.2)
            assert not asking.done()
            async with serving(peers(mirror)) as another:
                directory.set(another)
                assert (await asking).status == 207

    asyncio.run(run())

"""What a host sends its leader, and what it makes of the answers, without a server between it and the client."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, cast

import aiohttp
import pytest
from aiohttp import web

from facetry.cluster import forwarding as module
from facetry.cluster.forwarding import MAX_KEPT_BYTES, LeaderForwarding
from facetry.cluster.leader_directory import LeaderDirectory
from facetry.cluster.peers import METRICS_PATH, SECRET_HEADER
from facetry.errors import FaultError
from facetry.http.body import DisconnectedError
from facetry.http.request import ABORT_KEY
from facetry.observability import traces
from facetry.observability.requests import begin_request
from facetry.store.engines.postgresql.leases import Holder
from tests.facetry.cluster.test_forwarding import SECRET, Directory, echo, mirror, peers, serving
from tests.support.services.servers import HOST, free_port


class NamingDirectory(Directory):
    """Says as well where the leader is."""

    def is_at(self, address: str) -> bool:
        return self.leader is not None and self.leader.address == address


class Client:
    """A client of the host. After its messages, it stays until the test lets it go."""

    def __init__(self, *parts: bytes, method: str = "GET", length: int | None = None, type: str = "http") -> None:
        self.messages: list[dict[str, Any]] = [
            {"type": "http.request", "body": part, "more_body": number < len(parts)}
            for number, part in enumerate(parts, 1)
        ] or [{"type": "http.request"}]
        if type == "websocket":
            self.messages = [{"type": "websocket.connect"}]
        self.sent: list[dict[str, Any]] = []
        self.aborted = 0
        self.gone = asyncio.Event()
        length = sum(map(len, parts)) if length is None else length
        self.scope: dict[str, Any] = {
            "type": type,
            "method": method,
            "raw_path": b"/socket.io/" if type == "websocket" else b"/x",
            "query_string": b"",
            "scheme": "http",
            "root_path": "",
            "client": ("192.0.2.1", 7),
            "headers": [(b"content-length", b"%d" % length)] if length else [],
            ABORT_KEY: self.abort,
        }

    def abort(self) -> None:
        self.aborted += 1

    async def receive(self) -> dict[str, Any]:
        if self.messages:
            return self.messages.pop(0)
        await self.gone.wait()
        return {"type": f"{self.scope['type']}.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def body(self) -> bytes:
        return b"".join(message["body"] for message in self.sent[1:])

    def header(self, name: bytes) -> list[bytes]:
        return [value for each, value in self.sent[0]["headers"] if each == name]


def with_forwarding(use: Callable[[LeaderForwarding, NamingDirectory], Awaitable[None]]) -> None:
    async def main() -> None:
        directory = NamingDirectory()
        forwarding = LeaderForwarding(cast("LeaderDirectory", directory), SECRET)
        try:
            async with asyncio.timeout(30):
                await use(forwarding, directory)
        finally:
            await forwarding.stop()

    asyncio.run(main())


async def forward(forwarding: LeaderForwarding, client: Client) -> Client:
    await forwarding.forward(client.scope, client.receive, client.send)
    return client


@pytest.fixture
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.1)


@pytest.mark.usefixtures("short_wait")
def test_without_a_leader_the_client_learns_when_to_try_again() -> None:
    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        for port in (None, free_port()):
            directory.set(port)
            with pytest.raises(FaultError) as raised:
                await forward(forwarding, Client(b"x", method="PUT"))
            assert raised.value.fault.rule == "service.leader"
            assert raised.value.fault.headers == (("Retry-After", "2"),)

    with_forwarding(use)


@pytest.mark.usefixtures("short_wait")
def test_a_websocket_that_is_not_connected_gets_a_code() -> None:
    async def refuse(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.close", "code": 1008})

    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with serving(peers(mirror, refuse)) as refusing:
            for port, code in ((None, 1013), (free_port(), 1012), (refusing, 1008)):
                directory.set(port)
                client = Client(type="websocket")
                await forwarding.websocket(client.scope, client.receive, client.send)
                assert client.sent == [{"type": "websocket.close", "code": code}]
        client.messages = []
        client.gone.set()
        client.sent.clear()
        await forwarding.websocket(client.scope, client.receive, client.send)
        assert client.sent == []

    with_forwarding(use)


def test_many_websockets_are_open_at_once() -> None:
    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with serving(peers(mirror, echo)) as port:
            directory.set(port)
            clients = [Client(type="websocket") for _ in range(5)]
            tasks = [asyncio.create_task(forwarding.websocket(each.scope, each.receive, each.send)) for each in clients]
            while not all(each.sent for each in clients):  # noqa: ASYNC110  # it has no event
                await asyncio.sleep(0.01)
            assert [each.sent for each in clients] == [[{"type": "websocket.accept", "subprotocol": None}]] * 5
            for each in clients:
                each.gone.set()
            await asyncio.gather(*tasks)
            assert [len(each.sent) for each in clients] == [1] * 5, "a client that is gone gets nothing"

    with_forwarding(use)


def test_an_answer_is_passed_on_as_it_is() -> None:
    data = gzip.compress(b"text")

    async def answer(_: Any, __: Any, send: Any) -> None:
        headers = [
            *((b"location", b"/elsewhere"), (b"content-encoding", b"gzip"), (b"content-length", b"%d" % len(data))),
            *((b"facetry-peer-caller", b"key 7"), (b"keep-alive", b"timeout=5")),
        ]
        await send({"type": "http.response.start", "status": 302, "headers": headers})
        await send({"type": "http.response.body", "body": data})

    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with serving(answer) as port:
            directory.set(port)
            request = begin_request()
            request.trace = traces.RequestTrace(1)
            client = await forward(forwarding, Client())
        assert (client.sent[0]["status"], client.body) == (302, data)
        assert client.header(b"location") == [b"/elsewhere"]
        assert client.header(b"content-encoding") == [b"gzip"]
        assert client.header(b"facetry-peer-caller") == client.header(b"keep-alive") == client.header(b"date") == []
        assert request.caller == "key 7"
        assert request.trace is None, "the leader has one"

    with_forwarding(use)


@pytest.mark.parametrize(
    ("client", "expected"),
    [
        (lambda: Client(), {}),
        (lambda: Client(b"whole", method="PUT"), {"content-length": "5"}),
        (lambda: Client(b"a", b"b" * 10, b"", method="PUT"), {"content-length": "11"}),
        (lambda: Client(b"x" * MAX_KEPT_BYTES, method="PUT"), {"content-length": str(MAX_KEPT_BYTES)}),
        (
            lambda: Client(b"x" * MAX_KEPT_BYTES, b"", b"y", method="PUT"),
            {"content-length": str(MAX_KEPT_BYTES + 1)},
        ),
    ],
    ids=["none", "whole", "parts", "the largest that is kept", "a large one"],
)
def test_the_leader_gets_the_body_and_no_other_headers(client: Callable[[], Client], expected: dict[str, str]) -> None:
    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with serving(peers(mirror)) as port:
            directory.set(port)
            sent = client()
            parts = b"".join(message.get("body", b"") for message in sent.messages)
            found = json.loads((await forward(forwarding, sent)).body)
        headers = dict(found["headers"])
        headers.pop("connection", None)  # of this connection
        assert headers.pop("host") == f"{HOST}:{port}"
        assert headers == expected
        assert (found["length"], found["sum"]) == (len(parts), sum(parts))

    with_forwarding(use)


@pytest.mark.parametrize(("method", "is_kept"), [("GET", True), ("HEAD", True), ("PUT", False), ("DELETE", False)])
def test_only_reads_share_a_connection(method: str, is_kept: bool) -> None:
    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        ports: set[int] = set()

        async def note(scope: Any, _: Any, send: Any) -> None:
            ports.add(scope["client"][1])
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})

        async with serving(note) as port:
            directory.set(port)
            for _ in range(3):
                await forward(forwarding, Client(method=method))
            assert len(ports) == (1 if is_kept else 3)

    with_forwarding(use)


def test_the_settings_of_proxies_are_not_for_leaders(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, f"http://{HOST}:{free_port()}")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)

    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with serving(peers(mirror)) as port:
            directory.set(port)
            assert (await forward(forwarding, Client())).sent[0]["status"] == 207

    with_forwarding(use)


@pytest.mark.parametrize("length", [5, MAX_KEPT_BYTES + 1])
def test_a_client_that_disconnects_in_its_body_ends_the_request(length: int) -> None:
    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with serving(peers(mirror)) as port:
            directory.set(port)
            client = Client(b"x", method="PUT", length=length)
            client.messages[0]["more_body"] = True
            client.gone.set()
            with pytest.raises((DisconnectedError, FaultError)):
                await forward(forwarding, client)
            assert client.sent == []

    with_forwarding(use)


@pytest.mark.parametrize(("method", "is_large", "is_repeated"), [("GET", False, True), ("GET", True, False)])
def test_a_body_that_was_sent_in_part_is_not_sent_again(method: str, is_large: bool, is_repeated: bool) -> None:
    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with serving(peers(hang)) as hung, serving(peers(mirror)) as port:
            directory.set(hung)
            client = Client(b"x" * (MAX_KEPT_BYTES + 1 if is_large else 3), method=method)
            forwarded = asyncio.create_task(forward(forwarding, client))
            await got.wait()
            directory.set(port)
            if is_repeated:
                assert (await forwarded).sent[0]["status"] == 207
            else:
                with pytest.raises(DisconnectedError):
                    await forwarded
            assert client.aborted == (not is_repeated)

    async def hang(_: Any, receive: Any, __: Any) -> None:
        await receive()
        got.set()
        while (await receive())["type"] != "http.disconnect":
            pass

    got = asyncio.Event()
    with_forwarding(use)


def test_a_large_body_waits_for_a_leader_that_can_be_reached() -> None:
    """Nothing of it was sent, so that it can be sent to the next leader."""

    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with serving(peers(mirror)) as port:
            directory.set(free_port())
            client = Client(b"x" * (MAX_KEPT_BYTES + 1), method="PUT")
            forwarded = asyncio.create_task(forward(forwarding, client))
            await asyncio.sleep(0.15)
            directory.set(port)
            assert json.loads((await forwarded).body)["length"] == MAX_KEPT_BYTES + 1

    with_forwarding(use)


@contextlib.asynccontextmanager
async def leader_with_metrics(answer: Callable[[web.Request], Awaitable[web.Response]]) -> Any:
    application = web.Application()
    application.router.add_get(METRICS_PATH.decode(), answer)
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, HOST, 0).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def test_the_metrics_of_the_own_leader_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(request: web.Request) -> web.Response:
        assert request.headers[SECRET_HEADER.decode()] == SECRET.decode()
        return web.Response(text='["metrics"]')

    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with leader_with_metrics(answer) as port:
            address = f"{HOST}:{port}"
            assert await forwarding.read_metrics(address) is None, "nobody leads"
            directory.set(port)
            assert await forwarding.read_metrics(f"{HOST}:1") is None, "another host leads"
            assert await forwarding.read_metrics(address) == ["metrics"]

    with_forwarding(use)


@pytest.mark.parametrize("fault", ["refused", "no JSON", "unreachable", "slow"])
def test_metrics_that_cannot_be_read_are_none(
    fault: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "METRICS_SECONDS", 0.2)

    async def answer(_: web.Request) -> web.Response:
        if fault == "slow":
            await asyncio.sleep(1)
        return web.Response(text="[" if fault == "no JSON" else "[]", status=403 if fault == "refused" else 200)

    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with leader_with_metrics(answer) as port:
            listening = free_port() if fault == "unreachable" else port
            directory.set(listening)
            assert await forwarding.read_metrics(f"{HOST}:{listening}") is None

    with_forwarding(use)
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert len(warnings) == (fault != "refused")
    if fault == "slow":
        assert warnings[0].getMessage().endswith("it takes too long")


def test_connections_to_the_leader_are_closed_in_the_end() -> None:
    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        async with serving(peers(mirror)) as port:
            directory.set(port)
            for method in ("GET", "PUT"):
                await forward(forwarding, Client(method=method))
            clients: list[aiohttp.ClientSession] = list(forwarding._clients.values())
            assert [each.closed for each in clients] == [False, False]
            await forwarding.stop()
            assert [each.closed for each in clients] == [True, True]

    with_forwarding(use)


def test_the_leader_that_has_answered_is_known_by_its_holder() -> None:
    """Only another token is another leader: a host that leads again has lost what it was asked before."""
    first = Holder("h", f"{HOST}:1", 1, is_current=True)

    async def use(forwarding: LeaderForwarding, directory: NamingDirectory) -> None:
        directory.leader = first
        result = asyncio.get_running_loop().create_future()
        waiting = asyncio.create_task(forwarding._while_leading(first, result))
        await asyncio.sleep(0)
        directory.leader = Holder("h", f"{HOST}:1", 2, is_current=True)
        directory.changed.set()
        with pytest.raises(aiohttp.ServerDisconnectedError):
            await waiting
        assert result.cancelled()

    with_forwarding(use)

"""The port for metrics: it answers one request, to this machine only, and is not held by slow or many clients."""

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable

import pytest

from facetry.server import metrics_port
from facetry.server.metrics_port import MAX_CONNECTIONS, MAX_HEAD_BYTES

HOST = "Host: 127.0.0.1:9464"


async def metrics() -> bytes:
    return b"# EOF\n" + b"#" * 1_000_000


def use(scenario: Callable[[int], Awaitable[None]]) -> None:
    """Run a scenario with the port."""

    async def main() -> None:
        listener = metrics_port.listen(0)
        assert listener.getsockname()[0] == "127.0.0.1"
        async with metrics_port.metrics_port(listener, metrics):
            await scenario(listener.getsockname()[1])
        assert listener.fileno() == -1

    asyncio.run(asyncio.wait_for(main(), 30))


async def answer_to(port: int, request: bytes) -> bytes:
    """All that the port sends before it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (f"GET /metrics HTTP/1.1\r\n{HOST}", 200),
        (f"GET /metrics?x=1 HTTP/1.0\r\n{HOST}", 200),
        ("GET /metrics HTTP/1.1\r\nhost: localhost", 200),
        ("GET /metrics HTTP/1.1\r\nHost: [::1]:9464", 200),
        ("GET /metrics HTTP/1.1\r\nHost: evil.example:9464", 403),
        ("GET /metrics HTTP/1.1\r\nHost: 10.0.0.7", 403),
        ("GET /metrics HTTP/1.1\r\nHost: localhost.evil.example", 403),
        ("GET /metrics HTTP/1.1\r\nX: y", 400),
        (f"GET /metrics HTTP/1.1\r\n{HOST}\r\n{HOST}", 400),
        (f"GET /metrics\r\n{HOST}", 400),
        (f"GET / HTTP/1.1\r\n{HOST}", 404),
        (f"GET /image/x/get HTTP/1.1\r\n{HOST}", 404),
        (f"POST /metrics HTTP/1.1\r\n{HOST}", 405),
    ],
)
def test_one_address_is_answered(head: str, status: int) -> None:
    async def scenario(port: int) -> None:
        answer = await answer_to(port, head.encode() + b"\r\n\r\n")
        assert int(answer.split(b" ")[1]) == status
        fields, _, body = answer.partition(b"\r\n\r\n")
        assert f"content-length: {len(body)}".encode() in fields
        assert (body == await metrics()) == (status == 200)
        assert (b"openmetrics" in fields) == (status == 200)

    use(scenario)


def test_an_oversized_head_is_cut_off() -> None:
    async def scenario(port: int) -> None:
        assert await answer_to(port, b"GET /metrics HTTP/1.1\r\nX: " + b"y" * 4 * MAX_HEAD_BYTES) == b""
        assert b"200 OK" in await answer_to(port, f"GET /metrics HTTP/1.1\r\n{HOST}\r\n\r\n".encode())

    use(scenario)


def test_silent_clients_hold_the_port_for_a_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics_port, "SECONDS", 0.5)

    async def scenario(port: int) -> None:
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(MAX_CONNECTIONS + 5)]
        for _ in range(200):
            if b"200 OK" in await answer_to(port, f"GET /metrics HTTP/1.1\r\n{HOST}\r\n\r\n".encode()):
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("the port is held")
        for client in silent:
            client.settimeout(10)
            with contextlib.suppress(ConnectionResetError):
                assert client.recv(1) == b""
            client.close()

    use(scenario)


def test_a_client_that_does_not_read_does_not_delay_the_end() -> None:
    async def scenario(port: int) -> None:
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(f"GET /metrics HTTP/1.1\r\n{HOST}\r\n\r\n".encode())
        await asyncio.sleep(0.1)
        clients.append(client)

    clients: list[socket.socket] = []
    use(scenario)
    clients[0].close()

"""Faults of clients are one short line each in the log, and few of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import struct
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest

from facetry.server import connection_limits, http_protocol, websocket_protocol
from facetry.system.log_rate_limit import LogRateLimit
from tests.support.extensions.sockets import serve_gateway

UPGRADE = (
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
RESERVED_BITS = b"\xf1\x80\0\0\0\0"
NO_UTF_8 = b"\x81\x82\0\0\0\0\xff\xff"
CLOSING = b"\x88\x82\0\0\0\0\x03\xe8"
"""A frame by which the client begins to close the socket."""

Client = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture(autouse=True)
def new_limits(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Rate limits in which other tests have no part."""
    caplog.set_level(logging.INFO, "facetry")
    for log in (connection_limits.log, connection_limits._reset_log, http_protocol.log, websocket_protocol.log):
        monkeypatch.setattr(log, "filters", [LogRateLimit(1, period_seconds=1e6)])


def lines_of(client: Client, caplog: pytest.LogCaptureFixture, count: int = 20) -> list[str]:
    """What was logged about so many clients."""

    async def main() -> None:
        async with serve_gateway() as server:
            port = int(server.url.rpartition(":")[2])
            for _ in range(count):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                with contextlib.suppress(ConnectionError):
                    await client(reader, writer)
                writer.close()
            await asyncio.sleep(0.2)

    asyncio.run(main())
    assert all(record.exc_info is None for record in caplog.records)
    return [record.getMessage() for record in caplog.records]


def test_requests_that_are_refused_are_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async def send_nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"secret nonsense\r\n\r\n")
        await reader.read()

    assert lines_of(send_nonsense, caplog) == ["a request of 127.0.0.1 was refused: http.syntax"]


@pytest.mark.parametrize("frame", [RESERVED_BITS, NO_UTF_8, NO_UTF_8 + CLOSING])
def test_malformed_frames_are_one_line(frame: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def send_frame(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame)
        await reader.read()

    assert lines_of(send_frame, caplog) == ["a socket of 127.0.0.1 was closed: it sent a malformed frame"]


@pytest.mark.parametrize("ending", [b"", RESERVED_BITS])
def test_clients_that_end_before_their_refusal_are_one_line(ending: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def send_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(UPGRADE.replace(b"EIO=4", b"EIO=9"))
        await asyncio.sleep(0)  # so that it is a packet of its own
        writer.write(ending)
        writer.write_eof()
        await reader.read()

    assert len(lines_of(send_request, caplog)) <= 1


def test_an_answer_after_the_end_of_a_broken_connection_is_dropped() -> None:
    """Such as a refusal by the application, which has taken its time."""
    broken = SimpleNamespace(handshake_complete=False, conn=SimpleNamespace(eof_sent=True), transport=Mock())
    message: Any = {"type": "websocket.close", "code": 1000, "reason": ""}
    asyncio.run(websocket_protocol.BoundedWebSocketProtocol.send(cast("Any", broken), message))
    broken.transport.close.assert_called_once()
    assert broken.handshake_complete, "nothing else is to be answered"


@pytest.mark.parametrize("begin", [b"GET / HTTP/1.1\r\n", UPGRADE])
def test_resets_are_one_line(begin: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def reset(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(begin)
        await asyncio.sleep(0.05)
        own: socket.socket = writer.get_extra_info("socket")
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    assert lines_of(reset, caplog, 5) == ["127.0.0.1 has reset a connection"]

"""The port for metrics without a key: on the loopback address only, and for nothing else.

It is no second HTTP server: it reads one head, answers and closes.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

from facetry.observability.exposition import MEDIA_TYPE

ADDRESS: Final = "127.0.0.1"
MAX_HEAD_BYTES: Final = 8_192
MAX_CONNECTIONS: Final = 8
"""Further connections are closed at once."""
SECONDS: Final = 10.0
"""Maximum time of a connection."""

_TITLES: Final = {200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed"}

_log = logging.getLogger(__name__)


def listen(port: int) -> socket.socket:
    """A listening socket on the loopback address. Raises OSError when the port is in use."""
    return socket.create_server((ADDRESS, port))


@contextlib.asynccontextmanager
async def metrics_port(listener: socket.socket, read: Callable[[], Awaitable[bytes]]) -> AsyncIterator[None]:
    """Within the context, `GET /metrics` on the socket is answered with what `read` returns. Closes the socket."""
    tasks: set[asyncio.Task[None]] = set()

    async def on_connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  # the stream server runs it as a task
        if len(tasks) >= MAX_CONNECTIONS:
            writer.transport.abort()
            return
        tasks.add(task)
        try:
            async with asyncio.timeout(SECONDS):
                await _answer(reader, writer, read)
                writer.close()
                await writer.wait_closed()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            writer.transport.abort()  # the client is gone, too slow, or sends too much
        except Exception:
            _log.exception("the metrics cannot be read")
            writer.transport.abort()
        finally:
            tasks.discard(task)

    server = await asyncio.start_server(on_connection, sock=listener, limit=MAX_HEAD_BYTES)
    try:
        yield
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, read: Callable[[], Awaitable[bytes]]
) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    status = _status_of(head)
    body = await read() if status == 200 else f"{status} {_TITLES[status]}\n".encode()
    media_type = MEDIA_TYPE if status == 200 else "text/plain; charset=utf-8"
    writer.write(
        f"HTTP/1.1 {status} {_TITLES[status]}\r\ncontent-type: {media_type}\r\ncontent-length: {len(body)}\r\n"
        "cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n".encode()
        + body
    )
    await writer.drain()


def _status_of(head: str) -> int:
    """200 for a request of the metrics, or the status of its refusal."""
    request_line, *lines = head.split("\r\n")
    parts = request_line.split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        return 400
    hosts = [value.strip() for name, _, value in (line.partition(":") for line in lines) if name.lower() == "host"]
    if len(hosts) != 1:
        return 400
    if not _is_loopback(hosts[0]):
        return 403
    if parts[1].partition("?")[0] != "/metrics":
        return 404
    return 200 if parts[0] == "GET" else 405


def _is_loopback(host: str) -> bool:
    """Whether a Host header names this machine. A web site could have a name of its own point here."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    try:
        return name == "localhost" or ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False

"""Many hostile clients in a process of its own: `python -m tests.hostile.many_clients KIND PORT COUNT [KEY]`.

It prints `ready` when so many clients have begun, whether or not the server has closed some of them. It goes on until
its standard input ends, and opens connections again that the server has closed, at a bounded rate.
"""

from __future__ import annotations

import contextlib
import resource
import selectors
import socket
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Final

HOST: Final = "127.0.0.1"
TICK: Final = 0.05
OPENED_PER_TICK: Final = 100
REOPENED_PER_TICK: Final = 20
TAGS: Final = "/image/00000000-0000-4000-8000-000000000000/setTags?extensionId=tagger"
PIECE: Final = b"y" * 65_536

Step = Callable[[socket.socket, int], None]
"""What a client does at each tick, given the number of bytes that it has sent."""


def start_of(kind: str, key: str) -> bytes:
    """What a client sends first."""
    put = f"PUT {TAGS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    credentials = f"Authorization: Bearer {key}\r\n"
    return {
        "heads": "GET /livez HTTP/1.1\r\nHost: x\r\nx-long: ",
        "bodies": f"{put}{credentials}Content-Length: 60000\r\n\r\n",
        "unknown bodies": f"{put}Content-Length: 60000\r\n\r\n",
        "answers": "GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n",
        "idle": "",
        "kept": "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n",
        "trailers": f"{put}Transfer-Encoding: chunked\r\n\r\n0\r\nx-long: ",
        "sockets": "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    }[kind].encode()


PIECES: Final = {"heads": b"x", "bodies": b" ", "unknown bodies": b" ", "trailers": PIECE}
"""What a client sends at each later step."""
STEP_SECONDS: Final = {"trailers": TICK}
"""The pause between two steps; by default a second."""


def main(kind: str, port: int, count: int, key: str = "") -> None:
    """Run the clients."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    begin, piece, pause = start_of(kind, key), PIECES.get(kind), STEP_SECONDS.get(kind, 1.0)
    clients: deque[tuple[float, socket.socket]] = deque()
    opened_count, was_ready = 0, False
    selector = selectors.DefaultSelector()
    selector.register(sys.stdin, selectors.EVENT_READ)
    while not selector.select(TICK):
        now = time.monotonic()
        for _ in range(REOPENED_PER_TICK if was_ready else OPENED_PER_TICK):
            if len(clients) < count:
                with contextlib.suppress(OSError):
                    clients.append((now + pause, opened(port, begin)))
                    opened_count += 1
        if opened_count >= count and not was_ready:
            was_ready = True
            print("ready", flush=True)
        while clients and clients[0][0] <= now:
            _, client = clients.popleft()
            if is_open(client, piece, reads=kind != "answers"):
                clients.append((now + pause, client))
            else:
                client.close()


def opened(port: int, begin: bytes) -> socket.socket:
    """A connection that has sent the beginning. It takes few bytes that it does not read."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    client.settimeout(5)
    client.connect((HOST, port))
    client.sendall(begin)
    client.setblocking(False)
    return client


def is_open(client: socket.socket, piece: bytes | None, *, reads: bool) -> bool:
    """Send one piece and read what has come; whether the connection is still open."""
    try:
        if piece is not None:
            client.send(piece)
        return not reads or client.recv(65_536) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])

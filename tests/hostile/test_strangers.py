"""Whatever strangers send, the log has no traceback and few lines, memory stays, and known callers go on.

`nox -s clients` sends 20,000 of each kind.
"""

from __future__ import annotations

import json
import os
import random
import re
import socket
import threading
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from facetry.system.log_rate_limit import CLIENT_PERIOD_SECONDS
from tests.hostile.stranger_bytes import KINDS, OPENED, frame
from tests.support.services.servers import HOST, Server, running_server
from tests.support.services.service_processes import service_processes

COUNT: Final = int(os.environ.get("STRANGERS", "150"))
AT_ONCE: Final = 8
ANSWER_SECONDS: Final = 0.3
"""How long a stranger waits for the end of its connection."""
GROWTH_BYTES: Final = 64 * 1024 * 1024
"""What a process may need more than before."""
CLOSING: Final = b"\x88\x02\x03\xea"
"""The frame by which the service closes a socket, because of an error in the protocol (1002)."""
CLOSED: Final = b"\x88\x82\0\0\0\0\x03\xea"
"""The answer to it."""
PROBE_SECONDS: Final = 0.05
SLOWEST_SECONDS: Final = 5.0
_WORDS: Final = re.compile(r"[0-9]+(\.[0-9]+)*|\([^)]*\)")
"""What differs between the lines of one kind: numbers and addresses, and the times in parentheses."""


def head_of_answer(stranger: socket.socket) -> bytes:
    """The head of an answer without a body."""
    received = b""
    while not received.endswith(b"\r\n\r\n") and (part := stranger.recv(1)):
        received += part
    return received


def visit(port: int, pieces: Sequence[bytes]) -> None:
    """Send the pieces on a connection of its own, and read until its end."""
    with socket.socket() as stranger, suppress(OSError):
        stranger.settimeout(10)
        stranger.connect((HOST, port))
        for piece in pieces:
            stranger.sendall(piece)
            if piece is OPENED:
                head_of_answer(stranger)
            elif len(pieces) > 1:
                time.sleep(0.002)  # else they would be one packet
        stranger.settimeout(ANSWER_SECONDS)
        with suppress(TimeoutError):
            while stranger.recv(65_536):
                pass


def memory(server: Server) -> dict[int, int]:
    """The memory of each process of the service, but for what it shares."""
    sizes = {}
    for pid in service_processes(server.process.pid, server.data_dir):
        parts = dict(line.split(":") for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        sizes[pid] = int(parts["RssAnon"].split()[0]) * 1024
    return sizes


@contextmanager
def known_callers(server: Server) -> Iterator[list[float]]:
    """A front end on a socket, and a client whose requests are answered all the time. Yields the seconds they took."""
    seconds: list[float] = []
    failures: list[str] = []
    is_over = threading.Event()

    def ask() -> None:
        with server.client() as client:
            while not is_over.wait(PROBE_SECONDS):
                begin = time.perf_counter()
                answer = client.get("/repository/list")
                seconds.append(time.perf_counter() - begin)
                if answer.status_code != 200:
                    failures.append(answer.text)

    caller = threading.Thread(target=ask)
    caller.start()
    try:
        with connect(f"ws://{HOST}:{server.port}/socket.io/?EIO=4&transport=websocket") as front_end:
            identification = json.dumps(["connection", {"apiKey": server.key, "isOpen": True}])
            front_end.send("40")
            front_end.send(f"421{identification}")
            while not str(front_end.recv(10)).startswith("431[{"):
                pass

            def answer_pings() -> None:
                with suppress(ConnectionClosed):
                    for message in front_end:
                        if message == "2":
                            front_end.send("3")

            listener = threading.Thread(target=answer_pings)
            listener.start()
            yield seconds
            assert front_end.ping().wait(10), "the socket of a front end was closed"
        listener.join(10)
    finally:
        is_over.set()
        caller.join()
    assert failures == []


def kinds_of_lines(lines: Sequence[str]) -> Counter[str]:
    return Counter(_WORDS.sub("…", line) for line in lines)


@pytest.fixture(scope="module", params=["1", "2"], ids=["one process", "several"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("strangers")
    with running_server(directory, [], extra_environment={"FACETRY_WORKERS": request.param}) as running:
        yield running


@contextmanager
def quiet(server: Server) -> Iterator[None]:
    """Within it, nothing is logged with a traceback, each kind of line is rare, and the processes do not grow."""
    before, begin, sizes = server.output(), time.monotonic(), memory(server)
    yield
    time.sleep(0.5)
    added = server.output()[len(before) :]
    assert "Traceback" not in added, added[added.index("Traceback") - 500 :][:4_000]
    periods = (time.monotonic() - begin) / CLIENT_PERIOD_SECONDS + 2
    most = int(periods * len(sizes))
    too_many = {kind: count for kind, count in kinds_of_lines(added.splitlines()).items() if count > most}
    assert too_many == {}
    assert server.process.poll() is None
    after = memory(server)
    assert after.keys() == sizes.keys(), "a process was replaced"
    assert all(after[pid] - size < GROWTH_BYTES for pid, size in sizes.items()), (sizes, after)


@pytest.mark.parametrize("kind", KINDS)
def test_bytes_of_strangers_leave_few_lines(server: Server, kind: str) -> None:
    seed = int(os.environ.get("STRANGERS_SEED", "1"))
    chance = random.Random(zlib.crc32(kind.encode()) + seed)
    make: Callable[[random.Random], Sequence[bytes]] = KINDS[kind]
    with quiet(server), known_callers(server) as seconds, ThreadPoolExecutor(AT_ONCE) as strangers:
        for outcome in strangers.map(lambda pieces: visit(server.port, pieces), (make(chance) for _ in range(COUNT))):
            assert outcome is None
    assert max(seconds) < SLOWEST_SECONDS


@pytest.mark.parametrize("content", ["", "x", "²", "b?\u00e9", "-4"])
def test_a_message_that_is_no_packet_is_one_line_and_closes_its_socket(server: Server, content: str) -> None:
    with quiet(server):
        for _ in range(20):
            with socket.create_connection((HOST, server.port), timeout=10) as stranger:
                stranger.sendall(OPENED)
                assert head_of_answer(stranger).startswith(b"HTTP/1.1 101 ")
                stranger.sendall(frame(content))
                received = b""
                while CLOSING not in received:
                    received += (part := stranger.recv(65_536))
                    assert part != b"", received
                stranger.sendall(CLOSED)
                assert stranger.recv(65_536) == b""

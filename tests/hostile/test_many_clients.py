"""Many slow, silent and endless clients keep nobody waiting, with few open files and with many.

`nox -s clients` has 2,000 of each kind, and 10,000 idle ones.
"""

from __future__ import annotations

import http.client
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.support.services.servers import HOST, Server, running_server

COUNT: Final = int(os.environ.get("CLIENTS", "200"))
PROBES: Final = int(os.environ.get("CLIENT_PROBES", "100"))
KINDS: Final = ("heads", "bodies", "unknown bodies", "answers", "idle", "kept", "trailers", "sockets")
FEW_FILES: Final = 1_024
ROOT: Final = Path(__file__).parents[2]


def size_of(kind: str) -> int:
    return {"idle": COUNT * 5, "trailers": min(COUNT, 20)}.get(kind, COUNT)


@contextmanager
def clients(server: Server, kind: str) -> Iterator[None]:
    command = [
        sys.executable,
        "-m",
        "tests.hostile.many_clients",
        kind,
        str(server.port),
        str(size_of(kind)),
        server.key,
    ]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"ready\n"
            yield
        finally:
            process.stdin.close()
            process.wait(30)


def probe(server: Server, count: int) -> list[float]:
    """The seconds of requests on connections of their own, with a valid key. Each has to be answered."""
    seconds = []
    for _ in range(count):
        begin = time.perf_counter()
        connection = http.client.HTTPConnection(HOST, server.port, timeout=10)
        connection.request("GET", "/repository/list", headers={"Authorization": f"Bearer {server.key}"})
        answer = connection.getresponse()
        assert answer.status == 200
        answer.read()
        connection.close()
        seconds.append(time.perf_counter() - begin)
        time.sleep(0.01)
    return sorted(seconds)


def report(name: str, seconds: list[float]) -> str:
    p99 = seconds[int(len(seconds) * 0.99)]
    return f"{name}: median {statistics.median(seconds) * 1e3:.1f} ms, p99 {p99 * 1e3:.0f} ms"


@pytest.fixture(scope="module", params=[FEW_FILES, None], ids=["few files", "many files"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory = tmp_path_factory.mktemp("clients")
    with running_server(directory, [], open_files=request.param) as running:
        print(report("\nundisturbed", probe(running, PROBES)))
        yield running


@pytest.mark.parametrize("kind", KINDS)
def test_many_clients_keep_nobody_waiting(server: Server, kind: str) -> None:
    with clients(server, kind):
        print(report(f"{size_of(kind)} {kind}", probe(server, PROBES)))
    assert server.process.poll() is None


def test_clients_of_all_kinds_keep_nobody_waiting(server: Server) -> None:
    with ExitStack() as stack:
        for kind in KINDS:
            stack.enter_context(clients(server, kind))
        print(report("together", probe(server, PROBES)))
    assert server.process.poll() is None


def test_a_connection_with_a_key_stays_open_beside_many_without(server: Server) -> None:
    connection = http.client.HTTPConnection(HOST, server.port, timeout=10)
    headers = {"Authorization": f"Bearer {server.key}"}
    connection.request("GET", "/repository/list", headers=headers)
    connection.getresponse().read()
    used: socket.socket = connection.sock
    with clients(server, "idle"):
        connection.request("GET", "/repository/list", headers=headers)
        assert connection.getresponse().status == 200
    assert connection.sock is used
    connection.close()


def test_the_log_stays_short(server: Server) -> None:
    output = server.output()
    assert "Traceback" not in output
    assert len(output) < 20_000, output[-2_000:]

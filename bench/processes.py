"""Processes under test: starts them on given cores, reads their usage from /proc, and stops them at the end."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from bench.load import HOST, UnexpectedAnswerError

KEY: Final = "bench-key-0123456789abcdefghijklmnopqrstuvwxyz"
_TICKS: Final = os.sysconf("SC_CLK_TCK")
TICK_SECONDS: Final = 1 / _TICKS
"""The accuracy of processor times."""
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_ANSWER_SECONDS: Final = 600.0
"""The first search over ten million images reads their index."""
_START_SECONDS: Final = 60.0
_POLL_SECONDS: Final = 0.01
"""Pause between two attempts to connect, and so the accuracy of start times."""
_STOP_SECONDS: Final = 15.0
_WORKERS_SECONDS: Final = 20.0
_SETTLE_SECONDS: Final = 1.0
ROOT: Final = Path(__file__).resolve().parent.parent
"""The source code of this checkout."""
_CORES: Final = tuple(sorted(os.sched_getaffinity(0)))
"""The cores of this run before anything was pinned."""


@dataclass(frozen=True, slots=True)
class Server:
    """A process that serves HTTP on the loopback interface."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def cpu_seconds(self) -> float:
        """The processor time that the server and its children have used."""
        return cpu_seconds(self.process.pid)


ServerContext = AbstractContextManager[Server]


def server_core() -> frozenset[int]:
    """The core of servers that are compared by their processor time."""
    return frozenset(_CORES[:1])


def load_core() -> frozenset[int]:
    """The core of the load generator; the core of the servers if there is only one."""
    return frozenset(_CORES[1:2] or _CORES[:1])


def every_core() -> frozenset[int]:
    """All cores of this run."""
    return frozenset(_CORES)


@contextmanager
def pinned(cores: frozenset[int]) -> Iterator[None]:
    """Run this process on `cores` inside the context."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def run_module(
    name: str, *arguments: str, cores: frozenset[int], source: Path = ROOT
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `python -m name arguments…` of the code in `source` on `cores`, with pipes for its input and output.

    It is stopped at the end.
    """
    with _start([sys.executable, "-m", name, *arguments], cores, pipes=subprocess.PIPE, source=source) as process:
        yield process


@contextmanager
def rival_server(name: str, *, cores: frozenset[int], source: Path = ROOT) -> Iterator[Server]:
    """Start a no-op server of `bench.rivals` in `source`, and wait until it answers."""
    with socket.create_server((HOST, 0), backlog=256) as listener:
        command = [sys.executable, "-m", "bench.rivals", name, str(listener.fileno())]
        with _start(command, cores, pass_fds=(listener.fileno(),), source=source) as process:
            yield _wait_until_ready(Server(process, listener.getsockname()[1]))


@contextmanager
def node_server(folder: Path, script: str, *arguments: str, cores: frozenset[int]) -> Iterator[Server]:
    """Start a script of an installed folder of `bench.rivals.node_rivals`, and wait until it answers."""
    port = _free_port()
    with _start(["node", str(folder / script), str(port), *arguments], cores) as process:
        yield _wait_until_ready(Server(process, port))


@contextmanager
def facetry_server(data_dir: Path, *folders: Path, cores: frozenset[int], source: Path = ROOT) -> Iterator[Server]:
    """Start `facetry serve` of the code in `source` over a data folder, and wait until it is ready.

    Its output goes to `server.log` in the data folder.
    """
    port = _free_port()
    command = [sys.executable, "-m", "facetry", "serve", *map(str, folders), "--quiet"]
    command += ["--host", HOST, "--port", str(port), "--data-dir", str(data_dir)]
    with (
        (data_dir / "server.log").open("ab") as log_file,
        _start(command, cores, errors=log_file, source=source) as process,
    ):
        yield _wait_until_ready(Server(process, port), target="/readyz")


def environment_of(source: Path) -> dict[str, str]:
    """The environment of processes that run the code in `source`, without settings of Facetry."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FACETRY_")}
    return {**environment, "PYTHONPATH": str(source)}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def _start(
    command: Sequence[str],
    cores: frozenset[int],
    *,
    pipes: int | None = None,
    errors: IO[bytes] | None = None,
    pass_fds: Sequence[int] = (),
    source: Path = ROOT,
) -> Iterator[subprocess.Popen[bytes]]:
    with pinned(cores):  # inherited by the child
        process = subprocess.Popen(
            command,
            cwd=source,
            env={**environment_of(source), "FACETRY_API_SECRET": KEY},
            stdin=pipes or subprocess.DEVNULL,
            stdout=pipes,
            stderr=errors,
            pass_fds=pass_fds,
        )
    try:
        yield process
    finally:
        stop(process)


def wait_for_workers(server: Server, count: int) -> None:
    """Wait until `count` workers have started; they end five seconds after their last file."""
    deadline = time.monotonic() + _WORKERS_SECONDS
    while len(process_tree(server.process.pid)) < count + 1:
        if time.monotonic() > deadline:
            raise TimeoutError("the server has not started a worker for each core")
        time.sleep(0.05)
    time.sleep(_SETTLE_SECONDS)  # until they have imported their modules


def stop(process: subprocess.Popen[bytes]) -> None:
    """Terminate the process, and kill it when it does not end in time."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(_STOP_SECONDS)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def _wait_until_ready(server: Server, target: str = "/") -> Server:
    """Wait until the server answers `target` with any status except 5xx."""
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        if server.process.poll() is not None:
            raise RuntimeError(f"{server.process.args!r} ended with {server.process.returncode}")
        try:
            with socket.create_connection((HOST, server.port), timeout=5) as connection:
                connection.sendall(f"GET {target} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
                status = connection.recv(65536)[9:12]
        except OSError:
            status = b""
        if status and not status.startswith(b"5"):
            return server
        time.sleep(_POLL_SECONDS)
    raise TimeoutError(f"{server.process.args!r} was not ready after {_START_SECONDS:g} s")


def request_json(server: Server, method: str, target: str, body: object = None) -> Any:
    """Send a request with the master key; the JSON of the response.

    Raises `UnexpectedAnswerError` unless the status is 2xx.
    """
    text, _ = request(server, method, target, None if body is None else json.dumps(body).encode())
    return json.loads(text) if text else None


def request(
    server: Server, method: str, target: str, body: bytes | None = None, media_type: str = "application/json"
) -> tuple[bytes, Mapping[str, str]]:
    """Send a request with the master key; the body and the headers of the response.

    Raises `UnexpectedAnswerError` unless the status is 2xx.
    """
    connection = http.client.HTTPConnection(HOST, server.port, timeout=_ANSWER_SECONDS)
    try:
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": media_type}
        connection.request(method, target, body, headers)
        response = connection.getresponse()
        data = response.read()
    finally:
        connection.close()
    if not 200 <= response.status < 300:
        raise UnexpectedAnswerError(f"{method} {target}: {response.status} {data[:500]!r}")
    return data, {name.lower(): value for name, value in response.getheaders()}


def process_tree(pid: int) -> list[int]:
    """The ids of the process and of all its descendants."""
    return [pid, *(each for child in _children(pid) for each in process_tree(child))]


def _children(pid: int) -> list[int]:
    return [int(id) for task in Path(f"/proc/{pid}/task").glob("*/children") for id in task.read_text().split()]


def cpu_seconds(pid: int) -> float:
    """User and system time of the process, of its ended children, and of its running descendants."""
    ticks = 0
    for each in process_tree(pid):
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            continue  # it has ended, and its parent includes its time
        ticks += sum(int(field) for field in fields[11:15])
    return ticks / _TICKS


def context_switches(pid: int) -> int:
    """The context switches of all threads of the process that run now, voluntary ones and others."""
    switches = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        try:
            lines = status.read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            continue  # the thread has ended
        switches += sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)
    return switches


def move(server: Server, cores: frozenset[int]) -> None:
    """Move a running server with all its processes and threads to `cores`."""
    for pid in process_tree(server.process.pid):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(ProcessLookupError):  # the thread has ended
                os.sched_setaffinity(int(task.name), cores)


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory of a process in bytes, with its part of shared pages; `anonymous` is the part not backed by a file."""

    total: int
    anonymous: int


def memory(pid: int) -> Memory:
    """The memory of the process, without its children."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    kilobytes = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    return Memory(kilobytes["Pss"] * 1024, (kilobytes["Pss_Anon"] + kilobytes["Pss_Shmem"]) * 1024)


def resident_bytes(pid: int) -> int:
    """Resident memory of the process and all its descendants, in bytes."""
    return sum(map(resident_bytes_of, process_tree(pid)))


def resident_bytes_of(pid: int) -> int:
    """Resident memory of the process without its children, in bytes; 0 when it has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (FileNotFoundError, ProcessLookupError):
        return 0

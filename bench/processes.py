"""Processes under measurement: started on a core of their own, read through /proc, stopped at the end."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from bench.load import HOST, UnexpectedAnswerError

KEY: Final = "bench-key-0123456789abcdefghijklmnopqrstuvwxyz"
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_START_SECONDS: Final = 60.0
_STOP_SECONDS: Final = 15.0
_WORKERS_SECONDS: Final = 20.0
_SETTLE_SECONDS: Final = 1.0
_ROOT: Final = Path(__file__).resolve().parent.parent
_CORES: Final = tuple(sorted(os.sched_getaffinity(0)))
"""The cores that this run was given, before it pinned anything."""


@dataclass(frozen=True, slots=True)
class Server:
    """A process that serves HTTP on the loopback interface."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def cpu_seconds(self) -> float:
        """Processor time that it and its children have used."""
        return cpu_seconds(self.process.pid)


def server_core() -> frozenset[int]:
    """Where servers run that are compared by their processor time."""
    return frozenset(_CORES[:1])


def load_core() -> frozenset[int]:
    """Where the load comes from; the same core on a machine that has only one."""
    return frozenset(_CORES[1:2] or _CORES[:1])


def every_core() -> frozenset[int]:
    """All cores that this run was given."""
    return frozenset(_CORES)


@contextmanager
def pinned(cores: frozenset[int]) -> Iterator[None]:
    """This process runs on `cores` meanwhile."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def module(name: str, *arguments: str, cores: frozenset[int]) -> Iterator[subprocess.Popen[bytes]]:
    """`python -m name arguments…` on `cores`, with pipes to and from it; it is stopped at the end."""
    with _started([sys.executable, "-m", name, *arguments], cores, pipes=subprocess.PIPE) as process:
        yield process


@contextmanager
def rival(name: str, *, cores: frozenset[int]) -> Iterator[Server]:
    """One of the no-op servers of `bench.rivals`, once it answers."""
    with socket.create_server((HOST, 0), backlog=256) as listener:
        command = [sys.executable, "-m", "bench.rivals", name, str(listener.fileno())]
        with _started(command, cores, pass_fds=(listener.fileno(),)) as process:
            yield _ready(Server(process, listener.getsockname()[1]))


@contextmanager
def sockets(*, cores: frozenset[int]) -> Iterator[Server]:
    """python-socketio as it comes, `bench.rivals.socketio_server`, once it answers."""
    with socket.create_server((HOST, 0), backlog=256) as listener:
        command = [sys.executable, "-m", "bench.rivals.socketio_server", str(listener.fileno())]
        with _started(command, cores, pass_fds=(listener.fileno(),)) as process:
            yield _ready(Server(process, listener.getsockname()[1]), target="/all")


@contextmanager
def facetry(data_dir: Path, *folders: Path, cores: frozenset[int]) -> Iterator[Server]:
    """`facetry serve` over a data folder, once it is ready; what it says goes into `server.log` there."""
    port = _free_port()
    command = [sys.executable, "-m", "facetry", "serve", *map(str, folders), "--quiet"]
    command += ["--host", HOST, "--port", str(port), "--data-dir", str(data_dir)]
    with (data_dir / "server.log").open("ab") as said, _started(command, cores, errors=said) as process:
        yield _ready(Server(process, port), target="/readyz")


@contextmanager
def chroma(data_dir: Path, *, cores: frozenset[int]) -> Iterator[Server]:
    """Chroma's own server over one of its folders, once it answers."""
    port = _free_port()
    command = [str(Path(sys.executable).with_name("chroma")), "run", "--path", str(data_dir)]
    command += ["--host", HOST, "--port", str(port)]
    with _started(command, cores, output=subprocess.DEVNULL) as process:
        yield _ready(Server(process, port), target="/api/v2/heartbeat")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def _started(
    command: Sequence[str],
    cores: frozenset[int],
    *,
    pipes: int | None = None,
    output: int | None = None,
    errors: IO[bytes] | None = None,
    pass_fds: Sequence[int] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FACETRY_")}
    with pinned(cores):  # inherited by the child
        process = subprocess.Popen(
            command,
            cwd=_ROOT,
            env={**environment, "FACETRY_API_SECRET": KEY},
            stdin=pipes or subprocess.DEVNULL,
            stdout=output if pipes is None else pipes,
            stderr=errors,
            pass_fds=pass_fds,
        )
    try:
        yield process
    finally:
        stop(process)


def await_workers(server: Server, count: int) -> None:
    """Return when so many workers have started; they stay for five seconds after their last file."""
    deadline = time.monotonic() + _WORKERS_SECONDS
    while len(tree(server.process.pid)) < count + 1:
        if time.monotonic() > deadline:
            raise TimeoutError("the server has not started a worker for each core")
        time.sleep(0.05)
    time.sleep(_SETTLE_SECONDS)  # for they read nothing before they have imported what they need


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask the process to end, and end it when it does not."""
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


def _ready(server: Server, target: str = "/") -> Server:
    """The server, once it answers `target`; whatever it answers there will do, but for 5xx."""
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
        time.sleep(0.05)
    raise TimeoutError(f"{server.process.args!r} was not ready after {_START_SECONDS:g} s")


def ask(server: Server, method: str, target: str, body: object = None) -> Any:
    """The JSON that the server answers to a request with the master key. Raises for any but a 2xx."""
    text, _ = exchange(server, method, target, None if body is None else json.dumps(body).encode())
    return json.loads(text) if text else None


def exchange(
    server: Server, method: str, target: str, body: bytes | None = None, media_type: str = "application/json"
) -> tuple[bytes, Mapping[str, str]]:
    """The body and the headers that the server answers to a request with the master key. Raises for any but a 2xx."""
    connection = http.client.HTTPConnection(HOST, server.port, timeout=60)
    try:
        headers = {"Authorization": f"Bearer {KEY}", "Content-Type": media_type}
        connection.request(method, target, body, headers)
        answer = connection.getresponse()
        data = answer.read()
    finally:
        connection.close()
    if not 200 <= answer.status < 300:
        raise UnexpectedAnswerError(f"{method} {target}: {answer.status} {data[:500]!r}")
    return data, {name.lower(): value for name, value in answer.getheaders()}


def tree(pid: int) -> list[int]:
    """The process and all that descend from it."""
    pids = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        pids += [each for child in task.read_text().split() for each in tree(int(child))]
    return pids


def cpu_seconds(pid: int) -> float:
    """User and system time of the process, of its ended children, and of those that run."""
    ticks = 0
    for each in tree(pid):
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        except FileNotFoundError:
            continue  # it has just ended, and its parent counts it
        ticks += sum(int(field) for field in fields[11:15])
    return ticks / _TICKS


def own_cpu_seconds(pid: int) -> float:
    """User and system time of the process alone."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / _TICKS


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes that processes hold, what they share counted once: all of it, and the part that no file stands behind."""

    total: int
    anonymous: int


def memory(pids: Sequence[int]) -> Memory:
    """Memory of these processes and all that descend from them."""
    total = anonymous = 0
    for pid in pids:
        for each in tree(pid):
            lines = Path(f"/proc/{each}/smaps_rollup").read_text().splitlines()[1:]
            kilobytes = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
            total += kilobytes["Pss"] * 1024
            anonymous += (kilobytes["Pss_Anon"] + kilobytes["Pss_Shmem"]) * 1024
    return Memory(total, anonymous)


@contextmanager
def growth(pid: int) -> Iterator[Callable[[], int]]:
    """A function that tells by how many bytes the resident memory of the process alone was larger, at its peak, than
    at the beginning.
    """
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # the peak is now what there is
    before = _status_bytes(pid, "VmRSS")
    yield lambda: _status_bytes(pid, "VmHWM") - before


def _status_bytes(pid: int, name: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:")) * 1024


def resident_bytes(pid: int) -> int:
    """Resident memory of the process and all that descend from it."""
    return sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in tree(pid)) * _PAGE

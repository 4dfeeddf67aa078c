"""Real servers for tests: `facetry serve` as a subprocess on a free loopback port, with its own data folder."""

import asyncio
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx
import requests
import uvicorn
from pydantic import SecretStr
from schemathesis.python import asgi

from facetry.library import extensions
from facetry.server.http_server import listen
from facetry.server.websocket_protocol import BoundedWebSocketProtocol
from facetry.service.assembly import assemble
from facetry.service.opening import open_library
from facetry.service.parts import SINGLE_SERVICE
from facetry.settings import Settings
from tests.support.contract.traffic_recorder import Recorder
from tests.support.engines.databases import settings_of_server
from tests.support.extensions.text_vector_server import with_stub_text_vectors
from tests.support.services.forked_commands import run_forked
from tests.support.services.forked_servers import ForkedProcess

HOST = "127.0.0.1"
WORKERS = os.environ.get("TEST_WORKERS", "1")
"""The number of processes that answer requests, in servers whose tests do not set it."""
IS_CLUSTER = os.environ.get("TEST_CLUSTER") == "1"
"""Whether each server is a host of a cluster, which another host leads. It needs PostgreSQL as the engine."""
START_SECONDS = 30.0
SCAN_SECONDS = 60.0
STOP_SECONDS = 15.0
_FACETRY = [sys.executable, "-m", "facetry"]
_HARMLESS = frozenset({"PYTHONUNBUFFERED"})
"""Variables for the interpreter that a forked process has had from its start."""
_VERIFY = False  # plain HTTP on the loopback; loading certificates would take 20 ms for each client


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: port, master key, folders and process."""

    port: int
    key: str
    data_dir: Path
    pictures: tuple[Path, ...]
    process: subprocess.Popen[bytes]
    log: Path
    recorder: Recorder = field(default_factory=Recorder)

    @property
    def extensions_dir(self) -> Path:
        """The folder of installed extensions: on the host that runs them."""
        return (self.leader_folder / "data" if self.is_host else self.data_dir) / "extensions"

    @property
    def leader_folder(self) -> Path:
        """Where the host that leads has its data folder and its log, if there is one."""
        return self.data_dir.parent / "leader"

    @property
    def is_host(self) -> bool:
        """Whether it is a host of a cluster, which another host leads."""
        return self.leader_folder.is_dir()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://{HOST}:{self.port}"

    def client(self, key: str | None = None) -> httpx.Client:
        """An HTTP client with the master key, or `key`; its traffic is recorded."""
        headers = {"Authorization": f"Bearer {key or self.key}"}
        hooks = {"response": [self.recorder.record_response]}
        return httpx.Client(
            base_url=self.url, headers=headers, event_hooks=hooks, timeout=30, trust_env=False, verify=_VERIFY
        )

    def run_command(self, *arguments: str) -> str:
        """The standard output of a `facetry` command on the same data folder; the command must succeed."""
        environment = server_environment(self.key, settings_of_server(self.data_dir))
        done = run_forked(*arguments, "--data-dir", str(self.data_dir), environment=environment)
        assert done.returncode == 0, f"facetry {' '.join(arguments)}: {done.returncode}\n{done.stderr}"
        return done.stdout

    def output(self) -> str:
        """The output of the process so far, after that of the host that leads."""
        logs = [self.leader_folder / "server.log", self.log] if self.is_host else [self.log]
        return "".join(log.read_text(errors="replace") for log in logs)

    def traceback(self) -> str:
        """The output from the first traceback on, at most 4,000 characters; empty if there is none."""
        return "".join(self.output().partition("Traceback")[1:])[:4_000]

    def wait_until_scanned(self, seconds: float = SCAN_SECONDS) -> None:
        """Returns when no repository is being scanned."""
        deadline = time.monotonic() + seconds
        with self.client() as client:
            while True:
                answer = client.get("/repository/activities")
                assert answer.status_code == 200, answer.text
                if all(activity["kind"] != "synchronizing" for activity in answer.json()):
                    return
                assert time.monotonic() < deadline, f"still scanning after {seconds} s: {answer.text}"
                time.sleep(0.05)


def server_environment(key: str, extra: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """The environment of this process without settings of Facetry, plus the key and `extra`."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("FACETRY_")}
    return {**clean, "FACETRY_API_SECRET": key, "PYTHONUNBUFFERED": "1", "FACETRY_WORKERS": WORKERS, **extra}


def free_port() -> int:
    """A free loopback port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def two_free_ports() -> int:
    """The first of two free loopback ports that follow each other: a host leads each role at one of its own."""
    while True:
        port = free_port()
        with socket.socket() as next_port, suppress(OSError, OverflowError):
            next_port.bind((HOST, port + 1))
            return port


@contextmanager
def running_server(
    directory: Path,
    pictures: Sequence[Path],
    *,
    extra_environment: Mapping[str, str] = MappingProxyType({}),
    options: Sequence[str] = (),
    wait_for_scans: bool = True,
    program: str = "facetry",
    open_files: int | None = None,
    source: Path | None = None,
    in_cluster: bool = IS_CLUSTER,
    is_forked: bool = True,
) -> Iterator[Server]:
    """Runs `facetry serve`, or the same command of another `program`, with the folders `pictures` and a data folder in
    `directory`; stops the server at the end. `open_files` is the hard limit of its open files, and
    `source` the checkout whose code runs, if it is not this one. With `in_cluster`, it is a host that leads nothing.
    A server of this checkout is forked from a process with its imports, which takes less time, unless `is_forked` says
    that it is a program from its start, or the environment has variables for the interpreter or the linker.

    Yields when the server is ready and, with `wait_for_scans`, its scans have ended.
    """
    key = secrets.token_urlsafe(32)
    data_dir, log, port = directory / "data", directory / "server.log", free_port()
    command = [sys.executable, "-m", program, "serve", *map(str, pictures)]
    command += ["--host", HOST, "--port", str(port), "--data-dir", str(data_dir), *options]
    environment = settings_of_server(data_dir) | dict(extra_environment)
    environment |= {} if source is None else {"PYTHONPATH": str(source)}
    leader = None
    if in_cluster:
        environment.setdefault("FACETRY_REPOSITORIES_DIR", str(directory / "leader" / "data" / "repositories"))
        leader = _start_leader(
            directory / "leader", server_environment(key, environment), command, f"http://{HOST}:{port}"
        )
        environment |= {"FACETRY_CLUSTER__ADDRESS": f"{HOST}:1", "FACETRY_CLUSTER__ROLE": "api"}
    everything = server_environment(key, environment)
    process = _start(command, everything, log, open_files, source, is_forked=is_forked)
    server = Server(port, key, data_dir, tuple(pictures), process, log)
    try:
        wait_until_ready(server)
        if wait_for_scans:
            server.wait_until_scanned()
        yield server
    finally:
        stop_process(process)
        if leader is not None:
            stop_process(leader)


def _start(
    command: list[str],
    environment: Mapping[str, str],
    log: Path,
    open_files: int | None = None,
    source: Path | None = None,
    *,
    is_forked: bool = True,
) -> subprocess.Popen[bytes]:
    """Start a command, whose output is appended to `log`: by a fork unless `is_forked` is false or it differs."""
    variables = (name for name in environment if environment[name] != os.environ.get(name))
    is_forked = is_forked and source is None and command[: len(_FACETRY)] == _FACETRY
    is_forked = is_forked and all(name in _HARMLESS or not name.startswith(("PYTHON", "LD_")) for name in variables)
    with log.open("ab") as sink, Path(os.devnull).open("rb") as nothing:
        if is_forked:
            arguments = command[len(_FACETRY) :]
            return ForkedProcess(arguments, environment, nothing.fileno(), sink.fileno(), open_files)
        return subprocess.Popen(
            _limited(command, open_files),
            cwd=source,
            env=environment,
            stdin=nothing,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )


def _limited(command: list[str], open_files: int | None) -> list[str]:
    if open_files is None:
        return command
    return ["bash", "-c", f'ulimit -n {open_files}; exec "$@"', "limited", *command]


def _start_leader(
    folder: Path, environment: Mapping[str, str], command: Sequence[str], public_url: str
) -> subprocess.Popen[bytes]:
    """The host that leads the cluster of a server: with the same command, for another port and data folder."""
    environment = {"FACETRY_PUBLIC_URL": public_url, **environment}
    environment["FACETRY_CLUSTER__ADDRESS"] = f"{HOST}:{two_free_ports()}"
    environment.pop("FACETRY_METRICS_PORT", None)  # the server listens there
    folder.mkdir(exist_ok=True)
    arguments = list(command)
    arguments[arguments.index("--port") + 1] = str(free_port())
    arguments[arguments.index("--data-dir") + 1] = str(folder / "data")
    return _start(arguments, environment, folder / "server.log")


def wait_until_ready(server: Server, seconds: float = START_SECONDS) -> None:
    """Returns when `/readyz` of the server answers 200."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert server.process.poll() is None, f"the server ended with {server.process.returncode}:\n{server.output()}"
        try:
            if httpx.get(f"{server.url}/readyz", timeout=5, trust_env=False, verify=_VERIFY).status_code == 200:
                break
        except httpx.TransportError:
            pass  # it does not listen yet
        time.sleep(0.05)
    else:
        raise AssertionError(f"not ready after {seconds} s:\n{server.output()}")
    if server.is_host:
        with server.client() as client:
            while True:
                answer = client.put("/extension/nobody/restart")  # which the leader refuses, when there is one
                if answer.status_code == 404:
                    return
                assert answer.status_code == 503, answer.text
                assert time.monotonic() < deadline, f"no leader after {seconds} s: {answer.text}"
                time.sleep(0.05)


def stop_process(process: subprocess.Popen[bytes]) -> None:
    """Terminates a process; kills it when it has not ended after `STOP_SECONDS`."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(STOP_SECONDS)


@contextmanager
def in_process_application(
    directory: Path, extension_ids: Sequence[str] = ()
) -> Iterator[tuple[requests.Session, Any, str]]:
    """The application in this process, with an empty library and some registered extensions. Yields a client with the
    master key, the application itself, and the key. It runs on the event loop that schemathesis uses for ASGI. A stub
    computes text vectors for the extensions.
    """
    key = secrets.token_urlsafe(32)
    database = settings_of_server(directory / "data").get("FACETRY_DATABASE_URL")
    url = None if database is None else SecretStr(database)
    settings = Settings(data_dir=directory / "data", api_secret=SecretStr(key), database_url=url)
    library = with_stub_text_vectors(open_library(settings)[0])
    for identifier in extension_ids:
        library.store.write_now(partial(extensions.register, id=identifier))
    listener, is_closed = listen(HOST, 0), threading.Event()
    doors: list[uvicorn.Server] = []

    async def begin() -> None:
        """Starts a real server for the connections of extensions."""
        ws = BoundedWebSocketProtocol
        door = uvicorn.Server(uvicorn.Config(application, ws=ws, lifespan="off", loop="none", log_config=None))
        serving = asyncio.create_task(door.serve(sockets=[listener]))
        serving.add_done_callback(lambda _: is_closed.set())
        doors.append(door)

    address = f"http://{HOST}:{listener.getsockname()[1]}"
    application: Any = assemble(settings, SINGLE_SERVICE, library, base_url=address, started=begin).application
    try:
        with asgi.get_client(application) as session:
            session.headers["Authorization"] = f"Bearer {key}"
            yield session, application, key
    finally:
        for door in doors:
            door.should_exit = True
            is_closed.wait(STOP_SECONDS)
        asgi.shutdown_lifespans()  # closes the library as well


def child_pids(pid: int) -> list[int]:
    """The process ids of a process's children."""
    found: list[int] = []
    with suppress(FileNotFoundError):  # the process has ended meanwhile
        for task in Path(f"/proc/{pid}/task").glob("*/children"):
            with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
                found += map(int, task.read_text().split())
    return found

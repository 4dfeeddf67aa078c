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

from facetry.app import build_app, open_library
from facetry.library import extensions
from facetry.server import BoundedSocket, listen
from facetry.settings import Settings
from tests.support.text_vector_server import speaking
from tests.support.traffic_recorder import Recorder

HOST = "127.0.0.1"
START_SECONDS = 30.0
SETTLE_SECONDS = 60.0
STOP_SECONDS = 15.0
_VERIFY = False  # plain HTTP on the loopback; preparing to verify certificates takes 20 ms of a client


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where it listens, its master key, its folders and its process."""

    port: int
    key: str
    data_dir: Path
    pictures: tuple[Path, ...]
    process: subprocess.Popen[bytes]
    log: Path
    recorder: Recorder = field(default_factory=Recorder)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://{HOST}:{self.port}"

    def client(self, key: str | None = None) -> httpx.Client:
        """An HTTP client with the master key, or `key`; what it exchanges is recorded."""
        headers = {"Authorization": f"Bearer {key or self.key}"}
        hooks = {"response": [self.recorder.hear]}
        return httpx.Client(
            base_url=self.url, headers=headers, event_hooks=hooks, timeout=30, trust_env=False, verify=_VERIFY
        )

    def facetry(self, *arguments: str) -> str:
        """The standard output of a `facetry` command that works on the same data folder."""
        done = subprocess.run(
            [sys.executable, "-m", "facetry", *arguments, "--data-dir", str(self.data_dir)],
            env=environment(self.key),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, f"facetry {' '.join(arguments)}: {done.returncode}\n{done.stderr}"
        return done.stdout

    def said(self) -> str:
        """What the process has written so far."""
        return self.log.read_text(errors="replace")

    def settled(self, seconds: float = SETTLE_SECONDS) -> None:
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


def environment(key: str, extra: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """The environment of a server: this one's, without settings of Facetry that happen to be set, plus the key."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("FACETRY_")}
    return {**clean, "FACETRY_API_SECRET": key, "PYTHONUNBUFFERED": "1", **extra}


def free_port() -> int:
    """A loopback port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(
    directory: Path,
    pictures: Sequence[Path],
    *,
    extra: Mapping[str, str] = MappingProxyType({}),
    options: Sequence[str] = (),
    settle: bool = True,
    program: str = "facetry",
) -> Iterator[Server]:
    """Runs `facetry serve`, or that of another `program`, over the folders `pictures`, with its data folder under
    `directory`; stops it at the end.

    Yields when it is ready and, with `settle`, when its scans are over.
    """
    key = secrets.token_urlsafe(32)
    data_dir, log, port = directory / "data", directory / "server.log", free_port()
    command = [sys.executable, "-m", program, "serve", *map(str, pictures)]
    command += ["--host", HOST, "--port", str(port), "--data-dir", str(data_dir), *options]
    with log.open("ab") as sink:
        process = subprocess.Popen(
            command, env=environment(key, extra), stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT
        )
    server = Server(port, key, data_dir, tuple(pictures), process, log)
    try:
        ready(server)
        if settle:
            server.settled()
        yield server
    finally:
        stop(process)


def ready(server: Server, seconds: float = START_SECONDS) -> None:
    """Returns when the server says that it serves requests."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert server.process.poll() is None, f"the server ended with {server.process.returncode}:\n{server.said()}"
        try:
            if httpx.get(f"{server.url}/readyz", timeout=5, trust_env=False, verify=_VERIFY).status_code == 200:
                return
        except httpx.TransportError:
            pass  # it does not listen yet
        time.sleep(0.05)
    raise AssertionError(f"not ready after {seconds} s:\n{server.said()}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Asks a process to end, and ends it when it does not."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(STOP_SECONDS)


@contextmanager
def in_process(directory: Path, registered: Sequence[str] = ()) -> Iterator[tuple[requests.Session, Any, str]]:
    """The application in this process, over an empty library with some extensions: a client with its master key, the
    application itself, and the key. It runs on the event loop that schemathesis uses for ASGI. Extensions make
    vectors of texts."""
    key = secrets.token_urlsafe(32)
    settings = Settings(data_dir=directory / "data", api_secret=SecretStr(key))
    library = speaking(open_library(settings)[0])
    for identifier in registered:
        library.store.write_now(partial(extensions.register, id=identifier))
    listener, is_closed = listen(HOST, 0), threading.Event()
    doors: list[uvicorn.Server] = []

    async def begin() -> None:
        """Extensions come over a socket."""
        door = uvicorn.Server(
            uvicorn.Config(application, ws=BoundedSocket, lifespan="off", loop="none", log_config=None)
        )
        serving = asyncio.create_task(door.serve(sockets=[listener]))
        serving.add_done_callback(lambda _: is_closed.set())
        doors.append(door)

    application: Any = build_app(library, begin, base_url=f"http://{HOST}:{listener.getsockname()[1]}")
    try:
        with asgi.get_client(application) as session:
            session.headers["Authorization"] = f"Bearer {key}"
            yield session, application, key
    finally:
        for door in doors:
            door.should_exit = True
            is_closed.wait(STOP_SECONDS)
        asgi.shutdown_lifespans()  # closes the library as well


def children(pid: int) -> list[int]:
    """The process ids of a process's children."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended meanwhile
            found += map(int, task.read_text().split())
    return found

"""Server processes that can be killed: forked from a prepared one, or started as a user does."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.crash.durability.connection import HOST, ServiceConnection, ServiceGoneError
from tests.support.services.servers import START_SECONDS, server_environment

KEY: Final = "a-master-key-of-the-durability-tests"
_GONE_SECONDS: Final = 15.0
_PORTS: Final = range(20_000, 32_000)
"""Ports that the system gives to no client: one that waits for a server would otherwise take its port at times."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server process that answers, and the seconds from its start to readiness."""

    pid: int
    port: int
    seconds: float

    def connect(self) -> ServiceConnection:
        """A new connection with the master key."""
        return ServiceConnection(self.port, KEY)


class Starter:
    """Starts processes of `facetry`. `log` gets their output."""

    def __init__(self, log: Path, prepared: subprocess.Popen[str] | None) -> None:
        self.log = log
        self._prepared = prepared
        self._ordinary: dict[int, subprocess.Popen[bytes]] = {}
        self._forked: set[int] = set()

    def spawn(self, *command: str, ordinary: bool = False) -> int:
        """The id of a new process; an `ordinary` one imports everything itself."""
        if ordinary or self._prepared is None:
            with self.log.open("ab") as sink:
                process = subprocess.Popen(
                    [sys.executable, "-m", "facetry", *command],
                    env=server_environment(KEY),
                    stdin=subprocess.DEVNULL,
                    stdout=sink,
                    stderr=sink,
                )
            self._ordinary[process.pid] = process
            return process.pid
        assert self._prepared.stdin is not None
        assert self._prepared.stdout is not None
        order = {"command": command, "environment": {"FACETRY_API_SECRET": KEY}, "log": str(self.log)}
        self._prepared.stdin.write(json.dumps(order) + "\n")
        self._prepared.stdin.flush()
        pid = int(self._prepared.stdout.readline())
        self._forked.add(pid)
        return pid

    def serve(self, data_dir: Path, *, ordinary: bool = False) -> Running:
        """A server of the data folder, when `/readyz` answers 200."""
        port, begin = free_server_port(), time.monotonic()
        command = ("serve", "--host", HOST, "--port", str(port), "--data-dir", str(data_dir), "--quiet")
        pid = self.spawn(*command, ordinary=ordinary)
        while not self._is_ready(port):
            assert self.is_running(pid), f"the server ended:\n{self.log.read_text(errors='replace')[-4_000:]}"
            assert time.monotonic() < begin + START_SECONDS, "the server is not ready in time"
            time.sleep(0.01)
        return Running(pid, port, time.monotonic() - begin)

    def is_running(self, pid: int) -> bool:
        """Whether the process has not ended."""
        if pid in self._ordinary:
            return self._ordinary[pid].poll() is None
        return is_alive(pid)

    def kill(self, pid: int) -> None:
        """Kill a process, and wait until it is gone."""
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        self.wait(pid)

    def end(self, running: Running) -> None:
        """Kill a server, and wait until it is gone."""
        self.kill(running.pid)

    def wait(self, pid: int) -> None:
        """Wait until a process has ended."""
        if pid in self._ordinary:
            self._ordinary.pop(pid).wait(_GONE_SECONDS)
            return
        deadline = time.monotonic() + _GONE_SECONDS
        while is_alive(pid):
            assert time.monotonic() < deadline, f"process {pid} does not end"
            time.sleep(0.002)
        self._forked.discard(pid)

    def close(self) -> None:
        """Kill all processes that are left."""
        for pid in (*self._ordinary, *self._forked):
            self.kill(pid)

    @staticmethod
    def _is_ready(port: int) -> bool:
        service = ServiceConnection(port, KEY)
        try:
            return service.answer("GET", "/readyz")[0] == 200
        except ServiceGoneError:
            return False
        finally:
            service.close()


def free_server_port() -> int:
    """A free port of the loopback, of those that the system gives to no client."""
    while True:
        port = random.choice(_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port


def is_alive(pid: int) -> bool:
    """Whether the process exists. The prepared process removes ended ones at once; a zombie may still have threads."""
    return Path(f"/proc/{pid}").exists()


@contextmanager
def starter(directory: Path, defect: str | None = None, before: Sequence[str] = ()) -> Iterator[Starter]:
    """A starter over a prepared process, with a defect of `prepared_server` if one is named. `before` is a command that
    gets the one of the prepared process as its arguments.
    """
    extra = {"OPENBLAS_NUM_THREADS": "1"} | ({"DURABILITY_DEFECT": defect} if defect else {})
    process = subprocess.Popen(
        [*before, sys.executable, "-m", "tests.crash.durability.prepared_server"],
        env=server_environment(KEY, extra),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    opened = Starter(directory / "servers.log", process)
    try:
        yield opened
    finally:
        opened.close()
        assert process.stdin is not None
        process.stdin.close()
        process.wait(_GONE_SECONDS)
        if process.stdout is not None:
            process.stdout.close()


def percentile(values: Sequence[float], share: float) -> float:
    """The value that a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

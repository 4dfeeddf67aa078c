"""A service of several processes that are killed. It has the same port and key after each start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from tests.crash.durability.connection import HOST, ServiceConnection, ServiceGoneError
from tests.crash.durability.processes import KEY, free_server_port
from tests.support.services.servers import START_SECONDS, server_environment
from tests.support.services.service_processes import (
    ServiceProcesses,
    owners_of_connections,
    process_tree,
    wait_for_processes,
    wait_until_gone,
)

COUNT: Final = 3
"""Number of API processes."""


class KilledService:
    """`facetry serve` with `COUNT` API processes."""

    def __init__(self, directory: Path, defect: str | None = None) -> None:
        """`defect` is one of `defective_server`."""
        self._defect = defect
        self.data_dir = directory / "data"
        self.log = directory / "server.log"
        self.port = free_server_port()
        self.generation = 0
        """How many coordinators have been killed. Whatever an earlier one had begun has ended."""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id of the supervisor."""
        assert self._process is not None
        return self._process.pid

    def run_command(self, *arguments: str) -> None:
        """Run a `facetry` command on the data folder."""
        command = [sys.executable, "-m", "facetry", *arguments, "--data-dir", str(self.data_dir)]
        subprocess.run(command, env=server_environment(KEY), check=True, capture_output=True, timeout=60)

    def start(self) -> ServiceProcesses:
        """Start the service, and wait until it is ready."""
        program = "facetry" if self._defect is None else "tests.crash.process_kills.defective_server"
        command = [sys.executable, "-m", program, "serve", "--host", HOST, "--port", str(self.port), "--quiet"]
        extra = {"FACETRY_WORKERS": str(COUNT), "OPENBLAS_NUM_THREADS": "1", "PROCESS_DEFECT": self._defect or ""}
        with self.log.open("ab") as sink:
            self._process = subprocess.Popen(
                [*command, "--data-dir", str(self.data_dir)],
                env=server_environment(KEY, extra),
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
            )
        self._wait_until_ready()
        return self.processes()

    def processes(self, *, other_than: ServiceProcesses | None = None) -> ServiceProcesses:
        """All processes, when they are there; none of the coordinator and API processes `other_than`."""
        former = () if other_than is None else (other_than.coordinator, *other_than.api_processes)
        return wait_for_processes(self.pid, self.data_dir, COUNT, other_than=former)

    def owners(self, processes: ServiceProcesses) -> dict[int, int]:
        """The API process of each connection, or the coordinator for sockets, by the port of the client."""
        return owners_of_connections(self.port, (processes.coordinator, *processes.api_processes))

    def kill_api_process(self, processes: ServiceProcesses, pid: int) -> None:
        """Kill an API process, and wait until another one has taken its place and answers."""
        os.kill(pid, signal.SIGKILL)
        wait_until_gone([pid])
        wait_for_processes(self.pid, self.data_dir, COUNT, other_than=[pid])
        assert self.processes().coordinator == processes.coordinator

    def kill_coordinator(self, processes: ServiceProcesses) -> None:
        """Kill the coordinator, and wait until all processes have been started again."""
        os.kill(processes.coordinator, signal.SIGKILL)
        wait_until_gone([processes.coordinator, *processes.api_processes])
        self.generation += 1
        self.processes(other_than=processes)
        self._wait_until_ready()

    def kill_supervisor(self, processes: ServiceProcesses) -> None:
        """Kill the supervisor, with which all others end, and start the service again."""
        tree = process_tree(processes.supervisor)
        os.kill(processes.supervisor, signal.SIGKILL)
        assert self._process is not None
        self._process.wait(START_SECONDS)
        wait_until_gone(tree)
        self.generation += 1
        self.start()

    def stop(self) -> int:
        """End the service regularly, and return its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(START_SECONDS)

    def end(self) -> None:
        """Kill the service if it still runs."""
        if self._process is not None and self._process.poll() is None:
            tree = process_tree(self.pid)
            self._process.kill()
            self._process.wait(START_SECONDS)
            wait_until_gone(tree)

    def _wait_until_ready(self) -> None:
        is_ready = threading.Event()
        service = ServiceConnection(self.port, KEY)
        for _ in range(int(START_SECONDS / 0.02)):
            with suppress(ServiceGoneError):
                if service.answer("GET", "/readyz")[0] == 200:
                    service.close()
                    return
            assert self._process is not None
            assert self._process.poll() is None, f"the service ended:\n{self.log.read_text(errors='replace')[-4_000:]}"
            is_ready.wait(0.02)
        raise AssertionError(f"the service is not ready:\n{self.log.read_text(errors='replace')[-4_000:]}")


@contextmanager
def killed_service(directory: Path, defect: str | None = None) -> Iterator[KilledService]:
    """A service that is not started yet, and is killed at the end."""
    service = KilledService(directory, defect)
    try:
        yield service
    finally:
        service.end()

"""Clusters for tests: several `facetry serve` on loopback ports, over one database on the test server."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx
import psycopg

from facetry.cluster.roles import Role, address_of
from tests.support.engines.databases import server_url
from tests.support.services.servers import (
    HOST,
    START_SECONDS,
    STOP_SECONDS,
    free_port,
    server_environment,
    two_free_ports,
)


@dataclass(eq=False)
class Host:
    """A host of a cluster, in a group of processes of its own."""

    folder: Path
    key: str
    database: str
    pictures: Sequence[Path]
    extra: Mapping[str, str]
    program: str = "facetry"
    port: int = field(default_factory=free_port)
    peer_port: int = field(default_factory=two_free_ports)
    process: subprocess.Popen[bytes] = field(init=False)

    @property
    def peer_address(self) -> str:
        """Where the other hosts reach it."""
        return f"{HOST}:{self.peer_port}"

    def environment(self) -> dict[str, str]:
        """The environment of its processes."""
        cluster = {"FACETRY_DATABASE_URL": self.database, "FACETRY_CLUSTER__ADDRESS": self.peer_address}
        return server_environment(self.key, {**cluster, **self.extra})

    def start(self) -> None:
        """Start the host."""
        command = [sys.executable, "-m", self.program, "serve", *map(str, self.pictures)]
        command += ["--host", HOST, "--port", str(self.port), "--data-dir", str(self.folder / "data")]
        self.folder.mkdir(exist_ok=True)
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait_until_ready(self) -> None:
        """Return when the host answers."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.output()
            with suppress(httpx.TransportError):
                if httpx.get(f"http://{HOST}:{self.port}/readyz", timeout=5, trust_env=False).status_code == 200:
                    return
            time.sleep(0.05)
        raise AssertionError(self.output())

    def client(self) -> httpx.Client:
        """A client with the master key."""
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx.Client(base_url=f"http://{HOST}:{self.port}", headers=headers, timeout=30, trust_env=False)

    def kill(self) -> None:
        """Kill all its processes, as if the machine had lost its power. Returns when none is left."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(STOP_SECONDS)
        deadline = time.monotonic() + STOP_SECONDS
        with suppress(ProcessLookupError):
            while time.monotonic() < deadline:
                os.killpg(self.process.pid, 0)
                time.sleep(0.01)

    def stop(self) -> None:
        """End the host in order, or else kill it."""
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def output(self) -> str:
        """What it has printed."""
        return (self.folder / "server.log").read_text(errors="replace")


@dataclass
class Cluster:
    """Some hosts of one library."""

    hosts: Sequence[Host]
    database: str

    def leader(self, role: Role = "extensions") -> Host:
        """The host that leads a role."""
        deadline = time.monotonic() + START_SECONDS
        current = f"SELECT address FROM lease WHERE expires > extract(epoch FROM now()) * 1000 AND name = '{role}'"  # noqa: S608
        while time.monotonic() < deadline:
            for (address,) in self.query(current):
                for host in self.hosts:
                    if address_of(host.peer_address, role) == address:
                        return host
            time.sleep(0.05)
        raise AssertionError(f"no host leads the role {role}")

    def others(self, role: Role = "extensions") -> list[Host]:
        """The hosts that do not lead a role."""
        leader = self.leader(role)
        return [host for host in self.hosts if host is not leader]

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            return connection.execute(statement.encode()).fetchall()

    def wait_for_images(self, count: int) -> None:
        """Return when each host finds so many images."""
        for host in self.hosts:
            deadline = time.monotonic() + START_SECONDS
            with host.client() as client:
                body: Any = {"filter": {}}
                while (found := client.post("/image/search/ids", json=body).json()).get("totalCount") != count:
                    assert time.monotonic() < deadline, (found, self.output())
                    time.sleep(0.1)

    def serve_alone(self, folder: Path) -> tuple[int, str]:
        """Try to serve the library without being a host; the exit code and the output."""
        command = [sys.executable, "-m", "facetry", "serve", "--port", "0", "--data-dir", str(folder / "alone")]
        environment = server_environment(self.hosts[0].key, {"FACETRY_DATABASE_URL": self.database})
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
        return done.returncode, done.stdout + done.stderr

    def output(self) -> str:
        """What all hosts have printed."""
        return "\n".join(host.output() for host in self.hosts)


@contextmanager
def running_cluster(
    folder: Path,
    roles: Sequence[str],
    pictures: Sequence[Path],
    extra: Mapping[str, str] = MappingProxyType({}),
    program: str = "facetry",
) -> Iterator[Cluster]:
    """Hosts with these roles of a new library with folders of pictures, until the context ends. `extra` is added to the
    environment of each, and `program` is run instead of `facetry`.
    """
    database, key = server_url(folder).reveal(), secrets.token_urlsafe(32)
    hosts = [
        Host(folder / f"host{number}", key, database, pictures, {"FACETRY_CLUSTER__ROLE": role, **extra}, program)
        for number, role in enumerate(roles)
    ]
    for host in hosts:
        host.start()
    try:
        for host in hosts:
            host.wait_until_ready()
        yield Cluster(hosts, database)
    finally:
        for host in hosts:
            if host.process.poll() is None:
                host.stop()

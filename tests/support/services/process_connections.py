"""Connections to each API process of a service."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, Final

from tests.support.services.servers import HOST, Server
from tests.support.services.service_processes import ServiceProcesses, owners_of_connections, wait_for_processes

MAX_ATTEMPTS: Final = 50


class ProcessConnections:
    """One keep-alive connection to each API process, by the process id."""

    def __init__(self, processes: ServiceProcesses, connections: Mapping[int, http.client.HTTPConnection]) -> None:
        self.processes = processes
        self._connections = connections

    def ask(
        self, pid: int, method: str, path: str, headers: Mapping[str, str] = MappingProxyType({}), body: Any = None
    ) -> tuple[int, Any]:
        """The status and the JSON of an answer through this API process."""
        connection = self._connections[pid]
        connection.request(method, path, body, dict(headers))
        answer = connection.getresponse()
        content = answer.read()
        return answer.status, json.loads(content) if content else None

    def ask_all(self, method: str, path: str, headers: Mapping[str, str]) -> list[tuple[int, Any]]:
        """The answers of all API processes, one after another."""
        return [self.ask(pid, method, path, headers) for pid in self.processes.api_processes]

    def statuses(self, key: str) -> set[int]:
        """The statuses of requests with a key, through all API processes."""
        return {status for status, _ in self.ask_all("GET", "/apiSecret/self", {"Authorization": f"Bearer {key}"})}


@contextmanager
def connected_to_each(server: Server, count: int) -> Iterator[ProcessConnections]:
    """A connection to each of `count` API processes."""
    processes = wait_for_processes(server.process.pid, server.data_dir, count)
    opened: list[http.client.HTTPConnection] = []
    try:
        found: dict[int, http.client.HTTPConnection] = {}
        while len(found) < count:
            assert len(opened) < MAX_ATTEMPTS, f"only {found.keys()} of {processes} get connections"
            connection = http.client.HTTPConnection(HOST, server.port, timeout=30)
            opened.append(connection)
            connection.request("GET", "/livez")  # an answered connection has its process
            connection.getresponse().read()
            owner = owners_of_connections(server.port, processes.api_processes)[connection.sock.getsockname()[1]]
            found.setdefault(owner, connection)
        yield ProcessConnections(processes, found)
    finally:
        for each in opened:
            each.close()

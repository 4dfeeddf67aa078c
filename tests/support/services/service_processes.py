"""The processes of a service that was started with several of them, and which of them has which connection."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from facetry.service.data_folder import LOCK
from tests.support.services.servers import child_pids

COMPLETE_SECONDS: Final = 30.0
_ESTABLISHED: Final = "01"


@dataclass(frozen=True, slots=True)
class ServiceProcesses:
    """The process ids of a service."""

    supervisor: int
    coordinator: int
    api_processes: tuple[int, ...]


def find_processes(supervisor: int, data_dir: Path) -> ServiceProcesses | None:
    """The processes of the service that serves a data folder; None while it has no coordinator."""
    children = [pid for pid in child_pids(supervisor) if is_running(pid)]
    lock = str(data_dir / LOCK)
    coordinator = next((pid for pid in children if lock in _files(pid)), None)
    if coordinator is None:
        return None
    return ServiceProcesses(supervisor, coordinator, tuple(pid for pid in children if pid != coordinator))


def library_process(server: int, data_dir: Path) -> int:
    """The process that writes to the library: the server with this process id, or its coordinator."""
    return service_processes(server, data_dir)[-1]


def service_processes(server: int, data_dir: Path) -> list[int]:
    """The processes of a service without the programs that it runs; the one that writes to the library comes last."""
    if str(data_dir / LOCK) in _files(server):
        return [server]
    found = find_processes(server, data_dir)
    assert found is not None, "the service has no library open"
    return [found.supervisor, *found.api_processes, found.coordinator]


def wait_for_processes(
    supervisor: int, data_dir: Path, count: int, *, other_than: Iterable[int] = ()
) -> ServiceProcesses:
    """The processes, as soon as there are `count` API processes and a coordinator, none of them `other_than`."""
    former, deadline = set(other_than), time.monotonic() + COMPLETE_SECONDS
    while True:
        found = find_processes(supervisor, data_dir)
        is_complete = found is not None and len(found.api_processes) == count
        if found is not None and is_complete and not former.intersection((found.coordinator, *found.api_processes)):
            return found
        assert time.monotonic() < deadline, f"the service has only {found}"
        time.sleep(0.005)


def owners_of_connections(port: int, pids: Iterable[int]) -> dict[int, int]:
    """The processes that have the open connections to a port of the loopback, by the ports of the clients."""
    client_ports: dict[str, int] = {}
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, state, *_, inode = line.split()[:10]
        if state == _ESTABLISHED and int(local.rpartition(":")[2], 16) == port:
            client_ports[f"socket:[{inode}]"] = int(remote.rpartition(":")[2], 16)
    return {client_ports[file]: pid for pid in pids for file in _files(pid) if file in client_ports}


def is_running(pid: int) -> bool:
    """Whether the process exists and is no zombie. The files of a killed one are open until its last thread is gone."""
    try:
        return any(_is_thread_running(thread) for thread in Path(f"/proc/{pid}/task").iterdir())
    except (FileNotFoundError, ProcessLookupError):
        return False


def _is_thread_running(thread: Path) -> bool:
    try:
        return (thread / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until_gone(pids: Iterable[int], seconds: float = 10.0) -> None:
    """Wait until these processes have ended."""
    waiting, deadline = list(pids), time.monotonic() + seconds
    while alive := [pid for pid in waiting if is_running(pid)]:
        assert time.monotonic() < deadline, f"the processes {alive} do not end"
        time.sleep(0.005)


def proportional_bytes(pids: Iterable[int]) -> int:
    """The memory of processes in bytes. What several of them share counts once if all are among them."""
    total = 0
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            total += next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
    return total


def process_tree(pid: int) -> list[int]:
    """A process and all its descendants."""
    return [pid, *(each for child in child_pids(pid) for each in process_tree(child))]


def _files(pid: int) -> set[str]:
    """What the descriptors of a process refer to."""
    found: set[str] = set()
    with suppress(FileNotFoundError, ProcessLookupError, PermissionError):
        for descriptor in os.scandir(f"/proc/{pid}/fd"):
            with suppress(FileNotFoundError):  # it was closed meanwhile
                found.add(os.readlink(descriptor.path))  # noqa: PTH115  # the target need not be a path
    return found

"""Measures a server under load: the memory of all its processes, and its response times."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from tests.support.services.servers import Server
from tests.support.services.service_processes import process_tree, proportional_bytes, service_processes

SAMPLE_SECONDS: Final = 0.03
PROBE_SECONDS: Final = 0.05
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(slots=True)
class ServerMeasurements:
    """The measurements: peak memory of all processes together, response times, and failed requests.

    Pages that a server shares with its programs count for each of them. Those that several processes of a service
    share count once.
    """

    peak_bytes: int = 0
    peak_processes: int = 0
    samples: int = 0
    answer_seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def slowest_answer_seconds(self) -> float:
        """The longest response time in seconds."""
        return max(self.answer_seconds, default=0.0)

    def __str__(self) -> str:
        ordered = sorted(self.answer_seconds) or [0.0]
        half, most = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
        return (
            f"{self.peak_bytes / 1024**2:.0f} MiB in {self.peak_processes} processes at most ({self.samples} samples); "
            f"{len(self.answer_seconds)} answers: half within {half * 1000:.1f} ms, "
            f"99 of 100 within {most * 1000:.0f} ms, the slowest {self.slowest_answer_seconds * 1000:.0f} ms; "
            f"{len(self.failures)} faults"
        )


@contextmanager
def measuring(server: Server) -> Iterator[ServerMeasurements]:
    """Measure the server until the block ends: its memory every 30 ms, and every 50 ms the response time of a request.

    The requests are a health check and a search by turns."""
    measurements, stop = ServerMeasurements(), threading.Event()
    threads = [
        threading.Thread(target=_sample_memory, args=(server, measurements, stop)),
        threading.Thread(target=_probe, args=(server, measurements, stop)),
    ]
    for thread in threads:
        thread.start()
    try:
        yield measurements
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def resident_bytes(pid: int) -> int:
    """The resident memory of a process in bytes; 0 when it has ended."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE_BYTES
    except (OSError, IndexError):
        return 0


def _sample_memory(server: Server, measurements: ServerMeasurements, stop: threading.Event) -> None:
    service = service_processes(server.process.pid, server.data_dir)
    while not stop.wait(SAMPLE_SECONDS):
        pids = process_tree(server.process.pid)
        total = sum(resident_bytes(pid) for pid in pids if len(service) == 1 or pid not in service)
        if len(service) > 1:
            total += proportional_bytes(service)
        measurements.samples += 1
        if total > measurements.peak_bytes:
            measurements.peak_bytes, measurements.peak_processes = total, len(pids)


def _probe(server: Server, measurements: ServerMeasurements, stop: threading.Event) -> None:
    headers = {"Authorization": f"Bearer {server.key}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=60, trust_env=False) as client:
        while not stop.wait(PROBE_SECONDS):
            is_search = len(measurements.answer_seconds) % 2 == 1
            started_at = time.monotonic()
            try:
                if is_search:
                    answer = client.post("/image/search/ids", json={"range": {"take": 20, "skip": 0}})
                else:
                    answer = client.get("/livez")
            except httpx.HTTPError as error:
                measurements.failures.append(f"{'a is_search' if is_search else '/livez'}: {error!r}")
                continue
            finally:
                measurements.answer_seconds.append(time.monotonic() - started_at)
            if answer.status_code != 200:
                measurements.failures.append(f"{'a is_search' if is_search else '/livez'}: {answer.status_code}")

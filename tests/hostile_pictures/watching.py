"""Keeps an eye on a server while something is done to it: the memory of all its processes, and whether it answers."""

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

from tests.support.servers import Server

SAMPLE_SECONDS: Final = 0.03
ASK_SECONDS: Final = 0.05
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(slots=True)
class Watched:
    """What was seen: the most bytes that all processes held at one time, how long each answer took, and what failed.

    Pages that processes share count for each of them.
    """

    peak_bytes: int = 0
    peak_processes: int = 0
    samples: int = 0
    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def slowest(self) -> float:
        """Seconds that the slowest answer took."""
        return max(self.seconds, default=0.0)

    def __str__(self) -> str:
        ordered = sorted(self.seconds) or [0.0]
        half, most = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
        return (
            f"{self.peak_bytes / 1024**2:.0f} MiB in {self.peak_processes} processes at most ({self.samples} samples); "
            f"{len(self.seconds)} answers: half within {half * 1000:.1f} ms, 99 of 100 within {most * 1000:.0f} ms, "
            f"the slowest {self.slowest * 1000:.0f} ms; {len(self.faults)} faults"
        )


@contextmanager
def watching(server: Server) -> Iterator[Watched]:
    """Watch the server until the block ends: its memory every 30 ms, and every 50 ms whether it answers, by turns to
    a sign of life and to a search."""
    watched, ended = Watched(), threading.Event()
    threads = [
        threading.Thread(target=_weigh, args=(server.process.pid, watched, ended)),
        threading.Thread(target=_ask, args=(server, watched, ended)),
    ]
    for thread in threads:
        thread.start()
    try:
        yield watched
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    found, todo = [], [pid]
    while todo:
        parent = todo.pop()
        found.append(parent)
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                todo += [int(child) for child in task.read_text().split()]
            except OSError:
                continue  # it ended meanwhile
    return found


def resident(pid: int) -> int:
    """The bytes of memory that a process holds now; none when it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE_BYTES
    except (OSError, IndexError):
        return 0


def _weigh(pid: int, watched: Watched, ended: threading.Event) -> None:
    while not ended.wait(SAMPLE_SECONDS):
        pids = family(pid)
        total = sum(map(resident, pids))
        watched.samples += 1
        if total > watched.peak_bytes:
            watched.peak_bytes, watched.peak_processes = total, len(pids)


def _ask(server: Server, watched: Watched, ended: threading.Event) -> None:
    headers = {"Authorization": f"Bearer {server.key}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=60, trust_env=False) as client:
        while not ended.wait(ASK_SECONDS):
            search = len(watched.seconds) % 2 == 1
            began = time.monotonic()
            try:
                if search:
                    answer = client.post("/image/search/ids", json={"range": {"take": 20, "skip": 0}})
                else:
                    answer = client.get("/livez")
            except httpx.HTTPError as error:
                watched.faults.append(f"{'a search' if search else '/livez'}: {error!r}")
                continue
            finally:
                watched.seconds.append(time.monotonic() - began)
            if answer.status_code != 200:
                watched.faults.append(f"{'a search' if search else '/livez'}: {answer.status_code}")

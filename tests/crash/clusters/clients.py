"""The load of a campaign: clients that write and read, and one that asks the leader for something all the time."""

from __future__ import annotations

import itertools
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import httpx

from facetry.cluster.roles import ROLES, SCAN
from tests.crash.clusters.linearizability import INITIAL, Operation

EXTENSION: Final = "user"
PAUSE_SECONDS: Final = 0.05
PROBES: Final = 3
"""Number of clients that ask the leader: one may wait for a host that is cut off."""
PROBE_SECONDS: Final = 4.0


@dataclass
class Record:
    """What the clients have seen."""

    history: dict[str, list[Operation]] = field(default_factory=lambda: defaultdict(list))
    """The operations on the tags of each image."""
    times: list[tuple[float, float]] = field(default_factory=list)
    """Begin and end of each request that was answered with success."""
    acknowledged: int = 0
    refused: int = 0
    led: dict[str, list[float]] = field(default_factory=lambda: {role: [] for role in ROLES})
    """By role, when requests that need its leader have succeeded."""
    events: list[int] = field(default_factory=list)
    """The sequences of the events of a stream, in the order in which they came."""
    lock: threading.Lock = field(default_factory=threading.Lock)


class Clients:
    """Threads that send requests until `stop`."""

    def __init__(self, client: Callable[[], httpx.Client], images: Sequence[str], record: Record) -> None:
        """`client` makes a new client."""
        self._client = client
        self._images = images
        self._record = record
        self._values = itertools.count()
        self._is_stopping = threading.Event()
        functions = [
            self._write,
            self._write,
            self._read,
            self._read,
            self._follow,
            *[self._ask_leader] * PROBES * len(ROLES),
        ]
        self._threads = [threading.Thread(target=self._run, args=(each,), daemon=True) for each in functions]
        self.errors: list[BaseException] = []

    def start(self) -> None:
        """Start all clients."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop all clients."""
        self._is_stopping.set()
        for thread in self._threads:
            thread.join(60)

    def _run(self, function: Callable[[httpx.Client, int], None]) -> None:
        with self._client() as client:
            for turn in itertools.count():
                if self._is_stopping.wait(PAUSE_SECONDS):
                    return
                try:
                    function(client, turn)
                except httpx.TransportError:
                    continue
                except Exception as error:
                    self.errors.append(error)
                    return

    def _write(self, client: httpx.Client, turn: int) -> None:
        image, value = self._images[turn % len(self._images)], f"v{next(self._values)}"
        begin = time.monotonic()
        end = None
        try:
            path = f"/image/{image}/setTags"
            answer = client.put(path, params={"extensionId": EXTENSION}, json=[value])
            if answer.status_code == 204:
                end = time.monotonic()
        finally:
            self._note(Operation(True, value, begin) if end is None else Operation(True, value, begin, end), image)

    def _read(self, client: httpx.Client, turn: int) -> None:
        image = self._images[turn % len(self._images)]
        begin = time.monotonic()
        answer = client.get(f"/image/{image}/getTags", params={"extensionId": EXTENSION})
        end = time.monotonic()
        if answer.status_code == 200:
            (value,) = answer.json() or [INITIAL]
            self._note(Operation(False, value, begin, end), image)

    def _note(self, operation: Operation, image: str) -> None:
        is_answered = operation.end != float("inf")
        with self._record.lock:
            self._record.history[image].append(operation)
            self._record.acknowledged += operation.is_write and is_answered
            self._record.refused += not is_answered
            if is_answered:
                self._record.times.append((operation.begin, operation.end))

    def _ask_leader(self, client: httpx.Client, turn: int) -> None:
        """Ask the leaders of both roles in turns for something that changes nothing."""
        role = ROLES[turn % len(ROLES)]
        begin = time.monotonic()
        if role == SCAN:
            answer = client.delete("/trash/empty", timeout=PROBE_SECONDS)
        else:
            answer = client.put("/extension/ensure", params={"id": EXTENSION}, timeout=PROBE_SECONDS)
        if answer.is_success:
            end = time.monotonic()
            with self._record.lock:
                self._record.led[role].append(end)
                self._record.times.append((begin, end))

    def _follow(self, client: httpx.Client, _: int) -> None:
        """Read the events after those that were read, from whatever host."""
        after = self._record.events[-1] if self._record.events else 0
        answer = client.get("/event/stream", params={"wait": "false"}, headers={"Last-Event-ID": str(after)})
        if answer.status_code != 200:
            return
        for block in answer.text.split("\n\n"):
            fields = dict(line.partition(": ")[::2] for line in block.split("\n") if ": " in line)
            assert fields.get("event") != "reset", block
            if "data" in fields and "id" in fields:
                self._record.events.append(int(fields["id"]))

"""A client of the event stream that connects again, from its last event on, whenever its connection is lost."""

from __future__ import annotations

import http.client
import threading
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Final

from tests.crash.durability.connection import HOST
from tests.crash.durability.processes import KEY
from tests.crash.process_kills.connections import PAUSE_SECONDS, open_port
from tests.crash.process_kills.losses import Losses

LINE_BYTES: Final = 100_000


@dataclass
class StreamReader:
    """Reads the stream in a thread of its own."""

    name: str
    port: int
    losses: Losses
    sequences: list[int] = field(default_factory=list)
    """The sequences of all events, in the order in which they came."""
    errors: list[str] = field(default_factory=list)
    connections: int = 0
    _last: int = 0
    _connection: http.client.HTTPConnection | None = None

    def run_until(self, is_over: threading.Event) -> None:
        """Read until the end, whatever is killed. `stop` ends the last connection."""
        while not is_over.is_set() and not self.errors:
            connection = self._connection = http.client.HTTPConnection(HOST, self.port, timeout=60)
            port: int | None = None
            try:
                port = open_port(connection)
                self.losses.opened(port)
                self._read(connection)
                what = f"{self.name}: the stream ended"
            except (OSError, ValueError, http.client.HTTPException) as error:
                what = f"{self.name}: {error!r}"
            if not is_over.is_set():
                self.losses.lost(port, what)
                is_over.wait(PAUSE_SECONDS)
            connection.close()

    def stop(self) -> None:
        """End the connection, after the end was announced."""
        if self._connection is not None and self._connection.sock is not None:
            with suppress(OSError):
                self._connection.sock.shutdown(2)

    def _read(self, connection: http.client.HTTPConnection) -> None:
        headers = {"Authorization": f"Bearer {KEY}", "Last-Event-ID": str(self._last)}
        connection.request("GET", "/event/stream", headers=headers)
        with closing(connection.getresponse()) as reply:
            self._read_answer(reply)

    def _read_answer(self, reply: http.client.HTTPResponse) -> None:
        if reply.status != 200:
            content = reply.read()
            if reply.status != 503 or b"service.coordinator" not in content:
                self.errors.append(f"{self.name}: {reply.status} {content!r}")
            return
        self.connections += 1
        id, event = 0, ""
        while line := reply.readline(LINE_BYTES):
            name, _, value = line.decode().rstrip("\n").partition(": ")
            match name:
                case "id":
                    id = int(value)
                case "event":
                    event = value
                case "" if id:
                    self._note(id, event)
                    id, event = 0, ""

    def _note(self, id: int, event: str) -> None:
        """Note a whole message."""
        if event == "reset":
            self.errors.append(f"{self.name}: the stream was reset at {id}")
        elif event:
            if self.sequences and id <= self.sequences[-1]:
                self.errors.append(f"{self.name}: event {id} came after {self.sequences[-1]}")
            self.sequences.append(id)
        self._last = max(self._last, id)

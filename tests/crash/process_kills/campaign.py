"""Kills the processes of a service at random while clients write and read."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from facetry.store.engines.sqlite.connections import driver
from generated.topics import STREAMED
from tests.crash.durability import comparison
from tests.crash.durability.comparison import Observation
from tests.crash.durability.connection import ServiceConnection
from tests.crash.durability.history import History
from tests.crash.durability.processes import KEY
from tests.crash.durability.writing import EXTENSION
from tests.crash.process_kills.clients import CheckedWriter, KeyHolder
from tests.crash.process_kills.connections import SpreadConnection
from tests.crash.process_kills.front_end import FrontEnd
from tests.crash.process_kills.losses import Losses
from tests.crash.process_kills.service import COUNT, KilledService
from tests.crash.process_kills.streaming import StreamReader

WRITERS: Final = 4
READERS: Final = 2
KINDS: Final = ("API process", "API process", "API process", "coordinator", "coordinator", "supervisor")
"""What is killed: how often each kind is here says how likely it is."""
MOST_COORDINATORS: Final = 3
"""How many coordinators are killed in a row. A few more ends within a minute would end the service."""
_SECONDS: Final = (0.05, 0.6)
"""How long clients work before a kill: at least and at most, in seconds."""
_END_SECONDS: Final = 90.0


@dataclass
class Campaign:
    """A service with its clients, and the figures of all kills so far."""

    directory: Path
    service: KilledService
    rng: random.Random
    losses: Losses = field(default_factory=Losses)
    writers: list[CheckedWriter] = field(default_factory=list)
    streams: list[StreamReader] = field(default_factory=list)
    key_holder: KeyHolder = field(init=False)
    front_end: FrontEnd = field(init=False)
    kills: Counter[str] = field(default_factory=Counter)
    _is_over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    @property
    def pictures(self) -> Path:
        """The folder of the repository."""
        return self.directory / "pictures"

    @property
    def errors(self) -> list[str]:
        """Everything that went wrong."""
        refusals = [each for writer in self.writers for each in writer.refusals]
        streams = [each for stream in self.streams for each in stream.errors]
        return [*self.losses.errors, *refusals, *streams, *self.key_holder.errors]

    def prepare(self) -> None:
        """Start the service with a repository, and make the clients."""
        self.pictures.mkdir()
        (self.directory / "folders").mkdir()
        self.service.run_command("extension", "register", EXTENSION)
        self.service.start()
        with closing(ServiceConnection(self.service.port, KEY)) as connection:
            record = connection.call(
                "POST", "/repository/create", type="file", url=f"file://{self.pictures}", name="pictures"
            )
        self.writers = [
            CheckedWriter(
                f"w{number}",
                self.directory / "folders",
                record["id"],
                History(),
                random.Random(number),
                service=self._connect(f"writer {number}"),
                root=self.pictures,
            )
            for number in range(WRITERS)
        ]
        self.streams = [StreamReader(f"stream {each}", self.service.port, self.losses) for each in range(READERS)]
        self.key_holder = KeyHolder(self._connect("key holder"))
        self.front_end = FrontEnd("front end", self.service.port, self.losses)

    def run(self, kills: int) -> None:
        """Kill processes so many times, the supervisor at last, while the clients work; then compare everything."""
        self._begin()
        try:
            try:
                self._kill_again_and_again(kills)
                if not self.errors:
                    self._wait_for_streams()
            finally:
                self._end()
            if not self.errors:
                self._compare()
        finally:
            for connection in (*(writer.service for writer in self.writers), self.key_holder.service):
                connection.end()

    def _kill_again_and_again(self, kills: int) -> None:
        in_a_row = 0
        for number in range(kills):
            self.losses.wait_for_progress(lambda: self.errors)
            time.sleep(self.rng.uniform(*_SECONDS))
            if self.errors:
                return
            kind = self.rng.choice(KINDS) if number < kills - 1 else "supervisor"
            if kind == "coordinator" and in_a_row == MOST_COORDINATORS:
                kind = "supervisor"
            in_a_row = {"coordinator": in_a_row + 1, "supervisor": 0}.get(kind, in_a_row)
            self._kill(kind)
            self.kills[kind] += 1
        self.losses.wait_for_progress(lambda: self.errors)

    def figures(self) -> str:
        """The figures in one line."""
        acknowledged = sum(sum(writer.history.acknowledged.values()) for writer in self.writers)
        return (
            f"{dict(self.kills)} kills, {acknowledged} acknowledged writes, "
            f"{sum(writer.checks for writer in self.writers)} of them read at once through another process, "
            f"{[len(stream.sequences) for stream in self.streams]} events over "
            f"{[stream.connections for stream in self.streams]} streams, {self.front_end.events} events over "
            f"{self.front_end.connections} sockets, {self.key_holder.revoked} keys revoked, "
            f"{self.losses.count} lost connections, {len(self.errors)} errors"
        )

    def _connect(self, name: str) -> SpreadConnection:
        return SpreadConnection(name, self.service.port, self.losses, COUNT)

    def _begin(self) -> None:
        is_over = self._is_over
        for writer in self.writers:
            self._run(writer.run_until, is_over, self.service)
        for stream in self.streams:
            self._run(stream.run_until, is_over)
        self._run(self.key_holder.run_until, is_over)
        self._run(self.front_end.run_until, is_over)

    def _run(self, target: Any, *arguments: Any) -> None:
        thread = threading.Thread(target=target, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _kill(self, kind: str) -> None:
        """Kill a process of this kind. Other clients than those of the killed process must not notice it."""
        processes = self.service.processes()
        owners = self.service.owners(processes)
        if kind == "API process":
            victim = self.rng.choice(processes.api_processes)
            self.losses.begin([port for port, pid in owners.items() if pid == victim], has_no_service=False)
            self.service.kill_api_process(processes, victim)
        else:
            self.losses.begin(owners, has_no_service=kind == "supervisor")
            kill = self.service.kill_coordinator if kind == "coordinator" else self.service.kill_supervisor
            kill(processes)
        self.losses.end()

    def _end(self) -> None:
        """End the clients."""
        self._is_over.set()
        for stream in self.streams:
            stream.stop()
        for thread in self._threads:
            thread.join(_END_SECONDS)
            assert not thread.is_alive(), f"a client does not end: {self.figures()}"

    def _wait_for_streams(self) -> None:
        """Wait until the streams have what is in the log now."""
        newest, deadline = max(self._logged(), default=0), time.monotonic() + _END_SECONDS
        while any(not stream.sequences or stream.sequences[-1] < newest for stream in self.streams):
            if self.errors:
                return
            assert time.monotonic() < deadline, f"the streams have not reached event {newest}: {self.figures()}"
            time.sleep(0.02)

    def _compare(self) -> None:
        """Compare everything with the histories, when nobody writes."""
        for writer in self.writers:
            writer.compare(set(writer.history.attempts))
        logged = self._logged()
        for stream in self.streams:
            expected = [each for each in logged if each <= stream.sequences[-1]]
            if stream.sequences != expected:
                missing = sorted(set(expected) - set(stream.sequences))[:10]
                stream.errors.append(f"{stream.name} has {len(stream.sequences)} events, and not {missing}")
        events: Counter[tuple[str, str]] = Counter()
        for writer in self.writers:
            events.update(writer.history.events)
        connection = self._connect("comparison")
        images = Observation(connection, self.writers[0].repository, self.pictures).images()
        connection.end()
        database = self.service.data_dir / "library.db"
        self.losses.errors += [
            *comparison.check_files(self.pictures, images),
            *comparison.check_versions(self.service.data_dir / "extensions", database),
            *comparison.check_database(database, events),
        ]

    def _logged(self) -> Sequence[int]:
        """The sequences of the events that streams send, as the log has them."""
        module: Any = driver()
        database = self.service.data_dir / "library.db"
        marks = ",".join("?" * len(STREAMED))
        statement = f"SELECT sequence FROM event WHERE target IS NULL AND topic IN ({marks}) ORDER BY sequence"  # noqa: S608
        with closing(module.connect(f"file:{database}?mode=ro", uri=True, timeout=30)) as connection:
            return [row[0] for row in connection.execute(statement, STREAMED).fetchall()]

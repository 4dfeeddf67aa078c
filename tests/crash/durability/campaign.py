"""Kills a server again and again while clients write, and compares it with the history after each start."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.crash.durability import comparison
from tests.crash.durability.comparison import Observation
from tests.crash.durability.connection import ServiceConnection
from tests.crash.durability.history import History, Subject
from tests.crash.durability.processes import Running, Starter, percentile
from tests.crash.durability.writing import EXTENSION, KINDS, PICTURES, SETTINGS, Writer

WRITERS: Final = 4
PICTURES_REPOSITORY: Final[Subject] = ("repository", "pictures")
_WHOLE: Final = 25
"""After how many kills everything is compared, not only what was written since the last kill."""
_ORDINARY: Final = 10
"""After how many kills a server is started as a user does, with all of its imports."""
_SECONDS: Final = (0.02, 0.4)
"""How long clients write before a kill: at least and at most, in seconds."""
_PICTURE_SECONDS: Final = (0.3, 1.2)
"""The same for pictures: a decoder process has to start first."""


@dataclass
class Campaign:
    """A library with its writers, and the figures of all kills so far."""

    directory: Path
    starter: Starter
    rng: random.Random
    history: History = field(default_factory=History)
    writers: list[Writer] = field(default_factory=list)
    repository: str = ""
    kills: int = 0
    recoveries: list[float] = field(default_factory=list)
    """Seconds from the start of a process to readiness, after a kill."""
    ordinary_recoveries: list[float] = field(default_factory=list)
    """Those of servers that were started as a user does."""
    errors: list[str] = field(default_factory=list)

    @property
    def data_dir(self) -> Path:
        """The data folder."""
        return self.directory / "data"

    @property
    def pictures(self) -> Path:
        """The folder of the repository."""
        return self.directory / "pictures"

    def prepare(self) -> None:
        """Make the library with its repository and the extension that writes facets."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        (self.directory / "folders").mkdir(exist_ok=True)
        self.starter.wait(self.starter.spawn("extension", "register", EXTENSION, "--data-dir", str(self.data_dir)))
        running = self.starter.serve(self.data_dir)
        service = running.connect()
        url = f"file://{self.pictures}"
        attempt = self.history.begin(PICTURES_REPOSITORY, "first")
        record = service.call("POST", "/repository/create", type="file", url=url, name="pictures", comment="first")
        self.repository = record["id"]
        self.history.acknowledge(PICTURES_REPOSITORY, attempt, self.repository)
        self.writers = [
            Writer(f"w{number}", self.directory / "folders", self.repository, self.history, random.Random(number))
            for number in range(WRITERS)
        ]
        for writer in self.writers:
            writer.run(service, lambda: len(writer.images) >= 3, ["store"])  # noqa: B023  # it is called here only
            self.errors += writer.refusals
        self.starter.end(running)

    def run(self, kills: int) -> None:
        """Kill the server so many times, and compare after each."""
        running = self.starter.serve(self.data_dir)
        try:
            while self.kills < kills and not self.errors:
                self._write_and_kill(running)
                self.kills += 1
                is_ordinary = self.kills % _ORDINARY == 0
                running = self.starter.serve(self.data_dir, ordinary=is_ordinary)
                self.recoveries.append(running.seconds)
                if is_ordinary:
                    self.ordinary_recoveries.append(running.seconds)
                is_whole = self.kills % _WHOLE == 0 or self.kills == kills
                self.errors += self._differences(running, whole=is_whole)
                if is_whole:
                    print(self.figures(), flush=True)
        finally:
            self.starter.end(running)

    def _write_and_kill(self, running: Running) -> None:
        with_pictures = self.kills % 4 == 0
        kinds = [name for name in KINDS if with_pictures or name not in PICTURES]
        is_over = threading.Event()
        threads = [
            threading.Thread(target=writer.run, args=(running.connect(), is_over.is_set, kinds), daemon=True)
            for writer in self.writers
        ]
        for thread in threads:
            thread.start()
        time.sleep(self.rng.uniform(*(_PICTURE_SECONDS if with_pictures else _SECONDS)))
        self.starter.end(running)
        is_over.set()
        for thread in threads:
            thread.join(90)
        for writer in self.writers:
            self.errors += writer.refusals

    def _differences(self, running: Running, *, whole: bool) -> list[str]:
        service = running.connect()
        try:
            return self._compare(service, whole=whole)
        finally:
            service.close()

    def _compare(self, service: ServiceConnection, *, whole: bool) -> list[str]:
        history = self.history
        subjects = set(history.attempts) if whole else set(history.unsettled)
        observation = Observation(service, self.repository, self.pictures)
        errors, values = comparison.compare(history, subjects, observation)
        for subject, value in values.items():
            if subject in (PICTURES_REPOSITORY, SETTINGS):
                history.settle(subject, value)
            else:
                self.writers[int(subject[1][1])].settle(subject, value)
        database = self.data_dir / "library.db"
        if whole:
            errors += comparison.check_files(self.pictures, observation.images())
            errors += comparison.check_versions(self.data_dir / "extensions", database)
        return errors + comparison.check_database(database, history.events if whole else {})

    def figures(self) -> str:
        """The figures in one line."""
        kinds = dict(sorted(self.history.acknowledged.items()))
        return (
            f"{self.kills} kills, {sum(kinds.values())} acknowledged writes {kinds}, {len(self.errors)} errors; "
            f"recovery {_quantiles(self.recoveries)}; with imports {_quantiles(self.ordinary_recoveries)}"
        )


def _quantiles(seconds: Sequence[float]) -> str:
    if not seconds:
        return "of none"
    return (
        f"of {len(seconds)} p50 {percentile(seconds, 0.5):.2f} s, p99 {percentile(seconds, 0.99):.2f} s, "
        f"longest {max(seconds):.2f} s"
    )

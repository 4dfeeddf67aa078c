"""A server with five extensions under injected faults, while clients write."""

import os
import random
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import httpx

from facetry.store.store import Store
from tests.crash.extensions.behaviours import archive, behaviours
from tests.crash.extensions.oracle import CLIENT, Comparison, Journal, Log, TagWrites, compare, never_finishes, query
from tests.crash.extensions.relay import Relay
from tests.support.imaging.pictures import picture
from tests.support.services.servers import Server, child_pids, running_server
from tests.support.services.service_processes import library_process

ROUND: Final = ("server", "program", "cut", "guardian", "freeze", "swallow", "program", "cut all")
"""The faults, in the proportion in which a campaign injects them."""
TICK: Final = 1 / 40
"""Seconds between two writes of a client."""
CONNECT_SECONDS: Final = 30.0
QUIET_SECONDS: Final = 15.0
"""Seconds without a delivery after which no more are expected."""


@dataclass(frozen=True)
class ResourceUsage:
    """The resources that a server process uses."""

    descriptors: int
    threads: int
    zombies: int
    megabytes: float


class Campaign:
    """Injects faults into a server until its log is long enough, then compares deliveries with the log."""

    def __init__(
        self, folder: Path, images: int, rng: random.Random, extra: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.folder = folder
        self.pictures = folder / "pictures"
        self.pictures.mkdir()
        self.images = images
        self.rng = rng
        self.extra = extra
        self.behaviours = behaviours(folder)
        self.journals = {each.id: Journal(Path(each.journal)) for each in self.behaviours}
        self.tag_writes = TagWrites()
        self.log = Log()
        self.image_ids: list[str] = []
        self.injected: list[tuple[int, str]] = []
        self.stack = ExitStack()
        self.relay = self.stack.enter_context(Relay(rng))
        self.life = ExitStack()
        """Holds the resources of the running server."""
        self.is_up = False
        self.count = 0
        self._frozen: list[tuple[float, int]] = []
        self._faults: Mapping[str, Callable[[], bool]] = {
            "server": self.kill_server,
            "program": self.kill_program,
            "guardian": self.kill_guardian,
            "freeze": self.freeze,
            "cut": self.relay.cut,
            "cut all": self.relay.cut_all,
            "swallow": lambda: self.relay.swallow(0.3),
        }

    # The server.

    def __enter__(self) -> "Campaign":
        try:
            self.prepare()
        except BaseException:
            self.__exit__()
            raise
        return self

    def prepare(self) -> None:
        """Install the extensions, then put pictures into the folder."""
        self.start_server([self.pictures])
        self.server.run_command("extension", "register", CLIENT)
        for each in self.behaviours:
            response = self.client.post(
                "/extension/install?state=enabled",
                content=archive(each),
                headers={"Content-Type": "application/zip"},
            )
            assert response.status_code == 201, response.text
        self.wait_until_connected()
        for _ in range(self.images):
            self.create()

    def __exit__(self, *_: object) -> None:
        for frozen in self._frozen:
            _signal(frozen[1], signal.SIGCONT)
        self.stop_server()
        self.stack.close()

    def start_server(self, roots: list[Path]) -> None:
        extra = {"FAULTS_RELAY": f"http://127.0.0.1:{self.relay.port}", **self.extra}
        program = "tests.crash.extensions.quick_server"
        self.server: Server = self.life.enter_context(
            running_server(self.folder, roots, extra_environment=extra, program=program, wait_for_scans=False)
        )
        self.relay.target = self.server.port
        self.client: httpx.Client = self.life.enter_context(self.server.client())
        self.store = Store(self.server.data_dir / "library.db")
        self.is_up = True

    def stop_server(self, *, is_kill: bool = False) -> None:
        """End the server. The database is closed first, so that no other connection can repair what the server
        leaves.
        """
        if self.is_up:
            self.is_up = False
            self.store.close()
        if is_kill:
            self.server.process.kill()
            self.server.process.wait()
        self.life.close()

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        return query(self.store, statement)

    def wait_until_connected(self) -> None:
        """Wait until all extensions accept events."""
        deadline = time.monotonic() + CONNECT_SECONDS
        while True:
            activities = self.client.get("/extension/activities").json()
            if all(each["connection"] == "started" for each in activities):
                return
            assert time.monotonic() < deadline, f"{activities}\n{self.server.output()[-3000:]}"
            time.sleep(0.05)

    # Actions of clients.

    def run(self, events: int, faults: int, of: Sequence[str] = ROUND) -> None:
        """Write until there are `events` events, and inject `faults` faults meanwhile."""
        due = [of[number % len(of)] for number in range(faults)]
        self.rng.shuffle(due)
        tick = 0
        while (event_count := self.event_count()) < events or due:
            while due and event_count > events * (faults - len(due) + 1) / (faults + 1):
                self.inject(due.pop())
                event_count = self.event_count()
            started = time.monotonic()
            for _ in range(10):
                self.write_tag()
                tick += 1
                if tick % 40 == 0:
                    self.request_again()
                if tick % 200 == 0:
                    self.change_file()
                self.resume_frozen()
                time.sleep(max(0.0, started + TICK - time.monotonic()))
                started = time.monotonic()

    def event_count(self) -> int:
        """Number of events so far that are delivered to extensions."""
        self.log.read(self.store)
        return len(self.log.events)

    def write_tag(self) -> None:
        """Set a tag of a random image, and record whether the write was acknowledged."""
        if not self.image_ids:
            self.refresh_images()
            return
        image = self.rng.choice(self.image_ids)
        self.tag_writes.attempts[image] += 1
        number = self.tag_writes.attempts[image]
        try:
            answer = self.client.put(f"/image/{image}/setTags?extensionId={CLIENT}", json=[str(number)])
        except httpx.TransportError:
            return
        if answer.status_code == 204:
            self.tag_writes.acknowledged[image] += 1
            self.tag_writes.last[image] = number
        else:
            assert answer.status_code in (404, 503), answer.text

    def request_again(self) -> None:
        """Request new facets of some images from all extensions, and sometimes a retry of failed work."""
        self.refresh_images()
        asked = [
            f"/image/{image}/runCapabilities" for image in self.rng.sample(self.image_ids, min(4, len(self.image_ids)))
        ]
        if self.rng.random() < 0.1:
            asked += [f"/extension/moody/{what}" for what in ("retry", "redrive")]
        for target in asked:
            answer = self.client.put(target)
            assert answer.status_code in (200, 404, 503), answer.text

    def refresh_images(self) -> None:
        """Read the ids of all images."""
        self.image_ids = [
            str(id) for id in self.client.post("/image/search/ids", json={"range": {"take": 1000}}).json()["items"]
        ]

    def create(self) -> None:
        self.count += 1
        self.write(self.pictures / f"{self.count}.png")

    def change_file(self) -> None:
        """Change, remove or add a picture."""
        some = sorted(self.pictures.glob("*.png"))
        act = self.rng.choice(["change", "change", "remove", "create"])
        if act == "create" or len(some) < self.images // 2:
            self.create()
        elif act == "change":
            self.write(self.rng.choice(some))
        else:
            self.rng.choice(some).unlink()

    def write(self, path: Path) -> None:
        aside = path.with_name(f".{path.name}")
        aside.write_bytes(picture("PNG", seed=self.rng.randrange(10**9)))
        aside.replace(path)

    # Faults.

    def inject(self, fault: str) -> None:
        """Inject a fault. It is tried again while it has no target."""
        deadline = time.monotonic() + CONNECT_SECONDS
        started = time.monotonic_ns()
        while not self._faults[fault]():
            assert time.monotonic() < deadline, f"the fault {fault} found no target\n{self.server.output()[-3000:]}"
            self.write_tag()
            time.sleep(TICK)
            started = time.monotonic_ns()
        self.injected.append((started, fault))

    def kill_server(self) -> bool:
        self.stop_server(is_kill=True)
        self.start_server([])
        return True

    def kill_program(self) -> bool:
        pid = self.running_pid()
        return pid is not None and _signal(pid, signal.SIGKILL)

    def kill_guardian(self) -> bool:
        pid = self.running_pid()
        if pid is None:
            return False
        with suppress(OSError):
            guardian = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
            if b"guardian" in Path(f"/proc/{guardian}/cmdline").read_bytes():
                return _signal(guardian, signal.SIGKILL)
        return False

    def freeze(self) -> bool:
        """Stop the process of an extension for a while."""
        pid = self.running_pid()
        if pid is None or not _signal(pid, signal.SIGSTOP):
            return False
        self._frozen.append((time.monotonic() + self.rng.uniform(0.5, 2.5), pid))
        return True

    def resume_frozen(self) -> None:
        for due, pid in list(self._frozen):
            if due < time.monotonic():
                _signal(pid, signal.SIGCONT)
                self._frozen.remove((due, pid))

    def running_pid(self) -> int | None:
        """The process id of a random extension; None when it does not run."""
        journal = self.rng.choice(list(self.journals.values()))
        journal.read()
        pid = journal.pids[-1]
        with suppress(OSError):
            if b"main.py" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
        return None

    # Results.

    def resource_usage(self) -> "ResourceUsage":
        """The resources that the server, or the process of it that runs extensions, uses now."""
        pid = library_process(self.server.process.pid, self.server.data_dir)
        states = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] for child in child_pids(pid)]
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return ResourceUsage(
            descriptors=len(os.listdir(f"/proc/{pid}/fd")),  # noqa: PTH208  # only how many
            threads=len(os.listdir(f"/proc/{pid}/task")),  # noqa: PTH208
            zombies=states.count("Z"),
            megabytes=pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
        )

    def comparison(self) -> Comparison:
        """Wait until all work is done or deliveries have ended, then compare."""
        quiet_since, seen = time.monotonic(), -1
        while self.is_unfinished() and time.monotonic() - quiet_since < QUIET_SECONDS:
            self.resume_frozen()
            lines = sum(journal.lines for journal in self.journals.values())
            if lines != seen:
                quiet_since, seen = time.monotonic(), lines
            time.sleep(0.25)
        return compare(self.store, self.log, self.behaviours, self.journals, self.tag_writes, self.injected)

    def is_unfinished(self) -> bool:
        """Whether a delivery, a computation or a scan is still to be done."""
        activities = self.client.get("/repository/activities").json()
        images, files = self.query("SELECT count(*) FROM image")[0][0], len(list(self.pictures.glob("*.png")))
        if any(each["kind"] == "synchronizing" for each in activities) or images != files:
            return True
        self.log.read(self.store)
        for each in self.behaviours:
            journal = self.journals[each.id]
            journal.read()
            for event in self.log.of(each):
                if event.name not in (journal.delivered if never_finishes(each, event) else journal.finished):
                    return True
        return bool(self.query("SELECT count(*) FROM task WHERE state = 'pending'")[0][0])


def _signal(pid: int, number: signal.Signals) -> bool:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True

"""A server with five extensions to which everything happens that may happen, while clients write."""

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
from tests.crash.behaviours import archive, behaviours
from tests.crash.oracle import CLIENT, Journal, Log, Verdict, Written, is_vain, judge, query
from tests.crash.relay import Relay
from tests.support.pictures import picture
from tests.support.servers import Server, children, serving

ROUND: Final = ("server", "program", "cut", "keeper", "freeze", "swallow", "program", "cut all")
"""The faults; a campaign has them in this measure."""
TICK: Final = 1 / 40
"""Seconds between two writings of a client."""
CONNECT_SECONDS: Final = 30.0
SILENT_SECONDS: Final = 15.0
"""When nothing has come for so long, nothing will."""


@dataclass(frozen=True)
class Vitals:
    """What a server holds."""

    descriptors: int
    threads: int
    zombies: int
    megabytes: float


class Campaign:
    """Does things to a server until its log is long enough, then looks what came of them."""

    def __init__(
        self, folder: Path, images: int, chance: random.Random, extra: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.folder = folder
        self.pictures = folder / "pictures"
        self.pictures.mkdir()
        self.images = images
        self.chance = chance
        self.extra = extra
        self.behaviours = behaviours(folder)
        self.journals = {each.id: Journal(Path(each.journal)) for each in self.behaviours}
        self.written = Written()
        self.log = Log()
        self.known: list[str] = []
        self.struck: list[tuple[int, str]] = []
        self.stack = ExitStack()
        self.relay = self.stack.enter_context(Relay(chance))
        self.life = ExitStack()
        """Of the server that runs now."""
        self.is_up = False
        self.count = 0
        self._frozen: list[tuple[float, int]] = []
        self._faults: Mapping[str, Callable[[], bool]] = {
            "server": self.kill_server,
            "program": self.kill_program,
            "keeper": self.kill_keeper,
            "freeze": self.freeze,
            "cut": self.relay.cut,
            "cut all": self.relay.cut_all,
            "swallow": lambda: self.relay.swallow(0.3),
        }

    # The server.

    def __enter__(self) -> "Campaign":
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def begin(self) -> None:
        """Install the extensions, then put pictures into the folder."""
        self.up([self.pictures])
        self.server.facetry("extension", "register", CLIENT)
        for each in self.behaviours:
            made = self.client.post(
                "/extension/install?state=enabled",
                content=archive(each),
                headers={"Content-Type": "application/zip"},
            )
            assert made.status_code == 201, made.text
        self.connected()
        for _ in range(self.images):
            self.create()

    def __exit__(self, *_: object) -> None:
        for frozen in self._frozen:
            _signal(frozen[1], signal.SIGCONT)
        self.down()
        self.stack.close()

    def up(self, roots: list[Path]) -> None:
        extra = {"FAULTS_RELAY": f"http://127.0.0.1:{self.relay.port}", **self.extra}
        program = "tests.crash.quick_server"
        self.server: Server = self.life.enter_context(
            serving(self.folder, roots, extra=extra, program=program, settle=False)
        )
        self.relay.target = self.server.port
        self.client: httpx.Client = self.life.enter_context(self.server.client())
        self.store = Store(self.server.data_dir / "library.db")
        self.is_up = True

    def down(self, *, is_kill: bool = False) -> None:
        """End the server. Nobody else has the database open then, who could mend what it leaves behind."""
        if self.is_up:
            self.is_up = False
            self.store.close()
        if is_kill:
            self.server.process.kill()
            self.server.process.wait()
        self.life.close()

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        return query(self.store, statement)

    def connected(self) -> None:
        """Wait until all extensions take events."""
        deadline = time.monotonic() + CONNECT_SECONDS
        while True:
            told = self.client.get("/extension/activities").json()
            if all(each["connection"] == "started" for each in told):
                return
            assert time.monotonic() < deadline, f"{told}\n{self.server.said()[-3000:]}"
            time.sleep(0.05)

    # What clients do.

    def run(self, events: int, faults: int, of: Sequence[str] = ROUND) -> None:
        """Write until there are so many events, with so many faults on the way."""
        due = [of[number % len(of)] for number in range(faults)]
        self.chance.shuffle(due)
        tick = 0
        while (happened := self.happened()) < events or due:
            while due and happened > events * (faults - len(due) + 1) / (faults + 1):
                self.strike(due.pop())
                happened = self.happened()
            begun = time.monotonic()
            for _ in range(10):
                self.tag()
                tick += 1
                if tick % 40 == 0:
                    self.ask_again()
                if tick % 200 == 0:
                    self.change_file()
                self.thaw()
                time.sleep(max(0.0, begun + TICK - time.monotonic()))
                begun = time.monotonic()

    def happened(self) -> int:
        """How many events there are that somebody is told."""
        self.log.read(self.store)
        return len(self.log.events)

    def tag(self) -> None:
        """Set a tag of some image, and remember what became of that."""
        if not self.known:
            self.look()
            return
        image = self.chance.choice(self.known)
        self.written.tried[image] += 1
        number = self.written.tried[image]
        try:
            answer = self.client.put(f"/image/{image}/setTags?extensionId={CLIENT}", json=[str(number)])
        except httpx.TransportError:
            return
        if answer.status_code == 204:
            self.written.acknowledged[image] += 1
            self.written.last[image] = number
        else:
            assert answer.status_code in (404, 503), answer.text

    def ask_again(self) -> None:
        """Have all extensions compute some images anew, and now and then once more what could not be done."""
        self.look()
        asked = [f"/image/{image}/runCapabilities" for image in self.chance.sample(self.known, min(4, len(self.known)))]
        if self.chance.random() < 0.1:
            asked += [f"/extension/moody/{what}" for what in ("retry", "redrive")]
        for target in asked:
            answer = self.client.put(target)
            assert answer.status_code in (200, 404, 503), answer.text

    def look(self) -> None:
        """Learn which images there are."""
        self.known = [
            str(id) for id in self.client.post("/image/search/ids", json={"range": {"take": 1000}}).json()["items"]
        ]

    def create(self) -> None:
        self.count += 1
        self.write(self.pictures / f"{self.count}.png")

    def change_file(self) -> None:
        """Change, remove or add a picture."""
        some = sorted(self.pictures.glob("*.png"))
        act = self.chance.choice(["change", "change", "remove", "create"])
        if act == "create" or len(some) < self.images // 2:
            self.create()
        elif act == "change":
            self.write(self.chance.choice(some))
        else:
            self.chance.choice(some).unlink()

    def write(self, path: Path) -> None:
        aside = path.with_name(f".{path.name}")
        aside.write_bytes(picture("PNG", seed=self.chance.randrange(10**9)))
        aside.replace(path)

    # What happens to them.

    def strike(self, fault: str) -> None:
        """Do it; a fault that meets nobody is tried again."""
        deadline = time.monotonic() + CONNECT_SECONDS
        begun = time.monotonic_ns()
        while not self._faults[fault]():
            assert time.monotonic() < deadline, f"nobody is there to {fault}\n{self.server.said()[-3000:]}"
            self.tag()
            time.sleep(TICK)
            begun = time.monotonic_ns()
        self.struck.append((begun, fault))

    def kill_server(self) -> bool:
        self.down(is_kill=True)
        self.up([])
        return True

    def kill_program(self) -> bool:
        pid = self.program()
        return pid is not None and _signal(pid, signal.SIGKILL)

    def kill_keeper(self) -> bool:
        pid = self.program()
        if pid is None:
            return False
        with suppress(OSError):
            keeper = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
            if b"keeper" in Path(f"/proc/{keeper}/cmdline").read_bytes():
                return _signal(keeper, signal.SIGKILL)
        return False

    def freeze(self) -> bool:
        """Someone who takes nothing for a while."""
        pid = self.program()
        if pid is None or not _signal(pid, signal.SIGSTOP):
            return False
        self._frozen.append((time.monotonic() + self.chance.uniform(0.5, 2.5), pid))
        return True

    def thaw(self) -> None:
        for due, pid in list(self._frozen):
            if due < time.monotonic():
                _signal(pid, signal.SIGCONT)
                self._frozen.remove((due, pid))

    def program(self) -> int | None:
        """The process of some extension that runs."""
        journal = self.chance.choice(list(self.journals.values()))
        journal.read()
        pid = journal.pids[-1]
        with suppress(OSError):
            if b"main.py" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid
        return None

    # What came of it.

    def vitals(self) -> "Vitals":
        """How the server is."""
        pid = self.server.process.pid
        states = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] for child in children(pid)]
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return Vitals(
            descriptors=len(os.listdir(f"/proc/{pid}/fd")),  # noqa: PTH208  # only how many
            threads=len(os.listdir(f"/proc/{pid}/task")),  # noqa: PTH208
            zombies=states.count("Z"),
            megabytes=pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
        )

    def verdict(self) -> Verdict:
        """Wait until all is done, or nothing comes any more; then judge."""
        quiet_since, seen = time.monotonic(), -1
        while self.is_unfinished() and time.monotonic() - quiet_since < SILENT_SECONDS:
            self.thaw()
            lines = sum(journal.lines for journal in self.journals.values())
            if lines != seen:
                quiet_since, seen = time.monotonic(), lines
            time.sleep(0.25)
        return judge(self.store, self.log, self.behaviours, self.journals, self.written, self.struck)

    def is_unfinished(self) -> bool:
        """Whether something is still to be told, computed or found."""
        activities = self.client.get("/repository/activities").json()
        images, files = self.query("SELECT count(*) FROM image")[0][0], len(list(self.pictures.glob("*.png")))
        if any(each["kind"] == "synchronizing" for each in activities) or images != files:
            return True
        self.log.read(self.store)
        for each in self.behaviours:
            journal = self.journals[each.id]
            journal.read()
            for event in self.log.of(each):
                if event.name not in (journal.delivered if is_vain(each, event) else journal.finished):
                    return True
        return bool(self.query("SELECT count(*) FROM task WHERE state = 'pending'")[0][0])


def _signal(pid: int, number: signal.Signals) -> bool:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True

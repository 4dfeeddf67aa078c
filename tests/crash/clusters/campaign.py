"""Kills, partitions, changes of the leader and upgrades of a cluster under load; then everything is compared.

`unshare --net python -m tests.crash.clusters.campaign FOLDER`, as root. The environment sets the numbers: `KILLS`,
`PARTITIONS`, `LEADERS` and `UPGRADES`; `CLUSTER_DEFECT` names a defect that has to be found.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import httpx

from facetry.cluster.roles import ROLES
from tests.crash.clusters.clients import EXTENSION, Clients, Record
from tests.crash.clusters.linearizability import violations
from tests.crash.clusters.network import Network
from tests.crash.clusters.service import ClusterService, Process
from tests.support.imaging.pictures import picture

IMAGES: Final = 4
CUT_OFF_SECONDS: Final = 7.0
"""Longer than a lease."""
CALM_SECONDS: Final = 1.5
"""Between two disturbances, so that there are requests outside of a failover."""
RECOVERY_SECONDS: Final = 40.0
SETTLED: Final = 5
"""So many requests in a row have to succeed on the way to the leader after a disturbance."""


@dataclass
class Result:
    """What a campaign has found."""

    disturbances: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    reads: int = 0
    events: int = 0
    leaders: int = 0
    pictures: int = 0
    worst_failover_seconds: float = 0.0
    healthy_requests: int = 0
    healthy_p99_seconds: float = 0.0
    errors: list[str] = field(default_factory=list)


class Campaign:
    """One run on a service that has been started."""

    def __init__(self, service: ClusterService, seed: int) -> None:
        self.service = service
        self.record = Record()
        self.result = Result()
        self._random = random.Random(seed)
        self._windows: list[tuple[float, float]] = []
        self._pictures = 0

    def run(self, counts: dict[str, int]) -> Result:
        """Disturb the service so many times in each way, in random order, under load; then compare everything."""
        for _ in range(IMAGES):
            self._add_picture()
        images = self._wait_for_images(IMAGES)
        with self.service.client() as client:
            assert client.put("/extension/ensure", params={"id": EXTENSION}).status_code == 200
        clients = Clients(self.service.client, images, self.record)
        clients.start()
        time.sleep(CALM_SECONDS)
        ways: dict[str, Callable[[], None]] = {
            "KILLS": self._kill,
            "PARTITIONS": self._partition,
            "LEADERS": self._change_leader,
            "UPGRADES": self._upgrade,
        }
        plan = [name for name, count in counts.items() for _ in range(count)]
        self._random.shuffle(plan)
        for number, name in enumerate(plan):
            self._disturb(f"{number + 1}/{len(plan)} {name}", ways[name])
        clients.stop()
        self.result.errors += [f"a client failed: {error!r}" for error in clients.errors]
        self._compare()
        return self.result

    def _disturb(self, name: str, way: Callable[[], None]) -> None:
        self._add_picture()
        begin = time.monotonic()
        way()
        self._windows.append((begin, self._wait_until_settled(begin)))
        gap = self._longest_gap(*self._windows[-1])
        self.result.worst_failover_seconds = max(self.result.worst_failover_seconds, gap)
        self.result.disturbances += 1
        for role in ROLES:
            if len(listeners := self.service.listeners(role)) > 1:
                self.result.errors.append(f"after {name}, several hosts lead the role {role}: {listeners}")
        print(f"{name}: {self._windows[-1][1] - begin:.1f} s, the leader was missed for {gap:.1f} s", flush=True)
        time.sleep(CALM_SECONDS)

    def _kill(self) -> None:
        """Kill a whole host, or one of its processes."""
        host = self._random.choice(self.service.hosts)
        processes = [] if self._random.random() < 0.4 else self.service.processes_of(host)
        if processes:
            with suppress(ProcessLookupError):
                os.kill(self._random.choice(processes), signal.SIGKILL)
            time.sleep(0.5)
        else:
            host.kill()
            time.sleep(self._random.uniform(0, 2))
            host.start()
        self.service.wait_until_ready(host)

    def _partition(self) -> None:
        """Cut a host off for longer than a lease."""
        host = self._random.choice(self.service.hosts)
        self.service.network.cut_off(host.machine)
        time.sleep(CUT_OFF_SECONDS)
        self.service.network.connect(host.machine)
        self.service.wait_until_ready(host)

    def _change_leader(self) -> None:
        """Stop the processes of the leader for longer than its lease, or end it in order."""
        host = self.service.leader(self._random.choice(ROLES))
        if self._random.random() < 0.5:
            self._restart(host)
            return
        processes = self.service.processes_of(host)
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        time.sleep(CUT_OFF_SECONDS)
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
        time.sleep(1.0)
        self.service.wait_until_ready(host)

    def _upgrade(self) -> None:
        """Replace each host by another one, one after the other."""
        for host in self.service.hosts:
            self._restart(host)

    def _restart(self, host: Process) -> None:
        host.stop()
        host.start()
        self.service.wait_until_ready(host)

    def _wait_until_settled(self, begin: float) -> float:
        """Return when requests on the way to the leader succeed again, and the time of the last of them."""
        after, deadline = time.monotonic(), time.monotonic() + RECOVERY_SECONDS
        while time.monotonic() < deadline:
            with self.record.lock:
                later = [[each for each in led if each > after] for led in self.record.led.values()]
            if all(len(each) >= SETTLED for each in later):
                return max(each[SETTLED - 1] for each in later)
            time.sleep(0.05)
        self.result.errors.append(f"no recovery {time.monotonic() - begin:.0f} s after a disturbance")
        return time.monotonic()

    def _longest_gap(self, begin: float, end: float) -> float:
        """The longest time without an answer of one of the leaders."""
        with self.record.lock:
            all_moments = [
                [begin, *(each for each in led if begin < each <= end), end] for led in self.record.led.values()
            ]
        return max(later - earlier for moments in all_moments for earlier, later in pairwise(sorted(moments)))

    def _add_picture(self) -> None:
        self._pictures += 1
        self.service.put_picture(f"{self._pictures}.png", picture("PNG", seed=self._pictures))

    def _wait_for_images(self, count: int) -> list[str]:
        deadline = time.monotonic() + RECOVERY_SECONDS
        ids: list[str] = []
        with self.service.client() as client:
            while len(ids) < count:
                with suppress(httpx.TransportError):
                    body: Any = {"filter": {}, "range": {"take": 1000}}
                    ids = client.post("/image/search/ids", json=body).json().get("items", [])
                if time.monotonic() > deadline:
                    self.result.errors.append(f"{len(ids)} of {count} images were found")
                    break
                time.sleep(0.2)
        return ids

    def _compare(self) -> None:
        result, record = self.result, self.record
        self._wait_for_images(self._pictures)
        for image, history in record.history.items():
            result.errors += [f"image {image}: {each}" for each in violations(history)]
        result.acknowledged, result.unanswered = record.acknowledged, record.refused
        result.reads = sum(not each.is_write for history in record.history.values() for each in history)
        if not (result.reads and record.events):
            result.errors.append("nobody has read anything")
        self._compare_events()
        ((result.leaders,),) = self.service.query("SELECT CAST(sum(token) AS integer) FROM lease")
        ((result.pictures, paths),) = self.service.query("SELECT count(*), count(DISTINCT path) FROM image")
        if not result.pictures == paths == self._pictures:
            result.errors.append(f"{self._pictures} files became {result.pictures} images at {paths} places")
        healthy = sorted(
            end - begin
            for begin, end in record.times
            if not any(begin < window_end and end > window_begin for window_begin, window_end in self._windows)
        )
        result.healthy_requests = len(healthy)
        result.healthy_p99_seconds = round(healthy[int(len(healthy) * 0.99)], 3) if healthy else 0.0
        result.worst_failover_seconds = round(result.worst_failover_seconds, 1)
        for host in self.service.hosts:
            if "Traceback" in (output := host.output()):
                result.errors.append(output[output.index("Traceback") :][:2_000])

    def _compare_events(self) -> None:
        result, seen = self.result, self.record.events
        rows = [sequence for (sequence,) in self.service.query("SELECT sequence FROM event ORDER BY sequence")]
        result.events = len(rows)
        if rows != list(range(1, len(rows) + 1)):
            result.errors.append("the log of events has gaps")
        if seen != sorted(set(seen)):
            result.errors.append("a stream had events twice or out of order")
        public = {sequence for (sequence,) in self.service.query("SELECT sequence FROM event WHERE target IS NULL")}
        missed = {sequence for sequence in public if seen and sequence <= seen[-1]}.difference(seen)
        if missed:
            result.errors.append(f"a stream missed {len(missed)} events, such as {min(missed)}")
        counts = dict(self.service.query("SELECT topic, count(*) FROM event GROUP BY topic"))
        created = counts.get("image.created", 0)
        if created != self._pictures:
            result.errors.append(f"{self._pictures} files were announced as {created} new images")


def main() -> int:
    """Run a campaign, and print its result."""
    folder = Path(sys.argv[1])
    counts = {name: int(os.environ.get(name, "0")) for name in ("KILLS", "PARTITIONS", "LEADERS", "UPGRADES")}
    with Network() as network:
        service = ClusterService(network, folder, os.environ.get("CLUSTER_DEFECT") or None)
        try:
            service.start()
            result = Campaign(service, int(os.environ.get("SEED", "1"))).run(counts)
        finally:
            service.stop()
    print(json.dumps(asdict(result)), flush=True)
    return 1 if result.errors else 0


if __name__ == "__main__":
    sys.exit(main())

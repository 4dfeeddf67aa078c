"""A throttling policy through a real server, by the clock of the extension that is told."""

import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from uuid import UUID

from facetry.events import log
from facetry.events.throttle import MILLISECOND, Policy
from facetry.store.store import Store
from facetry.store.work import Work
from tests.crash.behaviours import Behaviour, archive
from tests.crash.oracle import Journal
from tests.facetry.events.test_throttle import exceeded
from tests.support.servers import serving

COUNT = 120
ALLOWED = Policy(frozenset({"image.tags.updated"}), 30, 600)
WIRE = 200
"""Milliseconds by which an event may be longer on its way than another one, on a machine that does other things."""


def test_a_policy_is_kept_and_used(tmp_path: Path) -> None:
    behaviour = Behaviour("throttled", str(tmp_path / "journal"), "tags", allowed=(ALLOWED.count, ALLOWED.milliseconds))
    journal = Journal(tmp_path / "journal")
    with serving(tmp_path, [], program="tests.crash.quick_server", settle=False) as server, server.client() as client:
        made = client.post(
            "/extension/install?state=enabled", content=archive(behaviour), headers={"Content-Type": "application/zip"}
        )
        assert made.status_code == 201, made.text
        store = Store(server.data_dir / "library.db")

        def unit(work: Work) -> None:
            for number in islice(cycle(range(50)), COUNT):
                log.announce(work, "image.tags.updated", image=UUID(int=number))

        store.write_now(unit)
        store.close()
        deadline = time.monotonic() + 20
        while len(journal.finished) < COUNT:
            journal.read()
            assert time.monotonic() < deadline, f"{len(journal.finished)} of {COUNT}\n{server.said()}"
            time.sleep(0.02)
    times = sorted(moment for each in journal.delivered.values() for moment in each)
    assert len(times) == COUNT
    assert exceeded(times, replace(ALLOWED, milliseconds=ALLOWED.milliseconds - WIRE)) == 0
    least = (COUNT // ALLOWED.count - 1) * ALLOWED.milliseconds * MILLISECOND
    print(f"{least / (times[-1] - times[0]):.1%} of what is allowed, {exceeded(times, ALLOWED)} windows with the wire")
    assert times[-1] - times[0] < least / 0.5  # a machine that does other things may be late, and never early

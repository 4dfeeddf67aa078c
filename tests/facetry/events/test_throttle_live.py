"""A throttling policy in a real server, measured by the clock of the extension."""

import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from uuid import UUID

from facetry.events import log
from facetry.events.throttle import MILLISECOND, Policy
from facetry.store.store import Store
from facetry.store.work import Work
from tests.crash.extensions.behaviours import Behaviour, archive
from tests.crash.extensions.oracle import Journal
from tests.facetry.events.test_throttle import count_exceeded_windows
from tests.support.engines.databases import database_at
from tests.support.services.servers import IS_CLUSTER, running_server

COUNT = 120
POLICY = Policy(frozenset({"image.tags.updated"}), 30, 1_500)
MAX_JITTER_MILLISECONDS = 1_000
"""Maximum difference in milliseconds between the transport times of two events on a busy machine."""


def test_a_policy_is_obeyed_and_used_up(tmp_path: Path) -> None:
    home = tmp_path / "leader" if IS_CLUSTER else tmp_path
    file = home / "data/extensions/state/throttled/journal"  # where the program may write
    behaviour = Behaviour("throttled", str(file), "tags", allowed=(POLICY.count, POLICY.milliseconds))
    journal = Journal(file)
    with (
        running_server(tmp_path, [], program="tests.crash.extensions.quick_server", wait_for_scans=False) as server,
        server.client() as client,
    ):
        response = client.post(
            "/extension/install?state=enabled", content=archive(behaviour), headers={"Content-Type": "application/zip"}
        )
        assert response.status_code == 201, response.text
        store = Store(database_at(server.data_dir / "library.db"))

        def unit(work: Work) -> None:
            for number in islice(cycle(range(50)), COUNT):
                log.announce(work, "image.tags.updated", image=UUID(int=number))

        store.write_now(unit)
        store.close()
        deadline = time.monotonic() + 60
        while len(journal.finished) < COUNT:
            journal.read()
            assert time.monotonic() < deadline, f"{len(journal.finished)} of {COUNT}\n{server.output()}"
            time.sleep(0.02)
    times = sorted(
        time_of_delivery for times_of_event in journal.delivered.values() for time_of_delivery in times_of_event
    )
    assert len(times) == COUNT
    assert (
        count_exceeded_windows(times, replace(POLICY, milliseconds=POLICY.milliseconds - MAX_JITTER_MILLISECONDS)) == 0
    )
    min_duration = (COUNT // POLICY.count - 1) * POLICY.milliseconds * MILLISECOND
    exceeded = count_exceeded_windows(times, POLICY)
    print(f"{min_duration / (times[-1] - times[0]):.1%} of the allowed rate, {exceeded} windows exceeded")
    assert times[-1] - times[0] < min_duration / 0.2  # a busy machine may be late, but never early

"""No event is lost on its way to extensions under faults of extensions, server and connections.

A real server has five extensions: one with the kit, one like those of published kits, a slow one, one that does not
always acknowledge, and one that sometimes fails and is throttled. Meanwhile servers, programs and guardians are killed,
sockets are cut, acknowledgements are lost and programs are stopped. Each extension writes a journal. At the end, the
journals are compared with the log, the ledger and the facets.

The long form, `FAULTS_EVENTS=100000`, has 200 faults. It also shows that the comparison detects three kinds of defects,
and that a server does not use more resources after many crashes of its programs.
"""

import os
import random
import time
from pathlib import Path

import pytest

from tests.crash.extensions.faults import Campaign
from tests.crash.extensions.oracle import Comparison
from tests.support.engines.databases import only_sqlite

SHORT = 1_000
EVENTS = int(os.environ.get("FAULTS_EVENTS", SHORT))
FAULTS = int(os.environ.get("FAULTS", "6" if EVENTS <= SHORT else "200"))
IMAGES = 40 if EVENTS <= SHORT else 250
SEED = int(os.environ.get("FAULTS_SEED", "1"))


def campaign(folder: Path, events: int, faults: int, images: int, sabotage: str = "") -> tuple[Comparison, str]:
    """Run a campaign. Returns the comparison and its figures as text."""
    started = time.monotonic()
    with Campaign(folder, images, random.Random(SEED), {"FAULTS_SABOTAGE": sabotage}) as running:
        running.run(events, faults)
        busy = time.monotonic() - started
        comparison = running.comparison()
        line = (
            f"{comparison.events} events, {len(running.injected)} faults, {comparison.deliveries} deliveries,"
            f" {comparison.duplicates} duplicates ({comparison.share():.2%}),"
            f" {comparison.duplicates_after_answer} of them after the answer,"
            f" {comparison.dead_letters} dead letters, {len(comparison.errors)} errors,"
            f" {busy:.0f} + {time.monotonic() - started - busy:.0f} s"
        )
    line += f"\n  duplicates by fault: {dict(comparison.duplicates_by_fault)}"
    for id, figures in comparison.by_extension.items():
        line += f"\n  {id}: {figures}"
    return comparison, line


@pytest.mark.crash
@only_sqlite  # it compares the rows of the file with the journals of extensions beside it
def test_no_event_is_lost_doubled_or_out_of_order_under_faults(tmp_path: Path) -> None:
    comparison, line = campaign(tmp_path, EVENTS, FAULTS, IMAGES)
    print(line)
    assert comparison.errors[:20] == []
    assert comparison.events >= EVENTS * 0.9
    # The short form has three times as many faults per event, and the server may be killed during the first scan.
    assert comparison.share() <= (0.1 if EVENTS <= SHORT else 0.01)


@pytest.mark.crash
@pytest.mark.skipif(EVENTS <= SHORT, reason="part of the long form")
@pytest.mark.parametrize(
    ("sabotage", "noticed", "events"),
    [("positions", "was lost", SHORT), ("commits", "acknowledged", 600), ("order", "came before", SHORT)],
)
def test_comparison_detects_defects(tmp_path: Path, sabotage: str, noticed: str, events: int) -> None:
    comparison, line = campaign(tmp_path, events, 8, 40, sabotage)
    print(f"{sabotage}: {line}\n  {comparison.errors[:3]}")
    assert any(noticed in errors for errors in comparison.errors)


@pytest.mark.crash
@pytest.mark.skipif(EVENTS <= SHORT, reason="part of the long form")
def test_a_server_holds_no_more_after_a_hundred_crashes_of_its_programs(tmp_path: Path) -> None:
    with Campaign(tmp_path, 40, random.Random(SEED)) as running:
        running.run(1_000, 20, ["program", "guardian", "cut"])
        assert running.comparison().errors == []
        before = running.resource_usage()
        running.run(6_000, 100, ["program", "guardian", "cut"])
        assert running.comparison().errors == []
        after = running.resource_usage()
    print(f"{before}\n{after}")
    assert after.zombies == 0
    assert after.descriptors <= before.descriptors + 15  # connections that are kept alive
    assert after.threads <= before.threads + 5
    assert after.megabytes <= before.megabytes + 20

"""Nothing that happens is lost on its way to extensions, whatever happens to them, to the server and to the wire.

A real server with five installed extensions: one of the kit, one like those of published kits, a slow one, one that
does not always answer, and one that fails now and then and is throttled. Meanwhile servers, programs and keepers are
killed, sockets cut, acknowledgements swallowed, programs frozen. Each extension notes what it is told; in the end the
notes are held to the log, to the ledger and to the facets.

The long form, `FAULTS_EVENTS=100000`, has 200 faults; it also shows that it would notice three kinds of mistakes, and
that a server whose programs crash again and again holds no more for it.
"""

import os
import random
import time
from pathlib import Path

import pytest

from tests.crash.faults import Campaign
from tests.crash.oracle import Verdict

SHORT = 1_500
EVENTS = int(os.environ.get("FAULTS_EVENTS", SHORT))
FAULTS = int(os.environ.get("FAULTS", "8" if EVENTS <= SHORT else "200"))
IMAGES = 40 if EVENTS <= SHORT else 250
SEED = int(os.environ.get("FAULTS_SEED", "1"))


def campaign(folder: Path, events: int, faults: int, images: int, sabotage: str = "") -> tuple[Verdict, str]:
    """A campaign, and its figures in a line."""
    begun = time.monotonic()
    with Campaign(folder, images, random.Random(SEED), {"FAULTS_SABOTAGE": sabotage}) as struck:
        struck.run(events, faults)
        busy = time.monotonic() - begun
        verdict = struck.verdict()
        line = (
            f"{verdict.events} events, {len(struck.struck)} faults, {verdict.deliveries} deliveries,"
            f" {verdict.doubled} doubled ({verdict.share():.2%}), {verdict.doubled_after_answer} of them after the"
            f" answer, {verdict.dead} dead letters, {len(verdict.wrong)} wrong,"
            f" {busy:.0f} + {time.monotonic() - begun - busy:.0f} s"
        )
    line += f"\n  doubled by: {dict(verdict.doubled_by)}"
    for id, told in verdict.by_extension.items():
        line += f"\n  {id}: {told}"
    return verdict, line


@pytest.mark.crash
def test_nothing_is_lost_doubled_or_out_of_order_whatever_happens(tmp_path: Path) -> None:
    verdict, line = campaign(tmp_path, EVENTS, FAULTS, IMAGES)
    print(line)
    assert verdict.wrong[:20] == []
    assert verdict.events >= EVENTS * 0.9
    # In short there are thrice as many faults for each event, and the server may die in the middle of the first scan.
    assert verdict.share() <= (0.1 if EVENTS <= SHORT else 0.01)


@pytest.mark.crash
@pytest.mark.skipif(EVENTS <= SHORT, reason="part of the long form")
@pytest.mark.parametrize(
    ("sabotage", "noticed", "events"),
    [("positions", "was lost", SHORT), ("commits", "acknowledged", 600), ("order", "came before", SHORT)],
)
def test_the_oracle_notices(tmp_path: Path, sabotage: str, noticed: str, events: int) -> None:
    verdict, line = campaign(tmp_path, events, 8, 40, sabotage)
    print(f"{sabotage}: {line}\n  {verdict.wrong[:3]}")
    assert any(noticed in wrong for wrong in verdict.wrong)


@pytest.mark.crash
@pytest.mark.skipif(EVENTS <= SHORT, reason="part of the long form")
def test_a_server_holds_no_more_after_a_hundred_crashes_of_its_programs(tmp_path: Path) -> None:
    with Campaign(tmp_path, 40, random.Random(SEED)) as struck:
        struck.run(1_000, 20, ["program", "keeper", "cut"])
        assert struck.verdict().wrong == []
        before = struck.vitals()
        struck.run(6_000, 100, ["program", "keeper", "cut"])
        assert struck.verdict().wrong == []
        after = struck.vitals()
    print(f"{before}\n{after}")
    assert after.zombies == 0
    assert after.descriptors <= before.descriptors + 15  # connections that are kept alive
    assert after.threads <= before.threads + 5
    assert after.megabytes <= before.megabytes + 20

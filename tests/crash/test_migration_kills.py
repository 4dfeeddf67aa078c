"""The service is killed while it migrates a library of an earlier version. No row is lost.

The short form runs with the other tests. `nox -s kills` is the long form, with `MIGRATION_KILLS` in the environment.
"""

from __future__ import annotations

import os
import random
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from facetry.store.migrations import HEAD
from facetry.store.store import Store
from tests.crash.durability.campaign import Campaign
from tests.crash.durability.old_libraries import MIGRATION, copy_database, digest, make_old, revisions
from tests.crash.durability.processes import Starter, starter

pytestmark = pytest.mark.crash
KILLS: Final = int(os.environ.get("MIGRATION_KILLS", "8"))


def test_a_killed_migration_loses_no_row(tmp_path: Path) -> None:
    """Each row is what an uninterrupted migration makes of it, and the library is of one version or the other."""
    rng = random.Random(3)
    with starter(tmp_path) as processes:
        campaign = Campaign(tmp_path, processes, rng)
        campaign.prepare()
        campaign.run(2)
        assert campaign.errors == []
        old: dict[str, Path] = {}
        expected: dict[str, dict[str, str]] = {}
        seconds: dict[str, float] = {}
        for revision in revisions():
            old[revision] = tmp_path / "old" / f"{revision}.db"
            old[revision].parent.mkdir(exist_ok=True)
            make_old(old[revision], revision, campaign.data_dir / "library.db")
            copy_database(old[revision], tmp_path / "whole" / f"{revision}.db")
            begin = time.monotonic()
            processes.wait(processes.spawn("migrate", str(tmp_path / "whole" / f"{revision}.db")))
            seconds[revision] = time.monotonic() - begin
            expected[revision] = digest(tmp_path / "whole" / f"{revision}.db")
            assert expected[revision][MIGRATION] == HEAD
        outcomes: Counter[str] = Counter()
        for kill in range(KILLS):
            revision = rng.choice(revisions())
            outcomes[_kill_once(processes, tmp_path / f"killed-{kill}", old[revision], seconds[revision], rng)] += 1
            assert digest(tmp_path / f"killed-{kill}" / "library.db") == expected[revision], revision
            shutil.rmtree(tmp_path / f"killed-{kill}")
    print(f"{KILLS} kills of migrations: {dict(outcomes)}")
    assert outcomes["before"] + outcomes["after"] == KILLS


def _kill_once(processes: Starter, folder: Path, old: Path, seconds: float, rng: random.Random) -> str:
    """Kill one migration, and migrate again. Whether the kill came before the commit of the first one."""
    database = folder / "library.db"
    copy_database(old, database)
    pid = processes.spawn("migrate", str(database))
    time.sleep(rng.uniform(0, seconds))
    processes.kill(pid)
    revision = digest(database)[MIGRATION]
    assert revision in {old.stem, HEAD}
    Store(database).close()
    return "after" if revision == HEAD else "before"

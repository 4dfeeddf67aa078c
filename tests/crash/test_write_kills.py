"""A server is killed again and again while clients write values of every kind. No acknowledged write is lost.

The short form runs with the other tests. `nox -s kills` is the long form, with `WRITE_KILLS` in the environment.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Final

import pytest

from tests.crash.durability.campaign import Campaign
from tests.crash.durability.processes import starter
from tests.crash.durability.writing import KINDS

pytestmark = pytest.mark.crash
SHORT: Final = 12
KILLS: Final = int(os.environ.get("WRITE_KILLS", SHORT))
SEED: Final = int(os.environ.get("WRITE_KILLS_SEED", "1"))


def test_no_acknowledged_write_is_lost_torn_or_orphaned(tmp_path: Path) -> None:
    with starter(tmp_path) as processes:
        campaign = Campaign(tmp_path, processes, random.Random(SEED))
        campaign.prepare()
        campaign.run(KILLS)

    assert campaign.errors == []
    assert campaign.kills == KILLS
    written = {kind for kind in KINDS if kind not in {"store", "rename", "modify", "delete"}} | {"image"}
    assert written <= campaign.history.acknowledged.keys()


def test_answers_before_the_commit_are_found_out(tmp_path: Path) -> None:
    with starter(tmp_path, defect="early-answers") as processes:
        campaign = Campaign(tmp_path, processes, random.Random(SEED))
        campaign.prepare()
        campaign.run(40)
    print(campaign.figures(), campaign.errors[:1])
    assert campaign.errors, campaign.figures()

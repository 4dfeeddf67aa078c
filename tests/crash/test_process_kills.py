"""The processes of a service with three API processes are killed at random while clients write and read.

No acknowledged write is lost, and each is found at once through another process. Events come in order, each once. Only
clients of a process that was killed notice it. The short form runs with the other tests. `nox -s processes` is the long
form, with `PROCESS_KILLS` in the environment.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Final

import pytest

from tests.crash.process_kills.campaign import Campaign
from tests.crash.process_kills.service import killed_service

pytestmark = pytest.mark.crash
SHORT: Final = 8
KILLS: Final = int(os.environ.get("PROCESS_KILLS", SHORT))
SEED: Final = int(os.environ.get("PROCESS_KILLS_SEED", "1"))


def test_only_clients_of_the_killed_process_notice_it_and_nothing_is_lost(tmp_path: Path) -> None:
    with killed_service(tmp_path) as service:
        campaign = Campaign(tmp_path, service, random.Random(SEED))
        campaign.prepare()
        campaign.run(KILLS)
        print(campaign.figures())
        output = service.log.read_text()
        assert campaign.errors == [], output[-4_000:]
        assert service.stop() == 0
        for words in ("Traceback", "ASGI", "failed"):
            assert words not in output, output[-4_000:]
    assert campaign.kills.total() == KILLS
    assert set(campaign.kills) == {"API process", "coordinator", "supervisor"}
    assert campaign.key_holder.revoked > KILLS
    assert campaign.front_end.connections == 1 + campaign.kills["coordinator"] + campaign.kills["supervisor"]
    assert all(writer.checks > KILLS for writer in campaign.writers)


@pytest.mark.parametrize(
    ("defect", "noticed"), [("early-answers", "was acknowledged"), ("kept-keys", "a key was revoked")]
)
def test_defects_are_found_out(defect: str, noticed: str, tmp_path: Path) -> None:
    with killed_service(tmp_path, defect) as service:
        campaign = Campaign(tmp_path, service, random.Random(SEED))
        campaign.prepare()
        campaign.run(2)
        print(campaign.figures(), campaign.errors[:1])
        assert any(noticed in error for error in campaign.errors), campaign.errors

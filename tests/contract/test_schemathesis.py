"""schemathesis on every operation with all checks and phases, in this process."""

import random
from functools import partial
from pathlib import Path

import pytest
import schemathesis

from facetry.contract.fuzzing import campaign
from facetry.contract.fuzzing.campaign import Plan
from facetry.contract.fuzzing.existing_resources import ExistingResources
from tests.contract.schemathesis_campaigns import EXAMPLES, EXTENSIONS, conclude
from tests.support.extensions import answering_archive
from tests.support.servers import in_process_application
from tests.support.traffic_recorder import Recorder

pytestmark = pytest.mark.contract


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pictures").mkdir()
    return tmp_path / "pictures"


# The server in this process uses `random` in its own thread, for WebSocket pings and for pauses after crashes.
# Hypothesis takes that for a use by the strategy that it draws from at this moment.
@pytest.mark.filterwarnings("ignore:Do not use the .random. module:hypothesis.errors.HypothesisDeprecationWarning")
def test_in_process(tmp_path: Path, folder: Path) -> None:
    recorder = Recorder()
    with in_process_application(tmp_path, EXTENSIONS) as (session, application, key):
        resources = ExistingResources(session, "", folder, EXTENSIONS, random.Random(campaign.SEED), answering_archive)
        resources.populate()
        load = partial(schemathesis.openapi.from_asgi, "/openapi.json", application)
        outcome = campaign.run(
            lambda config: load(config=config), resources, key, recorder.exchanges.append, Plan(EXAMPLES)
        )
    conclude("in process", outcome, recorder)

"""schemathesis on every operation with all checks, over HTTP. A file of its own, so that the campaigns run at once."""

import random
from functools import partial
from pathlib import Path

import pytest
import requests
import schemathesis

from facetry.contract.fuzzing import campaign
from facetry.contract.fuzzing.campaign import PHASES, Plan
from facetry.contract.fuzzing.existing_resources import ExistingResources
from tests.contract.schemathesis_campaigns import EXAMPLES, EXTENSIONS, IS_LONG, conclude
from tests.support.contract.traffic_recorder import Recorder
from tests.support.extensions.packages import answering_archive
from tests.support.services.servers import running_server

pytestmark = pytest.mark.contract


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pictures").mkdir()
    return tmp_path / "pictures"


def test_over_http(tmp_path: Path, folder: Path) -> None:
    recorder = Recorder()
    with (
        running_server(tmp_path, [], program="tests.support.extensions.text_vector_server") as server,
        requests.Session() as session,
    ):
        session.headers["Authorization"] = f"Bearer {server.key}"
        session.trust_env = False
        for extension in EXTENSIONS:
            server.run_command("extension", "register", extension)
        resources = ExistingResources(
            session, server.url, folder, EXTENSIONS, random.Random(campaign.SEED), answering_archive
        )
        resources.populate()
        load = partial(schemathesis.openapi.from_url, f"{server.url}/openapi.json")
        plan = Plan(EXAMPLES, phases=PHASES if IS_LONG else PHASES - {"coverage"})
        outcome = campaign.run(
            lambda config: load(config=config), resources, server.key, recorder.exchanges.append, plan
        )
    conclude("over HTTP", outcome, recorder, plan)

"""schemathesis on every operation with all checks and phases, in this process and over HTTP."""

import os
import random
from functools import partial
from pathlib import Path
from typing import Final

import pytest
import requests
import schemathesis

from facetry.contract.fuzzing import campaign
from facetry.contract.fuzzing.campaign import Outcome, Plan
from facetry.contract.fuzzing.existing_resources import ExistingResources
from facetry.contract.judgement.reference_validators import check_exchanges
from tests.contract.description import operations
from tests.support.extensions import answering_archive
from tests.support.problem_pages import problems_without_page
from tests.support.servers import in_process_application, running_server
from tests.support.traffic_recorder import Recorder

pytestmark = pytest.mark.contract

# Cases for each operation and phase, and how many both campaigns together have to make at least.
EXAMPLES: Final = int(os.environ.get("FACETRY_CONTRACT_EXAMPLES", "12"))
CASES_AT_LEAST: Final = int(os.environ.get("FACETRY_CONTRACT_CASES", "2000"))
IS_LONG: Final = EXAMPLES > 12
"""Whether the cases that the schema calls for, thousands for each search, are sent over HTTP as well."""
# Identifiers of the shortest and the greatest length, and with every kind of character.
EXTENSIONS: Final = ("a", "Sky.tagger_2-x", "e" * 32)
_done: dict[str, Outcome] = {}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pictures").mkdir()
    return tmp_path / "pictures"


def conclude(name: str, outcome: Outcome, recorder: Recorder) -> None:
    """Print the counts; fail on each finding of schemathesis or of the reference validators."""
    _done[name] = outcome
    count, faults = check_exchanges(recorder.exchanges)
    print(f"\n{outcome.table()}")
    print(
        f"schemathesis {name}: {outcome.cases} cases, {len(outcome.findings)} findings, "
        f"{outcome.server_errors()} server errors; {count} exchanges checked, {len(faults)} faults"
    )
    problems = [*outcome.findings.values(), *faults]
    assert not problems, f"{len(problems)} problems\n\n" + "\n\n".join(problems)
    assert problems_without_page(recorder.exchanges) == set()
    assert outcome.server_errors() == 0
    assert outcome.unanswered() == [], "operations that never succeeded"
    assert outcome.answers.keys() >= {operation.label for operation in operations()}


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


def test_over_http(tmp_path: Path, folder: Path) -> None:
    recorder = Recorder()
    with (
        running_server(tmp_path, [], program="tests.support.text_vector_server") as server,
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
        plan = Plan(EXAMPLES, covers=IS_LONG)
        outcome = campaign.run(
            lambda config: load(config=config), resources, server.key, recorder.exchanges.append, plan
        )
    conclude("over HTTP", outcome, recorder)


def test_enough_cases() -> None:
    if len(_done) < 2:
        pytest.skip("runs after both campaigns")
    cases = sum(outcome.cases for outcome in _done.values())
    print(f"schemathesis: {cases} cases in all")
    assert cases >= CASES_AT_LEAST

"""schemathesis on every operation with all checks and phases, in this process."""

from pathlib import Path

import pytest

from facetry.contract.fuzzing.campaign import DEEP, Plan
from tests.contract.schemathesis_campaigns import EXAMPLES, IS_LONG, operations_with_filters, run_in_process

pytestmark = pytest.mark.contract


# The server in this process uses `random` in its own thread, for WebSocket pings and for pauses after crashes.
# Hypothesis takes that for a use by the strategy that it draws from at this moment.
@pytest.mark.filterwarnings("ignore:Do not use the .random. module:hypothesis.errors.HypothesisDeprecationWarning")
def test_in_process(tmp_path: Path) -> None:
    """The short form has the coverage phase alone, since the campaign over HTTP has the others. One operation stands
    for all with filters: each filter calls for a thousand cases.
    """
    with_filters = operations_with_filters()
    assert DEEP in with_filters
    short = Plan(EXAMPLES, phases=frozenset({"coverage"}), uncovered=with_filters - {DEEP})
    run_in_process(tmp_path, Plan(EXAMPLES) if IS_LONG else short)

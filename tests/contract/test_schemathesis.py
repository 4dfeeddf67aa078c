"""schemathesis on every operation with all checks and phases, in this process."""

from pathlib import Path

import pytest

from facetry.contract.fuzzing.campaign import DEEP, Plan
from tests.contract.description import operations
from tests.contract.schemathesis_campaigns import EXAMPLES, IS_LONG, operations_with_filters, run_in_process

pytestmark = pytest.mark.contract


# The server in this process uses `random` in its own thread, for WebSocket pings and for pauses after crashes.
# Hypothesis takes that for a use by the strategy that it draws from at this moment.
@pytest.mark.filterwarnings("ignore:Do not use the .random. module:hypothesis.errors.HypothesisDeprecationWarning")
def test_in_process(tmp_path: Path) -> None:
    """The short form leaves fuzzing and chains to the campaign over HTTP. The examples are in both: the coverage phase
    alone has no success for some operations. One operation stands for all with filters, each of which calls for a
    thousand cases.
    """
    with_filters = operations_with_filters()
    assert DEEP in with_filters
    covered = frozenset(each.operation_id for each in operations()) - (with_filters - {DEEP})
    short = Plan(EXAMPLES, phases=frozenset({"examples", "coverage"}), chosen=covered)
    run_in_process(tmp_path, Plan(EXAMPLES) if IS_LONG else short)

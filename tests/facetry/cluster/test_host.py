"""What hosts write by themselves."""

from __future__ import annotations

from facetry.cluster.host import ANSWERED_BY_EACH_HOST
from facetry.processes.link.calls import CALLED_OPERATIONS
from generated.operations import OPERATIONS


def test_an_operation_that_api_processes_call_is_written_by_each_host() -> None:
    """Its call has no request that could be forwarded to the leader."""
    assert CALLED_OPERATIONS <= ANSWERED_BY_EACH_HOST <= set(OPERATIONS)

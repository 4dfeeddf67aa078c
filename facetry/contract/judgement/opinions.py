"""Both opinions on an exchange: ours, and that of openapi-core."""

from __future__ import annotations

from collections.abc import Iterator

from facetry.contract.judgement import conformance, reference_validators
from facetry.contract.judgement.deviation import Deviation
from facetry.contract.traffic.exchange import Exchange


def deviations(exchange: Exchange) -> Iterator[Deviation]:
    """The deviations of an exchange from the description, without those that both validators found."""
    operation = reference_validators.operation_of(exchange)
    first = list(conformance.deviations(exchange, operation))
    yield from first
    if exchange.status == 0 or (operation is None and exchange.status < 400):
        return
    name = "" if operation is None else operation.operation_id
    if not first:  # the second opinion names the same faults in other words
        for fault in reference_validators.faults(exchange):
            detail = fault.removeprefix(f"{exchange}: ")
            yield Deviation("reference.openapi-core", name, detail, exchange)

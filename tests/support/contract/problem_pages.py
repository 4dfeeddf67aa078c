"""Whether the problems in recorded traffic name pages that the service has."""

from __future__ import annotations

import json
from collections.abc import Iterable

from facetry import rules
from facetry.contract.traffic.exchange import Exchange
from facetry.errors import PROBLEM_MEDIA_TYPE, RULE_PAGES


def problems_without_page(exchanges: Iterable[Exchange]) -> set[tuple[str, str]]:
    """(rule, type) of each problem whose type is not the page of its rule, or whose rule has no page."""
    known = set(rules.identifiers())
    found = set()
    for exchange in exchanges:
        if exchange.answer_header("content-type") == PROBLEM_MEDIA_TYPE and exchange.answer:
            problem = json.loads(exchange.answer)
            if problem["rule"] not in known or problem["type"] != RULE_PAGES + problem["rule"]:
                found.add((problem["rule"], problem["type"]))
    return found

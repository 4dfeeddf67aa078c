"""What both campaigns of schemathesis have in common: their size, and what they must have found out."""

from __future__ import annotations

import os
from typing import Final

from facetry.contract.fuzzing.campaign import Outcome
from facetry.contract.judgement.reference_validators import check_exchanges
from tests.contract.description import operations
from tests.support.problem_pages import problems_without_page
from tests.support.traffic_recorder import Recorder

EXAMPLES: Final = int(os.environ.get("FACETRY_CONTRACT_EXAMPLES", "12"))
"""Cases for each operation and phase."""
CASES_AT_LEAST: Final = int(os.environ.get("FACETRY_CONTRACT_CASES", "2000")) // 2
"""How many cases each of the two campaigns has to make at least."""
IS_LONG: Final = EXAMPLES > 12
"""Whether the cases that the schema calls for, thousands for each search, are sent over HTTP as well."""
EXTENSIONS: Final = ("a", "Sky.tagger_2-x", "e" * 32)
"""Identifiers of the shortest and the greatest length, and with every kind of character."""


def conclude(name: str, outcome: Outcome, recorder: Recorder) -> None:
    """Print the counts; fail on each finding of schemathesis or of the reference validators."""
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
    assert outcome.cases >= CASES_AT_LEAST

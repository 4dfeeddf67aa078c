"""What the campaigns of schemathesis have in common: their size, and what they must have found out."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import schemathesis

from facetry.contract.fuzzing import campaign
from facetry.contract.fuzzing.campaign import Outcome, Plan
from facetry.contract.fuzzing.existing_resources import ExistingResources
from tests.contract.description import document, operations, resolved
from tests.support.contract.problem_pages import problems_without_page
from tests.support.contract.reference_checks import check_exchanges
from tests.support.contract.traffic_recorder import Recorder
from tests.support.extensions.packages import answering_archive
from tests.support.services.servers import in_process_application

EXAMPLES: Final = int(os.environ.get("FACETRY_CONTRACT_EXAMPLES", "8"))
"""Cases for each operation and phase."""
CASES_AT_LEAST: Final = int(os.environ.get("FACETRY_CONTRACT_CASES", "2000")) // 2
"""How many cases each of the campaigns has to make at least."""
IS_LONG: Final = EXAMPLES > 8
"""Whether both campaigns have all phases on all operations."""
JUDGED_OF_A_KIND: Final = None if IS_LONG else 10
"""How many exchanges with the same operation, status and rule the reference validators judge."""
EXTENSIONS: Final = ("a", "Sky.tagger_2-x", "e" * 32)
"""Identifiers of the shortest and the greatest length, and with every kind of character."""
_FILTER: Final = "#/components/schemas/SearchCriteria"


def operations_with_filters() -> frozenset[str]:
    """The ids of the operations whose bodies may have criteria of a search, which call for a thousand cases each."""
    bodies = ((each, document()["paths"][each.path][each.method.lower()].get("requestBody")) for each in operations())
    return frozenset(each.operation_id for each, body in bodies if _FILTER in _references(body, set()))


def _references(part: Any, found: set[str]) -> set[str]:
    """All references of a part of the description, and of what they refer to."""
    for reference in set(_direct_references(part)) - found:
        found.add(reference)
        _references(resolved({"$ref": reference}), found)
    return found


def _direct_references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from _direct_references(each)


def run_in_process(folder: Path, plan: Plan) -> None:
    """Run a campaign on a service in this process, whose library is in a new folder, and conclude it."""
    recorder, pictures = Recorder(), folder / "pictures"
    pictures.mkdir()
    with in_process_application(folder, EXTENSIONS) as (session, application, key):
        resources = ExistingResources(
            session, "", pictures, EXTENSIONS, random.Random(campaign.SEED), answering_archive
        )
        resources.populate()
        load = partial(schemathesis.openapi.from_asgi, "/openapi.json", application)
        outcome = campaign.run(lambda config: load(config=config), resources, key, recorder.exchanges.append, plan)
    conclude("in process", outcome, recorder, plan)


def conclude(name: str, outcome: Outcome, recorder: Recorder, plan: Plan) -> None:
    """Print the counts; fail on each finding of schemathesis or of the reference validators."""
    count, faults = check_exchanges(recorder.exchanges, JUDGED_OF_A_KIND)
    errors = sum(n for answers in outcome.answers.values() for status, n in answers.items() if status >= 500)
    print(f"\n{outcome.table()}")
    print(
        f"schemathesis {name}: {outcome.cases} cases, {len(outcome.findings)} findings, "
        f"{errors} server errors; {count} exchanges checked, {len(faults)} faults"
    )
    problems = [*outcome.findings.values(), *faults]
    assert not problems, f"{len(problems)} problems\n\n" + "\n\n".join(problems)
    assert problems_without_page(recorder.exchanges) == set()
    assert errors == 0
    never_successful = plan.of(*outcome.unanswered())
    assert not never_successful, f"operations that never succeeded: {never_successful}"
    assert outcome.answers.keys() >= {each.label for each in operations() if plan.of(each.operation_id)}
    assert outcome.cases >= CASES_AT_LEAST

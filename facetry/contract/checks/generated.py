"""Generated cases of every operation, by schemathesis, until a number of cases is reached."""

from __future__ import annotations

import copy
import random
from typing import Any, Final

import requests
import schemathesis

from facetry.contract.bounded_transport import certificates
from facetry.contract.context import Context
from facetry.contract.creations import Creations
from facetry.contract.description import document, operations
from facetry.contract.fuzzing import campaign
from facetry.contract.fuzzing.campaign import PHASES, Outcome, Plan
from facetry.contract.fuzzing.existing_resources import ExistingResources
from facetry.contract.judgement.deviation import Deviation
from facetry.contract.traffic.exchange import Exchange

COVERING_CASES: Final = 10_000
"""From this number of cases on, those that the schemas call for, thousands for each search, are sent too."""
_CASES_OF_AN_EXAMPLE: Final = 3
"""About so many cases come from each example, over all phases."""
_MAX_EXAMPLES: Final = 300
_ENOUGH_ANSWERS: Final = 30
"""After so many answers without a success, the report says so."""
_ENDLESS: Final = frozenset({"uiBundle", "uiBundleFile", "uiExtensionFile"})


def check(context: Context, creations: Creations, seed: int, cases: int) -> None:
    """Send `cases` cases, unless the time runs out. The same seed sends the same cases. Raises `SetupError`."""
    chosen = _possible(context)
    if not chosen or cases < 1:
        return
    session = requests.Session()
    session.headers["Authorization"] = f"Bearer {context.service.key}"
    session.trust_env = False
    session.verify = certificates()
    fixture = context.fixture
    folder = None if fixture.folder is None else fixture.folder / "pictures"
    resources = ExistingResources(
        session,
        context.service.url,
        folder,
        fixture.writers,
        random.Random(seed),
        protected=fixture.protected | frozenset(_of_fixture(context)),
        prefix=f"{fixture.prefix}-",
    )

    def observe(exchange: Exchange) -> None:
        context.service.observe(exchange)

    total = 0

    def is_over(outcome: Outcome) -> bool:
        context.report.progress(f"generated cases: {total + outcome.cases} of {cases}")
        return total + outcome.cases >= cases

    try:
        resources.populate()
        rounds = 0
        while total < cases and not context.service.is_over():
            plan = Plan(
                examples=max(1, min(_MAX_EXAMPLES, (cases - total) // (len(chosen) * _CASES_OF_AN_EXAMPLE))),
                seed=seed + rounds,
                phases=PHASES if cases >= COVERING_CASES and rounds == 0 else PHASES - {"coverage"},
                chosen=chosen,
                is_patient=True,
            )
            outcome, key = Outcome(), context.service.key
            has_to_end = context.service.is_over
            try:
                campaign.run(
                    _load, resources, key, observe, plan, is_over=is_over, has_to_end=has_to_end, outcome=outcome
                )
            finally:
                total += outcome.cases
                context.report.cases += outcome.cases
                _report(context, outcome)
            rounds += 1
            if not context.service.is_over() and not context.service.is_alive():
                raise context.service.unreachable("it ended while it got generated cases")
            if outcome.cases == 0:
                break
    except requests.RequestException as error:
        raise context.service.unreachable(error) from None
    finally:
        creations.created |= {each for each in resources.ever_known if each[0] not in {"image", "imageAttachment"}}
        creations.created |= {("extension", resources.answering_id), ("extension", resources.enabled_id)}
        session.close()


def _load(config: Any) -> Any:
    return schemathesis.openapi.from_dict(copy.deepcopy(dict(document())), config=config)


def _possible(context: Context) -> frozenset[str]:
    """The chosen operations whose cases can succeed. The others are reported as skipped."""
    possible = set()
    for operation in operations():
        if operation.operation_id not in context.chosen:
            continue
        reason = context.fixture.requests.impossible(operation.operation_id)
        if operation.operation_id in _ENDLESS:
            reason = reason or "its pages belong to an extension that runs"
        if reason:
            context.report.skip(f"generated cases of {operation.operation_id}", reason)
        else:
            possible.add(operation.operation_id)
    return frozenset(possible)


def _of_fixture(context: Context) -> list[tuple[str, str]]:
    """Resources of the fixture, which other checks need."""
    requests = context.fixture.requests
    return [
        ("repository", requests.repository),
        ("collection", str(requests.collection)),
        ("apiSecret", str(requests.secret)),
        ("extension", requests.installed),
        *(("extension", writer) for writer in context.fixture.writers),
    ]


def _report(context: Context, outcome: Outcome) -> None:
    by_label = {operation.label: operation.operation_id for operation in operations()}
    for text in outcome.findings.values():
        label = next((each for each in by_label if text.startswith((f"{each} ", f"{each}:"))), "")
        context.report.add(Deviation("generated.case", by_label.get(label, ""), text[:1_500]))
    unanswered = set(outcome.unanswered())
    for label, answers in outcome.answers.items():
        name = by_label.get(label, label)
        context.report.operations[name] += answers.total()
        if name in unanswered and answers.total() >= _ENOUGH_ANSWERS:
            context.report.skip(f"valid generated cases of {name}", "none of them succeeded")

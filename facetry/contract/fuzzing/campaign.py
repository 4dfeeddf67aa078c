"""A schemathesis campaign with every phase and every check. Its cases are counted, and name resources that exist."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args
from urllib.parse import urlsplit

from schemathesis.config import SchemathesisConfig
from schemathesis.core.transport import Response
from schemathesis.engine import Status, events, from_schema
from schemathesis.generation.case import Case
from schemathesis.hooks import GLOBAL_HOOK_DISPATCHER, HookContext
from schemathesis.schemas import BaseSchema

from facetry.contract.bounded_transport import REQUEST_SECONDS, certificates
from facetry.contract.description import operations, resolved, resolved_at
from facetry.contract.fuzzing import payloads
from facetry.contract.fuzzing.case_adapter import CaseAdapter
from facetry.contract.fuzzing.existing_resources import ExistingResources
from facetry.contract.traffic.exchange import Exchange, below

Loader = Callable[[SchemathesisConfig], BaseSchema]

SEED: Final = 20_260_101
SLOWEST_SECONDS: Final = 10.0


@dataclass(slots=True)
class Outcome:
    """Counts and findings of a campaign."""

    cases: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    answers: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    checks: Counter[str] = field(default_factory=Counter)
    findings: dict[str, str] = field(default_factory=dict)

    def find(self, key: str, text: str) -> None:
        """Keep the first finding of its kind."""
        self.findings.setdefault(key, text)

    def unanswered(self) -> list[str]:
        """Operations that never succeeded."""
        return [
            operation.operation_id
            for operation in operations()
            if not operation.successes & self.answers[operation.label].keys()
        ]

    def table(self) -> str:
        """A table of the operations with the number of responses by status."""
        width = max(map(len, self.answers), default=0)
        rows = [
            f"{label:{width}}  " + "  ".join(f"{status}×{count}" for status, count in sorted(answers.items()))
            for label, answers in sorted(self.answers.items())
        ]
        return "\n".join((*rows, f"phases: {dict(self.phases)}", f"checks: {dict(sorted(self.checks.items()))}"))


_LISTS: Final[frozenset[str]] = frozenset(
    {"/repository/list", "/repository/activities", "/repository/tags", "/repository/startOrStop"}
)
# Chains of requests, on these operations alone: schemathesis takes some of their first links for unlikely to succeed
# (a search names extensions, which nothing it knows of produces), and would never begin there.
JOURNEYS: Final[tuple[Callable[[str], bool], ...]] = (
    lambda path: path.startswith(("/image/", "/imageAttachment/", "/media/")),
    lambda path: path.startswith(("/repository/", "/image/{id}/")) and path not in _LISTS,
    lambda path: path.startswith("/collection/") or path.endswith("/collectionIds"),
)


Phase = Literal["examples", "coverage", "fuzzing", "stateful"]
PHASES: Final[frozenset[Phase]] = frozenset(get_args(Phase))
DEEP: Final = "imageSearchIds"
_UNAVAILABLE: Final = frozenset({503, 507})


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a campaign: phases of schemathesis on some operations. Only if `is_deep`, criteria nest deeply."""

    phases: frozenset[Phase]
    operation_ids: list[str]
    is_deep: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What a campaign sends. `examples` is the number of cases for each operation and phase. The same seed generates
    the same cases. `chosen` are the ids of the operations, all if None. With `is_patient`, a documented 503 or 507 is
    no finding.
    """

    examples: int
    seed: int = SEED
    phases: frozenset[Phase] = PHASES
    chosen: frozenset[str] | None = None
    is_patient: bool = False

    def of(self, *operation_ids: str) -> list[str]:
        """Those of these operations that are chosen, in a fixed order."""
        return sorted(each for each in operation_ids if self.chosen is None or each in self.chosen)


def configuration(key: str, plan: Plan, phases: frozenset[Phase], base_url: str | None = None) -> SchemathesisConfig:
    """A configuration with these phases and all checks."""
    enabled = {phase: {"enabled": phase in phases} for phase in PHASES}
    settings: dict[str, Any] = {
        "seed": plan.seed,
        "workers": 1,
        "request-timeout": REQUEST_SECONDS,
        "continue-on-failure": True,
        "headers": {"Authorization": f"Bearer {key}"},
        "generation": {"mode": "all", "max-examples": plan.examples, "deterministic": True, "no-shrink": True},
        "checks": {
            "max_response_time": SLOWEST_SECONDS,
            "negative_data_rejection": {
                "expected-statuses": ["400", "401", "403", "404", "405", "412", "413", "415", "431"]
            },
        },
        "phases": {
            **enabled,
            "examples": {**enabled["examples"], "fill-missing": True},
            "stateful": {
                **enabled["stateful"],
                "generation": {"max-examples": max(8, plan.examples // 2)},
                "max-steps": 20,
            },
        },
    }
    if base_url is not None:
        settings["base-url"] = base_url
        settings["tls-verify"] = certificates()
    return SchemathesisConfig.from_dict(settings)


def run(
    load: Loader,
    resources: ExistingResources,
    key: str,
    observe: Callable[[Exchange], None],
    plan: Plan,
    *,
    is_over: Callable[[Outcome], bool] = lambda _: False,
    has_to_end: Callable[[], bool] = lambda: False,
    outcome: Outcome | None = None,
) -> Outcome:
    """Execute all phases on all operations, then the journeys. Every exchange is passed to `observe`, for the reference
    validators. The campaign ends early when `is_over`, which is called after each scenario, or when `has_to_end`, which
    is called before each case. Findings are added to `outcome`.
    """
    outcome = Outcome() if outcome is None else outcome
    payloads.register()
    url = resources.url or None
    schemas = [
        _narrowed(load(configuration(key, plan, part.phases, url)), part) for part in _parts(plan) if part.phases
    ]
    adapter = CaseAdapter(resources, key, random.Random(plan.seed))
    with _adapting(adapter, observe, has_to_end, urlsplit(resources.url).path.rstrip("/")):
        for schema in schemas:
            stream = from_schema(schema).execute()
            for event in stream:
                _count(event, outcome, plan, is_stopped=stream.stop_event.is_set() or has_to_end())
                if is_over(outcome) or has_to_end():
                    stream.stop()
            if is_over(outcome) or has_to_end():
                break
    for text in adapter.wrongly_accepted:
        outcome.find(text[:120], text)
    return outcome


def _parts(plan: Plan) -> Iterator[Part]:
    """All operations, then the journeys, then the operation with deeply nested criteria."""
    chosen = plan.of(*(operation.operation_id for operation in operations()))
    yield Part(plan.phases if _has_links(plan) else plan.phases - {"stateful"}, chosen)
    for journey in JOURNEYS:
        steps = plan.of(*(operation.operation_id for operation in operations() if journey(operation.path)))
        if len(steps) > 1:
            yield Part(plan.phases & {"stateful"}, steps)
    if DEEP in chosen:
        yield Part(plan.phases - {"stateful"}, [DEEP], is_deep=True)


def _narrowed(schema: BaseSchema, part: Part) -> BaseSchema:
    return (schema if part.is_deep else _shallow(schema)).include(operation_id=part.operation_ids)


def _has_links(plan: Plan) -> bool:
    """Whether an answer of a chosen operation links to a chosen operation. Without one, there is no chain to follow."""
    chosen = set(plan.of(*(operation.operation_id for operation in operations())))
    return any(
        resolved(link).get("operationId") in chosen
        for operation in operations()
        if operation.operation_id in chosen
        for answer in resolved_at(operation.pointer)["responses"].values()
        for link in resolved(answer).get("links", {}).values()
    )


def _shallow(schema: BaseSchema) -> BaseSchema:
    """The same schema, in which criteria and groups of features nest only once. schemathesis unrolls recursive schemas,
    and would send thousands of nested filters to each search operation. One operation, `DEEP`, gets all of them.
    """
    components = schema.raw_schema["components"]["schemas"]
    criteria, group = components["SearchCriteria"], components["SearchFeatures"]
    inner = {name: criteria["properties"][name] for name in ("formats", "inNoCollection")}
    components["InnerCriteria"] = {"type": "object", "additionalProperties": False, "properties": inner}
    rest = {name: part for name, part in group["properties"].items() if name != "features"}
    innermost = {**group, "properties": rest, "not": {"properties": {"conditions": {"maxItems": 0}}}}
    components["InnerFeatures"] = innermost
    for way in ("all", "any", "none"):
        criteria["properties"][way]["items"] = {"$ref": "#/components/schemas/InnerCriteria"}
    group["properties"]["features"] = {"$ref": "#/components/schemas/InnerFeatures"}
    del criteria["examples"]  # it nests deeper than the changed schema
    return schema


def _count(event: events.EngineEvent, outcome: Outcome, plan: Plan, *, is_stopped: bool) -> None:
    if isinstance(event, events.NonFatalError):
        outcome.find(f"error {event.label} {event.info.title}", f"{event.label}: {event.info.format()}")
    elif isinstance(event, events.FatalError):
        raise event.exception
    elif isinstance(event, events.EngineFinished):
        for failure in event.failures:
            outcome.find(str(failure), str(failure))
    elif isinstance(event, events.PhaseFinished):
        if event.status is Status.ERROR or (event.status is Status.INTERRUPTED and not is_stopped):
            outcome.find(f"phase {event.phase.name}", f"the phase {event.phase.name} ended with {event.status}")
    elif isinstance(event, events.ScenarioFinished):
        outcome.cases += len(event.recorder.interactions)
        outcome.phases[event.phase.value] += len(event.recorder.interactions)
        for case_id, interaction in event.recorder.interactions.items():
            label = event.recorder.cases[case_id].value.operation.label
            if interaction.response is None:
                outcome.find(f"silence {label}", f"{label}: no answer to {interaction.request.uri}")
            else:
                outcome.answers[label][interaction.response.status_code] += 1
        for case_id, checks in event.recorder.checks.items():
            for check in checks:
                outcome.checks[check.name] += 1
                answer = event.recorder.interactions[case_id].response
                is_excused = plan.is_patient and answer is not None and answer.status_code in _UNAVAILABLE
                if check.failure_info is not None and not is_excused:
                    failure = check.failure_info.failure
                    label = event.recorder.cases[case_id].value.operation.label
                    text = f"{label} [{event.phase.value}] {check.name}: {failure.title}\n{failure.message}"
                    key = f"{label} {check.name} {failure.title} {failure.message[:120]}"
                    shown = "" if answer is None else f"{answer.status_code} {answer.content[:400]!r}"
                    outcome.find(key, f"{text}\n{shown}\n{check.failure_info.code_sample[:4_000]}")


@contextmanager
def _adapting(
    adapter: CaseAdapter, observe: Callable[[Exchange], None], has_to_end: Callable[[], bool], base_path: str
) -> Iterator[None]:
    """Within the context, cases name resources that exist, and the resources that they create and delete are
    recorded.
    """

    def before_call(_: HookContext, case: Case[Any], __: dict[str, Any]) -> None:
        if has_to_end():
            raise KeyboardInterrupt  # schemathesis ends its phase
        adapter.adapt(case)

    def after_call(_: HookContext, case: Case[Any], response: Response) -> None:
        observe(exchange(response, base_path))
        adapter.learn(case, response)

    GLOBAL_HOOK_DISPATCHER.register_hook_with_name(before_call, "before_call")
    GLOBAL_HOOK_DISPATCHER.register_hook_with_name(after_call, "after_call")
    try:
        yield
    finally:
        GLOBAL_HOOK_DISPATCHER.unregister(before_call)
        GLOBAL_HOOK_DISPATCHER.unregister(after_call)


def exchange(response: Response, base_path: str = "") -> Exchange:
    """The request and the response of a service whose address has this path, for the reference validators."""
    request = response.request
    url = urlsplit(request.url or "")
    body: Any = request.body
    headers: Mapping[str, Any] = request.headers
    return Exchange(
        method=request.method or "",
        path=below(base_path, url.path),
        query=url.query,
        headers=tuple((name.lower(), _text(value)) for name, value in headers.items()),
        body=body.encode() if isinstance(body, str) else bytes(body or b""),
        status=response.status_code,
        answer_headers=tuple((name, value) for name, values in response.headers.items() for value in values),
        answer=response.content,
    )


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value

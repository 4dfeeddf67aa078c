"""A run of contract tests: all checks on one service, within bounds of time and cases."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx

from facetry.contract.authorization import matrix
from facetry.contract.checks import embeddings, generated, protocol, read_back, refusals, searches, tags
from facetry.contract.context import Context
from facetry.contract.creations import Creations
from facetry.contract.description import operations
from facetry.contract.errors import OutOfTimeError, SetupError
from facetry.contract.fixtures.fixture import open_fixture
from facetry.contract.judgement import opinions
from facetry.contract.judgement.reference_validators import operation_of
from facetry.contract.reporting.report import Report
from facetry.contract.service import Service
from facetry.contract.traffic.exchange import Exchange


@dataclass(frozen=True, slots=True)
class Options:
    """What a run does. `key` needs every right. `cases` is the number of generated cases, `seconds` bounds the whole
    run. `chosen` are the ids of the operations, all if empty. `pictures` is a folder that this process can write to
    and the service can read. `extensions` are registered ones in whose name the run may write.
    """

    url: str
    key: str
    seed: int
    cases: int
    seconds: float
    chosen: frozenset[str] = frozenset()
    pictures: Path | None = None
    extensions: tuple[str, ...] = ()
    extension_key: str | None = None


def run(options: Options, report: Report, on_start: Callable[[Service], None] = lambda _: None) -> None:
    """Run all checks and fill the report. `on_start` gets the service, whose `is_interrupted` ends the run. Raises
    `UnreachableError`, or `SetupError` when the checks cannot begin.
    """
    creations = Creations()
    wanted = options.chosen or {operation.operation_id for operation in operations()}
    report.key = options.key
    report.secrets |= {options.extension_key} if options.extension_key else set()

    judged: set[str] = set()

    def observe(exchange: Exchange) -> None:
        report.requests += 1
        if not judged and exchange.status:
            operation = operation_of(exchange)
            judged.update({operation.operation_id} & wanted if operation is not None else ())
        creations.note(exchange)
        report.secrets |= creations.keys
        for deviation in opinions.deviations(exchange):
            report.add(deviation)

    service = Service(options.url.rstrip("/"), options.key, observe, time.monotonic() + options.seconds)
    on_start(service)
    report.url, report.seed = service.url, options.seed
    try:
        service.read_description()
        for operation in operations():
            if operation.operation_id not in service.offered:
                report.skip(operation.operation_id, "the service does not offer it")
        chosen = service.offered & options.chosen if options.chosen else service.offered
        with open_fixture(service, report, creations, options.pictures, options.extensions) as fixture:
            _checks(Context(service, fixture, report, chosen), creations, options)
    except OutOfTimeError:
        _ended_early(service, report, options)
    except httpx.TransportError as error:
        raise service.unreachable(error) from None
    finally:
        service.close()
    if not judged:
        report.unjudged = _unjudged(options, report)


def _checks(context: Context, creations: Creations, options: Options) -> None:
    steps: tuple[tuple[str, Callable[[], None]], ...] = (
        ("tags", lambda: tags.check(context)),
        ("embeddings", lambda: embeddings.check(context)),
        ("searches", lambda: searches.check(context)),
        ("reading what was written", lambda: read_back.check(context)),
        ("authorization", lambda: matrix.check(context, options.extension_key)),
        ("examples", lambda: refusals.check(context)),
        ("HTTP", lambda: protocol.check(context)),
        ("generated cases", lambda: generated.check(context, creations, options.seed, options.cases)),
    )
    for name, step in steps:
        context.report.progress(name)
        try:
            context.fixture.renew()
            step()
        except SetupError as error:
            context.report.skip(f"the rest of {name}", str(error))
        except OutOfTimeError:
            _ended_early(context.service, context.report, options)
            for later, _ in steps[[each for each, _ in steps].index(name) + 1 :]:
                context.report.skip(later, "the run ended before")
            return
    if context.service.is_over():
        _ended_early(context.service, context.report, options)


def _unjudged(options: Options, report: Report) -> str:
    """Why no operation was judged, and what to change."""
    if report.ended_early:
        return "the run ended before a request was answered; give it more --time"
    named = (
        f"operations that --operation names ({', '.join(sorted(options.chosen))})" if options.chosen else "operations"
    )
    reasons = {skip.reason for skip in report.skips if skip.part in options.chosen}
    why = f": {'; '.join(sorted(reasons))}" if reasons else ""
    return f"no request of the {named} was answered{why}. Name other operations, or none to test all"


def _ended_early(service: Service, report: Report, options: Options) -> None:
    report.ended_early = "interrupted" if service.is_interrupted else f"the time of {options.seconds:.0f} s was over"

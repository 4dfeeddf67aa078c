"""`requests`: reads and writes as users send them: the server on all cores, after 50,000 single writes.

Libraries of 10,000, 100,000 and a million images; every fast kind also with the server on one core. The limit of writes
is bare SQLite, in a program that has nothing of Facetry.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvloop

from bench import load, processes
from bench.measurements import (
    CPU_MS,
    PER_SECOND,
    SECONDS,
    TIMES,
    Measurement,
    Rounds,
    Target,
    at_least,
    at_most,
    report,
)
from bench.options import Options
from bench.processes import Server
from bench.rivals.bare_writes import BareWrites, bare_writes
from bench.samples import sample
from bench.service.kinds import FIRST_SEARCH, KINDS, RARE, RARE_SEARCHES, WRITES, Kind, sampled_ids
from bench.versions import NEW, Version

OF_BARE: Final = 0.5
"""The share of the writes of bare SQLite that `setTags` must reach."""
OF_FRESH: Final = 1.2
"""How many times its fresh cost a search may take after any number of writes."""
OF_SMALLEST: Final = 1.5
"""How many times its cost with the fewest images a write may take with the most."""
_BARE: Final = "the same, bare SQLite"
_WRITTEN_IDS: Final = 100_000
_WRITERS: Final = 16
_FOREVER: Final = 3_600.0


@dataclass(frozen=True, slots=True)
class _Subject:
    """A server of one version over its copy of a library, and the ids of images in it."""

    version: Version
    server: Server
    ids: Sequence[str]


def run(options: Options) -> bool:
    """Run the bench; whether all targets were met."""
    sizes = options.choose([200], [10_000, 100_000, 1_000_000], [10_000, 100_000, 1_000_000])
    write_costs: dict[str, dict[int, Sequence[float]]] = {}
    is_met = True
    for images in sizes:
        measurements = _of_size(options, images)
        is_met = report(f"requests, {images:,} images", measurements) and is_met
        for each in measurements:
            if (each.name, each.unit) == (WRITES.name, CPU_MS):
                for version, costs in each.rounds.items():
                    write_costs.setdefault(version, {})[images] = costs
    growth = {
        version: [most / least for least, most in zip(costs[sizes[0]], costs[sizes[-1]], strict=True)]
        for version, costs in write_costs.items()
    }
    name = f"CPU of setTags, {sizes[-1]:,} images to {sizes[0]:,}"
    return report("requests", [Measurement(name, TIMES, growth, at_most(OF_SMALLEST))]) and is_met


def _of_size(options: Options, images: int) -> list[Measurement]:
    rounds = Rounds()
    checkpoints = options.choose(
        [0, 50, 100],
        [0, 20_000, 40_000, 50_000],
        [0, 20_000, 40_000, 50_000, *([1_000_000] if images == 10_000 else [])],
    )
    with ExitStack() as stack:
        copies = [stack.enter_context(each.library_copy(options.data, images)) for each in options.versions]
        for _ in range(options.choose(1, 3, 5)):
            for version, copy in zip(options.versions, copies, strict=True):
                rounds.add(version.name, FIRST_SEARCH.name, {SECONDS: _first_search(version, copy)})
        bare = stack.enter_context(bare_writes(options.data, images, _WRITERS, processes.every_core()))
        subjects = [
            stack.enter_context(_subject(version, copy)) for version, copy in zip(options.versions, copies, strict=True)
        ]
        _age(options, subjects, rounds, checkpoints)
        _measure_kinds(options, subjects, bare, rounds)
        return rounds.measurements(_targets(images)) + _ratios(rounds, checkpoints)


@contextmanager
def _subject(version: Version, copy: Path) -> Iterator[_Subject]:
    ids = sampled_ids(copy, _WRITTEN_IDS)
    with processes.facetry_server(copy, cores=processes.every_core(), source=version.source) as server:
        yield _Subject(version, server, ids)


def _first_search(version: Version, copy: Path) -> float:
    """The seconds of the first search by date of a server that has just started."""
    with processes.facetry_server(copy, cores=processes.every_core(), source=version.source) as server:
        begin = time.perf_counter()
        load.run(server.port, itertools.islice(FIRST_SEARCH.requests(()), 1), connections=1, seconds=_FOREVER)
        return time.perf_counter() - begin


def _age(options: Options, subjects: Sequence[_Subject], rounds: Rounds, checkpoints: Sequence[int]) -> None:
    """Send single writes up to each checkpoint, and search for the rare tag there."""
    seconds = options.choose(0.1, 1.0, 2.0)
    writes = {each.version.name: WRITES.requests(each.ids) for each in subjects}
    for before, checkpoint in itertools.pairwise([0, *checkpoints]):
        _write_singly(
            {each.server.port: itertools.islice(writes[each.version.name], checkpoint - before) for each in subjects}
        )
        for _, each in itertools.product(range(options.choose(1, 3, 5)), subjects):
            requests = RARE_SEARCHES.requests(each.ids)
            load.run(each.server.port, itertools.islice(requests, 2), connections=1, seconds=seconds)
            figures = sample(each.server, requests, connections=1, seconds=seconds).figures(*RARE_SEARCHES.units)
            rounds.add(each.version.name, _rare_after(checkpoint), figures)


def _write_singly(writes: Mapping[int, Iterator[bytes]]) -> None:
    """Send writes to the servers with these ports, one after the other to each, so that each is a commit."""

    async def drive_all() -> None:
        drives = (load.drive(port, some, connections=1, seconds=_FOREVER) for port, some in writes.items())
        await asyncio.gather(*drives)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(drive_all())


def _rare_after(writes: int) -> str:
    return f"{RARE}, after {writes:,} writes"


def _measure_kinds(options: Options, subjects: Sequence[_Subject], bare: BareWrites, rounds: Rounds) -> None:
    seconds = options.choose(0.1, 1.5, 4.0)
    for is_pinned, kind in itertools.product((False, True), KINDS):
        if is_pinned and not kind.is_pinned_too:
            continue
        requests = {each.version.name: kind.requests(each.ids) for each in subjects}
        for number in options.rounds(3, 7):
            for each in subjects:
                with _placed(each.server, is_pinned=is_pinned):
                    period = seconds if number else seconds / 3
                    one = sample(each.server, requests[each.version.name], connections=kind.connections, seconds=period)
                if number:  # the first round warms up
                    rounds.add(each.version.name, _name(kind, is_pinned=is_pinned), one.figures(*kind.units))
            if kind is WRITES and not is_pinned and number:
                rate, cpu = bare.run(seconds)
                rounds.add(NEW, _BARE, {PER_SECOND: rate, CPU_MS: cpu * 1e3})


@contextmanager
def _placed(server: Server, *, is_pinned: bool) -> Iterator[None]:
    """Server and load on all cores; or each on one of its own, where `is_pinned`."""
    if not is_pinned:
        yield
        return
    processes.move(server, processes.server_core())
    try:
        with processes.pinned(processes.load_core()):
            yield
    finally:
        processes.move(server, processes.every_core())


def _name(kind: Kind, *, is_pinned: bool) -> str:
    return f"{kind.name}, server on one core" if is_pinned else kind.name


def _targets(images: int) -> dict[tuple[str, str], Target]:
    return {
        (kind.name, unit): target for kind in (*KINDS, FIRST_SEARCH) for unit, target in kind.targets_at(images).items()
    }


def _ratios(rounds: Rounds, checkpoints: Sequence[int]) -> list[Measurement]:
    """What is judged by a ratio: old age, the number of cores, and bare SQLite."""
    last = checkpoints[-1]
    return [
        rounds.ratio(
            f"{RARE}, after {last:,} writes to fresh, CPU",
            (_rare_after(last), CPU_MS),
            (_rare_after(0), CPU_MS),
            at_most(OF_FRESH),
        ),
        *(
            rounds.ratio(
                f"{kind.name}, all cores to one, answers a second",
                (kind.name, PER_SECOND),
                (_name(kind, is_pinned=True), PER_SECOND),
                at_least(1.0),
            )
            for kind in KINDS
            if kind.is_pinned_too
        ),
        rounds.ratio(
            "setTags to bare SQLite, answers a second",
            (WRITES.name, PER_SECOND),
            (_BARE, PER_SECOND),
            at_least(OF_BARE),
        ),
    ]

"""`search`: ten searches over a million images, beside the statements that one would write first."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection

from bench import load, million, naive, plans, processes, searches
from bench import search_indexes as finding
from bench.figures import REPORTS, Figure, median, percentile, record, table
from bench.processes import KEY, Server
from bench.searches import Case
from bench.vectors import engine_process as asked
from bench.vectors.data import made
from facetry.app import DATABASE
from facetry.library.search import search
from facetry.library.search.search import Page
from facetry.library.search.search_indexes import Finder
from facetry.store.store import Store
from generated import models

P50_MS: Final = 50.0
P99_MS: Final = 250.0
_PLANS: Final = REPORTS / "search-plans.txt"


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the targets were met."""
    seconds, most = (20.0, 1000) if is_long else (3.0, 100)
    vectors = made(data, 1_000_000 if is_long else 100_000)
    similar = searches.similar(vectors)
    figures: dict[str, dict[str, Figure]] = {}
    explained: list[str] = []
    for folder, cases in (
        (million.library(data), searches.CASES),
        (asked.place("facetry_search", data, vectors), similar),
    ):
        store = Store(folder / DATABASE)
        try:
            finder = finding.finder(folder, store)
            with processes.pinned(processes.server_core()):
                for case in cases:
                    figures[case.name], explanation = _measured(store, finder, case, seconds, most)
                    explained.append(explanation)
        finally:
            store.close()
        with (
            processes.facetry(folder, cores=processes.server_core()) as server,
            processes.pinned(processes.load_core()),
        ):
            for case in cases:
                figures[case.name] |= _served(server, case, seconds)
    REPORTS.mkdir(exist_ok=True)
    _PLANS.write_text("\n\n".join(explained) + "\n", encoding="utf-8")
    return _report(figures, {case.name for case in (*searches.CASES, *similar) if case.has_target})


def _measured(store: Store, finder: Finder, case: Case, seconds: float, most: int) -> tuple[dict[str, Figure], str]:
    """Figures without HTTP, and the statements with their plans: of the first search, and of all that follow."""
    parameters = [models.SearchParameters.model_validate(wire) for wire in case.wires]
    wanted = itertools.cycle(parameters)
    page: list[Page] = []

    def searched(connection: Connection) -> None:
        page[:] = [search.run(finder, connection, next(wanted))]

    begin = time.perf_counter()
    first = store.read_now(lambda connection: plans.plans(connection, searched))
    figures: dict[str, Figure] = {"total": page[0].total, "first_ms": (time.perf_counter() - begin) * 1e3}
    later = store.read_now(lambda connection: plans.plans(connection, searched))
    before = time.process_time()
    taken = _timed(store, searched, seconds, most)
    cpu_ms = (time.process_time() - before) / (len(taken) + 1) * 1e3
    figures |= {"p50_ms": median(taken) * 1e3, "p99_ms": percentile(taken, 99) * 1e3, "cpu_ms": cpu_ms}
    figures["naive_p50_ms"] = None
    if case.sql is not None:
        statements = case.sql
        begin = time.perf_counter()
        answer = store.read_now(lambda connection: naive.run(connection, statements))
        again = [time.perf_counter() - begin]
        page[0] = store.read_now(lambda connection: search.run(finder, connection, parameters[0]))
        assert answer == naive.of(page[0]), case.name
        if again[0] < seconds:
            again = _timed(store, lambda connection: naive.run(connection, statements), seconds, most)
        figures["naive_p50_ms"] = median(again) * 1e3
    explanation = f"== {case.name}\n-- the first search\n{first}\n-- those that follow\n{later}"
    return figures, explanation


def _timed(store: Store, query: Callable[[Connection], object], seconds: float, most: int) -> list[float]:
    """The time of each of several runs: at least two, until either limit is reached; the first one warms."""
    taken: list[float] = []
    end = time.perf_counter() + seconds
    while len(taken) < 3 or (time.perf_counter() < end and len(taken) <= most):
        begin = time.perf_counter()
        store.read_now(query)
        taken.append(time.perf_counter() - begin)
    return taken[1:]


def _served(server: Server, case: Case, seconds: float) -> dict[str, Figure]:
    requests = itertools.cycle([_request(wire) for wire in case.wires])
    done = load.run(server.port, _warmed(requests, server), connections=1, seconds=seconds)
    return {"http_p50_ms": median(done.latencies) * 1e3, "http_p99_ms": percentile(done.latencies, 99) * 1e3}


def _warmed(requests: Iterator[bytes], server: Server) -> Iterator[bytes]:
    load.run(server.port, itertools.islice(requests, 2), connections=1, seconds=60)
    return requests


def _request(wire: Mapping[str, Any]) -> bytes:
    return load.request("POST", "/image/search/ids", KEY, json.dumps(wire).encode())


def _report(figures: Mapping[str, Mapping[str, Figure]], aimed: Collection[str]) -> bool:
    met = True
    rows: list[list[Figure]] = []
    for name, each in figures.items():
        rows.append([name, *each.values()])
        record("search", {"case": name, **each})
        p50, p99 = each["p50_ms"], each["p99_ms"]
        assert isinstance(p50, float)
        assert isinstance(p99, float)
        met = met and (name not in aimed or (p50 <= P50_MS and p99 <= P99_MS))
    headings = ("images", "total", "first ms", "p50 ms", "p99 ms", "CPU ms", "plain SQL p50", "HTTP p50", "HTTP p99")
    print(table(headings, rows))
    print(f"targets: p50 {P50_MS:g} ms, p99 {P99_MS:g} ms, without HTTP; plans: {_PLANS}")
    return met

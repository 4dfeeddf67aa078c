"""`search`: ten searches over a million images, compared with straightforward SQL."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from sqlalchemy import Connection

from bench import load, million, processes
from bench.figures import median, percentile
from bench.measurements import CPU_MS, P50_MS, P99_MS, Rounds, at_most, report
from bench.million import IMAGES
from bench.options import Options
from bench.processes import KEY, Server
from bench.searches import naive
from bench.searches.cases import CASES, Case, similarity_cases
from bench.searches.indexes import open_indexes
from bench.vectors import engine_process
from bench.vectors.data import load_data_set
from bench.versions import NEW
from facetry.library.search.search import Page
from facetry.library.search.search_indexes import SearchIndexes
from facetry.service.library_database import DATABASE
from facetry.store.store import Store
from generated import models
from tests.support.libraries.searches import run as run_search

TARGETS: Final = {P50_MS: at_most(50), P99_MS: at_most(250)}
"""Without HTTP."""


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether the targets were met."""
    data = options.data
    seconds, max_runs = options.choose((0.1, 5), (3.0, 100), (20.0, 1000))
    vectors = load_data_set(data, options.choose(2_000, 100_000, 1_000_000))
    similar = similarity_cases(vectors)
    rounds = Rounds()
    for folder, cases in (
        (million.library(data, options.choose(2_000, IMAGES, IMAGES)), CASES),
        (engine_process.engine_folder("facetry_search", data, vectors), similar),
    ):
        store = Store(folder / DATABASE)
        try:
            indexes = open_indexes(folder, store)
            with processes.pinned(processes.server_core()):
                figures = {case.name: _measure(store, indexes, case, seconds, max_runs) for case in cases}
        finally:
            store.close()
        with (
            processes.facetry_server(folder, cores=processes.server_core()) as server,
            processes.pinned(processes.load_core()),
        ):
            for case in cases:
                rounds.add(NEW, case.name, {**figures[case.name], **_measure_http(server, case, seconds)})
    judged = [case.name for case in (*CASES, *similar) if case.has_target]
    targets = {(name, unit): target for name in judged for unit, target in TARGETS.items()}
    return report("search", rounds.measurements(targets))


def _measure(store: Store, indexes: SearchIndexes, case: Case, seconds: float, max_runs: int) -> dict[str, float]:
    """Figures without HTTP: of the first search, and of those that follow."""
    parameters = [models.SearchParameters.model_validate(body) for body in case.bodies]
    parameter_cycle = itertools.cycle(parameters)
    page: list[Page] = []

    def run_next(connection: Connection) -> None:
        page[:] = [run_search(indexes, connection, next(parameter_cycle))]

    begin = time.perf_counter()
    store.read_now(run_next)
    figures = {"images": float(page[0].total), "first ms": (time.perf_counter() - begin) * 1e3}
    before = time.process_time()
    times = _time_runs(store, run_next, seconds, max_runs)
    cpu_ms = (time.process_time() - before) / (len(times) + 1) * 1e3
    figures |= {P50_MS: median(times) * 1e3, P99_MS: percentile(times, 99) * 1e3, CPU_MS: cpu_ms}
    if case.sql is not None:
        statements = case.sql
        begin = time.perf_counter()
        naive_result = store.read_now(lambda connection: naive.run(connection, statements))
        naive_times = [time.perf_counter() - begin]
        page[0] = store.read_now(lambda connection: run_search(indexes, connection, parameters[0]))
        assert naive_result == naive.from_page(page[0]), case.name
        if naive_times[0] < seconds:
            naive_times = _time_runs(store, lambda connection: naive.run(connection, statements), seconds, max_runs)
        figures["p50 ms of plain SQL"] = median(naive_times) * 1e3
    return figures


def _time_runs(store: Store, query: Callable[[Connection], object], seconds: float, max_runs: int) -> list[float]:
    """The times of at least two runs, until either limit is reached. The first run warms up and is not included."""
    times: list[float] = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or (time.perf_counter() < end and len(times) <= max_runs):
        begin = time.perf_counter()
        store.read_now(query)
        times.append(time.perf_counter() - begin)
    return times[1:]


def _measure_http(server: Server, case: Case, seconds: float) -> dict[str, float]:
    requests = itertools.cycle([_request(body) for body in case.bodies])
    load_result = load.run(server.port, _warm(requests, server), connections=1, seconds=seconds)
    return {
        "p50 ms over HTTP": median(load_result.latencies) * 1e3,
        "p99 ms over HTTP": percentile(load_result.latencies, 99) * 1e3,
    }


def _warm(requests: Iterator[bytes], server: Server) -> Iterator[bytes]:
    load.run(server.port, itertools.islice(requests, 2), connections=1, seconds=60)
    return requests


def _request(body: Mapping[str, Any]) -> bytes:
    return load.request("POST", "/image/search/ids", KEY, json.dumps(body).encode())

"""`stores`: ten searches over one library in a file and in PostgreSQL, side by side."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bench import load, million, processes
from bench.figures import Figure, median, percentile, record, table
from bench.options import Options
from bench.processes import KEY, Server
from bench.searches.cases import CASES, Case
from tests.support.engines.postgresql import Cluster

FILE: Final = "SQLite"
SERVER: Final = "PostgreSQL"
SETTINGS: Final = {"shared_buffers": "2GB", "effective_cache_size": "8GB", "max_wal_size": "4GB"}
"""Settings of PostgreSQL for a machine that it shares with the service. All others are the defaults."""
_TARGET: Final = "/image/search/summaries"
_COMPARED: Final = "/image/search/ids"


@dataclass(frozen=True, slots=True)
class Store:
    """A service over the library in one of the stores, and the id of the first process of a database server."""

    name: str
    server: Server
    database: int | None

    def cpu_seconds(self) -> float:
        """The processor time of the service and of its database server so far."""
        return sum(processes.cpu_seconds(pid) for pid in (self.server.process.pid, self.database) if pid is not None)


@dataclass(slots=True)
class Timing:
    """The times of one search in one store, in seconds."""

    first: float = 0.0
    latencies: list[float] = field(default_factory=list)
    cpu_seconds: float = 0.0


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether both stores gave the same answers."""
    images = options.choose(2_000, million.IMAGES, 10 * million.IMAGES)
    rounds, seconds = options.choose((1, 0.05), (3, 1.0), (3, 3.0))
    library = million.library(options.data, images)
    timings: dict[str, dict[str, Timing]] = {}
    with ExitStack() as stack:
        stores = stack.enter_context(_serving(library))
        differences = [case.name for case in CASES if not _is_equal(stores, case)]
        for case in CASES:
            timings[case.name] = {store.name: Timing() for store in stores}
            for store in stores:
                timings[case.name][store.name].first = _first(store, case)
            for _ in range(rounds):
                for store in stores:
                    _add_round(timings[case.name][store.name], store, case, seconds)
    _report(images, timings)
    print(f"different answers: {', '.join(differences) or 'none'}")
    return not differences


@contextmanager
def _serving(library: Path) -> Iterator[Sequence[Store]]:
    """A service over the library, and one over a copy of it in PostgreSQL, which is made and removed."""
    with ExitStack() as stack:
        cluster = Cluster(SETTINGS)
        stack.callback(cluster.remove)
        cluster.execute("CREATE DATABASE library TEMPLATE template0")
        cluster.execute("CREATE EXTENSION pg_trgm", "library")
        url = cluster.url("library").reveal()
        begin = time.perf_counter()
        command = [sys.executable, "-m", "facetry", "migrate", "--to", url, "--quiet", "--data-dir", str(library)]
        environment = processes.environment_of(processes.ROOT)
        subprocess.run(command, cwd=processes.ROOT, env=environment, check=True, capture_output=True)
        print(f"copied to PostgreSQL in {time.perf_counter() - begin:,.0f} s", flush=True)
        data_dir = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="facetry-stores-")))
        cores = processes.every_core()
        of_file = stack.enter_context(processes.facetry_server(library, cores=cores))
        settings = {"FACETRY_DATABASE_URL": url}
        of_server = stack.enter_context(processes.facetry_server(data_dir, cores=cores, settings=settings))
        yield [Store(FILE, of_file, None), Store(SERVER, of_server, cluster.pid)]


def _is_equal(stores: Sequence[Store], case: Case) -> bool:
    """Whether all stores answer with the same images in the same order, the same number, and the same counts."""
    bodies = [processes.request_json(store.server, "POST", _COMPARED, case.bodies[0]) for store in stores]
    return all(body == bodies[0] for body in bodies)


def _first(store: Store, case: Case) -> float:
    begin = time.perf_counter()
    processes.request_json(store.server, "POST", _TARGET, case.bodies[0])
    return time.perf_counter() - begin


def _add_round(timing: Timing, store: Store, case: Case, seconds: float) -> None:
    requests = itertools.cycle([_request(body) for body in case.bodies])
    before = store.cpu_seconds()
    result = load.run(store.server.port, requests, connections=1, seconds=seconds)
    timing.cpu_seconds += store.cpu_seconds() - before
    timing.latencies += result.latencies


def _request(body: Mapping[str, Any]) -> bytes:
    return load.request("POST", _TARGET, KEY, json.dumps(body).encode())


def _report(images: int, timings: Mapping[str, Mapping[str, Timing]]) -> None:
    rows: list[list[Figure]] = []
    for name, of_case in timings.items():
        row: list[Figure] = [name]
        for store, timing in of_case.items():
            figures: dict[str, Figure] = {
                "first_ms": timing.first * 1e3,
                "p50_ms": median(timing.latencies) * 1e3,
                "p99_ms": percentile(timing.latencies, 99) * 1e3,
                "cpu_ms": timing.cpu_seconds / len(timing.latencies) * 1e3,
            }
            record("stores", {"images": images, "case": name, "store": store, **figures})
            row += [figures["p50_ms"], figures["p99_ms"], figures["cpu_ms"], figures["first_ms"]]
        rows.append(row)
    columns = [f"{store} {what}" for store in (FILE, SERVER) for what in ("p50 ms", "p99 ms", "CPU ms", "first ms")]
    print(table((f"{images:,} images", *columns), rows))

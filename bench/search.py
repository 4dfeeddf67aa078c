"""`search`: tag searches over a million images, beside the statement that one would write first."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection

from bench import load, million, processes
from bench.figures import Figure, median, percentile, record, table
from bench.processes import KEY, Server
from facetry.app import DATABASE
from facetry.library import search
from facetry.store.engine import raw
from facetry.store.store import Store
from generated import models


@dataclass(frozen=True, slots=True)
class Case:
    """A search for images that have all of `tags`: the page of 50 behind `skip`, and how many there are."""

    name: str
    tags: tuple[str, ...]
    skip: int = 0
    at_most_ms: float | None = None
    """What the median must not exceed."""

    @property
    def wire(self) -> Mapping[str, Any]:
        """The parameters as a client sends them."""
        tags = {"values": list(self.tags), "operator": "and"}
        return {"filter": {"criteria": {"tags": tags}}, "range": {"take": 50, "skip": self.skip}}


CASES: Final = (
    Case("a tag on 100 images", ("rare",), at_most_ms=10),
    Case("on 1 %", ("hundredth",)),
    Case("on 10 %", ("tenth",)),
    Case("on half of them", ("half",), at_most_ms=60),
    Case("on half, skip 100,000", ("half",), skip=100_000),
    Case("on half and on 10 %", ("half", "tenth")),
    Case("on half and on 100", ("half", "rare")),
)
_HOLDS: Final = (
    "EXISTS (SELECT 1 FROM image_tag JOIN tag ON tag.key = image_tag.tag"
    " WHERE image_tag.image = image.key AND tag.value = ?)"
)


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the targets were met."""
    seconds, most = (10.0, 1000) if is_long else (2.0, 100)
    folder = million.library(data)
    rows: list[list[Figure]] = []
    met = True
    store = Store(folder / DATABASE)
    try:
        with (
            processes.facetry(folder, cores=processes.server_core()) as server,
            processes.pinned(processes.load_core()),
        ):
            for case in CASES:
                figures = _measured(store, server, case, seconds, most)
                rows.append([case.name, *figures.values(), figures["naive_p50_ms"] / figures["p50_ms"]])
                record("search", {"case": case.name, **figures})
                met = met and (case.at_most_ms is None or figures["http_p50_ms"] <= case.at_most_ms)
    finally:
        store.close()
    print(table(("images that have", "p50 ms", "p99 ms", "HTTP p50", "HTTP p99", "naive p50", "× naive"), rows))
    return met


def _measured(store: Store, server: Server, case: Case, seconds: float, most: int) -> dict[str, float]:
    parameters = models.SearchParameters.model_validate(case.wire)

    def searched(connection: Connection) -> tuple[list[int], int]:
        page = search.run(connection, parameters)
        return page.keys, page.total

    def naive(connection: Connection) -> tuple[list[int], int]:
        return _naive(connection, case)

    assert store.read_now(searched) == store.read_now(naive), case.name
    own, served = _timed(store, searched, seconds, most), _served(server, case, seconds)
    return {
        "p50_ms": median(own) * 1e3,
        "p99_ms": percentile(own, 99) * 1e3,
        "http_p50_ms": median(served) * 1e3,
        "http_p99_ms": percentile(served, 99) * 1e3,
        "naive_p50_ms": median(_timed(store, naive, seconds / 2, most)) * 1e3,
    }


def _timed(store: Store, query: Callable[[Connection], object], seconds: float, most: int) -> list[float]:
    """The time of each of several runs: at least two, until either limit is reached; the first one warms."""
    taken: list[float] = []
    end = time.perf_counter() + seconds
    while len(taken) < 3 or (time.perf_counter() < end and len(taken) <= most):
        begin = time.perf_counter()
        store.read_now(query)
        taken.append(time.perf_counter() - begin)
    return taken[1:]


def _naive(connection: Connection, case: Case) -> tuple[list[int], int]:
    """A page and a count, each in one plain statement."""
    where = " AND ".join([_HOLDS] * len(case.tags))
    page = f"SELECT key FROM image WHERE {where} ORDER BY name_order, key LIMIT 50 OFFSET ?"  # noqa: S608  # constants
    count = f"SELECT count(*) FROM image WHERE {where}"  # noqa: S608
    keys = [row[0] for row in raw(connection).execute(page, (*case.tags, case.skip))]
    return keys, raw(connection).execute(count, case.tags).fetchone()[0]


def _served(server: Server, case: Case, seconds: float) -> list[float]:
    data = load.request("POST", "/image/search/ids", KEY, json.dumps(case.wire).encode())
    done = load.run(server.port, itertools.repeat(data), connections=1, seconds=seconds)
    return done.latencies[1:] or done.latencies

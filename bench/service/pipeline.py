"""`pipeline`: no-op operations through routing, authentication and validation, compared with other frameworks."""

from __future__ import annotations

import gc
import itertools
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from bench import load, processes
from bench.figures import Figure, median, record, table
from bench.processes import KEY, Server

RIVALS: Final = ("starlette", "facetry", "facetry-as-served", "fastapi", "connexion")
CONNECTIONS: Final = 8
TARGETS: Final = {"starlette": 0.9, "fastapi": 2.5}
"""The requests per processor second that `facetry` must reach, as a multiple of those of the rival."""

_IMAGE: Final = "7f1c9a52-3d8e-4b60-9c41-0a5be2d4f613"
_TAGS: Final = json.dumps([f"tag-{number:03}" for number in range(20)]).encode()
_SEARCH: Final = json.dumps(
    {
        "filter": {
            "criteria": {"tags": {"values": ["sunset", "sky"], "operator": "and", "extensionIds": ["tagger"]}},
            "sorting": {"property": "creationDate", "isAscending": False},
        },
        "range": {"take": 50, "skip": 100},
    }
).encode()
REQUESTS: Final = {
    "setTags": load.request("PUT", f"/image/{_IMAGE}/setTags?extensionId=tagger", KEY, _TAGS),
    "getTags": load.request("GET", f"/image/{_IMAGE}/getTags?extensionId=tagger", KEY),
    "search/ids": load.request("POST", "/image/search/ids", KEY, _SEARCH),
}


def run(*, is_long: bool, data: Path) -> bool:
    """Run the bench, print and record its figures; whether the targets were met."""
    rounds, seconds = (9, 2.0) if is_long else (5, 1.0)
    costs: dict[tuple[str, str], list[float]] = {}
    with ExitStack() as stack:
        servers = {
            name: stack.enter_context(processes.rival_server(name, cores=processes.server_core())) for name in RIVALS
        }
        stack.enter_context(processes.pinned(processes.load_core()))
        for operation, name in itertools.product(REQUESTS, RIVALS):  # warm
            _cost(servers[name], REQUESTS[operation], 0.3)
        for _ in range(rounds):
            for operation, name in itertools.product(REQUESTS, RIVALS):
                costs.setdefault((operation, name), []).append(_cost(servers[name], REQUESTS[operation], seconds))
    return _report(costs)


def _cost(server: Server, data: bytes, seconds: float) -> float:
    """Processor seconds of the server for one request."""
    gc.collect()
    before = server.cpu_seconds
    load_result = load.run(server.port, itertools.repeat(data), connections=CONNECTIONS, seconds=seconds)
    return (server.cpu_seconds - before) / load_result.answers


def _report(costs: dict[tuple[str, str], list[float]]) -> bool:
    rows: list[list[Figure]] = []
    is_met = True
    for operation in REQUESTS:
        for name in RIVALS:
            facetry_costs = costs[operation, name]
            micro = median(facetry_costs) * 1e6
            # Rounds are interleaved, so each ratio compares neighbouring rounds.
            ratios = {
                rival: median(
                    [
                        rival_cost / own_cost
                        for rival_cost, own_cost in zip(costs[operation, rival], facetry_costs, strict=True)
                    ]
                )
                for rival in TARGETS
            }
            rows.append([f"{operation} {name}", micro, 1e6 / micro, *ratios.values()])
            figures: dict[str, Figure] = {"operation": operation, "server": name, "cpu_us": micro}
            record("pipeline", {**figures, **{f"of_{rival}": ratio for rival, ratio in ratios.items()}})
            if name == "facetry":
                is_met = is_met and all(ratios[rival] >= least for rival, least in TARGETS.items())
    print(table(("operation, server", "CPU µs", "req/CPU s", "× Starlette", "× FastAPI"), rows))
    return is_met

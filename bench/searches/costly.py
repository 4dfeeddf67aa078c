"""`costly`: cheap reads beside 16 clients with costly searches, and the time until an abandoned search ends."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import uvloop

from bench import load, million, processes
from bench.figures import Figure, median, percentile, record, table
from bench.load import HOST, LoadResult
from bench.options import Options
from bench.processes import KEY, Server
from bench.rows import words
from facetry.store.readers import COSTLY_READERS

SIZES: Final = (10_000, 100_000)
CLIENTS: Final = 16
CHEAP_CLIENTS: Final = 2
CHEAP_P99_MS: Final = 100.0
END_SECONDS: Final = 1.0
_RUNNING_SECONDS: Final = 0.5
"""How long a search has been running when it is abandoned."""


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether the targets were met."""
    seconds, abandoned = options.choose((0.3, 1), (15.0, 10), (60.0, 10))
    is_met, rows = True, []
    for images in options.choose((200,), SIZES, SIZES):
        folder = million.library(options.data, images)
        with processes.facetry_server(folder, cores=processes.every_core()) as server:
            cheap = _cheap_requests(server)
            _drive(server, cheap, seconds=options.choose(0.1, 2.0, 2.0))  # warms up
            alone = _drive(server, cheap, seconds=seconds)
            beside = _drive_beside_costly_searches(server, cheap, seconds)
            ends = [_end_of_abandoned(server) for _ in range(abandoned)]
        figures: dict[str, Figure] = {
            "images": images,
            "alone_p99_ms": percentile(alone.latencies, 99) * 1e3,
            "p50_ms": median(beside.latencies) * 1e3,
            "p99_ms": percentile(beside.latencies, 99) * 1e3,
            "answers": len(beside.latencies),
            "end_s": max(ends),
        }
        record("costly", figures)
        rows.append([*figures.values()])
        is_met = is_met and percentile(beside.latencies, 99) * 1e3 <= CHEAP_P99_MS and max(ends) <= END_SECONDS
    print(table(("images", "alone p99 ms", "p50 ms", "p99 ms", "answers", "end of abandoned s"), rows))
    print(f"targets: p99 {CHEAP_P99_MS:g} ms beside {CLIENTS} clients, end {END_SECONDS:g} s")
    return is_met


def _cheap_requests(server: Server) -> Iterator[bytes]:
    """Reads of tags and records, and searches by a tag."""
    found = processes.request_json(server, "POST", "/image/search/ids", {"range": {"take": 200}})["items"]
    search = json.dumps({"filter": {"criteria": {"tags": {"values": ["common-001"]}}}}).encode()
    return itertools.cycle(
        request
        for id in found
        for request in (
            load.request("GET", f"/image/{id}/getAllTags", KEY),
            load.request("GET", f"/image/{id}/get", KEY),
            load.request("POST", "/image/search/ids", KEY, search),
        )
    )


def _keyword(text: str) -> Mapping[str, Any]:
    return {"keyword": {"text": text, "inName": True, "inMetadata": True, "inFeatures": True}}


def _contains(text: str) -> Mapping[str, Any]:
    return {"format": "string", "operator": "contains", "value": text}


def _any(criteria: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Up to 48 criteria of which one has to be met: with their groups, as many as a filter may have."""
    return {"any": [{"any": criteria[start : start + 16]} for start in range(0, len(criteria), 16)]}


def _two_letters(number: int) -> str:
    return chr(0x4E00 + number // 100) + chr(0x4E00 + number % 100)


def _feature_groups(count: int) -> Mapping[str, Any]:
    conditions = [[_contains(_two_letters(64 * group + each)) for each in range(64)] for group in range(count)]
    return _any([{"features": {"operator": "or", "conditions": each}} for each in conditions])


def _costly_bodies() -> list[bytes]:
    common, rare = words()[:48], words()[300:348]
    criteria = [
        _any([_keyword(each) for each in common]),
        _any([_keyword(each) for each in rare]),
        _any([_keyword(_two_letters(number)) for number in range(48)]),
        _any([_keyword(f"{number:02}" + "img_" * 63) for number in range(48)]),
        _feature_groups(24),
        _any([{"tags": {"values": [f"common-{n:03}" for n in range(g, g + 256)]}} for g in range(48)]),
        _any([{"duplicates": {"kind": "exactDuplicates"}} for _ in range(48)]),
    ]
    facets = ["tags", "formats", "repositories", "months"]
    sorting = {"property": "modificationDate", "isAscending": False}
    return [
        json.dumps(
            {"filter": {"criteria": each, "sorting": sorting}, "range": {"take": 1000}, "facets": facets}
        ).encode()
        for each in criteria
    ]


def _drive(server: Server, requests: Iterator[bytes], *, seconds: float) -> LoadResult:
    return load.run(server.port, requests, connections=CHEAP_CLIENTS, seconds=seconds)


def _drive_beside_costly_searches(server: Server, cheap: Iterator[bytes], seconds: float) -> LoadResult:
    costly = itertools.cycle([load.request("POST", "/image/search/ids", KEY, body) for body in _costly_bodies()])

    async def drive_both() -> LoadResult:
        searches = asyncio.ensure_future(
            load.drive(server.port, costly, connections=CLIENTS, seconds=seconds + 1, status="")  # also refusals
        )
        await asyncio.sleep(1)
        result = await load.drive(server.port, cheap, connections=CHEAP_CLIENTS, seconds=seconds)
        await searches
        return result

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(drive_both())


def _end_of_abandoned(server: Server) -> float:
    """Seconds from the moment when clients disconnect to the answer of a search that needs one of their threads."""
    body = json.dumps({"filter": {"criteria": _feature_groups(24)}}).encode()
    clients = [socket.create_connection((HOST, server.port)) for _ in range(COSTLY_READERS)]
    for client in clients:
        client.sendall(load.request("POST", "/image/search/ids", KEY, body))
    time.sleep(_RUNNING_SECONDS)
    for client in clients:
        client.close()
    begin = time.perf_counter()
    processes.request_json(server, "POST", "/collection/preview", {"criteria": {"inNoCollection": True}})
    return time.perf_counter() - begin

"""`pipeline`: no-op operations through routing, authentication and validation, compared with other frameworks."""

from __future__ import annotations

import itertools
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import numpy as np
import orjson

from bench import processes
from bench.load import request
from bench.measurements import CPU_MS, Rounds, Target, at_least, report
from bench.options import Options
from bench.processes import KEY, Server
from bench.rivals import node_rivals
from bench.samples import sample
from bench.versions import NEW, OLD

FASTIFY: Final = "fastify"
RIVALS: Final = ("starlette", "facetry-as-served", "fastapi", "connexion", FASTIFY)
CONNECTIONS: Final = 8
OURS: Final = "facetry"
VECTORS: Final = "setEmbeddings, 4 × 1024"
TARGETS: Final = {"starlette": 0.9, "fastapi": 2.5}
"""The requests per processor second that Facetry must reach, as a multiple of those of the rival."""
VECTOR_TARGET: Final = 1.0
"""The same for bodies with vectors, and Starlette."""
_DESCRIPTION: Final = processes.ROOT / "generated" / "openapi.json"

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


def _embeddings() -> bytes:
    vectors = np.random.default_rng(1).standard_normal((4, 1024)).astype(np.float32)
    named = [{"name": f"semantic-{number}", "values": vector} for number, vector in enumerate(vectors)]
    return orjson.dumps(named, option=orjson.OPT_SERIALIZE_NUMPY)


REQUESTS: Final = {
    "setTags": request("PUT", f"/image/{_IMAGE}/setTags?extensionId=tagger", KEY, _TAGS),
    "getTags": request("GET", f"/image/{_IMAGE}/getTags?extensionId=tagger", KEY),
    "search/ids": request("POST", "/image/search/ids", KEY, _SEARCH),
    VECTORS: request("PUT", f"/image/{_IMAGE}/setEmbeddings?extensionId=tagger", KEY, _embeddings()),
}


def run(options: Options) -> bool:
    """Run the bench; whether the targets were met."""
    seconds = options.choose(0.1, 1.0, 2.0)
    rounds = Rounds()
    with ExitStack() as stack:
        servers = _start_servers(stack, options)
        stack.enter_context(processes.pinned(processes.load_core()))
        for number in options.rounds(5, 9):
            for operation, (name, server) in itertools.product(REQUESTS, servers.items()):
                requests = itertools.repeat(REQUESTS[operation])
                one = sample(server, requests, connections=CONNECTIONS, seconds=seconds)
                if number:  # the first round warms up
                    version = OLD if name == OLD else NEW
                    row = OURS if name == OLD else name
                    rounds.add(version, f"{operation}, {row}", one.figures(CPU_MS))
    ratios = [
        rounds.ratio(
            f"{operation}, requests per CPU second of Facetry to {rival}",
            (f"{operation}, {rival}", CPU_MS),
            (f"{operation}, {OURS}", CPU_MS),
            _target(operation, rival),
        )
        for operation, rival in itertools.product(REQUESTS, (*TARGETS, FASTIFY))
        if rival in servers
    ]
    return report("pipeline", [*rounds.measurements(), *ratios])


def _start_servers(stack: ExitStack, options: Options) -> dict[str, Server]:
    """All servers on one core: Facetry, the same of an older version, and the rivals that are installed."""
    core = processes.server_core()
    servers = {OURS: stack.enter_context(processes.rival_server(OURS, cores=core))}
    for version in options.versions[1:]:
        source = stack.enter_context(version.with_these_benches(options.data))
        try:
            servers[version.name] = stack.enter_context(processes.rival_server(OURS, cores=core, source=source))
        except RuntimeError as error:  # the no-op handlers of this checkout do not fit it
            print(f"the older version is not compared: {error}")
    for name in RIVALS:
        if name != FASTIFY:
            servers[name] = stack.enter_context(processes.rival_server(name, cores=core))
        elif node_rivals.is_available():
            servers[name] = stack.enter_context(_fastify(options.data, core))
        else:
            print("not compared, because Node and npm are missing: fastify")
    return servers


def _fastify(data: Path, cores: frozenset[int]) -> processes.ServerContext:
    folder = node_rivals.installed_folder(data)
    return processes.node_server(folder, node_rivals.FASTIFY, str(_DESCRIPTION), cores=cores)


def _target(operation: str, rival: str) -> Target | None:
    least = VECTOR_TARGET if (operation, rival) == (VECTORS, "starlette") else TARGETS.get(rival)
    return None if least is None else at_least(least)

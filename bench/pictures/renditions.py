"""`renditions`: cached renditions, with a key and by media URLs, alone and beside other work."""

from __future__ import annotations

import asyncio
import itertools
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit
from uuid import UUID

import uvloop

from bench import load, processes, repositories
from bench.figures import median, percentile
from bench.libraries import EXTENSION
from bench.load import LoadResult
from bench.measurements import P50_MS, P99_MS, PER_SECOND, Rounds, at_least, report
from bench.options import Options
from bench.pictures import photographs
from bench.pictures.decoding import SIDE
from bench.processes import KEY, Server
from bench.samples import UNITS, sample

PHOTOGRAPHS: Final = 60
CONNECTIONS: Final = 16
ALONE: Final = 3_000.0
"""Minimum renditions per second, with a key and by media URLs."""
BESIDE: Final = 4_500.0
"""Minimum renditions per second, with a key and by media URLs, beside other work."""
OTHERS_PER_SECOND: Final = 100
"""The other work: so many reads of tags, searches and writes of tags in a second."""
_SIZE: Final = f"width={SIDE}&height={SIDE}&format=JPEG"
_KEY, _MEDIA = "with a key", "by media URL"
_BESIDE: Final = f", beside {OTHERS_PER_SECOND} other requests a second"
_TARGETS: Final = {
    (_KEY, PER_SECOND): at_least(ALONE),
    (_MEDIA, PER_SECOND): at_least(ALONE),
    (_KEY + _BESIDE, PER_SECOND): at_least(BESIDE),
    (_MEDIA + _BESIDE, PER_SECOND): at_least(BESIDE),
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of request for renditions, with the expected status."""

    name: str
    requests: Sequence[bytes]
    status: str


def run(options: Options) -> bool:
    """Run the bench; whether the targets were met."""
    count, seconds = options.choose((4, 0.2), (PHOTOGRAPHS, 1.5), (PHOTOGRAPHS, 4.0))
    pictures = photographs.photographs(options.data, count)
    rounds = Rounds()
    with ExitStack() as stack:
        servers = []
        for version in options.versions:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            processes.register_extension(folder, EXTENSION, version.source)
            cores = processes.every_core()
            context = processes.facetry_server(folder, cores=cores, source=version.source)
            server = stack.enter_context(context)
            repositories.scan(server, pictures)
            ids = repositories.image_ids(server, count)
            servers.append((version.name, server, ids, _kinds(server, ids)))
        for number in options.rounds(5, 9):
            for version_name, server, ids, kinds in servers:
                period = seconds if number else seconds / 3
                figures = {kind.name: _alone(server, kind, period) for kind in kinds}
                for kind in kinds[:2]:
                    figures[kind.name + _BESIDE] = _beside(server, kind, ids, period)
                for name, each in figures.items() if number else ():  # the first round warms up
                    rounds.add(version_name, name, each)
    return report(f"renditions, {SIDE} px, {CONNECTIONS} at once", rounds.measurements(_TARGETS))


def _alone(server: Server, kind: Kind, seconds: float) -> Mapping[str, float]:
    requests = itertools.cycle(kind.requests)
    one = sample(server, requests, connections=CONNECTIONS, seconds=seconds, status=kind.status)
    return one.figures(*UNITS, P99_MS)


def _beside(server: Server, kind: Kind, ids: Sequence[UUID], seconds: float) -> Mapping[str, float]:
    """Figures of renditions while another client reads, searches and writes at a steady rate."""

    async def drive_both() -> LoadResult:
        interval = 1 / OTHERS_PER_SECOND
        others = load.drive(server.port, _others(ids), connections=1, seconds=seconds, interval=interval)
        requests = itertools.cycle(kind.requests)
        renditions = load.drive(server.port, requests, connections=CONNECTIONS, seconds=seconds)
        result, _ = await asyncio.gather(renditions, others)
        return result

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result = runner.run(drive_both())
    latencies = [each * 1e3 for each in result.latencies]
    return {
        PER_SECOND: result.answers / result.seconds,
        P50_MS: median(latencies),
        P99_MS: percentile(latencies, 99),
    }


def _others(ids: Sequence[UUID]) -> Iterator[bytes]:
    """Endless reads, searches and writes in turn."""
    search = json.dumps({"filter": {"sorting": {"property": "name"}}, "range": {"take": 50}}).encode()
    for number in itertools.count():
        id = ids[number % len(ids)]
        yield load.request("GET", f"/image/{id}/getAllTags", KEY)
        yield load.request("POST", "/image/search/summaries", KEY, search)
        yield load.request("GET", f"/image/{id}/get", KEY)
        body = json.dumps([f"tag-{number % 50}"]).encode()
        yield load.request("PUT", f"/image/{id}/setTags?extensionId={EXTENSION}", KEY, body)


def _kinds(server: Server, ids: Sequence[UUID]) -> list[Kind]:
    """All kinds of requests for renditions of the images, which are rendered here."""
    downloads = {id: f"/image/{id}/download?{_SIZE}&stripMetadata=true" for id in ids}
    urls = [processes.request_json(server, "GET", f"/image/{id}/mediaUrl?{_SIZE}")["url"] for id in ids]
    media = {id: urlsplit(url)._replace(scheme="", netloc="").geturl() for id, url in zip(ids, urls, strict=True)}
    responses = [processes.request(server, "GET", target) for target in (*downloads.values(), *media.values())]
    if any(headers["content-type"] != "image/jpeg" for _, headers in responses):
        raise RuntimeError("a rendition is no JPEG")
    tags = {id: headers["etag"] for id, (_, headers) in zip(ids, responses[: len(ids)], strict=True)}
    return [
        Kind(_KEY, _requests(downloads, KEY), "200"),
        Kind(_MEDIA, _requests(media, None), "200"),
        Kind("with a key, known (304)", _requests(downloads, KEY, tags), "304"),
        Kind("by media URL, known (304)", _requests(media, None, tags), "304"),
    ]


def _requests(targets: Mapping[UUID, str], key: str | None, tags: Mapping[UUID, str] | None = None) -> list[bytes]:
    return [
        load.request("GET", target, key, headers=None if tags is None else {"If-None-Match": tags[id]})
        for id, target in targets.items()
    ]

"""`thumbnails`: thumbnails of photographs by a server, compared with bare loops of Pillow and libvips."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from uuid import UUID

from PIL import Image, ImageChops, ImageStat

from bench import load, processes, repositories
from bench.measurements import CPU_MS, PER_SECOND, Rounds, at_least, report
from bench.options import Options
from bench.pictures import decoding, photographs
from bench.pictures.decoding import QUALITY, SIDE, Times
from bench.processes import KEY, Server
from bench.versions import NEW
from facetry.service.data_folder import RENDITIONS

CONNECTIONS: Final = 4
TARGET: Final = 0.9
"""The share of Pillow's thumbnails per second of processor time that the server must reach."""
RIVALS: Final = {"thumbnail": "bare Pillow", "coarse": "bare Pillow, coarse", "libvips": "bare libvips"}
_SERVED: Final = "Facetry"
_QUERY: Final = f"width={SIDE}&height={SIDE}&format=JPEG&quality={QUALITY}&stripMetadata=true"
_TIMEOUT_SECONDS: Final = 600.0
_PLAIN_PHOTOGRAPH: Final = 2
"""Index of a photograph in sRGB without rotation, whose thumbnails by all rivals can be compared."""


def run(options: Options) -> bool:
    """Run the bench, print and record its figures; whether the target was met."""
    pictures = photographs.photographs(options.data, options.choose(4, 60, 300))
    cores = processes.every_core()
    rounds = Rounds()
    with tempfile.TemporaryDirectory() as folder, processes.facetry_server(Path(folder), cores=cores) as server:
        repositories.scan(server, pictures)
        ids = repositories.image_ids(server, 1_000)
        served, _ = processes.request(server, "GET", f"/image/{ids[_PLAIN_PHOTOGRAPH]}/download?{_QUERY}")
        rounds.add(NEW, _SERVED, {"error": _error(pictures, served)})
        for _ in range(options.choose(1, 3, 5)):
            shutil.rmtree(Path(folder) / RENDITIONS)  # each round finds the cache empty
            rounds.add(NEW, _SERVED, _figures(_serve(server, ids, len(cores)), len(ids)))
            for work, name in RIVALS.items():
                rounds.add(NEW, name, _figures(decoding.run(work, pictures, cores=cores), len(ids)))
    ratios = []
    for work, name in RIVALS.items():
        rounds.add(NEW, name, {"error": _error(pictures, decoding.WORKS[work](_path(pictures)))})
        target = at_least(TARGET) if work == "thumbnail" else None
        ratios.append(rounds.ratio(f"{_SERVED} to {name}, per core", (name, CPU_MS), (_SERVED, CPU_MS), target))
        ratios.append(rounds.ratio(f"{_SERVED} to {name}", (_SERVED, PER_SECOND), (name, PER_SECOND), None))
    return report(f"thumbnails, {len(ids)} of {SIDE} px, {len(cores)} cores", [*rounds.measurements(), *ratios])


def _figures(times: Times, count: int) -> dict[str, float]:
    return {PER_SECOND: count / times.wall, CPU_MS: times.cpu / count * 1e3}


def _serve(server: Server, ids: Sequence[UUID], workers: int) -> Times:
    """Request one thumbnail of each image. The workers have rendered other pictures before the clock starts."""
    warming = [_request(id, f"width={SIDE}&format=PNG") for id in ids[: 2 * workers]]
    load.run(server.port, iter(warming), connections=CONNECTIONS, seconds=_TIMEOUT_SECONDS)
    processes.wait_for_workers(server, workers)
    requests = [_request(id, _QUERY) for id in ids]
    before = server.cpu_seconds
    load_result = load.run(server.port, iter(requests), connections=CONNECTIONS, seconds=_TIMEOUT_SECONDS)
    if load_result.answers != len(ids):
        raise RuntimeError(f"{load_result.answers} of {len(ids)} thumbnails")
    return Times(load_result.seconds, server.cpu_seconds - before)


def _request(id: UUID, query: str) -> bytes:
    return load.request("GET", f"/image/{id}/download?{query}", KEY)


def _path(pictures: Path) -> Path:
    return sorted(pictures.rglob("*.jpg"))[_PLAIN_PHOTOGRAPH]


def _error(pictures: Path, data: bytes) -> float:
    """The mean difference, of 255 shades, between a thumbnail and the whole picture scaled by Lanczos."""
    with Image.open(_path(pictures)) as picture, Image.open(io.BytesIO(data)) as thumbnail:
        exact = picture.resize((SIDE, SIDE * picture.height // picture.width), Image.Resampling.LANCZOS)
        if thumbnail.size != exact.size:
            raise RuntimeError(f"the thumbnail has {thumbnail.size} pixels, where it should have {exact.size}")
        return sum(ImageStat.Stat(ImageChops.difference(exact, thumbnail.convert("RGB"))).mean) / 3

"""`thumbnails`: thumbnails of photographs by a real server, beside bare loops of Pillow and libvips."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from uuid import UUID

from PIL import Image, ImageChops, ImageStat

from bench import decoding, load, photographs, processes, repositories
from bench.decoding import QUALITY, SIDE, Done
from bench.figures import Figure, median, record, table
from bench.processes import KEY, Server
from facetry.app import RENDITIONS

CONNECTIONS: Final = 4
AT_LEAST: Final = 0.9
"""What a server must reach of Pillow's thumbnails per second of processor time."""
RIVALS: Final = {"thumbnail": "bare Pillow", "coarse": "bare Pillow, coarse", "libvips": "bare libvips"}
_SERVED: Final = "Facetry"
_QUERY: Final = f"width={SIDE}&height={SIDE}&format=JPEG&quality={QUALITY}&stripMetadata=true"
_PATIENCE: Final = 600.0
_PLAIN: Final = 2
"""A photograph in sRGB that is not to be turned: what all rivals make of it can be compared."""


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the target was met."""
    pictures = photographs.photographs(data, 300 if is_long else 60)
    cores = processes.every_core()
    results: dict[str, list[Done]] = {}
    errors: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, processes.facetry(Path(folder), cores=cores) as server:
        repositories.scanned(server, pictures)
        ids = repositories.image_ids(server, 1_000)
        errors[_SERVED] = _error(
            pictures, processes.exchange(server, "GET", f"/image/{ids[_PLAIN]}/download?{_QUERY}")[0]
        )
        for _ in range(5 if is_long else 3):
            shutil.rmtree(Path(folder) / RENDITIONS)  # each round finds the cache empty
            results.setdefault(_SERVED, []).append(_serve(server, ids, len(cores)))
            for work, name in RIVALS.items():
                results.setdefault(name, []).append(decoding.run(work, pictures, cores=cores))
    for work, name in RIVALS.items():
        errors[name] = _error(pictures, decoding.WORKS[work](_path(pictures)))
    return _report(results, errors, len(ids), len(cores))


def _serve(server: Server, ids: Sequence[UUID], workers: int) -> Done:
    """One thumbnail of each image; the workers have started before the clock does, with other renditions."""
    warming = [_request(id, f"width={SIDE}&format=PNG") for id in ids[: 2 * workers]]
    load.run(server.port, iter(warming), connections=CONNECTIONS, seconds=_PATIENCE)
    processes.await_workers(server, workers)
    requests = [_request(id, _QUERY) for id in ids]
    before = server.cpu_seconds
    done = load.run(server.port, iter(requests), connections=CONNECTIONS, seconds=_PATIENCE)
    if done.answers != len(ids):
        raise RuntimeError(f"{done.answers} of {len(ids)} thumbnails")
    return Done(done.seconds, server.cpu_seconds - before)


def _request(id: UUID, query: str) -> bytes:
    return load.request("GET", f"/image/{id}/download?{query}", KEY)


def _path(pictures: Path) -> Path:
    return sorted(pictures.rglob("*.jpg"))[_PLAIN]


def _error(pictures: Path, made: bytes) -> float:
    """By how many of 255 shades a thumbnail differs, on average, from the whole picture scaled with all care."""
    with Image.open(_path(pictures)) as whole, Image.open(io.BytesIO(made)) as thumbnail:
        exact = whole.resize((SIDE, SIDE * whole.height // whole.width), Image.Resampling.LANCZOS)
        if thumbnail.size != exact.size:
            raise RuntimeError(f"the thumbnail has {thumbnail.size} pixels, where it should have {exact.size}")
        return sum(ImageStat.Stat(ImageChops.difference(exact, thumbnail.convert("RGB"))).mean) / 3


def _report(results: dict[str, list[Done]], errors: dict[str, float], count: int, cores: int) -> bool:
    rows: list[list[Figure]] = []
    shares: dict[str, float] = {}
    for name, own in results.items():
        pairs = list(zip(results[_SERVED], own, strict=True))
        per_core = shares[name] = median([rival.cpu / served.cpu for served, rival in pairs])
        per_wall = median([rival.wall / served.wall for served, rival in pairs])
        rate, cpu = count / median([each.wall for each in own]), median([each.cpu for each in own]) / count * 1e3
        rows.append([name, rate, cpu, errors[name], per_core, per_wall])
        figures: dict[str, Figure] = {"of": name, "per_second": rate, "cpu_ms": cpu, "error": errors[name]}
        record("thumbnails", {**figures, "facetry_per_core": per_core, "facetry_per_wall": per_wall})
    headings = (f"{count} of {SIDE} px, {cores} cores", "per second", "CPU ms", "error")
    print(table((*headings, "Facetry × per core", "Facetry × wall"), rows))
    return shares[RIVALS["thumbnail"]] >= AT_LEAST

"""`ingest`: a scan of JPEGs by a server, compared with processes that only decode and hash the same files."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench import processes, repositories
from bench.figures import Figure, median, record, table
from bench.pictures import decoding, photographs
from bench.pictures.decoding import Times
from tests.support.pictures import write_pictures

TARGET: Final = 0.85
"""The share of the rate of bare decoding that a scan of photographs must reach; checked with `--long` only."""
_WARM_FILES: Final = 24
_CLOCK_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Case:
    """Files to scan, and the number of rounds. `is_judged`: the target applies to these files."""

    name: str
    pictures: Path
    count: int
    rounds: int
    is_judged: bool


def run(*, is_long: bool, data: Path) -> bool:
    """Run the bench, print and record its figures; whether the target was met.

    Raises `RuntimeError` when a file was lost.
    """
    small, large = (10_000, 300) if is_long else (1_000, 60)
    rounds = 3 if is_long else 2
    cases = [
        Case("1 megapixel", photographs.megapixels(data, small), small, rounds, is_judged=False),
        Case("12 megapixels", photographs.photographs(data, large), large, rounds, is_judged=True),
    ]
    cores = processes.every_core()
    rows: list[list[Figure]] = []
    met = True
    for case in cases:
        _read_once(case.pictures)
        pairs = [
            (_scan(case, data, cores), decoding.run("examine", case.pictures, cores=cores)) for _ in range(case.rounds)
        ]
        share = median([bare.wall / scan.wall for scan, bare in pairs])
        share_per_core = median([bare.cpu / scan.cpu for scan, bare in pairs])
        for name, times in (("scan", [scan for scan, _ in pairs]), ("bare", [bare for _, bare in pairs])):
            shares = (share, share_per_core) if name == "scan" else (None, None)
            rows.append([f"{case.name}, {name}", *_figures(case, times, len(cores)), *shares])
            figures = dict(zip(("per_second", "cpu_ms", "use"), _figures(case, times, len(cores)), strict=True))
            details: dict[str, Figure] = {"case": case.name, "files": case.count, "of": name, **figures}
            record("ingest", {**details, "of_bare": share, "of_bare_per_core": share_per_core})
        met = met and (share >= TARGET or not case.is_judged)
    headings = (f"{cases[0].count:,} + {cases[1].count:,} JPEGs", "files/s", "CPU ms a file", "use of cores")
    print(table((*headings, "× bare", "× bare per core"), rows))
    print(f"the target for photographs, {TARGET} × bare, is {'' if is_long else 'not '}checked in this form")
    return met or not is_long


def _figures(case: Case, times: list[Times], cores: int) -> list[float]:
    wall = median([time.wall for time in times])
    cpu = median([time.cpu for time in times])
    return [case.count / wall, cpu / case.count * 1e3, median([time.cpu / (time.wall * cores) for time in times])]


def _scan(case: Case, data: Path, cores: frozenset[int]) -> Times:
    """The times of a scan by a new server, whose workers have started and read a few other files before."""
    with tempfile.TemporaryDirectory(dir=data) as folder:
        linked_folder, root, library = (Path(folder) / name for name in ("linked", "root", "library"))
        _link(case.pictures, linked_folder)
        write_pictures(root, _WARM_FILES)
        library.mkdir()
        with processes.facetry_server(library, cores=cores) as server:
            id = repositories.scan(server, root)
            processes.wait_for_workers(server, len(cores))
            linked_folder.rename(root / "linked")
            before, begin = server.cpu_seconds, time.perf_counter()
            processes.request_json(server, "PUT", f"/repository/{id}/synchronize")
            activity = repositories.wait_for_scan(server)
            elapsed, cpu = time.perf_counter() - begin, server.cpu_seconds - before
            image_count = repositories.count_images(server)
    if image_count != case.count + _WARM_FILES:
        raise RuntimeError(f"{image_count} images in the library, where {case.count + _WARM_FILES} should be")
    wall = (activity["endDate"] - activity["startDate"]) / 1e3
    if not elapsed - _CLOCK_SECONDS < wall <= elapsed:
        raise RuntimeError(f"the server reports {wall} s for the scan, but {elapsed} s passed")
    return Times(wall, cpu)


def _link(folder: Path, target: Path) -> None:
    """Hard links to the files in another folder."""
    for file in folder.rglob("*.jpg"):
        linked_folder = target / file.relative_to(folder)
        linked_folder.parent.mkdir(parents=True, exist_ok=True)
        os.link(file, linked_folder)


def _read_once(folder: Path) -> None:
    """Read all files, so that they are in the page cache for both sides."""
    for file in folder.rglob("*.jpg"):
        file.read_bytes()

"""`ingest`: a scan of JPEGs by a server, compared with processes that only decode and hash the same files."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench import processes, repositories
from bench.measurements import CPU_MS, PER_SECOND, Measurement, Rounds, at_least, report
from bench.options import Options
from bench.pictures import decoding, photographs
from bench.pictures.decoding import Times
from bench.versions import NEW, Version
from tests.support.imaging.pictures import write_pictures

_OF_BARE: Final = "of bare decoding, by wall time"
_OF_BARE_PER_CORE: Final = "of bare decoding, by processor time"
_WARM_FILES: Final = 24
_CLOCK_SECONDS: Final = 5.0
"""How much later than the server we may notice the end of its scan: we ask twice a second, and machines are busy."""
_USE: Final = "use of cores"


@dataclass(frozen=True, slots=True)
class Case:
    """Files to scan, and the share of the rate of bare decoding that a scan has to reach."""

    name: str
    pictures: Path
    count: int
    least: float


def run(options: Options) -> bool:
    """Run the bench; whether the targets were met. Raises `RuntimeError` when a file was lost."""
    rounds, cores = Rounds(), processes.every_core()
    ratios: list[Measurement] = []
    for case in _cases(options):
        _read_once(case.pictures)
        bare_case = f"{case.name}, bare decoding"
        for _ in range(options.choose(1, 3, 5)):
            bare = decoding.run("examine", case.pictures, cores=cores)
            rounds.add(NEW, bare_case, _figures(case, bare, len(cores)))
            for version in options.versions:
                scan = _scan(case, options.data, cores, version)
                rounds.add(version.name, case.name, _figures(case, scan, len(cores)))
        of_bare, of_bare_per_core = f"{case.name}, {_OF_BARE}", f"{case.name}, {_OF_BARE_PER_CORE}"
        ratios += [
            rounds.ratio(of_bare, (case.name, PER_SECOND), (bare_case, PER_SECOND), at_least(case.least)),
            rounds.ratio(of_bare_per_core, (bare_case, CPU_MS), (case.name, CPU_MS), None),
        ]
    return report("ingest", [*rounds.measurements(), *ratios])


def _cases(options: Options) -> list[Case]:
    """Small pictures, pictures as the web has them, and photographs."""
    data = options.data
    tiny, quarter, one, large = options.choose((8, 8, 8, 4), (2_000, 2_000, 1_000, 60), (10_000, 10_000, 10_000, 300))
    return [
        Case("250 × 250 px", photographs.sized(data, tiny, (250, 250)), tiny, 0.6),
        Case("0.25 megapixels", photographs.sized(data, quarter, (500, 500)), quarter, 0.75),
        Case("1 megapixel", photographs.megapixels(data, one), one, 0.85),
        Case("12 megapixels", photographs.photographs(data, large), large, 0.85),
    ]


def _figures(case: Case, times: Times, cores: int) -> dict[str, float]:
    return {
        PER_SECOND: case.count / times.wall,
        CPU_MS: times.cpu / case.count * 1e3,
        _USE: times.cpu / (times.wall * cores),
    }


def _scan(case: Case, data: Path, cores: frozenset[int], version: Version) -> Times:
    """The times of a scan by a new server, whose workers have started and read a few other files before."""
    with tempfile.TemporaryDirectory(dir=data) as folder:
        linked_folder, root, library = (Path(folder) / name for name in ("linked", "root", "library"))
        _link(case.pictures, linked_folder)
        write_pictures(root, _WARM_FILES)
        library.mkdir()
        with processes.facetry_server(library, cores=cores, source=version.source) as server:
            id = repositories.scan(server, root)
            processes.wait_for_workers(server, len(cores))
            linked_folder.rename(root / "linked")
            before, begin = server.cpu_seconds, time.perf_counter()
            processes.request_json(server, "PUT", f"/repository/{id}/synchronize")
            activity = repositories.wait_for_scan(server)
            elapsed, cpu = time.perf_counter() - begin, max(server.cpu_seconds - before, processes.TICK_SECONDS)
            image_count = repositories.count_images(server)
    if image_count != case.count + _WARM_FILES:
        raise RuntimeError(f"{image_count} images in the library, where {case.count + _WARM_FILES} should be")
    wall = max(1, activity["endDate"] - activity["startDate"]) / 1e3
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

"""`ingest`: a scan of JPEGs by a real server, beside processes that do nothing but decode and hash the same files."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench import decoding, photographs, processes, repositories
from bench.decoding import Done
from bench.figures import Figure, median, record, table
from tests.support.pictures import fill

AT_LEAST: Final = 0.85
"""What a scan of photographs must reach of the files per second of bare decoding; judged in the long form."""
_WARM_FILES: Final = 24
_CLOCK_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Case:
    """Files to scan, and how many rounds it takes to tell how fast. `is_judged`: they have the target."""

    name: str
    pictures: Path
    count: int
    rounds: int
    is_judged: bool


def run(*, is_long: bool, data: Path) -> bool:
    """Measure, print, record; whether the target was met and no file was lost."""
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
        by_core = median([bare.cpu / scan.cpu for scan, bare in pairs])
        for name, every in (("scan", [scan for scan, _ in pairs]), ("bare", [bare for _, bare in pairs])):
            shares = (share, by_core) if name == "scan" else (None, None)
            rows.append([f"{case.name}, {name}", *_figures(case, every, len(cores)), *shares])
            figures = dict(zip(("per_second", "cpu_ms", "use"), _figures(case, every, len(cores)), strict=True))
            said: dict[str, Figure] = {"case": case.name, "files": case.count, "of": name, **figures}
            record("ingest", {**said, "of_bare": share, "of_bare_per_core": by_core})
        met = met and (share >= AT_LEAST or not case.is_judged)
    headings = (f"{cases[0].count:,} + {cases[1].count:,} JPEGs", "files/s", "CPU ms a file", "use of cores")
    print(table((*headings, "× bare", "× bare per core"), rows))
    print(f"the target for photographs, {AT_LEAST} × bare, is {'' if is_long else 'not '}judged in this form")
    return met or not is_long


def _figures(case: Case, done: list[Done], cores: int) -> list[float]:
    wall = median([each.wall for each in done])
    cpu = median([each.cpu for each in done])
    return [case.count / wall, cpu / case.count * 1e3, median([each.cpu / (each.wall * cores) for each in done])]


def _scan(case: Case, data: Path, cores: frozenset[int]) -> Done:
    """A scan of the files by a new server, whose workers have started and read a few others before."""
    with tempfile.TemporaryDirectory(dir=data) as folder:
        linked, root, library = (Path(folder) / name for name in ("linked", "root", "library"))
        _link(case.pictures, linked)
        fill(root, _WARM_FILES)
        library.mkdir()
        with processes.facetry(library, cores=cores) as server:
            id = repositories.scanned(server, root)
            processes.await_workers(server, len(cores))
            linked.rename(root / "linked")
            before, begin = server.cpu_seconds, time.perf_counter()
            processes.ask(server, "PUT", f"/repository/{id}/synchronize")
            activity = repositories.settled(server)
            around, cpu = time.perf_counter() - begin, server.cpu_seconds - before
            found = repositories.total(server)
    if found != case.count + _WARM_FILES:
        raise RuntimeError(f"{found} images in the library, where {case.count + _WARM_FILES} should be")
    wall = (activity["endDate"] - activity["startDate"]) / 1e3
    if not around - _CLOCK_SECONDS < wall <= around:
        raise RuntimeError(f"the scan says that it took {wall} s, where {around} s went by")
    return Done(wall, cpu)


def _link(folder: Path, target: Path) -> None:
    """The same files in another folder."""
    for file in folder.rglob("*.jpg"):
        linked = target / file.relative_to(folder)
        linked.parent.mkdir(parents=True, exist_ok=True)
        os.link(file, linked)


def _read_once(folder: Path) -> None:
    """Let the first reader of the files have no more to wait for than the second."""
    for file in folder.rglob("*.jpg"):
        file.read_bytes()

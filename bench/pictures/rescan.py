"""`rescan`: a scan of files that have not changed, by a server of this version and, with `--against`, an older one."""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final
from uuid import UUID

from bench import processes, repositories
from bench.measurements import CPU_MS, SECONDS, TIMES, Measurement, Rounds, at_most, report
from bench.options import Options
from bench.processes import Server
from bench.versions import NEW, OLD
from tests.support.imaging.pictures import picture

_FILES_OF_FOLDER: Final = 500
_MOST: Final = 1.05


def run(options: Options) -> bool:
    """Run the bench; whether the targets were met. Raises `RuntimeError` when a scan has read a file."""
    count, rounds = options.choose(200, 20_000, 100_000), Rounds()
    case, cores, ratios = f"{count:,} unchanged files", processes.every_core(), list[float]()
    with tempfile.TemporaryDirectory(dir=options.data) as folder, ExitStack() as stack:
        root = _make_files(Path(folder) / "root", count)
        servers = dict[str, tuple[Server, UUID]]()
        for version in options.versions:
            library = Path(folder) / version.name
            library.mkdir()
            server = stack.enter_context(processes.facetry_server(library, cores=cores, source=version.source))
            servers[version.name] = server, repositories.scan(server, root)
            _scan(*servers[version.name], count)
        for _ in range(options.choose(1, 5, 11)):
            cpu = dict[str, float]()
            for name, (server, id) in servers.items():
                cpu[name], wall = _scan(server, id, count)
                rounds.add(name, case, {CPU_MS: cpu[name] * 1e3, SECONDS: wall})
            if OLD in cpu:
                ratios.append(cpu[NEW] / cpu[OLD])
    compared = [Measurement(f"{case}, of the old version", TIMES, {NEW: ratios}, at_most(_MOST))] if ratios else []
    return report("rescan", [*rounds.measurements(), *compared])


def _scan(server: Server, id: UUID, count: int) -> tuple[float, float]:
    """The processor time and the wall time of a scan, in seconds."""
    before, begin = server.cpu_seconds, time.perf_counter()
    processes.request_json(server, "PUT", f"/repository/{id}/synchronize")
    activity = repositories.wait_for_scan(server)
    cpu = max(server.cpu_seconds - before, processes.TICK_SECONDS)
    progress = activity["progress"]
    if (progress["found"], progress["done"], progress["added"], progress["updated"]) != (count, count, 0, 0):
        raise RuntimeError(f"the scan was not one of unchanged files: {progress}")
    return cpu, time.perf_counter() - begin


def _make_files(root: Path, count: int) -> Path:
    """The least pictures that are, each with pixels of its own."""
    for number in range(count):
        folder = root / f"{number // _FILES_OF_FOLDER:04}"
        if number % _FILES_OF_FOLDER == 0:
            folder.mkdir(parents=True)
        (folder / f"{number:06}.png").write_bytes(picture("PNG", seed=number, size=(16, 16)))
    return root

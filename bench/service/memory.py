"""`memory`: the resident memory of an idle server."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Final

from bench import processes
from bench.figures import record, table

AT_MOST_MB: Final = 150.0
_SETTLE_SECONDS: Final = 4.0


def run(*, is_long: bool, data: Path) -> bool:
    """Run the bench, print and record its figures; whether the target was met."""
    with (
        tempfile.TemporaryDirectory() as folder,
        processes.facetry_server(Path(folder), cores=processes.every_core()) as server,
    ):
        processes.request_json(server, "GET", "/repository/list")
        time.sleep(_SETTLE_SECONDS * (3 if is_long else 1))
        megabytes = processes.resident_bytes(server.process.pid) / 1e6
    print(table(("idle server, empty library", "MB"), [["resident memory, with all its processes", megabytes]]))
    record("memory", {"resident_mb": megabytes})
    return megabytes <= AT_MOST_MB

"""`start`: the time from the start of the process to `/readyz`, with an empty library and with 10,000 images."""

from __future__ import annotations

import itertools
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from bench import processes
from bench.measurements import SECONDS, Rounds, at_most, report
from bench.options import Options
from bench.versions import Version

_EMPTY: Final = "start to /readyz, empty library"
_CPU: Final = "CPU s"
AT_MOST: Final = 0.9


def run(options: Options) -> bool:
    """Run the bench; whether the target was met."""
    rounds, images = Rounds(), options.choose(200, 10_000, 10_000)
    with_images = f"start to /readyz, {images:,} images"
    with ExitStack() as stack:
        folders = {
            version.name: {
                _EMPTY: Path(stack.enter_context(tempfile.TemporaryDirectory())),
                with_images: stack.enter_context(version.library_copy(options.data, images)),
            }
            for version in options.versions
        }
        for number in options.rounds(5, 15):
            for version, name in itertools.product(options.versions, (_EMPTY, with_images)):
                seconds, cpu_seconds = _start(version, folders[version.name][name])
                if number:  # the first round makes the files
                    rounds.add(version.name, name, {SECONDS: seconds, _CPU: cpu_seconds})
    return report("start", rounds.measurements({(name, SECONDS): at_most(AT_MOST) for name in (_EMPTY, with_images)}))


def _start(version: Version, folder: Path) -> tuple[float, float]:
    """The seconds until the server is ready, and the processor seconds of the server until then."""
    begin = time.perf_counter()
    with processes.facetry_server(folder, cores=processes.every_core(), source=version.source) as server:
        return time.perf_counter() - begin, server.cpu_seconds

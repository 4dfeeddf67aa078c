"""wrk, a load generator in C, for servers that use all cores. It takes a tenth of what `bench.load` takes."""

from __future__ import annotations

import itertools
import re
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.load import HOST, UnexpectedAnswerError

_MAX_REQUESTS: Final = 500
"""Number of different requests; wrk repeats them."""
_RATE: Final = re.compile(r"^Requests/sec:\s+([\d.]+)$", re.MULTILINE)
_FAULTS: Final = re.compile(r"^\s*(Non-2xx or 3xx responses: .*|Socket errors: .*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class WrkResult:
    """Answers a second, and the share of a processor that the load took."""

    per_second: float
    load_share: float


def is_installed() -> bool:
    """Whether there is a program `wrk`."""
    return shutil.which("wrk") is not None


def run(port: int, requests: Iterator[bytes], *, connections: int, seconds: float) -> WrkResult:
    """Keep one request in flight on each of `connections` for whole seconds, at least one.

    Raises `UnexpectedAnswerError` when an answer is no success.
    """
    literals = ",\n".join(_literal(each) for each in itertools.islice(requests, _MAX_REQUESTS))
    script = f"local requests = {{{literals}}}\nlocal n = 0\n"
    script += "request = function() n = n % #requests + 1; return requests[n] end\n"
    whole_seconds = max(1, round(seconds))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "requests.lua"
        path.write_text(script, encoding="latin-1")
        command = ["wrk", "-t1", f"-c{connections}", f"-d{whole_seconds}s", "-s", str(path), f"http://{HOST}:{port}"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=whole_seconds + 60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    rate = _RATE.search(done.stdout)
    faults = _FAULTS.search(done.stdout)
    if rate is None or faults is not None:
        raise UnexpectedAnswerError(done.stdout[-500:] if faults is None else faults[1])
    load_seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return WrkResult(float(rate[1]), load_seconds / whole_seconds)


def _literal(request: bytes) -> str:
    """A Lua string with these bytes."""
    return '"' + "".join(f"\\{byte:03}" if byte < 32 or byte in b'"\\' else chr(byte) for byte in request) + '"'

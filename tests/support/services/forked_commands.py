"""Runs of `facetry` commands that need no time for imports."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from typing import Final

from tests.support.services.forked_servers import ForkedProcess

_SECONDS: Final = 60.0


def run_forked(
    *arguments: str, environment: Mapping[str, str], timeout: float = _SECONDS
) -> subprocess.CompletedProcess[str]:
    """The end of `python -m facetry` with these arguments and nothing to read, as `subprocess.run` returns it.

    Raises `subprocess.TimeoutExpired`.
    """
    streams = [os.open(os.devnull, os.O_RDONLY), os.memfd_create("stdout"), os.memfd_create("stderr")]
    try:
        process = ForkedProcess(arguments, environment, streams[0], streams[1], errors=streams[2])
        try:
            code = process.wait(timeout)
        finally:
            if process.returncode is None:
                process.kill()
                process.wait()
        out, err = (_content(descriptor) for descriptor in streams[1:])
        return subprocess.CompletedProcess(process.args, code, out, err)
    finally:
        for descriptor in streams:
            os.close(descriptor)


def _content(descriptor: int) -> str:
    with os.fdopen(os.dup(descriptor), encoding="utf-8") as file:
        file.seek(0)
        return file.read()

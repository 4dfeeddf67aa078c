"""Forks leave the supervisor as it was, whether they succeed or not."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys

import pytest

from facetry.processes.child import fork
from facetry.processes.supervisor import MAX_PAUSE_SECONDS, _pause_after


def signal_mask() -> set[int]:
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def test_a_fork_that_fails_blocks_no_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    before = signal_mask()
    monkeypatch.setattr(os, "fork", refuse)
    with pytest.raises(BlockingIOError):
        fork(lambda: 0, ())
    assert signal_mask() == before


FORK_WITH_OUTPUT = """
import os, sys
from facetry.processes.child import fork
sys.stdout.write("a message")
pid = fork(lambda: 7, ())
os._exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""


def test_output_that_nobody_reads_stops_no_fork() -> None:
    reading_end, writing_end = os.pipe()
    os.close(reading_end)
    try:
        done = subprocess.run(
            [sys.executable, "-c", FORK_WITH_OUTPUT],
            env={**os.environ, "PYTHONUNBUFFERED": ""},
            stdout=writing_end,
            check=False,
            timeout=60,
        )
    finally:
        os.close(writing_end)
    assert done.returncode == 7


def test_pauses_have_a_bound_however_many_failures_there_were() -> None:
    assert [_pause_after(count) for count in (0, 1, 2, 3, 4)] == [0.0, 0.0, 0.1, 0.2, 0.4]
    assert _pause_after(10_000) == MAX_PAUSE_SECONDS

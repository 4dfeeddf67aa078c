"""A program that somebody has stopped (SIGSTOP) ends in order with its service."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from facetry.extensions.process.guarded_process import ExitStatus, GuardedProcess
from tests.support.extensions.guarded_programs import IDLE, program, run, wait_for_file, with_running_program


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.parametrize("stopped", ["guardian", "program", "both"])
def test_a_stopped_program_goes_on_to_end_in_order(programs_folder: Path, stopped: str) -> None:
    code = "signal.signal(signal.SIGTERM, lambda *_: (say('asked'), os._exit(0)))\n" + IDLE
    spec = program(programs_folder, code)

    async def use(process: GuardedProcess) -> ExitStatus:
        await wait_for_file(spec.folder / "here")
        guardian = parent_of(process.pid)
        for pid in {"guardian": [guardian], "program": [process.pid], "both": [guardian, process.pid]}[stopped]:
            os.kill(pid, signal.SIGSTOP)
        async with asyncio.timeout(20):
            await process.stop(30)
        return await process.wait()

    assert run(programs_folder, lambda: with_running_program(spec, use)).code == 0
    assert (spec.folder / "asked").exists()

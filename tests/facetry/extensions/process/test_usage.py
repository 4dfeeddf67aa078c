"""Limits on memory and disk of real programs, and what they use."""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path

from facetry.extensions.process import usage
from facetry.extensions.process.guarded_process import GuardedProcess, Usage
from facetry.extensions.process.program import ProcessLimits
from tests.support.extensions.guarded_programs import IDLE, LIMITS, program, run, wait_for_file, with_running_program

MIB = 1024**2


def test_what_processes_share_counts_once(programs_folder: Path) -> None:
    """Four processes that share 200 MiB take less than 500 MiB."""
    sharing = """
    held = b"x" * 200_000_000
    for _ in range(3):
        if os.fork() == 0:
            while True: time.sleep(60)
    note(os.getpid())
    time.sleep(3)
    """

    async def use(process: GuardedProcess) -> tuple[Usage, str | None]:
        while process.usage().processes < 4:  # noqa: ASYNC110  # the processes send no event
            await asyncio.sleep(0.05)
        used = process.usage()
        return used, (await process.wait()).reason

    limits = ProcessLimits(memory_bytes=500 * MIB)
    used, reason = run(
        programs_folder, lambda: with_running_program(program(programs_folder, sharing), use, limits=limits)
    )
    assert used.processes == 4
    assert 190 * MIB < used.memory_bytes < 450 * MIB
    assert reason is None


def test_a_program_whose_folders_take_too_much_is_ended(programs_folder: Path) -> None:
    code = "open('large', 'wb').write(os.urandom(3_000_000))\n" + IDLE
    spec = program(programs_folder, code)
    spec = replace(spec, disk_folders=(spec.folder,))
    limits = ProcessLimits(disk_bytes=2 * MIB)
    exit_status = run(programs_folder, lambda: with_running_program(spec, GuardedProcess.wait, limits=limits))
    assert exit_status.limit == "disk"
    assert exit_status.reason == f"Disk limit: its folders take more than {2 * MIB} bytes."


def test_the_open_files_and_the_folders_of_a_program_are_counted(programs_folder: Path) -> None:
    spec = program(programs_folder, "held = [open('/dev/null') for _ in range(50)]\nsay('ready', '')\n" + IDLE)
    spec = replace(spec, disk_folders=(spec.folder,))

    async def use(process: GuardedProcess) -> Usage:
        await wait_for_file(spec.folder / "ready")
        while process.usage().disk_bytes is None:  # noqa: ASYNC110  # as above
            await asyncio.sleep(0.05)
        return process.usage()

    used = run(programs_folder, lambda: with_running_program(spec, use, limits=LIMITS))
    assert used.open_files >= 53
    assert used.disk_bytes is not None
    assert used.disk_bytes > 0


def test_a_file_with_two_names_counts_once_and_links_are_not_followed(tmp_path: Path) -> None:
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    (folder / "deep").mkdir(parents=True)
    outside.mkdir()
    (outside / "large").write_bytes(os.urandom(4 * MIB))
    (folder / "file").write_bytes(os.urandom(MIB))
    os.link(folder / "file", folder / "deep" / "again")
    (folder / "link").symlink_to(outside)
    assert MIB <= usage.disk_bytes([str(folder)]) < 2 * MIB
    assert usage.disk_bytes([str(tmp_path / "missing")]) == 0

"""The supervisor over real processes, most of them badly behaved."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import uvloop

from facetry.extensions.process.program import ProcessLimits, Program
from facetry.extensions.process.restart_policy import RestartPolicy
from facetry.extensions.process.status import ProgramStatus
from facetry.extensions.process.supervisor import Supervisor
from tests.support.extensions.guarded_programs import (
    DAEMONS,
    IDLE,
    STUBBORN,
    live_pids,
    log_lines,
    nothing_left,
    parent_pid,
    program,
    run,
    wait_for_file,
)

T = TypeVar("T")
QUICK_POLICY = RestartPolicy(connect_seconds=20, grace_seconds=0.3, first_delay=0.01, longest_delay=0.05)
LIVES = "open('lives', 'a').write('.')\n"


def run_supervisor(
    place: Path, use: Callable[[Supervisor], Awaitable[T]], policy: RestartPolicy = QUICK_POLICY
) -> tuple[T, list[tuple[str, ProgramStatus]]]:
    """What `use` returns for a supervisor, and the status changes; asserts that no process is left."""
    status_changes: list[tuple[str, ProgramStatus]] = []

    async def main() -> T:
        supervisor = Supervisor(policy, lambda id, status: status_changes.append((id, status)))
        try:
            return await use(supervisor)
        finally:
            await supervisor.close()

    return run(place, main), status_changes


def run_in_uvloop(place: Path, use: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """As `run`, on uvloop, the event loop of the server."""
    uvloop.run(asyncio.sleep(0))  # the first loop opens descriptors that stay open
    with nothing_left(place):
        uvloop.run(use())


async def wait_for_state(
    supervisor: Supervisor, state: str, id: str = "program", seconds: float = 20.0
) -> ProgramStatus:
    """Wait for a state, and return the status."""
    deadline = time.monotonic() + seconds
    while (status := supervisor.status(id)).state != state:
        assert time.monotonic() < deadline, status
        await asyncio.sleep(0.005)
    return status


def test_a_program_is_started_connected_and_stopped(programs_folder: Path) -> None:
    spec = program(programs_folder, IDLE)

    async def use(supervisor: Supervisor) -> None:
        await supervisor.start("program", spec)
        await wait_for_file(spec.folder / "here")
        supervisor.mark_connected("program")
        status = supervisor.status("program")
        assert (status.state, status.reason, [status.pid]) == ("running", None, live_pids(programs_folder))
        await supervisor.stop("program")
        assert live_pids(programs_folder) == []

    _, status_changes = run_supervisor(programs_folder, use)
    assert [status.state for _, status in status_changes] == ["starting", "starting", "running", "stopped"]
    assert {id for id, _ in status_changes} == {"program"}


def test_a_crash_loop_ends_in_a_failure_with_a_reason(programs_folder: Path) -> None:
    spec = program(programs_folder, LIVES + "print('no model', file=sys.stderr); sys.exit(3)")

    async def use(supervisor: Supervisor) -> ProgramStatus:
        await supervisor.start("program", spec)
        return await wait_for_state(supervisor, "failed")

    status, status_changes = run_supervisor(programs_folder, use)
    assert (spec.folder / "lives").read_text() == "....."
    assert status.reason == (
        "It crashed 5 times within 600 s, and is not started again. "
        "The last time: It ended with exit code 3 (the ready hook failed): no model"
    )
    assert [status.state for _, status in status_changes].count("waiting") == 4
    assert [line.text for line in log_lines(spec) if line.stream == "err"] == ["no model"] * 5


def test_a_start_without_a_connection_is_ended_and_repeated(programs_folder: Path) -> None:
    spec = program(programs_folder, LIVES + "CLEAN = True\n" + DAEMONS + STUBBORN + IDLE)
    policy = RestartPolicy(connect_seconds=1.0, grace_seconds=0.1, first_delay=0.01, longest_delay=0.02, max_crashes=2)

    async def use(supervisor: Supervisor) -> ProgramStatus:
        await supervisor.start("program", spec)
        return await wait_for_state(supervisor, "failed")

    status, _ = run_supervisor(programs_folder, use, policy)
    assert (spec.folder / "lives").read_text() == ".."
    assert str(status.reason).endswith("It was not connected within 1 s, and was ended.")


def test_a_program_that_cannot_be_started_fails_at_once(programs_folder: Path) -> None:
    startable = program(programs_folder, IDLE)
    gone = Program("gone", programs_folder / "gone", startable.argv, {}, startable.logs)
    missing = Program("missing", startable.folder, (str(startable.folder / ".venv/bin/python"),), {}, startable.logs)

    async def use(supervisor: Supervisor) -> list[str | None]:
        for spec in (gone, missing):
            await supervisor.start(spec.id, spec)
        return [(await wait_for_state(supervisor, "failed", spec.id)).reason for spec in (gone, missing)]

    reasons, status_changes = run_supervisor(programs_folder, use)
    assert reasons == [
        f"It cannot be started. No such file or directory: {programs_folder / 'gone'}",
        f"It cannot be started. No such file or directory: {startable.folder / '.venv/bin/python'}",
    ]
    assert not [status for _, status in status_changes if status.state == "waiting"]


def test_a_fork_bomb_is_a_crash_with_a_reason(programs_folder: Path) -> None:
    spec = program(programs_folder, "for _ in range(100):\n    if os.fork() == 0: break\ntime.sleep(60)")
    policy = RestartPolicy(grace_seconds=0.1, max_crashes=1, limits=ProcessLimits(processes=20))

    async def use(supervisor: Supervisor) -> ProgramStatus:
        await supervisor.start("program", spec)
        return await wait_for_state(supervisor, "failed")

    status, _ = run_supervisor(programs_folder, use, policy)
    assert "Process limit: it had more than 20 processes." in str(status.reason)


def test_a_killed_guardian_is_a_crash_and_the_program_restarts(programs_folder: Path) -> None:
    spec = program(programs_folder, "CLEAN = False\n" + DAEMONS + STUBBORN + "say(f'here-{os.getpid()}')\n" + IDLE)

    async def use(supervisor: Supervisor) -> list[str]:
        await supervisor.start("program", spec)
        await wait_for_file(spec.folder / "here")
        first_pid = supervisor.status("program").pid
        assert first_pid is not None
        os.kill(parent_pid(first_pid), signal.SIGKILL)
        (spec.folder / "here").unlink()
        status = await wait_for_state(supervisor, "waiting")
        await wait_for_file(spec.folder / "here")
        assert len(live_pids(programs_folder)) <= 3
        assert first_pid not in live_pids(programs_folder)
        return [str(status.reason)]

    reasons, _ = run_supervisor(programs_folder, use)
    assert reasons == ["The guardian process of the program has ended."]


def test_ten_programs_are_stopped_concurrently(programs_folder: Path) -> None:
    specs = [
        program(programs_folder, "CLEAN = False\n" + DAEMONS + STUBBORN + IDLE, id=f"p{number}") for number in range(10)
    ]

    async def use(supervisor: Supervisor) -> float:
        for spec in specs:
            await supervisor.start(spec.id, spec)
        for spec in specs:
            await wait_for_file(spec.folder / "here", 40)
        assert len(live_pids(programs_folder)) == 30
        started_at = time.monotonic()
        await asyncio.gather(*(supervisor.stop(spec.id) for spec in specs))
        assert live_pids(programs_folder) == []
        return time.monotonic() - started_at

    policy = replace(QUICK_POLICY, grace_seconds=2.0)
    seconds, _ = run_supervisor(programs_folder, use, policy)
    assert seconds < 10 * policy.grace_seconds


def test_rapid_starts_and_stops_leave_one_program_or_none(programs_folder: Path) -> None:
    spec = program(programs_folder, IDLE)

    async def use(supervisor: Supervisor) -> None:
        for number in range(12):
            await asyncio.gather(
                supervisor.start("program", spec), supervisor.stop("program"), supervisor.start("program", spec)
            )
            await asyncio.sleep(0.01 * number)
            assert len(live_pids(programs_folder)) <= 1
            await supervisor.restart("program")
        await asyncio.gather(*(supervisor.restart("program") for _ in range(3)))
        (spec.folder / "here").unlink(missing_ok=True)
        await wait_for_file(spec.folder / "here")
        assert live_pids(programs_folder) == [supervisor.status("program").pid]

    run_supervisor(programs_folder, use)


def test_a_stop_during_a_cancelled_stop_waits_for_the_end(programs_folder: Path) -> None:
    spec = program(programs_folder, STUBBORN + IDLE)

    async def use(supervisor: Supervisor) -> None:
        await supervisor.start("program", spec)
        await wait_for_file(spec.folder / "here")
        first = asyncio.create_task(supervisor.stop("program"))
        await asyncio.sleep(0.05)
        assert live_pids(programs_folder) != []
        first.cancel()
        await supervisor.stop("program")
        assert live_pids(programs_folder) == []
        await asyncio.gather(first, return_exceptions=True)

    run_supervisor(programs_folder, use)


def test_the_supervisor_works_on_uvloop(programs_folder: Path) -> None:
    spec = program(programs_folder, "CLEAN = True\n" + DAEMONS + IDLE)
    crashing = program(programs_folder, "sys.exit(1)", id="loop")
    states: list[str] = []

    async def use() -> None:
        supervisor = Supervisor(QUICK_POLICY, lambda id, status: states.append(f"{id} {status.state}"))
        for program_spec in (spec, crashing):
            await supervisor.start(program_spec.id, program_spec)
        await wait_for_file(spec.folder / "here")
        await wait_for_state(supervisor, "failed", "loop")
        assert len(live_pids(programs_folder)) == 4
        await supervisor.close()

    run_in_uvloop(programs_folder, use)
    assert states.count("loop waiting") == 4


def test_on_uvloop_programs_inherit_no_descriptors(programs_folder: Path) -> None:
    """uvloop leaves descriptors open. A program that inherited one could hide the end of its guardian."""
    fds = "[fd for fd in os.listdir('/proc/self/fd') if os.path.exists(f'/proc/self/fd/{fd}')]"
    spec = program(programs_folder, f"say('fds', {fds})\nCLEAN = False\n" + DAEMONS + STUBBORN + IDLE)

    async def use() -> None:
        supervisor = Supervisor(QUICK_POLICY, lambda *_: None)
        await supervisor.start("program", spec)
        await wait_for_file(spec.folder / "here")
        assert sorted((await wait_for_file(spec.folder / "fds")).split(", ")) == ["'1'", "'2']", "['0'"]
        pid = supervisor.status("program").pid
        assert pid is not None
        os.kill(parent_pid(pid), signal.SIGKILL)
        await wait_for_state(supervisor, "waiting")
        assert live_pids(programs_folder) == []
        await supervisor.close()

    run_in_uvloop(programs_folder, use)


SERVER = """
import asyncio, pickle, sys
from facetry.extensions.process.restart_policy import RestartPolicy
from facetry.extensions.process.supervisor import Supervisor

async def main():
    supervisor = Supervisor(RestartPolicy(), lambda id, status: None)
    for spec in pickle.load(sys.stdin.buffer):
        await supervisor.start(spec.id, spec)
    await asyncio.sleep(120)

asyncio.run(main())
"""


def test_no_process_outlives_a_killed_server(programs_folder: Path) -> None:
    specs = [
        program(programs_folder, "CLEAN = True\n" + DAEMONS + STUBBORN + IDLE, id=f"p{number}") for number in range(3)
    ]
    with nothing_left(programs_folder):
        server = subprocess.Popen([sys.executable, "-c", SERVER], stdin=subprocess.PIPE)
        try:
            assert server.stdin is not None
            server.stdin.write(pickle.dumps(specs))
            server.stdin.close()
            for spec in specs:
                asyncio.run(wait_for_file(spec.folder / "here", 40))
            assert len(live_pids(programs_folder)) == 12
            guardian_pids = {parent_pid(int((spec.folder / "pids").read_text().split()[0])) for spec in specs}
        finally:
            server.kill()
            server.wait()
        deadline = time.monotonic() + 30
        while live_pids(programs_folder) or any(Path(f"/proc/{pid}").exists() for pid in guardian_pids):
            assert time.monotonic() < deadline, live_pids(programs_folder)
            time.sleep(0.01)

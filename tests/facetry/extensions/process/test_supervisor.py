"""The supervisor over real processes, of which most mean no good."""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import uvloop

from facetry.extensions.crashes import Habits
from facetry.extensions.process.program import Limits, Program
from facetry.extensions.process.status import Status
from facetry.extensions.process.supervisor import Supervisor
from tests.support.guarded_programs import (
    DAEMONS,
    IDLE,
    STUBBORN,
    alive,
    nothing_left,
    parent,
    program,
    run,
    said,
    seen,
)

T = TypeVar("T")
QUICK = Habits(connect_seconds=20, grace_seconds=0.3, first_delay=0.01, longest_delay=0.05)
LIVES = "open('lives', 'a').write('.')\n"


def supervising(
    place: Path, use: Callable[[Supervisor], Awaitable[T]], habits: Habits = QUICK
) -> tuple[T, list[tuple[str, Status]]]:
    """What `use` returns of a supervisor, and what it told of; nothing is left afterwards."""
    heard: list[tuple[str, Status]] = []

    async def play() -> T:
        supervisor = Supervisor(habits, lambda id, status: heard.append((id, status)))
        try:
            return await use(supervisor)
        finally:
            await supervisor.close()

    return run(place, play), heard


def on_the_loop_of_the_server(place: Path, use: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """As `run`, in another kind of loop."""
    uvloop.run(asyncio.sleep(0))  # the first one opens what stays open
    with nothing_left(place):
        uvloop.run(use())


async def until(supervisor: Supervisor, state: str, id: str = "program", seconds: float = 20.0) -> Status:
    """Its status, once it is in that state."""
    deadline = time.monotonic() + seconds
    while (status := supervisor.status(id)).state != state:
        assert time.monotonic() < deadline, status
        await asyncio.sleep(0.005)
    return status


def test_a_program_is_started_connected_and_stopped(place: Path) -> None:
    kept = program(place, IDLE)

    async def use(supervisor: Supervisor) -> None:
        await supervisor.start("program", kept)
        await seen(kept.folder / "here")
        supervisor.ready("program")
        status = supervisor.status("program")
        assert (status.state, status.reason, [status.pid]) == ("running", None, alive(place))
        await supervisor.stop("program")
        assert alive(place) == []

    _, heard = supervising(place, use)
    assert [status.state for _, status in heard] == ["starting", "starting", "running", "stopped"]
    assert {id for id, _ in heard} == {"program"}


def test_a_crash_loop_ends_in_a_failure_that_says_why(place: Path) -> None:
    kept = program(place, LIVES + "print('no model', file=sys.stderr); sys.exit(3)")

    async def use(supervisor: Supervisor) -> Status:
        await supervisor.start("program", kept)
        return await until(supervisor, "failed")

    status, heard = supervising(place, use)
    assert (kept.folder / "lives").read_text() == "....."
    assert status.reason == (
        "It crashed 5 times within 600 s, and is not started again. "
        "The last time: It ended with exit code 3 (the hook of being ready failed): no model"
    )
    assert [status.state for _, status in heard].count("waiting") == 4
    assert [line.text for line in said(kept) if line.stream == "err"] == ["no model"] * 5


def test_a_hung_start_is_ended_and_tried_again(place: Path) -> None:
    kept = program(place, LIVES + "CLEAN = True\n" + DAEMONS + STUBBORN + IDLE)
    habits = Habits(connect_seconds=1.0, grace_seconds=0.1, first_delay=0.01, longest_delay=0.02, crashes=2)

    async def use(supervisor: Supervisor) -> Status:
        await supervisor.start("program", kept)
        return await until(supervisor, "failed")

    status, _ = supervising(place, use, habits)
    assert (kept.folder / "lives").read_text() == ".."
    assert str(status.reason).endswith("It was not connected within 1 s, and was ended.")


def test_what_cannot_be_started_has_failed_at_once(place: Path) -> None:
    there = program(place, IDLE)
    gone = Program("gone", place / "gone", there.argv, {}, there.logs)
    missing = Program("missing", there.folder, (str(there.folder / ".venv/bin/python"),), {}, there.logs)

    async def use(supervisor: Supervisor) -> list[str | None]:
        for kept in (gone, missing):
            await supervisor.start(kept.id, kept)
        return [(await until(supervisor, "failed", kept.id)).reason for kept in (gone, missing)]

    reasons, heard = supervising(place, use)
    assert reasons == [
        f"It cannot be started. No such file or directory: {place / 'gone'}",
        f"It cannot be started. No such file or directory: {there.folder / '.venv/bin/python'}",
    ]
    assert not [status for _, status in heard if status.state == "waiting"]


def test_a_bomb_is_a_crash_with_its_reason(place: Path) -> None:
    kept = program(place, "for _ in range(100):\n    if os.fork() == 0: break\ntime.sleep(60)")
    habits = Habits(grace_seconds=0.1, crashes=1, limits=Limits(processes=20))

    async def use(supervisor: Supervisor) -> Status:
        await supervisor.start("program", kept)
        return await until(supervisor, "failed")

    status, _ = supervising(place, use, habits)
    assert "It had more than 20 processes." in str(status.reason)


def test_a_keeper_that_is_killed_is_a_crash_and_the_program_starts_again(place: Path) -> None:
    kept = program(place, "CLEAN = False\n" + DAEMONS + STUBBORN + "say(f'here-{os.getpid()}')\n" + IDLE)

    async def use(supervisor: Supervisor) -> list[str]:
        await supervisor.start("program", kept)
        await seen(kept.folder / "here")
        first = supervisor.status("program").pid
        assert first is not None
        os.kill(parent(first), signal.SIGKILL)
        (kept.folder / "here").unlink()
        status = await until(supervisor, "waiting")
        await seen(kept.folder / "here")
        assert len(alive(place)) <= 3
        assert first not in alive(place)
        return [str(status.reason)]

    reasons, _ = supervising(place, use)
    assert reasons == ["The process that kept it has ended."]


def test_ten_are_stopped_at_once(place: Path) -> None:
    many = [program(place, "CLEAN = False\n" + DAEMONS + STUBBORN + IDLE, id=f"p{number}") for number in range(10)]

    async def use(supervisor: Supervisor) -> float:
        for kept in many:
            await supervisor.start(kept.id, kept)
        for kept in many:
            await seen(kept.folder / "here", 40)
        assert len(alive(place)) == 30
        began = time.monotonic()
        await asyncio.gather(*(supervisor.stop(kept.id) for kept in many))
        assert alive(place) == []
        return time.monotonic() - began

    seconds, _ = supervising(place, use)
    assert seconds < 10 * QUICK.grace_seconds + 2


def test_orders_that_come_too_quickly_leave_one_program_or_none(place: Path) -> None:
    kept = program(place, IDLE)

    async def use(supervisor: Supervisor) -> None:
        for number in range(12):
            await asyncio.gather(
                supervisor.start("program", kept), supervisor.stop("program"), supervisor.start("program", kept)
            )
            await asyncio.sleep(0.01 * number)
            assert len(alive(place)) <= 1
            await supervisor.restart("program")
        await asyncio.gather(*(supervisor.restart("program") for _ in range(3)))
        (kept.folder / "here").unlink(missing_ok=True)
        await seen(kept.folder / "here")
        assert alive(place) == [supervisor.status("program").pid]

    supervising(place, use)


def test_a_stop_while_it_is_stopped_waits_for_the_end(place: Path) -> None:
    kept = program(place, STUBBORN + IDLE)

    async def use(supervisor: Supervisor) -> None:
        await supervisor.start("program", kept)
        await seen(kept.folder / "here")
        first = asyncio.create_task(supervisor.stop("program"))
        await asyncio.sleep(0.05)
        assert alive(place) != []
        first.cancel()
        await supervisor.stop("program")
        assert alive(place) == []
        await asyncio.gather(first, return_exceptions=True)

    supervising(place, use)


def test_it_works_on_the_loop_of_the_server(place: Path) -> None:
    kept = program(place, "CLEAN = True\n" + DAEMONS + IDLE)
    loop = program(place, "sys.exit(1)", id="loop")
    heard: list[str] = []

    async def use() -> None:
        supervisor = Supervisor(QUICK, lambda id, status: heard.append(f"{id} {status.state}"))
        for one in (kept, loop):
            await supervisor.start(one.id, one)
        await seen(kept.folder / "here")
        await until(supervisor, "failed", "loop")
        assert len(alive(place)) == 4
        await supervisor.close()

    on_the_loop_of_the_server(place, use)
    assert heard.count("loop waiting") == 4


def test_on_the_loop_of_the_server_nothing_is_inherited_either(place: Path) -> None:
    """It leaves descriptors open that others close: with one of them a program could hide the end of its keeper."""
    fds = "[fd for fd in os.listdir('/proc/self/fd') if os.path.exists(f'/proc/self/fd/{fd}')]"
    kept = program(place, f"say('fds', {fds})\nCLEAN = False\n" + DAEMONS + STUBBORN + IDLE)

    async def use() -> None:
        supervisor = Supervisor(QUICK, lambda *_: None)
        await supervisor.start("program", kept)
        await seen(kept.folder / "here")
        assert sorted((await seen(kept.folder / "fds")).split(", ")) == ["'1'", "'2']", "['0'"]
        pid = supervisor.status("program").pid
        assert pid is not None
        os.kill(parent(pid), signal.SIGKILL)
        await until(supervisor, "waiting")
        assert alive(place) == []
        await supervisor.close()

    on_the_loop_of_the_server(place, use)


SERVER = """
import asyncio, pickle, sys
from facetry.extensions.crashes import Habits
from facetry.extensions.process.supervisor import Supervisor

async def main():
    supervisor = Supervisor(Habits(), lambda id, status: None)
    for kept in pickle.load(sys.stdin.buffer):
        await supervisor.start(kept.id, kept)
    await asyncio.sleep(120)

asyncio.run(main())
"""


def test_nothing_outlives_a_server_that_is_killed(place: Path) -> None:
    many = [program(place, "CLEAN = True\n" + DAEMONS + STUBBORN + IDLE, id=f"p{number}") for number in range(3)]
    with nothing_left(place):
        server = subprocess.Popen([sys.executable, "-c", SERVER], stdin=subprocess.PIPE)
        try:
            assert server.stdin is not None
            server.stdin.write(pickle.dumps(many))
            server.stdin.close()
            for kept in many:
                asyncio.run(seen(kept.folder / "here", 40))
            assert len(alive(place)) == 12
            keepers = {parent(int((kept.folder / "pids").read_text().split()[0])) for kept in many}
        finally:
            server.kill()
            server.wait()
        deadline = time.monotonic() + 5
        while alive(place) or any(Path(f"/proc/{pid}").exists() for pid in keepers):
            assert time.monotonic() < deadline, alive(place)
            time.sleep(0.01)

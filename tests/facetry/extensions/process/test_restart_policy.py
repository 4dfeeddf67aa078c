"""The rules for restarting programs, with a manual clock."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from itertools import pairwise
from typing import Any

import pytest

from facetry.errors import FaultError, conflict
from facetry.extensions.process.guarded_process import NotStartedError
from facetry.extensions.process.program import Program
from facetry.extensions.process.restart_policy import CrashHistory, RestartPolicy
from tests.facetry.extensions.process.virtual_supervisor import (
    PROGRAM,
    VirtualSupervisor,
    run_pending_callbacks,
    run_scenario,
)


def test_pauses_double_up_to_the_longest_with_jitter() -> None:
    for chance, share in ((0.0, 1.0), (1.0, 0.8), (0.5, 0.9)):
        crashes = CrashHistory(RestartPolicy(max_crashes=100, window_seconds=1), lambda chance=chance: chance)  # type: ignore[misc]
        pauses = [crashes.add(number * 100.0) for number in range(10)]
        assert pauses == [share * min(60, 2**number) for number in range(10)]
        assert crashes.count == 10


def test_five_crashes_within_the_window_are_too_many() -> None:
    crashes = CrashHistory(RestartPolicy())
    assert [crashes.add(now) is None for now in (0, 1, 2, 3)] == [False] * 4
    assert crashes.add(600) is None
    crashes.reset()
    assert [crashes.add(now) is None for now in (600, 601, 602, 603, 604)] == [False] * 4 + [True]


def test_crashes_outside_the_window_are_never_too_many() -> None:
    crashes = CrashHistory(RestartPolicy())
    assert all(crashes.add(now) is not None for now in range(0, 100_000, 151))
    assert crashes.add(100_000 + 1e9) is not None


def test_any_crash_history_follows_the_policy() -> None:
    source = random.Random(7)
    for _ in range(200):
        policy = RestartPolicy(max_crashes=source.randint(1, 6), window_seconds=source.choice([10, 100, 600]))
        crashes, times, now = CrashHistory(policy, source.random), [], 0.0
        for _ in range(50):
            now += source.expovariate(1 / 60)
            times.append(now)
            pause = crashes.add(now)
            recent = [time for time in times if time >= now - policy.window_seconds]
            assert (pause is None) == (len(recent) >= policy.max_crashes)
            assert pause is None or 0 < pause <= policy.longest_delay


def test_a_crash_loop_ends() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        for number in range(5):
            assert virtual.status().state == "starting"
            assert virtual.status().starts == number + 1
            await virtual.crash()
            assert virtual.status().crashes == number + 1
            if number < 4:
                assert virtual.status().state == "waiting"
                assert virtual.status().next_start is not None
                assert virtual.status().pid is None
                await virtual.clock.advance(10)
        assert virtual.status().state == "failed"
        assert virtual.status().reason == (
            "It crashed 5 times within 600 s, and is not started again. "
            "The last time: It ended with exit code 1 (the initialisation failed)."
        )
        await virtual.clock.advance(100_000)
        assert len(virtual.processes) == 5
        assert [status.state for _, status in virtual.status_changes].count("failed") == 1

    run_scenario(scenario)


def test_starts_in_an_hour_are_bounded_and_the_pauses_grow() -> None:
    policy = RestartPolicy(max_crashes=10_000)

    async def scenario(virtual: VirtualSupervisor) -> None:
        await virtual.supervisor.start("a", PROGRAM)
        for _ in range(3600):
            await virtual.clock.advance(1)
            if virtual.status().state == "starting":
                await virtual.crash(0)
        pauses = [later - earlier for earlier, later in pairwise(virtual.start_times)]
        assert 60 <= len(virtual.start_times) <= 90
        assert all(48 <= pause <= 62 for pause in pauses[7:])
        assert all(0.8 * 2**number <= pauses[number] <= 2**number + 1.5 for number in range(6))

    run_scenario(scenario, policy)


def test_a_stable_run_resets_the_crash_history() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        for _ in range(3):
            for _ in range(4):
                await virtual.crash()
                await virtual.clock.advance(10)
            assert virtual.status().crashes == 4
            virtual.supervisor.mark_connected("a")
            await virtual.clock.advance(580)
            assert virtual.status().crashes == 4
            await virtual.clock.advance(20)
            assert virtual.status().crashes == 0
            assert virtual.status().state == "running"

    run_scenario(scenario)


def test_a_start_without_a_connection_is_a_crash() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        await virtual.supervisor.start("a", PROGRAM)
        await virtual.clock.advance(29.9)
        assert virtual.status().state == "starting"
        assert virtual.status().pid == 1
        await virtual.clock.advance(0.2)
        assert virtual.status().state == "waiting"
        assert virtual.status().reason == "It was not connected within 30 s, and was ended."
        assert virtual.processes[0].stop_count == 1
        await virtual.clock.advance(5 * 61)
        assert virtual.status().state == "failed"
        assert len(virtual.processes) == 5

    run_scenario(scenario)


def test_a_lost_connection_may_come_back_within_the_time() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        await virtual.supervisor.start("a", PROGRAM)
        await virtual.clock.advance(20)
        virtual.supervisor.mark_connected("a")
        assert virtual.status().state == "running"
        assert virtual.status().reason is None
        await virtual.clock.advance(1000)
        virtual.supervisor.mark_disconnected("a")
        assert (virtual.status().state, virtual.status().reason) == ("starting", "The connection was lost.")
        await virtual.clock.advance(29)
        virtual.supervisor.mark_connected("a")
        assert virtual.status().state == "running"
        await virtual.clock.advance(100)
        virtual.supervisor.mark_disconnected("a")
        virtual.supervisor.mark_disconnected("a")
        await virtual.clock.advance(20)
        virtual.supervisor.mark_disconnected("a")  # already disconnected: the deadline is unchanged
        await virtual.clock.advance(10.5)
        assert virtual.status().state == "waiting"
        assert len(virtual.processes) == 1
        assert [status.state for _, status in virtual.status_changes] == [
            *("starting", "starting", "running", "starting", "running", "starting", "waiting")
        ]

    run_scenario(scenario)


def test_a_connection_may_come_before_the_process_is_known() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        async def make() -> Program:
            virtual.supervisor.mark_connected("a")
            return PROGRAM

        await virtual.supervisor.start("a", make)
        await run_pending_callbacks()
        assert virtual.status().state == "running"

    run_scenario(scenario)


def test_a_program_without_a_connection_is_running_at_once() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        standalone = Program("a", PROGRAM.folder, PROGRAM.argv, {}, PROGRAM.logs, connects=False)
        await virtual.supervisor.start("a", standalone)
        await virtual.clock.advance(1000)
        assert virtual.status().state == "running"
        assert len(virtual.processes) == 1

    run_scenario(scenario)


@pytest.mark.parametrize(
    ("error", "state", "reason"),
    [
        (NotStartedError("No such file.", is_final=True), "failed", "It cannot be started. No such file."),
        (NotStartedError("Too many processes.", is_final=False), "waiting", "Too many processes."),
        (
            RuntimeError("a mistake"),
            "failed",
            "The server failed to supervise the program; see the log of the server.",
        ),
    ],
)
def test_a_failed_start_sets_the_status(error: Exception, state: str, reason: str) -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        virtual.start_error = lambda: error
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        assert (virtual.status().state, virtual.status().reason) == (state, reason)
        virtual.start_error = lambda: None
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        assert virtual.status().state == "starting"

    run_scenario(scenario)


def test_a_program_that_cannot_be_made_sets_the_status_failed() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        async def make() -> Program:
            raise FaultError(conflict("extension.runtime", "There is no Node.js.", remedy="Install it.").fault)

        await virtual.supervisor.start("a", make)
        await run_pending_callbacks()
        assert (virtual.status().state, virtual.status().reason) == ("failed", "There is no Node.js. Install it.")
        await virtual.supervisor.restart("a")
        await run_pending_callbacks()
        assert virtual.status().starts == 2

    run_scenario(scenario)


def test_the_program_is_made_for_each_start() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        start_times = []

        async def make() -> Program:
            start_times.append(virtual.clock.now)
            return PROGRAM

        await virtual.supervisor.start("a", make)
        await run_pending_callbacks()
        await virtual.crash()
        await virtual.clock.advance(2)
        await virtual.supervisor.restart("a")
        await run_pending_callbacks()
        assert len(start_times) == 3

    run_scenario(scenario)


def test_starting_a_started_program_does_nothing() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        virtual.supervisor.mark_connected("a")
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        assert virtual.status().state == "running"
        assert len(virtual.processes) == 1
        await virtual.crash()
        assert virtual.status().state == "waiting"
        await virtual.supervisor.start("a", PROGRAM)  # starts at once
        await run_pending_callbacks()
        assert virtual.status().state == "starting"
        assert (virtual.status().crashes, len(virtual.processes)) == (0, 2)
        await virtual.clock.advance(10)
        assert len(virtual.processes) == 2

    run_scenario(scenario)


@pytest.mark.parametrize("turns", range(12))
def test_a_stop_is_clean_at_any_moment(turns: int) -> None:
    """Also while the program is made, started or ended."""

    async def scenario(virtual: VirtualSupervisor) -> None:
        async def make() -> Program:
            await asyncio.sleep(0)
            return PROGRAM

        await virtual.supervisor.start("a", make)
        for _ in range(turns):
            await asyncio.sleep(0)
        if turns > 6:
            await virtual.crash()
        await virtual.supervisor.stop("a")
        assert virtual.status().state == "stopped"
        assert virtual.status().pid is None
        assert virtual.running == []
        await virtual.clock.advance(1000)
        assert virtual.running == []
        virtual.supervisor.mark_connected("a")
        virtual.supervisor.mark_disconnected("a")
        assert virtual.status().state == "stopped"

    run_scenario(scenario)


def test_concurrent_calls_run_one_after_the_other() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        source = random.Random(11)
        operations: list[Callable[[str], Coroutine[Any, Any, None]]] = [
            virtual.supervisor.stop,
            virtual.supervisor.restart,
            lambda id: virtual.supervisor.start(id, PROGRAM),
        ]
        await virtual.supervisor.start("a", PROGRAM)
        for _ in range(50):
            await asyncio.gather(*(source.choice(operations)("a") for _ in range(10)))
            assert len(virtual.running) <= 1
            await run_pending_callbacks()
            assert len(virtual.running) == (virtual.status().state == "starting")
        assert len(virtual.processes) > 50

    run_scenario(scenario)


def test_a_program_that_was_never_started_is_stopped_and_unknown() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        assert virtual.status().state == "stopped"
        await virtual.supervisor.stop("a")
        virtual.supervisor.mark_connected("a")
        with pytest.raises(FaultError, match="extension"):
            await virtual.supervisor.restart("a")
        await virtual.supervisor.start("a", PROGRAM)
        await run_pending_callbacks()
        await virtual.supervisor.remove("a")
        assert virtual.running == []
        assert virtual.status().starts == 0
        assert virtual.status_changes[-1][1].state == "stopped"

    run_scenario(scenario)


def test_a_closed_supervisor_starts_nothing() -> None:
    async def scenario(virtual: VirtualSupervisor) -> None:
        await virtual.supervisor.start("a", PROGRAM)
        await virtual.supervisor.start("b", PROGRAM)
        await virtual.supervisor.close()
        assert virtual.running == []
        for operation in (virtual.supervisor.start("a", PROGRAM), virtual.supervisor.restart("b")):
            with pytest.raises(FaultError, match="shutting down"):
                await operation

    run_scenario(scenario)

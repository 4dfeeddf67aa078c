"""The rules of starting again, over a clock that is turned by hand."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from itertools import pairwise
from typing import Any

import pytest

from facetry.errors import FaultError, conflict
from facetry.extensions.crashes import Crashes, Habits
from facetry.extensions.process.guarded_process import NotStartedError
from facetry.extensions.process.program import Program
from tests.facetry.extensions.process.virtual_supervisor import PROGRAM, Stage, playing, settled


def test_pauses_double_up_to_the_longest_with_some_chance() -> None:
    for chance, share in ((0.0, 1.0), (1.0, 0.8), (0.5, 0.9)):
        crashes = Crashes(Habits(crashes=100, window_seconds=1), lambda chance=chance: chance)  # type: ignore[misc]
        pauses = [crashes.add(number * 100.0) for number in range(10)]
        assert pauses == [share * min(60, 2**number) for number in range(10)]
        assert crashes.count == 10


def test_five_crashes_within_the_window_are_too_many() -> None:
    crashes = Crashes(Habits())
    assert [crashes.add(now) is None for now in (0, 1, 2, 3)] == [False] * 4
    assert crashes.add(600) is None
    crashes.forget()
    assert [crashes.add(now) is None for now in (600, 601, 602, 603, 604)] == [False] * 4 + [True]


def test_crashes_that_are_far_apart_are_never_too_many() -> None:
    crashes = Crashes(Habits())
    assert all(crashes.add(now) is not None for now in range(0, 100_000, 151))
    assert crashes.add(100_000 + 1e9) is not None


def test_any_history_keeps_the_rules() -> None:
    chance = random.Random(7)
    for _ in range(200):
        habits = Habits(crashes=chance.randint(1, 6), window_seconds=chance.choice([10, 100, 600]))
        crashes, times, now = Crashes(habits, chance.random), [], 0.0
        for _ in range(50):
            now += chance.expovariate(1 / 60)
            times.append(now)
            pause = crashes.add(now)
            recent = [time for time in times if time >= now - habits.window_seconds]
            assert (pause is None) == (len(recent) >= habits.crashes)
            assert pause is None or 0 < pause <= habits.longest_delay


def test_a_crash_loop_ends() -> None:
    async def play(stage: Stage) -> None:
        await stage.supervisor.start("a", PROGRAM)
        await settled()
        for number in range(5):
            assert stage.status().state == "starting"
            assert stage.status().starts == number + 1
            await stage.crash()
            assert stage.status().crashes == number + 1
            if number < 4:
                assert stage.status().state == "waiting"
                assert stage.status().next_start is not None
                assert stage.status().pid is None
                await stage.clock.pass_by(10)
        assert stage.status().state == "failed"
        assert stage.status().reason == (
            "It crashed 5 times within 600 s, and is not started again. "
            "The last time: It ended with exit code 1 (the initialisation failed)."
        )
        await stage.clock.pass_by(100_000)
        assert len(stage.processes) == 5
        assert [status.state for _, status in stage.heard].count("failed") == 1

    playing(play)


def test_starts_in_an_hour_are_bounded_and_the_pauses_grow() -> None:
    habits = Habits(crashes=10_000)

    async def play(stage: Stage) -> None:
        await stage.supervisor.start("a", PROGRAM)
        for _ in range(3600):
            await stage.clock.pass_by(1)
            if stage.status().state == "starting":
                await stage.crash(0)
        pauses = [later - earlier for earlier, later in pairwise(stage.times)]
        assert 60 <= len(stage.times) <= 90
        assert all(48 <= pause <= 62 for pause in pauses[7:])
        assert all(0.8 * 2**number <= pauses[number] <= 2**number + 1.5 for number in range(6))

    playing(play, habits)


def test_a_stable_run_makes_good_for_all() -> None:
    async def play(stage: Stage) -> None:
        await stage.supervisor.start("a", PROGRAM)
        await settled()
        for _ in range(3):
            for _ in range(4):
                await stage.crash()
                await stage.clock.pass_by(10)
            assert stage.status().crashes == 4
            stage.supervisor.ready("a")
            await stage.clock.pass_by(580)
            assert stage.status().crashes == 4
            await stage.clock.pass_by(20)
            assert stage.status().crashes == 0
            assert stage.status().state == "running"

    playing(play)


def test_a_start_that_hangs_is_a_crash() -> None:
    async def play(stage: Stage) -> None:
        await stage.supervisor.start("a", PROGRAM)
        await stage.clock.pass_by(29.9)
        assert stage.status().state == "starting"
        assert stage.status().pid == 1
        await stage.clock.pass_by(0.2)
        assert stage.status().state == "waiting"
        assert stage.status().reason == "It was not connected within 30 s, and was ended."
        assert stage.processes[0].stops == 1
        await stage.clock.pass_by(5 * 61)
        assert stage.status().state == "failed"
        assert len(stage.processes) == 5

    playing(play)


def test_a_connection_that_is_lost_has_time_to_come_back() -> None:
    async def play(stage: Stage) -> None:
        await stage.supervisor.start("a", PROGRAM)
        await stage.clock.pass_by(20)
        stage.supervisor.ready("a")
        assert stage.status().state == "running"
        assert stage.status().reason is None
        await stage.clock.pass_by(1000)
        stage.supervisor.lost("a")
        assert (stage.status().state, stage.status().reason) == ("starting", "It has lost its connection.")
        await stage.clock.pass_by(29)
        stage.supervisor.ready("a")
        assert stage.status().state == "running"
        await stage.clock.pass_by(100)
        stage.supervisor.lost("a")
        stage.supervisor.lost("a")
        await stage.clock.pass_by(20)
        stage.supervisor.lost("a")  # it is gone already: the time runs on
        await stage.clock.pass_by(10.5)
        assert stage.status().state == "waiting"
        assert len(stage.processes) == 1
        assert [status.state for _, status in stage.heard] == [
            *("starting", "starting", "running", "starting", "running", "starting", "waiting")
        ]

    playing(play)


def test_ready_may_come_before_the_process_is_known() -> None:
    async def play(stage: Stage) -> None:
        async def make() -> Program:
            stage.supervisor.ready("a")
            return PROGRAM

        await stage.supervisor.start("a", make)
        await settled()
        assert stage.status().state == "running"

    playing(play)


def test_one_that_does_not_connect_by_design_runs_at_once() -> None:
    async def play(stage: Stage) -> None:
        alone = Program("a", PROGRAM.folder, PROGRAM.argv, {}, PROGRAM.logs, connects=False)
        await stage.supervisor.start("a", alone)
        await stage.clock.pass_by(1000)
        assert stage.status().state == "running"
        assert len(stage.processes) == 1

    playing(play)


@pytest.mark.parametrize(
    ("error", "state", "reason"),
    [
        (NotStartedError("No such file.", is_final=True), "failed", "It cannot be started. No such file."),
        (NotStartedError("Too many processes.", is_final=False), "waiting", "Too many processes."),
        (
            RuntimeError("a mistake"),
            "failed",
            "The server made a mistake when it looked after it: see the log of the server.",
        ),
    ],
)
def test_a_start_that_fails_is_a_state(error: Exception, state: str, reason: str) -> None:
    async def play(stage: Stage) -> None:
        stage.trouble = lambda: error
        await stage.supervisor.start("a", PROGRAM)
        await settled()
        assert (stage.status().state, stage.status().reason) == (state, reason)
        stage.trouble = lambda: None
        await stage.supervisor.start("a", PROGRAM)
        await settled()
        assert stage.status().state == "starting"

    playing(play)


def test_a_program_that_cannot_be_made_has_failed() -> None:
    async def play(stage: Stage) -> None:
        async def make() -> Program:
            raise FaultError(conflict("extension.runtime", "There is no Node.js.", remedy="Install it.").fault)

        await stage.supervisor.start("a", make)
        await settled()
        assert (stage.status().state, stage.status().reason) == ("failed", "There is no Node.js. Install it.")
        await stage.supervisor.restart("a")
        await settled()
        assert stage.status().starts == 2

    playing(play)


def test_it_is_made_anew_for_each_start() -> None:
    async def play(stage: Stage) -> None:
        made = []

        async def make() -> Program:
            made.append(stage.clock.now)
            return PROGRAM

        await stage.supervisor.start("a", make)
        await settled()
        await stage.crash()
        await stage.clock.pass_by(2)
        await stage.supervisor.restart("a")
        await settled()
        assert len(made) == 3

    playing(play)


def test_orders_to_start_what_is_started_do_nothing() -> None:
    async def play(stage: Stage) -> None:
        await stage.supervisor.start("a", PROGRAM)
        await settled()
        stage.supervisor.ready("a")
        await stage.supervisor.start("a", PROGRAM)
        await settled()
        assert stage.status().state == "running"
        assert len(stage.processes) == 1
        await stage.crash()
        assert stage.status().state == "waiting"
        await stage.supervisor.start("a", PROGRAM)  # does not wait
        await settled()
        assert stage.status().state == "starting"
        assert (stage.status().crashes, len(stage.processes)) == (0, 2)
        await stage.clock.pass_by(10)
        assert len(stage.processes) == 2

    playing(play)


@pytest.mark.parametrize("turns", range(12))
def test_a_stop_is_clean_at_any_moment(turns: int) -> None:
    """Also while it is made, started, ended."""

    async def play(stage: Stage) -> None:
        async def make() -> Program:
            await asyncio.sleep(0)
            return PROGRAM

        await stage.supervisor.start("a", make)
        for _ in range(turns):
            await asyncio.sleep(0)
        if turns > 6:
            await stage.crash()
        await stage.supervisor.stop("a")
        assert stage.status().state == "stopped"
        assert stage.status().pid is None
        assert stage.running == []
        await stage.clock.pass_by(1000)
        assert stage.running == []
        stage.supervisor.ready("a")
        stage.supervisor.lost("a")
        assert stage.status().state == "stopped"

    playing(play)


def test_many_orders_at_once_come_one_after_the_other() -> None:
    async def play(stage: Stage) -> None:
        chance = random.Random(11)
        orders: list[Callable[[str], Coroutine[Any, Any, None]]] = [
            stage.supervisor.stop,
            stage.supervisor.restart,
            lambda id: stage.supervisor.start(id, PROGRAM),
        ]
        await stage.supervisor.start("a", PROGRAM)
        for _ in range(50):
            await asyncio.gather(*(chance.choice(orders)("a") for _ in range(10)))
            assert len(stage.running) <= 1
            await settled()
            assert len(stage.running) == (stage.status().state == "starting")
        assert len(stage.processes) > 50

    playing(play)


def test_what_was_never_started_is_stopped_and_not_known() -> None:
    async def play(stage: Stage) -> None:
        assert stage.status().state == "stopped"
        await stage.supervisor.stop("a")
        stage.supervisor.ready("a")
        with pytest.raises(FaultError, match="extension"):
            await stage.supervisor.restart("a")
        await stage.supervisor.start("a", PROGRAM)
        await settled()
        await stage.supervisor.forget("a")
        assert stage.running == []
        assert stage.status().starts == 0
        assert stage.heard[-1][1].state == "stopped"

    playing(play)


def test_nothing_is_started_once_it_is_closed() -> None:
    async def play(stage: Stage) -> None:
        await stage.supervisor.start("a", PROGRAM)
        await stage.supervisor.start("b", PROGRAM)
        await stage.supervisor.close()
        assert stage.running == []
        for order in (stage.supervisor.start("a", PROGRAM), stage.supervisor.restart("b")):
            with pytest.raises(FaultError, match="shutting down"):
                await order

    playing(play)

"""When the leader of scans takes files back from hosts, and gives them some again."""

from __future__ import annotations

import asyncio
import time

import pytest

from facetry.cluster import shared_examiner as module
from facetry.cluster.shared_examiner import SharedExaminer, report_of
from tests.facetry.cluster.test_shared_examiner import CAPACITY, Scan, ask, in_loop, names, new_scan, picture


class Clock:
    """The time of an examiner, which looks for lost hosts when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = time.monotonic()  # deadlines of the event loop are made of it
        monkeypatch.setattr(SharedExaminer, "_now", staticmethod(lambda: self.now))
        monkeypatch.setattr(module, "_LOOK_SECONDS", 3_600.0)

    def look(self, scan: Scan, after: float) -> None:
        self.now += after
        scan.examiner._look_for_lost_hosts()


SECONDS_OF_FILE = 2 * 30.0 + module.LOST_SECONDS


@pytest.mark.parametrize(
    ("seconds", "asks_again", "is_taken"),
    [
        (module.LOST_SECONDS, False, False),
        (module.LOST_SECONDS + 0.25, False, True),
        (module.LOST_SECONDS + 0.25, True, False),
        (SECONDS_OF_FILE, True, False),
        (SECONDS_OF_FILE + 0.25, True, True),
    ],
)
def test_files_are_taken_back_after_the_time_of_a_host_or_of_a_file(
    monkeypatch: pytest.MonkeyPatch, seconds: float, asks_again: bool, is_taken: bool
) -> None:
    clock = Clock(monkeypatch)

    async def test() -> None:
        scan = new_scan(seconds=30.0)
        await scan.begin(names(CAPACITY + 1))
        (file,) = await ask(scan, "a", 1)
        if asks_again:
            clock.now += seconds
            await ask(scan, "a", 0)
            clock.now -= seconds
        clock.look(scan, seconds)
        assert scan.examiner.counts["repeated"] == is_taken
        assert ("a" in scan.examiner._hosts) == (asks_again or not is_taken)
        await ask(scan, "a", 0, [picture(file)])
        assert scan.examiner.counts["examined"] == (not is_taken)
        again = await ask(scan, "b", 1) if is_taken and not asks_again else []
        assert [each["path"] for each in again] == [file["path"]] * len(again)
        for task in scan.tasks:
            task.cancel()

    in_loop(test)


def test_a_host_that_waits_for_files_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def test() -> None:
        scan = new_scan()
        asking = asyncio.create_task(ask(scan, "a", 1))
        await asyncio.sleep(0.01)
        clock.look(scan, module.LOST_SECONDS + 1)
        assert list(scan.examiner._hosts) == ["a"]
        await scan.begin(names(CAPACITY + 1))
        assert len(await asking) == 1
        clock.look(scan, module.LOST_SECONDS + 1)
        assert list(scan.examiner._hosts) == []
        assert scan.examiner.counts["repeated"] == 1
        for task in scan.tasks:
            task.cancel()

    in_loop(test)


def test_a_repository_is_tried_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.0)

    async def test() -> None:
        scan = new_scan()
        await scan.begin(names(CAPACITY + 2))
        (file,) = await ask(scan, "a", 1)
        await ask(scan, "a", 0, [report_of(file["id"], None, is_unavailable=True)])
        for later, count in ((module.UNAVAILABLE_SECONDS - 1, 0), (1, 2)):
            clock.now += later
            assert len(await ask(scan, "a", 5)) == count
        for task in scan.tasks:
            task.cancel()

    in_loop(test)


def looks(scan: Scan) -> bool:
    """Whether the examiner looks for lost hosts."""
    return scan.examiner._timer is not None


def test_the_examiner_looks_for_lost_hosts_as_long_as_there_are_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.01)
    monkeypatch.setattr(module, "LOST_SECONDS", 0.15)

    async def test() -> None:
        scan = new_scan()
        assert not looks(scan)
        for _ in range(2):
            await ask(scan, "a", 0)
            assert looks(scan)
            async with asyncio.timeout(10):
                while scan.examiner._hosts:  # noqa: ASYNC110  # it has no event
                    await asyncio.sleep(0.01)
            assert not looks(scan)

    in_loop(test)

"""A scan has the same results whatever the hosts do that examine files for its leader."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetry.cluster import shared_examiner as module
from facetry.cluster.shared_examiner import MAX_FILES_OF_ANSWER, SharedExaminer, report_of
from facetry.imaging.pool.pool import NoDecoderError, Pool
from facetry.imaging.protocol import WorkerAnswer
from facetry.library.file_stores.file_store import Examination, FileStore
from facetry.library.pictures import FileFacts
from facetry.library.repositories import RepositoryRecord

CAPACITY = 2


def facts(path: str, version: int = 1) -> FileFacts:
    return FileFacts(path, 100, 1, version // 1_000_000, version)


def answer(path: str, version: int = 1) -> WorkerAnswer:
    """What a decoder says about a picture of this name."""
    return {"hash": path.encode().hex(), "size": 100, "created_ms": 1, "modified_ns": version}


@dataclass
class Files:
    """A file store whose examinations last until the test lets them end."""

    may_end: asyncio.Event = field(default_factory=asyncio.Event)
    error: Exception | None = None
    examined: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)

    async def examine(self, _: Pool, path: str, _known: bytes | None = None) -> Examination:
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.stopped.append(path)
            raise
        if self.error is not None:
            raise self.error
        self.examined.append(path)
        return Examination(answer(path))


@dataclass
class Scan:
    """Files of one repository that a leader has examined."""

    examiner: SharedExaminer
    files: Files
    repository: UUID = field(default_factory=uuid4)
    tasks: list[asyncio.Task[Examination]] = field(default_factory=list)

    async def begin(self, paths: Sequence[str]) -> None:
        """Have the files examined. Those that come first are examined by the leader."""
        record = cast("RepositoryRecord", SimpleNamespace(id=self.repository))
        files = cast("FileStore", self.files)
        self.tasks += [asyncio.create_task(self.examiner.examine(record, files, facts(path))) for path in paths]
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def results(self) -> list[WorkerAnswer]:
        """What was found out, in the order of the paths."""
        async with asyncio.timeout(10):
            return [(await task).answer for task in self.tasks]


def new_scan(seconds: float = 30.0) -> Scan:
    """A scan under a leader whose decoders take at most so long for a file."""
    pool = cast("Pool", SimpleNamespace(capacity=CAPACITY, limits=SimpleNamespace(seconds=seconds)))
    return Scan(SharedExaminer(pool), Files())


async def ask(scan: Scan, host: str, room: int, reports: Sequence[dict[str, Any]] = ()) -> list[dict[str, Any]]:
    body = json.dumps({"host": host, "reports": list(reports), "room": room}).encode()
    found: list[dict[str, Any]] = json.loads(await scan.examiner.answer(body))["files"]
    return found


def picture(file: dict[str, Any], version: int = 1) -> dict[str, Any]:
    """The report of a host that has found a picture."""
    return report_of(file["id"], Examination(answer(file["path"], version)))


def names(count: int) -> list[str]:
    return [f"{number}.jpg" for number in range(count)]


def in_loop(test: Callable[[], Awaitable[None]]) -> None:
    """Runs a test on an event loop of its own."""

    async def main() -> None:
        await test()

    asyncio.run(main())


def test_a_host_examines_what_the_leader_has_no_decoder_for() -> None:
    async def test() -> None:
        scan = new_scan()
        await scan.begin(names(5))
        files = await ask(scan, "a", 10)
        assert [file["path"] for file in files] == names(5)[CAPACITY:]
        assert {file["repository"] for file in files} == {str(scan.repository)}
        await ask(scan, "a", 0, [picture(file) for file in files])
        scan.files.may_end.set()
        assert await scan.results() == [answer(path) for path in names(5)]
        assert scan.files.examined == names(5)[:CAPACITY]
        assert scan.examiner.counts == {"examined": 3, "repeated": 0}

    in_loop(test)


def test_the_facts_of_an_object_are_compared_with_the_listing() -> None:
    async def test() -> None:
        scan = new_scan()
        await scan.begin(names(CAPACITY + 1))
        (file,) = await ask(scan, "a", 1)
        examination = Examination({"hash": "00", "modified_ns": 7, "size": 1, "created_ms": 1}, facts(file["path"]))
        await ask(scan, "a", 0, [report_of(file["id"], examination)])
        assert scan.examiner.counts["examined"] == 1
        scan.files.may_end.set()
        assert (await scan.results())[-1]["hash"] == "00"

    in_loop(test)


@pytest.mark.parametrize(
    "report",
    [
        lambda file: report_of(file["id"], Examination({"rule": "file.vanished", "reason": "It is gone."})),
        lambda file: report_of(
            file["id"], Examination({"rule": "decode.broken", "reason": "?", **answer(file["path"])})
        ),
        lambda file: report_of(file["id"], Examination({"ignored": True})),
        lambda file: report_of(file["id"], None),
        lambda file: picture(file, version=2),
    ],
    ids=["vanished", "refused", "ignored", "failed", "another version"],
)
def test_the_leader_examines_what_is_no_picture_for_a_host(report: Callable[[Any], dict[str, Any]]) -> None:
    async def test() -> None:
        scan = new_scan()
        await scan.begin(names(CAPACITY + 1))
        (file,) = await ask(scan, "a", 1)
        await ask(scan, "a", 0, [report(file)])
        scan.files.may_end.set()
        assert await scan.results() == [answer(path) for path in names(CAPACITY + 1)]
        assert file["path"] in scan.files.examined
        assert scan.examiner.counts == {"examined": 0, "repeated": 1}

    in_loop(test)


def test_a_host_gets_no_more_files_of_a_repository_that_it_cannot_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.05)

    async def test() -> None:
        scan = new_scan()
        await scan.begin(names(CAPACITY + 3))
        (file,) = await ask(scan, "a", 1)
        await ask(scan, "a", 0, [report_of(file["id"], None, is_unavailable=True)])
        assert await ask(scan, "a", 5) == []
        assert len(await ask(scan, "b", 5)) == 3
        other = Scan(scan.examiner, scan.files)
        await other.begin(["other.jpg"])
        assert [each["path"] for each in await ask(scan, "a", 5)] == ["other.jpg"]
        for task in scan.tasks + other.tasks:
            task.cancel()

    in_loop(test)


def test_files_of_a_host_that_is_gone_are_examined_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOST_SECONDS", 0.2)
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.05)

    async def test() -> None:
        scan = new_scan()
        await scan.begin(names(CAPACITY + 2))
        lost = await ask(scan, "a", 2)
        async with asyncio.timeout(10):
            while not (again := await ask(scan, "b", 2)):
                pass
        assert {file["path"] for file in again} == {file["path"] for file in lost}
        await ask(scan, "b", 0, [picture(file) for file in again])
        await ask(scan, "a", 0, [report_of(file["id"], None) for file in lost])  # it was only slow
        scan.files.may_end.set()
        assert await scan.results() == [answer(path) for path in names(CAPACITY + 2)]

    in_loop(test)


def test_files_of_a_stopped_scan_are_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.05)

    async def test() -> None:
        scan = new_scan()
        await scan.begin(names(CAPACITY + 3))
        (given_before,) = await ask(scan, "a", 1)
        for task in scan.tasks:
            task.cancel()
        await asyncio.gather(*scan.tasks, return_exceptions=True)
        assert await ask(scan, "a", 5, [picture(given_before)]) == []
        assert scan.files.stopped == names(CAPACITY)
        assert scan.examiner.counts == {"examined": 0, "repeated": 0}

    in_loop(test)


def test_other_hosts_have_a_limited_number_of_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.05)
    monkeypatch.setattr(module, "MAX_GIVEN_FILES", 5)

    async def test() -> None:
        scan = new_scan()
        await scan.begin(names(CAPACITY + 10))
        files = await ask(scan, "a", 3)
        assert [len(files), len(await ask(scan, "b", 3)), len(await ask(scan, "b", 3))] == [3, 2, 0]
        await ask(scan, "a", 0, [picture(file) for file in files])
        assert len(await ask(scan, "b", 10)) == 3
        assert scan.examiner.capacity == CAPACITY + 5
        for task in scan.tasks:
            task.cancel()

    in_loop(test)


def test_a_file_that_a_host_has_for_too_long_is_examined_by_the_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOST_SECONDS", 0.1)
    monkeypatch.setattr(module, "WAIT_SECONDS", 0.02)
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.02)

    async def test() -> None:
        scan = new_scan(seconds=0.05)
        await scan.begin(names(CAPACITY + 1))
        (file,) = await ask(scan, "a", 1)
        scan.files.may_end.set()
        results = asyncio.create_task(scan.results())
        while not results.done():
            assert await ask(scan, "a", 1) == []  # it asks for more all the time
            await asyncio.sleep(0.01)
        assert await results == [answer(path) for path in names(CAPACITY + 1)]
        assert file["path"] in scan.files.examined

    in_loop(test)


def test_an_error_of_the_leader_ends_the_scan() -> None:
    async def test() -> None:
        scan = new_scan()
        await scan.begin(names(1))
        scan.files.error = NoDecoderError("none")
        scan.files.may_end.set()
        with pytest.raises(NoDecoderError):
            await scan.results()

    in_loop(test)


def test_a_host_that_asks_before_a_scan_gets_its_files_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAIT_SECONDS", 60.0)

    async def test() -> None:
        scan = new_scan()
        asking = asyncio.create_task(ask(scan, "a", 100))
        await asyncio.sleep(0.02)
        await scan.begin(names(CAPACITY + 60))
        async with asyncio.timeout(30):
            assert len(await asking) == MAX_FILES_OF_ANSWER
        for task in scan.tasks:
            task.cancel()

    in_loop(test)


BEHAVIOURS = ("picture", "another version", "vanished", "unavailable", "silent")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from(BEHAVIOURS), min_size=1, max_size=6), max_size=3), st.integers(0, 40))
def test_the_results_are_those_of_the_leader_alone(hosts: list[list[str]], count: int) -> None:
    async def serve(scan: Scan, host: str, behaviours: list[str]) -> None:
        """Behave in these ways, one after the other, from the beginning again in the end."""
        reports: list[dict[str, Any]] = []
        turn = 0
        while True:
            files = await ask(scan, host, 3, reports)
            reports = []
            for file in files:
                behaviour, turn = behaviours[turn % len(behaviours)], turn + 1
                if behaviour == "picture":
                    reports.append(picture(file))
                elif behaviour == "another version":
                    reports.append(picture(file, version=5))
                elif behaviour == "vanished":
                    reports.append(report_of(file["id"], Examination({"rule": "file.vanished", "reason": ""})))
                elif behaviour == "unavailable":
                    reports.append(report_of(file["id"], None, is_unavailable=True))
                else:
                    return
            await asyncio.sleep(0)

    async def test() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "WAIT_SECONDS", 0.01)
            patch.setattr(module, "LOST_SECONDS", 0.05)
            patch.setattr(module, "_LOOK_SECONDS", 0.01)
            patch.setattr(module, "_RETRY_SECONDS", 0.001)
            scan = new_scan()
            serving = [asyncio.create_task(serve(scan, str(number), each)) for number, each in enumerate(hosts)]
            await scan.begin(names(count))
            await asyncio.sleep(0.01)
            scan.files.may_end.set()
            assert await scan.results() == [answer(path) for path in names(count)]
            for task in serving:
                task.cancel()
            results = await asyncio.gather(*serving, return_exceptions=True)
            assert not [each for each in results if isinstance(each, Exception)]

    in_loop(test)

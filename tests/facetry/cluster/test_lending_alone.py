"""How a host asks the leader of scans for files and reports about them, without decoders and folders."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4

import aiohttp
import pytest
from aiohttp import web

from facetry.cluster import lent_decoders as module
from facetry.cluster.leader_directory import LeaderDirectory
from facetry.cluster.lent_decoders import MAX_REPORTS, LentDecoders, _ExaminationLoop
from facetry.cluster.peers import EXAMINATIONS_PATH, SECRET_HEADER
from facetry.cluster.shared_examiner import report_of
from facetry.errors import not_found
from facetry.imaging.pool.pool import NoDecoderError, Pool, PoolClosedError
from facetry.imaging.protocol import WorkerAnswer
from facetry.library.file_stores.file_store import Examination, UnavailableError
from facetry.library.file_stores.stores import FileStores
from facetry.store.engines.postgresql.leases import Holder
from facetry.store.store import Store
from tests.facetry.cluster.test_forwarding import SECRET, Directory
from tests.support.services.servers import HOST, free_port

CAPACITY = 3
OWN = "127.0.0.1:1"
LEADER = Holder("h", "127.0.0.1:2", 1, is_current=True)
PICTURE: WorkerAnswer = {"hash": "00", "size": 1, "created_ms": 1, "modified_ns": 1}


class Files:
    """A file store whose examinations end as the test says."""

    def __init__(self, outcome: WorkerAnswer | Exception, *, is_available: bool = True) -> None:
        self._outcome = outcome
        self._is_available = is_available

    async def examine(self, _: Pool, __: str, _known: bytes | None = None) -> Examination:
        if isinstance(self._outcome, Exception):
            raise self._outcome
        return Examination(self._outcome)

    def is_available(self) -> bool:
        return self._is_available


def decoders_of(files: Files, directory: Directory | None = None, error: Exception | None = None) -> LentDecoders:
    """Decoders over a library whose repositories all have these files; with `error`, it has none."""

    async def read(_: Callable[[Any], Any]) -> Any:
        if error is not None:
            raise error
        return SimpleNamespace(root="a place")

    store = cast("Store", SimpleNamespace(read=read))
    pool = cast("Pool", SimpleNamespace(capacity=CAPACITY))
    stores = cast("FileStores", SimpleNamespace(of=lambda _: files))
    return LentDecoders(store, pool, stores, cast("LeaderDirectory", directory or Directory()), OWN, SECRET)


def in_loop(test: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(30):
            await test()

    asyncio.run(main())


UNAVAILABLE = report_of("1", None, is_unavailable=True)


@pytest.mark.parametrize(
    ("files", "report"),
    [
        (Files(PICTURE), report_of("1", Examination(PICTURE))),
        (Files(PICTURE, is_available=False), report_of("1", Examination(PICTURE))),
        (Files({"rule": "file.vanished"}), UNAVAILABLE),
        (Files({"rule": "decode.broken"}), report_of("1", Examination({"rule": "decode.broken"}))),
        (Files({"rule": "decode.broken"}, is_available=False), UNAVAILABLE),
        (Files(UnavailableError("the bucket is away")), UNAVAILABLE),
        (Files(NoDecoderError("none")), UNAVAILABLE),
        (Files(PoolClosedError("closed")), UNAVAILABLE),
        (Files(ZeroDivisionError()), report_of("1", None)),
    ],
)
def test_what_is_reported(files: Files, report: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        decoders = decoders_of(files)
        assert decoders.capacity == CAPACITY
        assert await decoders.examine({"id": "1", "repository": str(uuid4()), "path": "a"}) == report

    in_loop(test)
    is_failure = report == report_of("1", None)
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * is_failure


def test_a_repository_that_this_host_does_not_know_is_unavailable() -> None:
    async def test() -> None:
        decoders = decoders_of(Files(PICTURE), error=not_found("repository", "x"))
        assert await decoders.examine({"id": "1", "repository": str(uuid4()), "path": "a"}) == UNAVAILABLE

    in_loop(test)


class Leader:
    """Gives files, and takes reports. Examinations last until the test ends them."""

    capacity = CAPACITY

    def __init__(self, count: int) -> None:
        self.left = [{"id": str(number)} for number in range(count)]
        self.rooms: list[int] = []
        self.reports: list[list[str]] = []
        self.cancelled: list[str] = []
        self.may_end: dict[str, asyncio.Event] = {}
        self.may_take = asyncio.Event()
        self.may_take.set()
        self.fault: Exception | None = None

    async def ask(self, leader: Holder, reports: list[dict[str, Any]], room: int) -> list[dict[str, Any]]:
        assert leader is LEADER
        if self.fault is not None:
            raise self.fault
        if room == 0:
            self.reports.append([report["id"] for report in reports])
            await self.may_take.wait()
            return []
        assert reports == []
        self.rooms.append(room)
        while not self.left:  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.01)
        given, self.left = self.left[:room], self.left[room:]
        return given

    async def examine(self, file: dict[str, Any]) -> dict[str, Any]:
        self.may_end[file["id"]] = asyncio.Event()
        try:
            await self.may_end[file["id"]].wait()
        except asyncio.CancelledError:
            self.cancelled.append(file["id"])
            raise
        return {"id": file["id"]}


async def settle() -> None:
    """Let whatever should not happen happen."""
    await asyncio.sleep(0.05)


async def until(condition: Callable[[], object]) -> None:
    """Wait for what has no event."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.005)


def looping(leader: Leader) -> asyncio.Task[None]:
    return asyncio.create_task(_ExaminationLoop(cast("LentDecoders", leader), LEADER).run())


def test_a_host_asks_for_as_many_files_as_it_has_decoders_for() -> None:
    async def test() -> None:
        leader = Leader(5)
        running = looping(leader)
        await until(lambda: len(leader.may_end) == 3)
        await settle()
        assert (leader.rooms, sorted(leader.may_end)) == ([3], ["0", "1", "2"])
        leader.may_end["1"].set()
        await until(lambda: len(leader.may_end) == 4 and leader.reports)
        await settle()
        assert (leader.rooms, sorted(leader.may_end)) == ([3, 1], ["0", "1", "2", "3"])
        assert leader.reports == [["1"]]
        leader.may_end["0"].set()
        leader.may_end["3"].set()
        await until(lambda: len(leader.may_end) == 5 and len(leader.reports) == 2)
        assert leader.rooms[:3] == [3, 1, 2]
        assert [sorted(each) for each in leader.reports] == [["1"], ["0", "3"]]
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert sorted(leader.cancelled) == ["2", "4"]
        await settle()
        assert len(leader.reports) == 2, "what was not examined is not reported"

    in_loop(test)


def test_reports_are_sent_together_up_to_a_maximum() -> None:
    async def test() -> None:
        leader = Leader(MAX_REPORTS + 3)
        leader.capacity = MAX_REPORTS + 3
        leader.may_take.clear()
        running = looping(leader)
        await until(lambda: len(leader.may_end) == leader.capacity)
        leader.may_end["0"].set()
        await until(lambda: leader.reports)
        for each in leader.may_end.values():
            each.set()
        await settle()
        assert [len(each) for each in leader.reports] == [1]
        leader.may_take.set()
        await until(lambda: len(leader.reports) == 3)
        assert [len(each) for each in leader.reports] == [1, MAX_REPORTS, 2]
        assert len({id for each in leader.reports for id in each}) == MAX_REPORTS + 3
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    in_loop(test)


def test_an_error_ends_the_examinations_for_this_leader() -> None:
    async def test() -> None:
        leader = Leader(2)
        running = looping(leader)
        await until(lambda: len(leader.may_end) == 2)
        leader.fault = aiohttp.ClientConnectionError("gone")
        leader.may_end["0"].set()
        with pytest.raises(aiohttp.ClientConnectionError, match="gone"):
            await running
        assert leader.cancelled == ["1"]

    in_loop(test)


class AskedLeader:
    """A leader over HTTP: counts questions, and answers them with a status."""

    def __init__(self, status: int = 200) -> None:
        self.status = status
        self.questions: list[dict[str, Any]] = []

    async def __aenter__(self) -> AskedLeader:
        application = web.Application()
        application.router.add_post(EXAMINATIONS_PATH.decode(), self._answer)
        self._runner = web.AppRunner(application)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, 0).start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    @property
    def port(self) -> int:
        port: int = self._runner.addresses[0][1]
        return port

    async def _answer(self, request: web.Request) -> web.Response:
        assert request.headers[SECRET_HEADER.decode()] == SECRET.decode()
        self.questions.append(await request.json())
        if self.status != 200:
            return web.Response(status=self.status)
        await asyncio.sleep(0.02)
        return web.json_response({"files": []})


def test_a_host_asks_the_leader_of_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOOK_SECONDS", 0.05)

    async def test() -> None:
        directory = Directory()
        decoders = decoders_of(Files(PICTURE), directory)
        async with AskedLeader() as first, AskedLeader() as second:
            decoders.begin()
            await asyncio.sleep(0.2)  # there is none for longer than one look
            directory.set(first.port)
            await until(lambda: first.questions)
            assert {(each["room"], len(each["reports"])) for each in first.questions} == {(CAPACITY, 0)}
            directory.set(second.port)
            await until(lambda: second.questions)
            count = len(first.questions)
            await settle()
            assert len(first.questions) == count
            assert len({each["host"] for each in first.questions + second.questions}) == 1
            decoders._address = f"{HOST}:{first.port}"
            directory.set(first.port)  # this host leads now
            await settle()
            assert len(first.questions) == count
            directory.set(second.port)
            count = len(second.questions)
            await until(lambda: len(second.questions) > count)
            await decoders.stop()
            count = len(second.questions)
            await settle()
            assert len(second.questions) == count
            assert decoders._session is not None
            assert decoders._session.closed

    in_loop(test)


@pytest.mark.parametrize(("status", "is_rare"), [(403, True), (404, True), (None, False)])
def test_a_refusal_is_followed_by_a_long_pause_and_a_failure_by_a_short_one(
    status: int | None, is_rare: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "_PAUSE_SECONDS", 0.05)
    asked: list[None] = []

    async def test() -> None:
        directory = Directory()
        decoders = decoders_of(Files(PICTURE), directory)
        ask = decoders.ask

        async def count(*arguments: Any) -> Any:
            asked.append(None)
            return await ask(*arguments)

        monkeypatch.setattr(decoders, "ask", count)
        async with AskedLeader(status or 200) as leader:
            directory.set(free_port() if status is None else leader.port)
            decoders.begin()
            await until(lambda: len(asked) > (0 if is_rare else 1))
            await asyncio.sleep(0.3)
            await decoders.stop()

    with caplog.at_level(logging.INFO, module.__name__):
        in_loop(test)
    assert (len(asked) == 1) == is_rare
    messages = [record.getMessage() for record in caplog.records if record.name == module.__name__]
    assert messages
    assert all(("Cannot connect" if status is None else str(status)) in each for each in messages)


def test_decoders_that_were_not_lent_can_be_stopped() -> None:
    async def test() -> None:
        await decoders_of(Files(PICTURE)).stop()

    in_loop(test)

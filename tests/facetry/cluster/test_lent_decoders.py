"""A host examines files for the leader of scans, over HTTP, and says which ones it cannot reach."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import pytest

from facetry.cluster import lent_decoders as module
from facetry.cluster.leader_directory import LeaderDirectory
from facetry.cluster.lent_decoders import LentDecoders
from facetry.cluster.peers import EXAMINATIONS_PATH, PeerAccess
from facetry.cluster.shared_examiner import SharedExaminer
from facetry.imaging.pool.pool import Pool
from facetry.library.file_stores.folder.folder_store import FolderStore
from facetry.library.file_stores.stores import FileStores
from facetry.library.pictures import FileFacts
from tests.facetry.cluster.test_forwarding import SECRET, Directory, echo, mirror, serving
from tests.support.libraries.scanned_library import LIMITS, ScannedLibrary, open_scanned_library, write_picture

PICTURES = 60


@dataclass(frozen=True)
class Host:
    """A host that lends its decoders, its library, and the directory that names the leader to it."""

    decoders: LentDecoders
    library: ScannedLibrary
    directory: Directory


@asynccontextmanager
async def running_host(tmp_path: Path, secret: bytes = SECRET) -> AsyncIterator[Host]:
    directory = Directory()
    async with open_scanned_library(tmp_path) as library:
        pool = Pool(LIMITS, 1)
        named = cast("LeaderDirectory", directory)
        decoders = LentDecoders(library.store, pool, FileStores(), named, "127.0.0.1:1", secret)
        try:
            yield Host(decoders, library, directory)
        finally:
            await decoders.stop()
            await pool.close()


def in_host(tmp_path: Path, test: Callable[[Host], Awaitable[None]], secret: bytes = SECRET) -> None:
    async def main() -> None:
        async with running_host(tmp_path, secret) as host:
            await test(host)

    asyncio.run(main())


def file_of(host: Host, path: str) -> dict[str, Any]:
    return {"id": "1", "repository": str(host.library.repository.id), "path": path}


def test_a_report_has_what_a_decoder_says(tmp_path: Path) -> None:
    async def test(host: Host) -> None:
        file = write_picture(host.library.root / "a" / "b.png")
        report = await host.decoders.examine(file_of(host, "a/b.png"))
        assert (report["id"], report["isUnavailable"]) == ("1", False)
        assert (report["answer"]["format"], report["answer"]["size"]) == ("PNG", file.stat().st_size)
        (host.library.root / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
        report = await host.decoders.examine(file_of(host, "broken.jpg"))
        assert report["answer"]["rule"].startswith("decode.")
        assert not report["isUnavailable"]

    in_host(tmp_path, test)


def test_what_cannot_be_reached_is_unavailable(tmp_path: Path) -> None:
    async def test(host: Host) -> None:
        write_picture(host.library.root / "a.png")
        unavailable = {"id": "1", "answer": None, "facts": None, "isUnavailable": True}
        assert await host.decoders.examine(file_of(host, "gone.png")) == unavailable
        assert await host.decoders.examine({**file_of(host, "a.png"), "repository": str(uuid4())}) == unavailable
        shutil.rmtree(host.library.root)
        assert await host.decoders.examine(file_of(host, "a.png")) == unavailable

    in_host(tmp_path, test)


@asynccontextmanager
async def running_leader(examiner: SharedExaminer) -> AsyncIterator[int]:
    async with serving(PeerAccess(mirror, echo, SECRET, {EXAMINATIONS_PATH: examiner.answer})) as port:
        yield port


def test_files_go_to_the_host_and_reports_come_back(tmp_path: Path) -> None:
    async def test(host: Host) -> None:
        library = host.library
        for number in range(PICTURES):
            write_picture(library.root / f"{number:03}.png", seed=number)
        (library.root / "text.txt").write_text("no picture")
        files = FolderStore(str(library.root))
        listed = [each for batch in files.walk() for each in batch.files]
        own = Pool(LIMITS, 1)
        examiner = SharedExaminer(own)
        async with running_leader(examiner) as port:
            host.decoders.begin()
            host.directory.set(port)
            found = await asyncio.gather(*(examiner.examine(library.repository, files, each) for each in listed))
        answers = {each.path: examination.answer for each, examination in zip(listed, found, strict=True)}
        expected = {each.path: (await files.examine(own, each.path)).answer for each in listed}
        assert answers == expected
        assert len(answers) == PICTURES + 1
        assert examiner.counts["examined"] > 0
        await own.close()

    in_host(tmp_path, test)


def test_a_leader_that_ends_is_asked_again_when_there_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PAUSE_SECONDS", 0.05)

    async def test(host: Host) -> None:
        library = host.library
        write_picture(library.root / "a.png")
        files = FolderStore(str(library.root))
        (listed,) = [each for batch in files.walk() for each in batch.files]
        busy = cast("Pool", _BusyPool())
        host.decoders.begin()
        for _ in range(2):
            examiner = SharedExaminer(busy)
            async with running_leader(examiner) as port:
                host.directory.set(port)
                examination = await asyncio.wait_for(examiner.examine(library.repository, files, listed), 20)
            assert (examination.answer["format"], examiner.counts) == ("PNG", {"examined": 1, "repeated": 0})

    in_host(tmp_path, test)


def test_a_host_that_is_refused_asks_rarely(tmp_path: Path) -> None:
    async def test(host: Host) -> None:
        refused, is_asked = 0, asyncio.Event()

        async def count(scope: Any, receive: Any, send: Any) -> None:
            nonlocal refused
            refused += scope["raw_path"] == EXAMINATIONS_PATH
            is_asked.set()
            await PeerAccess(mirror, echo, SECRET, {})(scope, receive, send)

        async with serving(count) as port:
            host.decoders.begin()
            host.directory.set(port)
            await asyncio.wait_for(is_asked.wait(), 20)
            await asyncio.sleep(0.3)
        assert refused == 1

    in_host(tmp_path, test, secret=b"another")


class _BusyPool:
    """Decoders of a leader that have no room."""

    capacity = 0
    limits = LIMITS


def test_the_leader_itself_is_not_asked(tmp_path: Path) -> None:
    async def test(host: Host) -> None:
        examiner = SharedExaminer(cast("Pool", _BusyPool()))
        async with running_leader(examiner) as port:
            host.decoders._address = f"127.0.0.1:{port}"
            host.decoders.begin()
            host.directory.set(port)
            facts = FileFacts("a.png", 1, 1, 1, 1)
            files = FolderStore(str(host.library.root))
            examining = asyncio.create_task(examiner.examine(host.library.repository, files, facts))
            await asyncio.sleep(0.3)
            assert not examining.done()
            assert examiner._hosts == {}
            examining.cancel()

    in_host(tmp_path, test)

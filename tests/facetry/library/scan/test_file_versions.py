"""The version of a file: scans find changes that keep its size and its date, and nothing is read in vain."""

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest

from facetry.imaging.pool.pool import Pool
from facetry.imaging.protocol import WorkerAnswer
from facetry.system.files import file_versions
from facetry.system.files.file_versions import FileVersion
from tests.support.files import saving
from tests.support.libraries.scanned_library import ScannedLibrary, run


async def hashes(library: ScannedLibrary) -> dict[str, str]:
    return {path: bytes(content).hex() for path, content in await library.rows("SELECT path, content_hash FROM image")}


async def sizes(library: ScannedLibrary) -> dict[str, tuple[int, int]]:
    return {
        path: (width, height) for path, width, height in await library.rows("SELECT path, width, height FROM image")
    }


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Reads:
    """Counts the files that decoders read, and those of which only the bytes were compared."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paths: list[str] = []
        self.compared: list[str] = []
        examine = Pool.examine

        async def counted(pool: Pool, root: str, path: str, **options: Any) -> WorkerAnswer:
            answer = await examine(pool, root, path, **options)
            self.paths.append(path)
            if answer.get("same"):
                self.compared.append(path)
            return answer

        monkeypatch.setattr(Pool, "examine", counted)

    def taken(self) -> tuple[list[str], list[str]]:
        paths, compared = sorted(self.paths), sorted(self.compared)
        self.paths.clear()
        self.compared.clear()
        return paths, compared


@pytest.mark.parametrize("way", saving.WAYS)
def test_a_change_that_keeps_size_and_date_is_found(tmp_path: Path, way: str) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        before, after = saving.pair(1)
        path = library.root / "a.png"
        saving.write(path, before)
        await library.scan()
        ids = await library.image_ids()
        (tmp_path / "elsewhere").mkdir()
        saving.WAYS[way](path, after, tmp_path / "elsewhere")
        assert path.read_bytes() == after
        assert path.stat().st_size == len(before)
        progress = await library.scan()
        assert (progress.updated, progress.added, progress.removed) == (1, 0, 0)
        assert await hashes(library) == {"a.png": sha256(after)}
        assert await sizes(library) == {"a.png": (30, 40)}
        assert await library.image_ids() == ids
        assert (await library.scan()).updated == 0

    run(tmp_path, scenario)


def test_files_whose_names_are_swapped_keep_their_images(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        one, other = saving.pair(1)
        saving.write(library.root / "one.png", one)
        saving.write(library.root / "other.png", other)
        await library.scan()
        before = await library.image_ids()
        (library.root / "one.png").rename(library.root / "between")
        (library.root / "other.png").rename(library.root / "one.png")
        (library.root / "between").rename(library.root / "other.png")
        progress = await library.scan()
        assert (progress.moved, progress.added, progress.removed) == (2, 0, 0)
        after = await library.image_ids()
        assert after == {"one.png": before["other.png"], "other.png": before["one.png"]}
        assert await hashes(library) == {"one.png": sha256(other), "other.png": sha256(one)}

    run(tmp_path, scenario)


def test_a_file_with_other_permissions_is_compared_and_not_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        saving.write(library.root / "a.png", saving.pair(1)[0])
        saving.write(library.root / "b.png", saving.pair(2)[0])
        await library.scan()
        await library.scan()
        reads, last = Reads(monkeypatch), await library.last_event()
        await library.scan()
        assert reads.taken() == ([], [])
        (library.root / "a.png").chmod(0o600)
        await asyncio.sleep(0.05)  # longer than a step of the clock of the file system
        progress = await library.scan()
        assert reads.taken() == (["a.png"], ["a.png"])
        assert (progress.updated, progress.done) == (0, 2)
        await library.scan()
        assert reads.taken() == ([], [])
        assert await library.topics(last) == []

    run(tmp_path, scenario)


def test_a_library_without_change_times_takes_them_over_and_reads_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        before, after = saving.pair(1)
        for number in range(40):
            saving.write(library.root / f"{number}.png", saving.pair(number)[0])
        saving.write(library.root / "a.png", before)
        await library.scan()
        await library.store.write(
            lambda work: work.connection.exec_driver_sql("UPDATE image SET file_changed_ns = NULL, file_inode = NULL")
        )
        reads = Reads(monkeypatch)
        await library.scan()
        assert reads.taken() == ([], [])
        empty = "SELECT count(*) FROM image WHERE file_changed_ns IS NULL OR file_inode IS NULL"
        assert await library.rows(empty) == [(0,)]
        saving.WAYS["in place"](library.root / "a.png", after, tmp_path)
        assert (await library.scan()).updated == 1
        assert reads.taken() == (["a.png"], [])

    run(tmp_path, scenario)


def test_without_change_times_only_a_verifying_scan_finds_the_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        monkeypatch.setattr(file_versions, "changed_ns", lambda _: 0)
        monkeypatch.setattr(file_versions, "kept_inode", lambda *_: 0)
        before, after = saving.pair(1)
        saving.write(library.root / "a.png", before)
        saving.write(library.root / "b.png", before)
        await library.scan()
        reads = Reads(monkeypatch)
        saving.WAYS["atomic"](library.root / "a.png", after, tmp_path)
        assert (await library.scan()).updated == 0
        assert reads.taken() == ([], [])
        progress = await library.scan(verifies=True)
        assert (progress.updated, progress.done) == (1, 2)
        assert reads.taken() == (["a.png", "b.png"], ["b.png"])
        assert await hashes(library) == {"a.png": sha256(after), "b.png": sha256(before)}

    run(tmp_path, scenario)


def test_a_change_just_before_the_reading_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        saving.write(library.root / "a.png", saving.pair(1)[0])
        await library.scan()
        (recorded,) = (await library.rows("SELECT file_changed_ns FROM image"))[0]
        changed = (library.root / "a.png").stat().st_ctime_ns
        reads = Reads(monkeypatch)
        await library.scan()
        # Whether the scan was quick enough decides the machine; the record says whether it was.
        assert reads.taken() == ((["a.png"], ["a.png"]) if recorded == changed - 1 else ([], []))
        assert recorded in (changed, changed - 1)

    run(tmp_path, scenario)


def test_an_unreadable_file_that_keeps_size_and_date_is_read_again(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        whole = saving.pair(1)[0]
        saving.write(library.root / "a.png", whole[:100] + bytes(len(whole) - 100))
        await library.scan()
        assert list(await library.refusals()) == ["a.png"]
        saving.WAYS["in place"](library.root / "a.png", whole, tmp_path)
        assert (await library.scan()).added == 1
        assert await library.refusals() == {}

    run(tmp_path, scenario)


def test_versions_are_compared_as_far_as_both_are_known() -> None:
    version = FileVersion(5, 7, 11, 13)
    assert version.is_same(version)
    assert version.is_same(FileVersion(5, 7))
    assert FileVersion(5, 7).is_same(version)
    assert version.is_same(FileVersion(5, 7, 11))
    assert version.is_same(FileVersion(5, 7, 0, 13))
    for other in (FileVersion(6, 7, 11, 13), FileVersion(5, 8, 11, 13), FileVersion(5, 7, 12, 13)):
        assert not version.is_same(other)
        assert not other.is_same(version)
    assert not version.is_same(FileVersion(5, 7, 11, 14))
    assert version.has_same_date(FileVersion(5, 7, 12, 14))
    assert not version.has_same_date(FileVersion(5, 8, 11, 13))
    assert version.completes(FileVersion(5, 7, 11))
    assert version.completes(FileVersion(5, 7, 0, 13))
    assert not version.completes(version)
    assert not FileVersion(5, 7).completes(version)


def test_a_restart_finds_what_changed_meanwhile(tmp_path: Path) -> None:
    before, after = saving.pair(1)

    async def first(library: ScannedLibrary) -> None:
        saving.write(library.root / "a.png", before)
        await library.scan()

    async def second(library: ScannedLibrary) -> None:
        await library.scan()
        assert await hashes(library) == {"a.png": sha256(after)}

    run(tmp_path, first)
    saving.WAYS["cp"](tmp_path / "pictures" / "a.png", after, tmp_path)
    run(tmp_path, second)

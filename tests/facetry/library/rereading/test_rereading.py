"""Pictures that an earlier version has recorded are read again; ids, facets and dates of changes stay."""

import asyncio
import logging
import os
import shutil
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import text

from facetry.library import images
from facetry.library.repositories import RepositoryRecord
from facetry.library.rereading import outdated_images, rereading
from facetry.library.rereading.rereading import Rereading
from facetry.store.store import Store
from facetry.store.work import Work
from tests.crash.durability.old_libraries import make_old
from tests.support.imaging import pictures
from tests.support.libraries.scanned_library import ScannedLibrary, run, write_picture

RECORD = "path, format, width, height, details, capture_date, capture_source, pixel_hash, perceptual_hash"
FORMER = (
    "UPDATE image SET width = 1, details = '{}', capture_date = NULL, capture_source = NULL, pixel_hash = NULL",
    "DELETE FROM metadata_text",
    "INSERT INTO outdated_image SELECT key FROM image",
)
"""Makes the records of a library those of a version that has read nothing but the format."""


async def make_outdated(library: ScannedLibrary) -> None:
    def unit(work: Work) -> None:
        for statement in FORMER:
            work.connection.execute(text(statement))

    await library.store.write(unit)


async def records(library: ScannedLibrary) -> list[tuple[object, ...]]:
    return await library.rows(f"SELECT {RECORD} FROM image ORDER BY path")  # noqa: S608


async def outdated_paths(library: ScannedLibrary) -> list[str]:
    rows = await library.rows("SELECT path FROM image JOIN outdated_image ON image = key ORDER BY path")
    return [path for (path,) in rows]


def write_photos(library: ScannedLibrary, numbers: Iterable[int]) -> None:
    for number in numbers:
        path = library.root / f"{number:03}.jpg"
        path.write_bytes(pictures.picture("JPEG", seed=number, with_exif=True))


async def wait_until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(30):
        while not await condition():  # noqa: ASYNC110  # other threads change it
            await asyncio.sleep(0.01)


async def stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def test_records_become_those_of_a_new_scan_and_nothing_else_changes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, rereading.__name__)

    async def scenario(library: ScannedLibrary) -> None:
        write_photos(library, range(70))
        await library.scan()
        right, ids, dates = (
            await records(library),
            await library.image_ids(),
            "SELECT path, created, modified FROM image",
        )
        before = await library.rows(dates)
        await make_outdated(library)
        assert await records(library) != right
        event = await library.last_event()

        await library.scans.rereading.run()

        assert await records(library) == right
        assert await library.rows("SELECT count(*) FROM metadata_text") == [(70,)]
        assert (await library.image_ids(), await library.rows(dates)) == (ids, before)
        assert await library.last_event() == event
        assert await outdated_paths(library) == []
        assert library.scans.rereading.left == 0

    run(tmp_path, scenario)
    # Another test may have asked for the messages of the whole service, such as those of the scan.
    assert [each.getMessage() for each in caplog.records if each.name == rereading.__name__] == [
        "pictures that a former version may have recorded are read again: 70",
        "all pictures have been read again",
    ]


def test_nothing_is_written_for_a_record_that_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_photos(library, range(3))
        await library.scan()
        for key in (1, 2, 3):
            await library.store.write(partial(outdated_images.add, key=key))
        changes: list[object] = []
        monkeypatch.setattr(images, "_change", lambda _, key, **__: changes.append(key))
        await library.scans.rereading.run()
        assert changes == []
        assert await outdated_paths(library) == []

    run(tmp_path, scenario)


async def has_read_some(library: ScannedLibrary) -> bool:
    return len(await outdated_paths(library)) < 12


async def has_read_all(library: ScannedLibrary) -> bool:
    return not await outdated_paths(library)


def test_what_is_interrupted_goes_on_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rereading, "UNIT_FILES", 2)

    async def scenario(library: ScannedLibrary) -> None:
        write_photos(library, range(12))
        await library.scan()
        right = await records(library)
        await make_outdated(library)
        task = asyncio.create_task(library.scans.rereading.run())
        await wait_until(lambda: has_read_some(library))
        await stop(task)
        left = await outdated_paths(library)
        assert 0 < len(left) < 12
        assert await records(library) != right

        await library.scans.start_watching()  # as a service does when it starts
        await wait_until(lambda: has_read_all(library))
        assert await records(library) == right

    run(tmp_path, scenario)


async def is_tried(library: ScannedLibrary, unavailable: UUID) -> bool:
    return library.scans.unavailable_reason(unavailable) is not None and len(await outdated_paths(library)) == 2


def test_files_that_cannot_be_read_stay_outdated(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_photos(library, range(3))
        other = await library.add_repository("other")
        shutil.copy(library.root / "000.jpg", tmp_path / "other" / "copy.jpg")
        await library.scan()
        await library.scan_other(other)
        right = await records(library)
        await make_outdated(library)
        (library.root / "001.jpg").rename(tmp_path / "away.jpg")
        (tmp_path / "other").rename(tmp_path / "unmounted")

        task = asyncio.create_task(library.scans.rereading.run())
        await wait_until(lambda: is_tried(library, other.id))
        await stop(task)
        assert await outdated_paths(library) == ["001.jpg", "copy.jpg"]
        assert len(await library.image_ids()) == 4  # nothing was removed

        (tmp_path / "away.jpg").rename(library.root / "001.jpg")
        (tmp_path / "unmounted").rename(tmp_path / "other")
        await library.scans.rereading.run()
        assert await records(library) == right

    run(tmp_path, scenario)


def test_a_file_that_was_changed_meanwhile_is_recorded_once(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_photos(library, range(2))
        await library.scan()
        await make_outdated(library)
        (library.root / "001.jpg").write_bytes(pictures.picture("JPEG", seed=9, with_exif=True))
        event = await library.last_event()
        await library.scan()
        assert await outdated_paths(library) == ["000.jpg"]  # the scan has read the other one
        await library.scans.rereading.run()
        assert (await library.topics(event)).count("image.updated") == 1
        assert await library.rows("SELECT count(*) FROM image WHERE details = '{}'") == [(0,)]

    run(tmp_path, scenario)


def test_a_picture_that_is_unreadable_now_keeps_its_record(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        path = write_picture(library.root / "a.png")
        await library.scan()
        status = path.stat()
        await library.store.write(lambda work: outdated_images.add(work, 1))
        path.write_bytes(b"\x89PNG\r\n\x1a\n".ljust(status.st_size, b"\0"))
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        await library.scans.rereading.run()
        assert [path for (path, *_) in await records(library)] == ["a.png"]
        assert list(await library.refusals()) == ["a.png"]
        assert await outdated_paths(library) == []

    run(tmp_path, scenario)


class Reader:
    """Stands for the scans of a library, and reads nothing."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.places: list[str] = []

    async def reread(self, repository: RepositoryRecord, paths: Collection[str]) -> bool:
        self.places += [repository.root + path for path in paths]
        await self.store.write(lambda work: outdated_images.remove(work, [1]))
        return True


def test_pictures_in_buckets_are_read_when_the_operator_says_so(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "a.png")
        await library.scan()
        await make_outdated(library)
        await library.store.write(
            lambda work: work.connection.execute(text("UPDATE repository SET path = 's3://pictures/'"))
        )
        reader = Reader(library.store)
        await Rereading(library.store, reader, reads_buckets=False).run()
        assert (reader.places, await outdated_paths(library)) == ([], ["a.png"])
        await Rereading(library.store, reader, reads_buckets=True).run()
        assert reader.places == ["s3://pictures/a.png"]

    run(tmp_path, scenario)


def test_the_migration_has_all_pictures_read_again_and_refused_files_tried_again(tmp_path: Path) -> None:
    async def prepare(library: ScannedLibrary) -> None:
        write_photos(library, range(2))
        (library.root / "broken.jpg").write_bytes(pictures.picture("JPEG")[:200])
        await library.scan()
        assert list(await library.refusals()) == ["broken.jpg"]

    run(tmp_path, prepare)
    database = tmp_path / "data" / "library.db"
    former = tmp_path / "former.db"
    make_old(former, "0023", source=database)
    for file in (tmp_path / "data").glob("library.db*"):
        file.unlink()
    former.rename(database)

    async def scenario(library: ScannedLibrary) -> None:
        assert await outdated_paths(library) == ["000.jpg", "001.jpg"]
        (refused,) = await library.rows("SELECT date FROM unreadable_file")
        await asyncio.sleep(0.01)
        await library.scan()
        (again,) = await library.rows("SELECT date FROM unreadable_file")
        assert again > refused
        await library.scan()
        assert await library.rows("SELECT date FROM unreadable_file") == [again]  # once is enough

    run(tmp_path, scenario)

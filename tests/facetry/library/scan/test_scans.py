"""Scans: the library follows the folder, and nothing is written for unchanged files."""

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from PIL import ExifTags, Image
from sqlalchemy import update

from facetry.errors import FaultError, FaultKind
from facetry.library import extensions, images
from facetry.library.facets import tags
from facetry.library.scan.importer import KnownFiles
from facetry.library.scan.recording import remove_images
from facetry.library.search import smart_collections
from facetry.store import fulltext
from facetry.store.work import Work
from facetry.system.files.chosen_folders import ChosenFolder
from generated import models
from tests.support.engines.databases import IS_POSTGRESQL
from tests.support.imaging import pictures
from tests.support.libraries.scanned_library import ScannedLibrary, open_scanned_library, run, write_picture


def test_all_formats_become_images_and_broken_files_are_listed(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        pictures.write_pictures(library.root, 60)
        broken = list(pictures.broken_pictures())
        for name, data, _ in broken:
            (library.root / name).write_bytes(data)
        (library.root / "notes.txt").write_text("no picture")
        progress = await library.scan()
        assert (progress.added, progress.unreadable, progress.error) == (60, len(broken), None)
        assert progress.found == progress.done == 60 + len(broken) + 1
        assert progress.is_listed
        formats = dict(await library.rows("SELECT format, count(*) FROM image GROUP BY format"))
        assert formats == dict.fromkeys(pictures.FORMATS, 10)
        assert await library.refusals() == {name: (rule, 1) for name, _, rule in broken}
        assert await library.topics() == ["image.created"] * 60
        _, described = (await library.rows("SELECT path, details FROM image WHERE format = 'PNG' LIMIT 1"))[0]
        assert "a heron at dawn" in described

    run(tmp_path, scenario)


def test_a_file_whose_name_is_not_utf_8_is_counted(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "a.png", 1)
        (library.root / os.fsdecode(b"\xff.png")).write_bytes(pictures.picture("PNG", seed=2))
        progress = await library.scan()
        assert (progress.found, progress.done, progress.unreadable) == (2, 2, 1)

    run(tmp_path, scenario)


def test_a_rescan_writes_nothing_for_unchanged_files(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        pictures.write_pictures(library.root, 30)
        (library.root / "broken.jpg").write_bytes(b"nothing")
        await library.scan()
        dump = "SELECT * FROM image ORDER BY key", "SELECT * FROM unreadable_file ORDER BY key"
        before, last = [await library.rows(query) for query in dump], await library.last_event()
        await library.scans._pool.close()  # any use of the pool fails now
        progress = await library.scan()
        assert progress.error is None
        assert [await library.rows(query) for query in dump] == before
        assert await library.topics(last) == []
        assert (progress.found, progress.done, progress.unreadable) == (31, 31, 1)
        assert progress.added + progress.updated + progress.moved + progress.removed == 0

    run(tmp_path, scenario)


def test_new_bytes_are_an_update_and_new_times_are_not(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        changed, touched = (
            write_picture(library.root / "changed.png", 1),
            write_picture(library.root / "touched.png", 2),
        )
        await library.scan()
        ids, last = await library.image_ids(), await library.last_event()
        write_picture(changed, 3)
        os.utime(touched, ns=(1_600_000_000_000_000_000, 1_600_000_000_000_000_000))
        progress = await library.scan()
        assert (progress.updated, progress.added, progress.removed) == (1, 0, 0)
        assert await library.image_ids() == ids
        assert await library.topics(last) == ["image.updated"]
        rows = await library.rows("SELECT path, file_modified_ns FROM image WHERE path = 'touched.png'")
        assert rows == [("touched.png", 1_600_000_000_000_000_000)]

    run(tmp_path, scenario)


def test_a_scan_reads_what_a_repair_could_not_restore(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        exif = Image.Exif()
        exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = "2009:05:17 10:15:30"
        Image.new("RGB", (8, 8)).save(library.root / "taken.jpg", exif=exif)
        columns = "details, placeholder, capture_date, capture_source, pixel_hash, perceptual_hash, file_modified_ns"
        await library.scan()
        whole = await library.rows(f"SELECT {columns} FROM image")  # noqa: S608  # constants
        assert (whole[0][2], whole[0][3]) == (1_242_555_330_000, "exif")

        def lose(work: Work) -> None:  # as `facetry repair` leaves a row of a damaged page
            nothing = {"placeholder": None, "capture_date": None, "capture_source": None}
            work.connection.execute(update(images.Image).values(details="{}", file_modified_ns=0, **nothing))
            fulltext.remove(work.connection, "metadata_text", 1)

        await library.store.write(lose)
        last = await library.last_event()
        await library.scan()
        assert await library.rows(f"SELECT {columns} FROM image") == whole  # noqa: S608  # constants
        assert await library.rows(f"SELECT {'key' if IS_POSTGRESQL else 'rowid'} FROM metadata_text") == [(1,)]  # noqa: S608
        assert await library.topics(last) == []

    run(tmp_path, scenario)


def test_a_moved_picture_keeps_its_id_and_its_tags(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "z" / "heron.png", 1)
        write_picture(library.root / "a" / "other.png", 2)
        write_picture(library.root / "rest.png", 3)
        await library.scan()
        ids = await library.image_ids()
        heron = UUID(bytes=ids["z/heron.png"])
        await library.store.write(lambda work: extensions.register(work, "tagger"))
        await library.store.write(lambda work: tags.replace(work, heron, "tagger", ["bird"]))
        (library.root / "z" / "heron.png").rename(library.root / "a" / "moved.png")
        (library.root / "a" / "other.png").rename(library.root / "z" / "other.png")
        progress = await library.scan()
        assert (progress.moved, progress.added, progress.removed) == (2, 0, 0)
        assert await library.image_ids() == {
            "a/moved.png": ids["z/heron.png"],
            "z/other.png": ids["a/other.png"],
            "rest.png": ids["rest.png"],
        }
        assert len(await library.rows("SELECT * FROM image_tag")) == 1

    run(tmp_path, scenario)


def test_a_copy_is_a_new_image(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        original = write_picture(library.root / "a.png", 1)
        await library.scan()
        shutil.copy2(original, library.root / "b.png")
        progress = await library.scan()
        assert (progress.added, progress.moved) == (1, 0)
        assert len(set((await library.image_ids()).values())) == 2

    run(tmp_path, scenario)


def test_a_file_that_moves_during_the_walk_is_found_by_the_second_walk(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "a" / "1.png", 1)
        write_picture(library.root / "b" / "2.png", 2)
        await library.scan()
        ids = await library.image_ids()
        renamed = False
        remembered = library.store.read

        async def read(query: Any) -> Any:
            nonlocal renamed
            result = await remembered(query)
            if isinstance(result, KnownFiles) and not renamed:
                renamed = True  # the walk is over; b/2.png was listed under its old path
                (library.root / "a" / "1.png").rename(library.root / "a" / "0.png")
            return result

        library.store.read = read  # type: ignore[method-assign, assignment]
        (library.root / "b" / "2.png").unlink()  # an image is missing, so the scan imports again
        progress = await library.scan()
        assert renamed
        assert (progress.moved, progress.removed) == (1, 1)
        assert await library.image_ids() == {"a/0.png": ids["a/1.png"]}

    run(tmp_path, scenario)


def test_images_and_refusals_of_deleted_files_are_removed(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed in range(3):
            write_picture(library.root / f"{seed}.png", seed)
        (library.root / "broken.gif").write_bytes(b"x")
        await library.scan()
        last = await library.last_event()
        (library.root / "0.png").unlink()
        (library.root / "broken.gif").unlink()
        progress = await library.scan()
        assert (progress.removed, progress.unreadable) == (1, 0)
        assert sorted(await library.image_ids()) == ["1.png", "2.png"]
        assert await library.refusals() == {}
        assert await library.topics(last) == ["image.deleted"]

    run(tmp_path, scenario)


@pytest.mark.parametrize("loss", ["gone", "emptied", "replaced by a file", "only others left"])
def test_a_missing_or_emptied_folder_loses_no_image(tmp_path: Path, loss: str) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed in range(5):
            write_picture(library.root / f"{seed}.png", seed)
        await library.scan()
        ids, last = await library.image_ids(), await library.last_event()
        away = tmp_path / "away"
        library.root.rename(away)
        if loss == "emptied":
            library.root.mkdir()
        elif loss == "replaced by a file":
            library.root.write_text("")
        elif loss == "only others left":
            library.root.mkdir()
            (library.root / "README.txt").write_text("the share is not mounted")
        progress = await library.scan()
        assert progress.error
        assert progress.removed == 0
        assert library.scans.unavailable_reason(library.repository.id) == progress.error
        assert await library.image_ids() == ids
        assert await library.topics(last) == []
        if library.root.is_dir():
            shutil.rmtree(library.root)
        else:
            library.root.unlink(missing_ok=True)
        away.rename(library.root)
        progress = await library.scan()
        assert (progress.error, progress.added, progress.removed) == (None, 0, 0)
        assert library.scans.unavailable_reason(library.repository.id) is None
        assert await library.image_ids() == ids

    run(tmp_path, scenario)


def test_images_in_an_unlistable_folder_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "a" / "1.png", 1)
        write_picture(library.root / "b" / "2.png", 2)
        await library.scan()
        ids = await library.image_ids()
        listing = ChosenFolder.open

        def failing(root: ChosenFolder, parts: tuple[str, ...] = ()) -> int:
            if parts == ("b",):
                raise PermissionError(13, "Permission denied")
            return listing(root, parts)

        with monkeypatch.context() as patch:
            patch.setattr(ChosenFolder, "open", failing)
            progress = await library.scan()
            assert (progress.removed, progress.error) == (0, None)
            assert await library.image_ids() == ids
            assert await library.refusals() == {"b": ("file.permission", 1)}
            await library.scan()
            assert await library.refusals() == {"b": ("file.permission", 1)}
        await library.scan()
        assert await library.refusals() == {}

    run(tmp_path, scenario)


def test_one_scan_at_a_time_and_none_while_the_repository_is_suspended(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        pictures.write_pictures(library.root, 20)
        progress = await library.scans.synchronize(library.repository.id)
        with pytest.raises(FaultError) as refused:
            await library.scans.synchronize(library.repository.id)
        assert refused.value.fault.kind is FaultKind.CONFLICT
        assert library.scans.running_scans() == [progress]
        with pytest.raises(FaultError):
            async with library.scans.suspend(library.repository.id):
                pass
        await library.scans.wait_until_idle()
        assert library.scans.running_scans() == []
        async with library.scans.suspend(library.repository.id):
            with pytest.raises(FaultError):
                await library.scans.synchronize(library.repository.id)
        assert (await library.scan()).added == 0

    run(tmp_path, scenario)


def test_a_stopped_scan_continues_where_it_stopped(tmp_path: Path) -> None:
    async def stopped() -> int:
        async with open_scanned_library(tmp_path) as library:
            pictures.write_pictures(library.root, 300, formats=("JPEG",), size=(400, 300))
            progress = await library.scans.synchronize(library.repository.id)
            while progress.added < 60:  # noqa: ASYNC110  # no event reports this count
                await asyncio.sleep(0.01)
            await library.scans.stop()
            assert progress.error is not None
            assert progress.error.startswith("The service is shutting down")
            return len(await library.image_ids())

    there = asyncio.run(stopped())
    assert 60 <= there < 300

    async def scenario(library: ScannedLibrary) -> None:
        progress = await library.scan()
        assert progress.added == 300 - there
        assert len(await library.image_ids()) == 300
        assert len(await library.topics()) == 300

    run(tmp_path, scenario)


def test_an_image_deleted_during_the_scan_does_not_stop_it(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed in range(3):
            write_picture(library.root / f"{seed}.png", seed)
        await library.scan()
        for name in ("0.png", "1.png"):
            (library.root / name).unlink()
        keys = dict(await library.rows("SELECT path, key FROM image"))
        remembered = library.store.write
        deleted = False

        async def write(unit: Any) -> Any:
            nonlocal deleted
            if getattr(unit, "func", None) is remove_images and not deleted:
                deleted = True
                await remembered(lambda work: images.remove(work, [keys["0.png"]]))
            return await remembered(unit)

        library.store.write = write  # type: ignore[method-assign]
        progress = await library.scan()
        assert deleted
        assert (progress.error, progress.removed) == (None, 1)
        assert list(await library.image_ids()) == ["2.png"]

    run(tmp_path, scenario)


def test_an_unknown_repository_is_a_404(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        with pytest.raises(FaultError) as refused:
            await library.scans.synchronize(uuid4())
        assert refused.value.fault.kind is FaultKind.NOT_FOUND

    run(tmp_path, scenario)


def test_collections_drop_an_image_whose_file_is_gone(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed in range(3):
            write_picture(library.root / f"{seed}.png", seed)
        await library.scan()
        ids = {path: UUID(bytes=id) for path, id in (await library.image_ids()).items()}
        origin = {"kind": "images", "ids": [str(id) for id in ids.values()]}
        search_filter = models.SearchFilter.model_validate({"origin": origin})
        await library.store.write(
            lambda work: smart_collections.create(work, name="album", comment=None, search_filter=search_filter)
        )
        (library.root / "1.png").unlink()
        await library.scan()
        ((stored,),) = await library.rows("SELECT CAST(filter AS TEXT) FROM collection")
        assert str(ids["0.png"]) in stored
        assert str(ids["1.png"]) not in stored

    run(tmp_path, scenario)

"""Scans: the library follows the folder, and writes nothing for what did not change."""

import asyncio
import os
import shutil
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from facetry.errors import FaultError, Kind
from facetry.library import extensions, images, tags
from facetry.library import smart_collections as collections
from facetry.library.scan import walk as scan
from facetry.library.scan.recording import forget
from facetry.system import safe_open as beneath
from generated import models
from tests.support import pictures
from tests.support.scanned_library import Bench, library, put, run


def test_a_folder_of_all_formats_becomes_images_and_broken_files_a_visible_state(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        pictures.fill(bench.root, 60)
        broken = list(pictures.broken())
        for name, data, _ in broken:
            (bench.root / name).write_bytes(data)
        (bench.root / "notes.txt").write_text("no picture")
        progress = await bench.scan()
        assert (progress.added, progress.unreadable, progress.error) == (60, len(broken), None)
        assert progress.found == progress.done == 60 + len(broken) + 1
        assert progress.listed
        formats = dict(await bench.rows("SELECT format, count(*) FROM image GROUP BY format"))
        assert formats == dict.fromkeys(pictures.FORMATS, 10)
        assert await bench.refusals() == {name: (rule, 1) for name, _, rule in broken}
        assert await bench.topics() == ["image.created"] * 60
        _, described = (await bench.rows("SELECT path, details FROM image WHERE format = 'PNG' LIMIT 1"))[0]
        assert "a heron at dawn" in described

    run(tmp_path, use)


def test_what_has_no_name_that_can_be_told_is_found_as_well_as_done(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        put(bench.root / "a.png", 1)
        (bench.root / os.fsdecode(b"\xff.png")).write_bytes(pictures.picture("PNG", seed=2))
        progress = await bench.scan()
        assert (progress.found, progress.done, progress.unreadable) == (2, 2, 1)

    run(tmp_path, use)


def test_a_rescan_writes_nothing_for_what_did_not_change(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        pictures.fill(bench.root, 30)
        (bench.root / "broken.jpg").write_bytes(b"nothing")
        await bench.scan()
        dump = "SELECT * FROM image ORDER BY key", "SELECT * FROM unreadable_file ORDER BY key"
        before, last = [await bench.rows(query) for query in dump], await bench.last_event()
        await bench.ingest._pool.close()  # whoever asks it now fails
        progress = await bench.scan()
        assert progress.error is None
        assert [await bench.rows(query) for query in dump] == before
        assert await bench.topics(last) == []
        assert (progress.found, progress.done, progress.unreadable) == (31, 31, 1)
        assert progress.added + progress.updated + progress.moved + progress.removed == 0

    run(tmp_path, use)


def test_other_bytes_are_an_update_and_other_times_are_not(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        changed, touched = put(bench.root / "changed.png", 1), put(bench.root / "touched.png", 2)
        await bench.scan()
        ids, last = await bench.images(), await bench.last_event()
        put(changed, 3)
        os.utime(touched, ns=(1_600_000_000_000_000_000, 1_600_000_000_000_000_000))
        progress = await bench.scan()
        assert (progress.updated, progress.added, progress.removed) == (1, 0, 0)
        assert await bench.images() == ids
        assert await bench.topics(last) == ["image.updated"]
        rows = await bench.rows("SELECT path, file_modified_ns FROM image WHERE path = 'touched.png'")
        assert rows == [("touched.png", 1_600_000_000_000_000_000)]

    run(tmp_path, use)


def test_a_moved_picture_keeps_its_id_and_its_tags(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        put(bench.root / "z" / "heron.png", 1)
        put(bench.root / "a" / "other.png", 2)
        put(bench.root / "rest.png", 3)
        await bench.scan()
        ids = await bench.images()
        heron = UUID(bytes=ids["z/heron.png"])
        await bench.store.write(lambda work: extensions.register(work, "tagger"))
        await bench.store.write(lambda work: tags.replace(work, heron, "tagger", ["bird"]))
        (bench.root / "z" / "heron.png").rename(bench.root / "a" / "moved.png")
        (bench.root / "a" / "other.png").rename(bench.root / "z" / "other.png")
        progress = await bench.scan()
        assert (progress.moved, progress.added, progress.removed) == (2, 0, 0)
        assert await bench.images() == {
            "a/moved.png": ids["z/heron.png"],
            "z/other.png": ids["a/other.png"],
            "rest.png": ids["rest.png"],
        }
        assert len(await bench.rows("SELECT * FROM image_tag")) == 1

    run(tmp_path, use)


def test_a_copy_is_an_image_of_its_own(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        original = put(bench.root / "a.png", 1)
        await bench.scan()
        shutil.copy2(original, bench.root / "b.png")
        progress = await bench.scan()
        assert (progress.added, progress.moved) == (1, 0)
        assert len(set((await bench.images()).values())) == 2

    run(tmp_path, use)


def test_a_file_that_moves_behind_the_walk_is_found_on_the_second_look(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        put(bench.root / "a" / "1.png", 1)
        put(bench.root / "b" / "2.png", 2)
        await bench.scan()
        ids = await bench.images()
        renamed = False
        remembered = bench.store.read

        async def read(query: Any) -> Any:
            nonlocal renamed
            result = await remembered(query)
            if isinstance(result, tuple) and not renamed:  # the walk is over; b/2.png was listed under its old path
                renamed = True
                (bench.root / "a" / "1.png").rename(bench.root / "a" / "0.png")
            return result

        bench.store.read = read  # type: ignore[method-assign]
        (bench.root / "b" / "2.png").unlink()  # something is missing, so a second look is due
        progress = await bench.scan()
        assert renamed
        assert (progress.moved, progress.removed) == (1, 1)
        assert await bench.images() == {"a/0.png": ids["a/1.png"]}

    run(tmp_path, use)


def test_gone_files_are_forgotten_and_so_are_their_refusals(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        for seed in range(3):
            put(bench.root / f"{seed}.png", seed)
        (bench.root / "broken.gif").write_bytes(b"x")
        await bench.scan()
        last = await bench.last_event()
        (bench.root / "0.png").unlink()
        (bench.root / "broken.gif").unlink()
        progress = await bench.scan()
        assert (progress.removed, progress.unreadable) == (1, 0)
        assert sorted(await bench.images()) == ["1.png", "2.png"]
        assert await bench.refusals() == {}
        assert await bench.topics(last) == ["image.deleted"]

    run(tmp_path, use)


@pytest.mark.parametrize("loss", ["gone", "emptied", "replaced by a file", "only others left"])
def test_a_folder_that_is_gone_or_emptied_loses_no_image(tmp_path: Path, loss: str) -> None:
    async def use(bench: Bench) -> None:
        for seed in range(5):
            put(bench.root / f"{seed}.png", seed)
        await bench.scan()
        ids, last = await bench.images(), await bench.last_event()
        away = tmp_path / "away"
        bench.root.rename(away)
        if loss == "emptied":
            bench.root.mkdir()
        elif loss == "replaced by a file":
            bench.root.write_text("")
        elif loss == "only others left":
            bench.root.mkdir()
            (bench.root / "README.txt").write_text("the share is not mounted")
        progress = await bench.scan()
        assert progress.error
        assert progress.removed == 0
        assert bench.ingest.unavailable(bench.repository.id) == progress.error
        assert await bench.images() == ids
        assert await bench.topics(last) == []
        if bench.root.is_dir():
            shutil.rmtree(bench.root)
        else:
            bench.root.unlink(missing_ok=True)
        away.rename(bench.root)
        progress = await bench.scan()
        assert (progress.error, progress.added, progress.removed) == (None, 0, 0)
        assert bench.ingest.unavailable(bench.repository.id) is None
        assert await bench.images() == ids

    run(tmp_path, use)


def test_images_in_a_folder_that_cannot_be_listed_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(bench: Bench) -> None:
        put(bench.root / "a" / "1.png", 1)
        put(bench.root / "b" / "2.png", 2)
        await bench.scan()
        ids = await bench.images()
        listing = beneath.open_folder

        def failing(root: str, parts: tuple[str, ...] = ()) -> int:
            if parts == ("b",):
                raise PermissionError(13, "Permission denied")
            return listing(root, parts)

        with monkeypatch.context() as patch:
            patch.setattr(scan, "open_folder", failing)
            progress = await bench.scan()
            assert (progress.removed, progress.error) == (0, None)
            assert await bench.images() == ids
            assert await bench.refusals() == {"b": ("file.permission", 1)}
            await bench.scan()
            assert await bench.refusals() == {"b": ("file.permission", 1)}
        await bench.scan()
        assert await bench.refusals() == {}

    run(tmp_path, use)


def test_one_scan_at_a_time_and_none_while_the_repository_is_held(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        pictures.fill(bench.root, 20)
        progress = await bench.ingest.synchronize(bench.repository.id)
        with pytest.raises(FaultError) as refused:
            await bench.ingest.synchronize(bench.repository.id)
        assert refused.value.fault.kind is Kind.CONFLICT
        assert bench.ingest.activities() == [progress]
        with pytest.raises(FaultError):
            async with bench.ingest.hold(bench.repository.id):
                pass
        await bench.ingest.settled()
        assert bench.ingest.activities() == []
        async with bench.ingest.hold(bench.repository.id):
            with pytest.raises(FaultError):
                await bench.ingest.synchronize(bench.repository.id)
        assert (await bench.scan()).added == 0

    run(tmp_path, use)


def test_a_scan_that_is_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    async def stopped() -> int:
        async with library(tmp_path) as bench:
            pictures.fill(bench.root, 300, formats=("JPEG",), size=(400, 300))
            progress = await bench.ingest.synchronize(bench.repository.id)
            while progress.added < 60:  # noqa: ASYNC110  # a count, which no event tells of
                await asyncio.sleep(0.01)
            await bench.ingest.stop()
            assert progress.error is not None
            assert progress.error.startswith("The service is shutting down")
            return len(await bench.images())

    there = asyncio.run(stopped())
    assert 60 <= there < 300

    async def use(bench: Bench) -> None:
        progress = await bench.scan()
        assert progress.added == 300 - there
        assert len(await bench.images()) == 300
        assert len(await bench.topics()) == 300

    run(tmp_path, use)


def test_an_image_that_is_deleted_during_the_scan_does_not_stop_it(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        for seed in range(3):
            put(bench.root / f"{seed}.png", seed)
        await bench.scan()
        for name in ("0.png", "1.png"):
            (bench.root / name).unlink()
        keys = dict(await bench.rows("SELECT path, key FROM image"))
        remembered = bench.store.write
        deleted = False

        async def write(unit: Any) -> Any:
            nonlocal deleted
            if getattr(unit, "func", None) is forget and not deleted:
                deleted = True
                await remembered(lambda work: images.remove(work, [keys["0.png"]]))
            return await remembered(unit)

        bench.store.write = write  # type: ignore[method-assign]
        progress = await bench.scan()
        assert deleted
        assert (progress.error, progress.removed) == (None, 1)
        assert list(await bench.images()) == ["2.png"]

    run(tmp_path, use)


def test_an_unknown_repository_is_a_404(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        with pytest.raises(FaultError) as refused:
            await bench.ingest.synchronize(uuid4())
        assert refused.value.fault.kind is Kind.UNKNOWN

    run(tmp_path, use)


def test_a_collection_forgets_an_image_whose_file_is_gone(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        for seed in range(3):
            put(bench.root / f"{seed}.png", seed)
        await bench.scan()
        ids = {path: UUID(bytes=id) for path, id in (await bench.images()).items()}
        origin = {"kind": "images", "ids": [str(id) for id in ids.values()]}
        wanted = models.SearchFilter.model_validate({"origin": origin})
        await bench.store.write(lambda work: collections.create(work, name="album", comment=None, wanted=wanted))
        (bench.root / "1.png").unlink()
        await bench.scan()
        ((kept,),) = await bench.rows("SELECT filter FROM collection")
        assert str(ids["0.png"]) in kept
        assert str(ids["1.png"]) not in kept

    run(tmp_path, use)

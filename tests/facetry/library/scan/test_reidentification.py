"""A picture keeps its id wherever its file goes, and nothing else takes that id."""

import asyncio
import os
import shutil
from pathlib import Path

import pytest
from PIL import PngImagePlugin

from facetry.errors import FaultError
from tests.support.pictures import pattern
from tests.support.scanned_library import Bench, put, run


def described(path: Path, seed: int, remark: str) -> None:
    """A picture whose bytes depend on the remark, and its pixels on the seed alone."""
    texts = PngImagePlugin.PngInfo()
    texts.add_text("remark", remark)
    pattern(40, 30, seed).save(path, "PNG", pnginfo=texts)


def test_a_file_moved_to_another_repository_keeps_its_id_whichever_is_scanned_first(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        other = await bench.another("other")
        for seed in range(4):
            put(bench.root / f"{seed}.png", seed)
        await bench.scan()
        ids = await bench.places()
        (bench.root / "0.png").rename(other.path / "here.png")
        progress = await bench.scan_other(other)
        assert (progress.moved, progress.added) == (1, 0)
        assert (await bench.places())["other/here.png"] == ids["pictures/0.png"]
        last = await bench.last_event()
        (bench.root / "1.png").rename(other.path / "there.png")
        progress = await bench.scan()
        assert (progress.removed, progress.error) == (0, None)
        assert (await bench.places())["other/there.png"] == ids["pictures/1.png"]
        assert await bench.topics(last) == ["image.renamed"]
        assert len(await bench.places()) == 4

    run(tmp_path, use)


def test_two_files_that_change_places_keep_their_ids(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        for seed, name in enumerate("abc"):
            put(bench.root / f"{name}.png", seed)
        await bench.scan()
        ids, last = await bench.images(), await bench.last_event()
        (bench.root / "a.png").rename(bench.root / "x")
        (bench.root / "b.png").rename(bench.root / "a.png")
        (bench.root / "c.png").rename(bench.root / "b.png")
        (bench.root / "x").rename(bench.root / "c.png")
        await bench.scan()
        now = await bench.images()
        assert now == {"a.png": ids["b.png"], "b.png": ids["c.png"], "c.png": ids["a.png"]}
        assert sorted(await bench.topics(last)) == ["image.renamed"] * 3

    run(tmp_path, use)


def test_a_file_moved_over_another_survives_and_the_other_is_forgotten(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        for seed, name in enumerate("abc"):
            put(bench.root / f"{name}.png", seed)
        await bench.scan()
        ids, last = await bench.images(), await bench.last_event()
        (bench.root / "b.png").replace(bench.root / "a.png")
        await bench.scan()
        assert await bench.images() == {"a.png": ids["b.png"], "c.png": ids["c.png"]}
        assert sorted(await bench.topics(last)) == ["image.deleted", "image.renamed"]

    run(tmp_path, use)


def test_a_name_that_is_taken_anew_after_a_rename_is_a_new_image(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        put(bench.root / "b.png", 1)
        await bench.scan()
        ids = await bench.images()
        (bench.root / "b.png").rename(bench.root / "c.png")
        put(bench.root / "b.png", 2)
        await bench.scan()
        now = await bench.images()
        assert now["c.png"] == ids["b.png"]
        assert now["b.png"] not in ids.values()
        (bench.root / "c.png").replace(bench.root / "b.png")
        put(bench.root / "c.png", 3)
        await bench.scan()
        last = await bench.images()
        assert last["b.png"] == ids["b.png"]
        assert last["c.png"] not in now.values()
        assert await bench.rows("SELECT name FROM image i WHERE path NOT LIKE '%' || name") == []

    run(tmp_path, use)


def test_a_copy_is_an_image_of_its_own_and_a_touched_file_stays_what_it_is(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        put(bench.root / "a.png", 1)
        await bench.scan()
        ids = await bench.images()
        os.utime(bench.root / "a.png", (1_600_000_000, 1_600_000_000))
        shutil.copy(bench.root / "a.png", bench.root / "copy.png")
        progress = await bench.scan()
        assert (progress.added, progress.moved, progress.updated) == (1, 0, 0)
        assert (await bench.images())["a.png"] == ids["a.png"]

    run(tmp_path, use)


def test_a_file_that_was_described_anew_under_another_name_keeps_its_id(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        described(bench.root / "a.png", 1, "before")
        await bench.scan()
        ids, last = await bench.images(), await bench.last_event()
        (bench.root / "a.png").unlink()
        described(bench.root / "b.png", 1, "after")
        progress = await bench.scan()
        assert (progress.added, progress.moved, progress.updated) == (0, 1, 1)
        assert (await bench.images())["b.png"] == ids["a.png"]
        assert sorted(await bench.topics(last)) == ["image.renamed", "image.updated"]

    run(tmp_path, use)


def test_pictures_of_a_folder_that_is_not_mounted_lend_their_ids_to_nobody(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        other = await bench.another("other")
        put(bench.root / "a.png", 1)
        await bench.scan()
        ids = await bench.places()
        bench.root.rename(tmp_path / "unplugged")
        put(other.path / "copy.png", 1)
        progress = await bench.scan_other(other)
        assert (progress.added, progress.moved) == (1, 0)
        (tmp_path / "unplugged").rename(bench.root)
        await bench.scan()
        assert (await bench.places())["pictures/a.png"] == ids["pictures/a.png"]

    run(tmp_path, use)


@pytest.mark.parametrize("away", [1, 9, 10])
def test_few_missing_files_are_forgotten_and_many_are_asked_for(tmp_path: Path, away: int) -> None:
    async def use(bench: Bench) -> None:
        for seed in range(12):
            put(bench.root / f"{seed}.png", seed)
        await bench.scan()
        for seed in range(away):
            (bench.root / f"{seed}.png").unlink()
        progress = await bench.scan()
        assert (progress.removed, progress.missing, progress.error) == (away, 0, None)

    run(tmp_path, use)


def test_a_scan_that_would_forget_too_much_marks_and_asks(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        for seed in range(30):
            put(bench.root / f"{seed}.png", seed)
        await bench.scan()
        ids, last = await bench.images(), await bench.last_event()
        (tmp_path / "aside").mkdir()
        for seed in range(11):
            (bench.root / f"{seed}.png").rename(tmp_path / "aside" / f"{seed}.png")
        progress = await bench.scan()
        assert (progress.removed, progress.missing) == (0, 11)
        assert progress.error is not None
        assert "maximumRemovals=11" in progress.error
        assert bench.ingest.unavailable(bench.repository.id) is None
        assert await bench.images() == ids
        (tmp_path / "aside" / "0.png").rename(bench.root / "0.png")
        progress = await bench.scan()
        assert (progress.removed, progress.missing) == (0, 10)
        assert await bench.rows("SELECT count(*) FROM image WHERE missing_since IS NOT NULL") == [(10,)]
        assert await bench.topics(last) == []
        progress = await bench.scan(maximum_removals=9)
        assert (progress.removed, progress.missing) == (0, 10)
        progress = await bench.scan(maximum_removals=10)
        assert (progress.removed, progress.missing, progress.error) == (10, 0, None)
        assert await bench.topics(last) == ["image.deleted"] * 10

    run(tmp_path, use)


def test_all_images_of_a_repository_are_only_forgotten_on_demand(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        put(bench.root / "a.png", 1)
        await bench.scan()
        (bench.root / "a.png").unlink()
        progress = await bench.scan()
        assert (progress.removed, progress.missing) == (0, 1)
        assert bench.ingest.unavailable(bench.repository.id) == progress.error
        progress = await bench.scan(maximum_removals=1)
        assert (progress.removed, progress.error) == (1, None)
        assert bench.ingest.unavailable(bench.repository.id) is None
        assert await bench.images() == {}

    run(tmp_path, use)


def test_a_repository_deleted_during_the_search_for_moved_files_does_no_harm(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        other = await bench.another("other")
        for seed in range(3):
            put(bench.root / f"{seed}.png", seed)
        await bench.scan()
        (bench.root / "0.png").rename(other.path / "0.png")
        write = bench.store.write

        async def deleting(unit: object) -> object:
            if getattr(unit, "keywords", {}).get("repository") == other:
                await write(lambda work: work.connection.exec_driver_sql("DELETE FROM repository WHERE name = 'other'"))
            return await write(unit)  # type: ignore[arg-type]

        bench.store.write = deleting  # type: ignore[assignment, method-assign]
        progress = await bench.scan()
        assert progress.error is None
        with pytest.raises(FaultError):
            await bench.ingest.synchronize(other.id)

    run(tmp_path, use)


def test_scans_of_two_repositories_at_once_lose_nothing_that_moves_between_them(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        other = await bench.another("other")
        for seed in range(20):
            put(bench.root / f"{seed}.png", seed)
            put(other.path / f"{seed}.png", 100 + seed)
        await bench.scan()
        await bench.scan_other(other)
        ids = set((await bench.places()).values())
        for seed in range(0, 20, 2):
            (bench.root / f"{seed}.png").rename(other.path / f"from-here-{seed}.png")
            (other.path / f"{seed + 1}.png").rename(bench.root / f"from-there-{seed}.png")
        await asyncio.gather(bench.ingest.synchronize(bench.repository.id, 0), bench.ingest.synchronize(other.id, 0))
        await bench.ingest.settled()
        places = await bench.places()
        assert set(places.values()) == ids
        assert len(places) == 40
        assert all((tmp_path / place).exists() for place in places)

    run(tmp_path, use)


def test_a_file_moved_over_another_in_a_repository_that_is_not_scanned_is_found_there(tmp_path: Path) -> None:
    async def use(bench: Bench) -> None:
        other = await bench.another("other")
        for seed in range(3):
            put(bench.root / f"{seed}.png", seed)
            put(other.path / f"{seed}.png", 100 + seed)
        await bench.scan()
        await bench.scan_other(other)
        ids = await bench.places()
        (bench.root / "0.png").replace(other.path / "1.png")
        await bench.scan()
        await bench.scan_other(other)
        places = await bench.places()
        assert places["other/1.png"] == ids["pictures/0.png"]
        assert len(places) == 5

    run(tmp_path, use)

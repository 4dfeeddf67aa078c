"""An image keeps its id wherever its file moves, and no other file gets that id."""

import asyncio
import os
import shutil
from pathlib import Path

import pytest
from PIL import PngImagePlugin

from facetry.errors import FaultError
from facetry.library import recorded_files
from tests.support.imaging.pictures import pattern
from tests.support.libraries.scanned_library import ScannedLibrary, run, write_picture


def write_described_picture(path: Path, seed: int, remark: str) -> None:
    """Write a picture whose bytes depend on the remark, and whose pixels depend on the seed only."""
    texts = PngImagePlugin.PngInfo()
    texts.add_text("remark", remark)
    pattern(40, 30, seed).save(path, "PNG", pnginfo=texts)


def test_a_file_moved_to_another_repository_keeps_its_id_whichever_is_scanned_first(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        other = await library.add_repository("other")
        for seed in range(4):
            write_picture(library.root / f"{seed}.png", seed)
        await library.scan()
        ids = await library.all_image_ids()
        (library.root / "0.png").rename(other.path / "here.png")
        progress = await library.scan_other(other)
        assert (progress.moved, progress.added) == (1, 0)
        assert (await library.all_image_ids())["other/here.png"] == ids["pictures/0.png"]
        last = await library.last_event()
        (library.root / "1.png").rename(other.path / "there.png")
        progress = await library.scan()
        assert (progress.removed, progress.error) == (0, None)
        assert (await library.all_image_ids())["other/there.png"] == ids["pictures/1.png"]
        assert await library.topics(last) == ["image.renamed"]
        assert len(await library.all_image_ids()) == 4

    run(tmp_path, scenario)


def test_two_files_that_swap_paths_keep_their_ids(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed, name in enumerate("abc"):
            write_picture(library.root / f"{name}.png", seed)
        await library.scan()
        ids, last = await library.image_ids(), await library.last_event()
        (library.root / "a.png").rename(library.root / "x")
        (library.root / "b.png").rename(library.root / "a.png")
        (library.root / "c.png").rename(library.root / "b.png")
        (library.root / "x").rename(library.root / "c.png")
        await library.scan()
        new_ids = await library.image_ids()
        assert new_ids == {"a.png": ids["b.png"], "b.png": ids["c.png"], "c.png": ids["a.png"]}
        assert sorted(await library.topics(last)) == ["image.renamed"] * 3

    run(tmp_path, scenario)


def test_a_file_moved_over_another_keeps_its_id_and_the_other_image_is_removed(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed, name in enumerate("abc"):
            write_picture(library.root / f"{name}.png", seed)
        await library.scan()
        ids, last = await library.image_ids(), await library.last_event()
        (library.root / "b.png").replace(library.root / "a.png")
        await library.scan()
        assert await library.image_ids() == {"a.png": ids["b.png"], "c.png": ids["c.png"]}
        assert sorted(await library.topics(last)) == ["image.deleted", "image.renamed"]

    run(tmp_path, scenario)


def test_a_new_file_at_the_path_of_a_renamed_one_is_a_new_image(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "b.png", 1)
        await library.scan()
        ids = await library.image_ids()
        (library.root / "b.png").rename(library.root / "c.png")
        write_picture(library.root / "b.png", 2)
        await library.scan()
        new_ids = await library.image_ids()
        assert new_ids["c.png"] == ids["b.png"]
        assert new_ids["b.png"] not in ids.values()
        (library.root / "c.png").replace(library.root / "b.png")
        write_picture(library.root / "c.png", 3)
        await library.scan()
        last = await library.image_ids()
        assert last["b.png"] == ids["b.png"]
        assert last["c.png"] not in new_ids.values()
        assert await library.rows("SELECT name FROM image i WHERE path NOT LIKE '%' || name") == []

    run(tmp_path, scenario)


def test_a_copy_is_a_new_image_and_a_touched_file_keeps_its_id(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "a.png", 1)
        await library.scan()
        ids = await library.image_ids()
        os.utime(library.root / "a.png", (1_600_000_000, 1_600_000_000))
        shutil.copy(library.root / "a.png", library.root / "copy.png")
        progress = await library.scan()
        assert (progress.added, progress.moved, progress.updated) == (1, 0, 0)
        assert (await library.image_ids())["a.png"] == ids["a.png"]

    run(tmp_path, scenario)


def test_a_file_with_new_metadata_and_a_new_name_keeps_its_id(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_described_picture(library.root / "a.png", 1, "before")
        await library.scan()
        ids, last = await library.image_ids(), await library.last_event()
        (library.root / "a.png").unlink()
        write_described_picture(library.root / "b.png", 1, "after")
        progress = await library.scan()
        assert (progress.added, progress.moved, progress.updated) == (0, 1, 1)
        assert (await library.image_ids())["b.png"] == ids["a.png"]
        assert sorted(await library.topics(last)) == ["image.renamed", "image.updated"]

    run(tmp_path, scenario)


def test_images_of_an_unmounted_folder_keep_their_ids(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        other = await library.add_repository("other")
        write_picture(library.root / "a.png", 1)
        await library.scan()
        ids = await library.all_image_ids()
        library.root.rename(tmp_path / "unplugged")
        write_picture(other.path / "copy.png", 1)
        progress = await library.scan_other(other)
        assert (progress.added, progress.moved) == (1, 0)
        (tmp_path / "unplugged").rename(library.root)
        await library.scan()
        assert (await library.all_image_ids())["pictures/a.png"] == ids["pictures/a.png"]

    run(tmp_path, scenario)


@pytest.mark.parametrize("away", [1, 9, 10])
def test_few_missing_images_are_removed_and_many_need_confirmation(tmp_path: Path, away: int) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed in range(12):
            write_picture(library.root / f"{seed}.png", seed)
        await library.scan()
        for seed in range(away):
            (library.root / f"{seed}.png").unlink()
        progress = await library.scan()
        assert (progress.removed, progress.missing, progress.error) == (away, 0, None)

    run(tmp_path, scenario)


def test_a_scan_that_would_remove_too_many_images_marks_them_missing(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for seed in range(30):
            write_picture(library.root / f"{seed}.png", seed)
        await library.scan()
        ids, last = await library.image_ids(), await library.last_event()
        (tmp_path / "aside").mkdir()
        for seed in range(11):
            (library.root / f"{seed}.png").rename(tmp_path / "aside" / f"{seed}.png")
        progress = await library.scan()
        assert (progress.removed, progress.missing) == (0, 11)
        assert progress.error is not None
        assert "maximumRemovals=11" in progress.error
        assert library.scans.unavailable_reason(library.repository.id) is None
        assert await library.image_ids() == ids
        (tmp_path / "aside" / "0.png").rename(library.root / "0.png")
        progress = await library.scan()
        assert (progress.removed, progress.missing) == (0, 10)
        assert await library.rows("SELECT count(*) FROM image WHERE missing_since IS NOT NULL") == [(10,)]
        assert await library.topics(last) == []
        progress = await library.scan(maximum_removals=9)
        assert (progress.removed, progress.missing) == (0, 10)
        progress = await library.scan(maximum_removals=10)
        assert (progress.removed, progress.missing, progress.error) == (10, 0, None)
        assert await library.topics(last) == ["image.deleted"] * 10

    run(tmp_path, scenario)


def test_all_images_of_a_repository_are_removed_only_after_confirmation(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        write_picture(library.root / "a.png", 1)
        await library.scan()
        (library.root / "a.png").unlink()
        progress = await library.scan()
        assert (progress.removed, progress.missing) == (0, 1)
        assert library.scans.unavailable_reason(library.repository.id) == progress.error
        progress = await library.scan(maximum_removals=1)
        assert (progress.removed, progress.error) == (1, None)
        assert library.scans.unavailable_reason(library.repository.id) is None
        assert await library.image_ids() == {}

    run(tmp_path, scenario)


def test_deleting_a_repository_during_the_search_for_moved_files_is_harmless(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        other = await library.add_repository("other")
        for seed in range(3):
            write_picture(library.root / f"{seed}.png", seed)
        await library.scan()
        (library.root / "0.png").rename(other.path / "0.png")
        write = library.store.write

        async def deleting(unit: object) -> object:
            if getattr(unit, "keywords", {}).get("repository") == other:
                await write(lambda work: work.connection.exec_driver_sql("DELETE FROM repository WHERE name = 'other'"))
            return await write(unit)  # type: ignore[arg-type]

        library.store.write = deleting  # type: ignore[assignment, method-assign]
        progress = await library.scan()
        assert progress.error is None
        with pytest.raises(FaultError):
            await library.scans.synchronize(other.id)

    run(tmp_path, scenario)


def test_concurrent_scans_lose_no_image_that_moves_between_repositories(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        other = await library.add_repository("other")
        for seed in range(20):
            write_picture(library.root / f"{seed}.png", seed)
            write_picture(other.path / f"{seed}.png", 100 + seed)
        await library.scan()
        await library.scan_other(other)
        ids = set((await library.all_image_ids()).values())
        for seed in range(0, 20, 2):
            (library.root / f"{seed}.png").rename(other.path / f"from-here-{seed}.png")
            (other.path / f"{seed + 1}.png").rename(library.root / f"from-there-{seed}.png")
        await asyncio.gather(
            library.scans.synchronize(library.repository.id, 0), library.scans.synchronize(other.id, 0)
        )
        await library.scans.wait_until_idle()
        ids_by_path = await library.all_image_ids()
        assert set(ids_by_path.values()) == ids
        assert len(ids_by_path) == 40
        assert all((tmp_path / place).exists() for place in ids_by_path)

    run(tmp_path, scenario)


def test_a_file_moved_over_another_in_an_unscanned_repository_is_found(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        other = await library.add_repository("other")
        for seed in range(3):
            write_picture(library.root / f"{seed}.png", seed)
            write_picture(other.path / f"{seed}.png", 100 + seed)
        await library.scan()
        await library.scan_other(other)
        ids = await library.all_image_ids()
        (library.root / "0.png").replace(other.path / "1.png")
        await library.scan()
        await library.scan_other(other)
        ids_by_path = await library.all_image_ids()
        assert ids_by_path["other/1.png"] == ids["pictures/0.png"]
        assert len(ids_by_path) == 5

    run(tmp_path, scenario)


def test_a_moved_file_is_found_beside_more_copies_of_another_than_are_compared(tmp_path: Path) -> None:
    async def scenario(library: ScannedLibrary) -> None:
        for number in range(recorded_files.MAX_MATCHING_IMAGES + 1):
            write_picture(library.root / f"copy{number}.png", 0)
        await library.scan()
        write_picture(library.root / "other.png", 1)
        await library.scan()
        ids = await library.image_ids()
        (library.root / "copy0.png").rename(library.root / "moved0.png")
        (library.root / "other.png").rename(library.root / "moved.png")
        progress = await library.scan()
        assert (progress.moved, progress.added, progress.removed) == (2, 0, 0)
        assert (await library.image_ids())["moved.png"] == ids["other.png"]

    run(tmp_path, scenario)

"""Scans and the trash: when the bytes of an image in the trash are found, they are a copy, or the image comes back."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import update

from facetry.errors import FaultError
from facetry.library import recorded_files, repositories
from facetry.library.trash.rows import TrashedImage
from facetry.library.trash.trash import FOLDER
from tests.facetry.library.trash.test_trash import state, store_picture, write_facets
from tests.support.libraries.open_library import OpenLibrary, run


async def ids(harness: OpenLibrary) -> dict[str, str]:
    """The ids of the images, by path."""
    return {path: bytes(id).hex() for path, id in await harness.rows("SELECT path, id FROM image")}


def test_a_copy_of_a_file_in_the_trash_is_another_image(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        content = harness.bytes_of(image)
        harness.library.trash.put(image.id)
        (harness.root / "in" / "a.png").write_bytes(content)
        progress = await harness.scan()
        assert progress.added == 1
        assert (await ids(harness))["in/a.png"] != image.id.hex
        harness.library.trash.restore(image.id)
        assert (await ids(harness))["in/a (2).png"] == image.id.hex

    run(tmp_path, scenario)


def test_files_whose_names_are_exchanged_keep_their_images_beside_copies_in_the_trash(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        for seed, name in ((1, "a"), (1, "a copy"), (2, "b"), (2, "b copy"), (2, "b kept")):
            await store_picture(harness, name, seed=seed)
        before = await ids(harness)
        for copy in ("in/a copy.png", "in/b copy.png"):
            harness.library.trash.put(UUID(before.pop(copy)))
        (harness.root / "in" / "a.png").rename(harness.root / "z.png")
        (harness.root / "in" / "b.png").rename(harness.root / "in" / "a.png")
        progress = await harness.scan()
        assert (progress.moved, progress.added, progress.removed) == (2, 0, 0)
        expected = {"z.png": "in/a.png", "in/a.png": "in/b.png", "in/b kept.png": "in/b kept.png"}
        assert await ids(harness) == {path: before[former] for path, former in expected.items()}
        assert len(await harness.rows("SELECT * FROM trashed_image")) == 2

    run(tmp_path, scenario)


def test_a_file_that_is_taken_out_of_the_trash_by_hand_is_its_image(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        await write_facets(harness, image.id)
        before = await state(harness, image.id)
        harness.library.trash.put(image.id)
        (harness.root / FOLDER / f"{image.id}.png").rename(harness.root / "back.png")
        progress = await harness.scan()
        assert progress.added == 1
        assert await harness.rows("SELECT * FROM trashed_image") == []
        changed = {"name", "url", "uri", "file_dates"}
        after = await state(harness, image.id)
        assert {name for name in after if after[name] != before[name]} <= changed
        assert after["name"] == "back.png"
        assert (await harness.topics())[-1] == "image.embeddings.updated"
        await harness.require_synchronized()

    run(tmp_path, scenario)


@pytest.mark.parametrize("way", ["in place", "atomic"])
def test_a_file_that_was_changed_in_the_trash_is_read_again(tmp_path: Path, way: str) -> None:
    """Its size and date may be those of before. What the library has not read is not removed for good."""

    async def scenario(harness: OpenLibrary) -> None:
        trash = harness.library.trash
        image, other = await store_picture(harness), await store_picture(harness, "b", seed=2)
        for each in (image, other):
            trash.put(each.id)
        file = harness.root / FOLDER / f"{image.id}.png"
        status = file.stat()
        padded = file.read_bytes()[:-1] + b"?"
        if way == "atomic":
            file.with_name("new").write_bytes(padded)
            file.with_name("new").rename(file)
        else:
            file.write_bytes(padded)
        os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
        removals: list[Callable[[], None]] = [lambda: trash.remove(image.id), trash.empty]
        for remove in removals:
            with pytest.raises(FaultError) as caught:
                remove()
            assert caught.value.fault.rule == "image.file-changed"
        assert [row[0] for row in await harness.rows("SELECT hex(id) FROM trashed_image")] == [image.id.hex.upper()]
        assert file.exists()
        trash.restore(image.id)
        before = await harness.rows("SELECT hex(content_hash) FROM image")
        await harness.scan()
        ((now,),) = await harness.rows("SELECT hex(content_hash) FROM image")
        assert [(now,)] != before
        assert now == hashlib.sha256(padded).hexdigest().upper()

    run(tmp_path, scenario)


def test_a_file_that_was_only_touched_in_the_trash_can_be_removed(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        harness.library.trash.put(image.id)
        (harness.root / FOLDER / f"{image.id}.png").touch()
        harness.library.trash.empty()
        assert await harness.rows("SELECT 1 FROM trashed_image") == []
        assert list((harness.root / FOLDER).iterdir()) == []

    run(tmp_path, scenario)


def test_copies_in_the_trash_do_not_hide_another_image_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_files, "MAX_MATCHING_IMAGES", 2)

    async def scenario(harness: OpenLibrary) -> None:
        copies = [await store_picture(harness, name) for name in "abc"]
        other = await store_picture(harness, "other", seed=2)
        for image in (*copies, other):
            harness.library.trash.put(image.id)
        shutil.copy(harness.root / FOLDER / f"{copies[0].id}.png", harness.root / "copy.png")
        (harness.root / FOLDER / f"{other.id}.png").rename(harness.root / "back.png")
        await harness.scan()
        assert (await ids(harness))["back.png"] == other.id.hex

    run(tmp_path, scenario)


def test_an_image_that_was_deleted_without_its_file_comes_back_with_it(tmp_path: Path) -> None:
    """Somebody has renamed the file, and no scan has noticed before the deletion."""

    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        (tmp_path / "other").mkdir()
        other = await harness.library.store.write(
            lambda work: repositories.create(work, path=tmp_path / "other", name="other")
        )
        shutil.move(harness.root / "in" / "a.png", tmp_path / "other" / "b.png")
        harness.library.trash.put(image.id)
        await harness.scan(other)
        assert await ids(harness) == {"b.png": image.id.hex}
        assert await harness.rows("SELECT repository FROM image") == [(other.key,)]
        await harness.require_synchronized(other)

    run(tmp_path, scenario)


def test_of_several_the_one_of_the_same_repository_and_name_comes_back(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        first, second = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=1)
        content = harness.bytes_of(first)
        for image in (first, second):
            harness.library.trash.put(image.id)
        shutil.rmtree(harness.root / FOLDER)
        (harness.root / "b.png").write_bytes(content)
        await harness.scan()
        assert await ids(harness) == {"b.png": second.id.hex}
        (harness.root / "x.png").write_bytes(content)
        (harness.root / "y.png").write_bytes(content)
        await harness.scan()
        found = await ids(harness)
        assert len(found) == 3
        assert list(found.values()).count(first.id.hex) == 1
        assert await harness.rows("SELECT * FROM trashed_image") == []

    run(tmp_path, scenario)


def test_the_image_of_the_same_repository_comes_back_before_another_one(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        (tmp_path / "other").mkdir()
        other = await harness.library.store.write(
            lambda work: repositories.create(work, path=tmp_path / "other", name="other")
        )
        first, second = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=1)
        content = harness.bytes_of(first)
        for image in (first, second):
            harness.library.trash.put(image.id)
        elsewhere = update(TrashedImage).where(TrashedImage.id == first.id.bytes).values(repository=other.key)  # type: ignore[arg-type]
        await harness.library.store.write(lambda work: work.connection.execute(elsewhere))
        shutil.rmtree(harness.root / FOLDER)
        (harness.root / "a.png").write_bytes(content)
        await harness.scan()
        assert await ids(harness) == {"a.png": second.id.hex}

    run(tmp_path, scenario)


def test_an_unavailable_folder_says_nothing_about_its_trash(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        content = harness.bytes_of(image)
        harness.library.trash.put(image.id)
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "a.png").write_bytes(content)
        other = await harness.library.store.write(
            lambda work: repositories.create(work, path=tmp_path / "other", name="other")
        )
        harness.root.rename(tmp_path / "elsewhere")
        await harness.scan(other)
        (tmp_path / "elsewhere").rename(harness.root)
        assert (await ids(harness))["a.png"] != image.id.hex
        harness.library.trash.restore(image.id)
        assert harness.names("in") == ["a.png"]

    run(tmp_path, scenario)


def test_an_image_whose_file_has_left_its_place_precedes_one_in_the_trash(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        first, second = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=1)
        harness.library.trash.put(first.id)
        shutil.rmtree(harness.root / FOLDER)
        (harness.root / "in" / "b.png").rename(harness.root / "in" / "c.png")
        await harness.scan()
        assert await ids(harness) == {"in/c.png": second.id.hex}
        assert len(await harness.rows("SELECT * FROM trashed_image")) == 1

    run(tmp_path, scenario)

"""Another name or folder for the file of an image: one event, the same id, over nothing that is there."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from facetry.errors import FaultError, Kind
from facetry.library import extensions, repositories, tags
from facetry.library.originals import storing
from facetry.store.work import Work
from generated import models
from tests.support import pictures
from tests.support.open_library import Shelf, run


async def stored(shelf: Shelf, name: str = "a", folder: str = "", seed: int = 1) -> models.Image:
    upload = shelf.picture(seed=seed)
    return await storing.store(shelf.library, shelf.repository.id, upload, name=name, folder=folder)


async def rename(shelf: Shelf, image: UUID, name: str, folder: str | None = None) -> models.Image:
    return await storing.rename(shelf.library, shelf.repository.id, image, name=name, folder=folder)


async def refused(shelf: Shelf, image: UUID, name: str, folder: str | None = None) -> tuple[Kind, str, str | None]:
    with pytest.raises(FaultError) as caught:
        await rename(shelf, image, name, folder)
    fault = caught.value.fault
    return fault.kind, fault.rule, fault.parameter


def test_an_image_keeps_its_id_and_its_facets_under_another_name(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf, folder="in")
        await shelf.library.store.write(lambda work: extensions.register(work, "tagger"))
        await shelf.library.store.write(lambda work: tags.replace(work, image.id, "tagger", ["cat"]))
        after = await rename(shelf, image.id, "b c")
        assert after.id == image.id
        assert after.url == (shelf.root / "in" / "b c.png").as_uri()
        assert [tag.value for tag in after.tags] == ["cat"]
        after = await rename(shelf, image.id, "b c", "2025/new")
        assert after.url == (shelf.root / "2025" / "new" / "b c.png").as_uri()
        after = await rename(shelf, image.id, "d", "")
        assert after.url == (shelf.root / "d.png").as_uri()
        assert after.file_dates == image.file_dates
        assert [topic for topic in await shelf.topics() if topic != "image.tags.updated"] == [
            "image.created",
            *["image.renamed"] * 3,
        ]
        await shelf.settled()

    run(tmp_path, use)


@pytest.mark.parametrize(
    ("old", "new"), [("IMG_1.JPEG", "b.JPEG"), ("noext", "b"), ("Shot at 2024.05.06 x", "b"), ("a.jpg", "b.jpg")]
)
def test_the_suffix_stays_whatever_the_format(tmp_path: Path, old: str, new: str) -> None:
    async def use(shelf: Shelf) -> None:
        (shelf.root / old).write_bytes(pictures.picture("PNG"))
        await shelf.scan()
        ((id,),) = await shelf.rows("SELECT id FROM image")
        assert (await rename(shelf, UUID(bytes=id), "b")).name == new
        await shelf.settled()

    run(tmp_path, use)


def test_a_name_that_is_taken_is_refused_its_own_included(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf, folder="in")
        other = await stored(shelf, name="b", folder="in", seed=2)
        (shelf.root / "in" / "text.png").write_bytes(b"mine")
        (shelf.root / "in" / "dangling.png").symlink_to("nowhere")
        taken = (Kind.CONFLICT, "image.name-taken", "nameWithoutExtension")
        for name, folder in (("a", None), ("a", "in"), ("b", None), ("text", "in"), ("dangling", None)):
            assert await refused(shelf, image.id, name, folder) == taken
        assert shelf.bytes_of(other) == pictures.picture("PNG", seed=2)
        assert (shelf.root / "in" / "text.png").read_bytes() == b"mine"
        assert await shelf.topics() == ["image.created"] * 2

    run(tmp_path, use)


def test_bad_names_and_folders_and_foreign_images_are_refused(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        (shelf.root / "door").symlink_to(tmp_path)
        bad = Kind.BAD_PARAMETER
        assert await refused(shelf, image.id, "..") == (bad, "path.name", "nameWithoutExtension")
        assert await refused(shelf, image.id, "b", "../x") == (bad, "path.name", "relativeDirectoryPath")
        assert await refused(shelf, image.id, "b", "door") == (bad, "path.outside", "relativeDirectoryPath")
        assert await refused(shelf, uuid4(), "b") == (bad, "image.unknown", "imageId")
        (tmp_path / "other").mkdir()
        other = await shelf.library.store.write(
            lambda work: repositories.create(work, path=tmp_path / "other", name="other")
        )
        with pytest.raises(FaultError) as caught:
            await storing.rename(shelf.library, other.id, image.id, name="b")
        assert (caught.value.fault.rule, caught.value.fault.parameter) == ("image.unknown", "imageId")
        with pytest.raises(FaultError) as caught:
            await storing.rename(shelf.library, uuid4(), image.id, name="b")
        assert caught.value.fault.kind is Kind.UNKNOWN
        assert shelf.names() == ["a.png", "door"]

    run(tmp_path, use)


@pytest.mark.parametrize("loss", ["file", "root"])
def test_a_file_that_is_not_there_cannot_be_renamed(tmp_path: Path, loss: str) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        if loss == "file":
            (shelf.root / "a.png").unlink()
        else:
            shelf.root.rename(tmp_path / "unplugged")
        wanted = "image.file-missing" if loss == "file" else "repository.unavailable"
        assert (await refused(shelf, image.id, "b", "new"))[:2] == (Kind.CONFLICT, wanted)
        assert not (shelf.root / "new").exists()

    run(tmp_path, use)


def test_of_many_images_that_want_one_name_one_gets_it(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        found = [await stored(shelf, name=f"{seed}", seed=seed) for seed in range(8)]
        done = await asyncio.gather(*(rename(shelf, i.id, "one", "new") for i in found), return_exceptions=True)
        assert sorted(type(each).__name__ for each in done) == ["FaultError"] * 7 + ["Image"]
        assert len(shelf.names()) == 8  # seven and the folder
        assert shelf.names("new") == ["one.png"]
        await shelf.settled()

    run(tmp_path, use)


def test_a_change_that_no_scan_has_met_is_met_under_the_new_name(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        (shelf.root / "a.png").write_bytes(pictures.picture("PNG", seed=2))
        os.utime(shelf.root / "a.png", (1_000_000_000, 1_000_000_000))
        await rename(shelf, image.id, "b")
        progress = await shelf.scan()
        assert (progress.updated, progress.added) == (1, 0)
        ((id,),) = await shelf.rows("SELECT id FROM image WHERE path = 'b.png'")
        assert UUID(bytes=id) == image.id
        await shelf.settled()

    run(tmp_path, use)


def test_an_image_that_cannot_be_read_stays_so_under_its_new_name(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        (shelf.root / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n but no more")
        os.utime(shelf.root / "a.png", (1, 1))
        await shelf.scan()
        after = await rename(shelf, image.id, "b")
        assert after.state == "UNREADABLE"
        assert [path for (path,) in await shelf.rows("SELECT path FROM unreadable_file")] == ["b.png"]
        await shelf.settled()

    run(tmp_path, use)


def test_the_place_of_a_vanished_image_is_free_and_that_image_may_be_found_again(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image, other = await stored(shelf), await stored(shelf, name="b", seed=2)
        (shelf.root / "b.png").rename(shelf.root / "moved.png")
        assert (await rename(shelf, image.id, "b")).name == "b.png"
        await shelf.scan()
        places = {path: UUID(bytes=id) for path, id in await shelf.rows("SELECT path, id FROM image")}
        assert places == {"b.png": image.id, "moved.png": other.id}

    run(tmp_path, use)


def test_when_the_row_cannot_be_written_the_file_goes_back(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        image = await stored(shelf)
        write = shelf.library.store.write_now

        def fail(unit: object) -> object:
            def doomed(work: Work) -> None:
                unit(work)  # type: ignore[operator]
                assert (shelf.root / "new" / "b.png").exists()
                raise RuntimeError

            return write(doomed)

        shelf.library.store.write_now = fail  # type: ignore[method-assign, assignment]
        with pytest.raises(RuntimeError):
            await rename(shelf, image.id, "b", "new")
        assert shelf.names() == ["a.png"]
        await shelf.settled()
        assert await shelf.topics() == ["image.created"]

    run(tmp_path, use)


def test_renaming_while_the_folder_is_watched_and_scanned_loses_no_image(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        found = [(await stored(shelf, name=f"{seed}", seed=seed)).id for seed in range(10)]
        await shelf.library.ingest.watch(shelf.repository.id)
        for turn in range(6):
            await asyncio.gather(*(rename(shelf, id, f"{turn}-{n}", f"{turn % 3}") for n, id in enumerate(found)))
            await asyncio.sleep(0.3 if turn % 2 else 0.05)
        await asyncio.sleep(1.5)
        assert {UUID(bytes=id) for (id,) in await shelf.rows("SELECT id FROM image")} == set(found)
        assert await shelf.topics() == ["image.created"] * 10 + ["image.renamed"] * 60
        await shelf.settled()

    run(tmp_path, use)

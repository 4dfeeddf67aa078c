"""A new name or folder for the file of an image: one event, the same id, and no file replaced."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from facetry.errors import FaultError, FaultKind
from facetry.library import extensions, repositories
from facetry.library.facets import tags
from facetry.store.work import Work
from generated import models
from tests.support.imaging import pictures
from tests.support.libraries import open_library
from tests.support.libraries.open_library import OpenLibrary, run


async def store_picture(library: OpenLibrary, name: str = "a", folder: str = "", seed: int = 1) -> models.Image:
    upload = library.picture(seed=seed)
    return await open_library.store(library.library, library.repository.id, upload, name=name, folder=folder)


async def rename(library: OpenLibrary, image: UUID, name: str, folder: str | None = None) -> models.Image:
    return await open_library.rename(library.library, library.repository.id, image, name=name, folder=folder)


async def rename_fault(
    library: OpenLibrary, image: UUID, name: str, folder: str | None = None
) -> tuple[FaultKind, str, str | None]:
    with pytest.raises(FaultError) as caught:
        await rename(library, image, name, folder)
    fault = caught.value.fault
    return fault.kind, fault.rule, fault.parameter


def test_a_renamed_image_keeps_its_id_and_its_facets(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness, folder="in")
        await harness.library.store.write(lambda work: extensions.register(work, "tagger"))
        await harness.library.store.write(lambda work: tags.replace(work, image.id, "tagger", ["cat"]))
        after = await rename(harness, image.id, "b c")
        assert after.id == image.id
        assert after.url == (harness.root / "in" / "b c.png").as_uri()
        assert [tag.value for tag in after.tags] == ["cat"]
        after = await rename(harness, image.id, "b c", "2025/new")
        assert after.url == (harness.root / "2025" / "new" / "b c.png").as_uri()
        after = await rename(harness, image.id, "d", "")
        assert after.url == (harness.root / "d.png").as_uri()
        assert after.file_dates == image.file_dates
        assert [topic for topic in await harness.topics() if topic != "image.tags.updated"] == [
            "image.created",
            *["image.renamed"] * 3,
        ]
        await harness.require_synchronized()

    run(tmp_path, scenario)


@pytest.mark.parametrize(
    ("old", "new"), [("IMG_1.JPEG", "b.JPEG"), ("noext", "b"), ("Shot at 2024.05.06 x", "b"), ("a.jpg", "b.jpg")]
)
def test_the_suffix_stays_for_every_format(tmp_path: Path, old: str, new: str) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        (harness.root / old).write_bytes(pictures.picture("PNG"))
        await harness.scan()
        ((id,),) = await harness.rows("SELECT id FROM image")
        assert (await rename(harness, UUID(bytes=id), "b")).name == new
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_an_existing_name_is_refused_including_its_own(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness, folder="in")
        other = await store_picture(harness, name="b", folder="in", seed=2)
        (harness.root / "in" / "text.png").write_bytes(b"mine")
        (harness.root / "in" / "dangling.png").symlink_to("nowhere")
        expected = (FaultKind.CONFLICT, "image.name-taken", "nameWithoutExtension")
        for name, folder in (("a", None), ("a", "in"), ("b", None), ("text", "in"), ("dangling", None)):
            assert await rename_fault(harness, image.id, name, folder) == expected
        assert harness.bytes_of(other) == pictures.picture("PNG", seed=2)
        assert (harness.root / "in" / "text.png").read_bytes() == b"mine"
        assert await harness.topics() == ["image.created"] * 2

    run(tmp_path, scenario)


def test_bad_names_and_folders_and_foreign_images_are_refused(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        (harness.root / "door").symlink_to(tmp_path)
        kind = FaultKind.BAD_PARAMETER
        assert await rename_fault(harness, image.id, "..") == (kind, "path.name", "nameWithoutExtension")
        assert await rename_fault(harness, image.id, "b", "../x") == (kind, "path.name", "relativeDirectoryPath")
        assert await rename_fault(harness, image.id, "b", "door") == (kind, "path.outside", "relativeDirectoryPath")
        assert await rename_fault(harness, uuid4(), "b") == (kind, "image.unknown", "imageId")
        (tmp_path / "other").mkdir()
        other = await harness.library.store.write(
            lambda work: repositories.create(work, path=tmp_path / "other", name="other")
        )
        with pytest.raises(FaultError) as caught:
            await open_library.rename(harness.library, other.id, image.id, name="b")
        assert (caught.value.fault.rule, caught.value.fault.parameter) == ("image.unknown", "imageId")
        with pytest.raises(FaultError) as caught:
            await open_library.rename(harness.library, uuid4(), image.id, name="b")
        assert caught.value.fault.kind is FaultKind.NOT_FOUND
        assert harness.names() == ["a.png", "door"]

    run(tmp_path, scenario)


@pytest.mark.parametrize("loss", ["file", "root"])
def test_a_missing_file_cannot_be_renamed(tmp_path: Path, loss: str) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        if loss == "file":
            (harness.root / "a.png").unlink()
        else:
            harness.root.rename(tmp_path / "unplugged")
        expected_rule = "image.file-missing" if loss == "file" else "repository.unavailable"
        assert (await rename_fault(harness, image.id, "b", "new"))[:2] == (FaultKind.CONFLICT, expected_rule)
        assert not (harness.root / "new").exists()

    run(tmp_path, scenario)


def test_one_of_several_concurrent_renames_gets_a_name(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        found = [await store_picture(harness, name=f"{seed}", seed=seed) for seed in range(8)]
        results = await asyncio.gather(*(rename(harness, i.id, "one", "new") for i in found), return_exceptions=True)
        assert sorted(type(each).__name__ for each in results) == ["FaultError"] * 7 + ["Image"]
        assert len(harness.names()) == 8  # seven files and the folder
        assert harness.names("new") == ["one.png"]
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_a_change_before_a_rename_is_found_under_the_new_name(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        (harness.root / "a.png").write_bytes(pictures.picture("PNG", seed=2))
        os.utime(harness.root / "a.png", (1_000_000_000, 1_000_000_000))
        await rename(harness, image.id, "b")
        progress = await harness.scan()
        assert (progress.updated, progress.added) == (1, 0)
        ((id,),) = await harness.rows("SELECT id FROM image WHERE path = 'b.png'")
        assert UUID(bytes=id) == image.id
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_an_unreadable_image_stays_unreadable_under_its_new_name(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        (harness.root / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n but no more")
        os.utime(harness.root / "a.png", (1, 1))
        await harness.scan()
        after = await rename(harness, image.id, "b")
        assert after.state == "UNREADABLE"
        assert [path for (path,) in await harness.rows("SELECT path FROM unreadable_file")] == ["b.png"]
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_the_path_of_a_missing_image_is_free_and_that_image_can_be_found_again(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image, other = await store_picture(harness), await store_picture(harness, name="b", seed=2)
        (harness.root / "b.png").rename(harness.root / "moved.png")
        assert (await rename(harness, image.id, "b")).name == "b.png"
        await harness.scan()
        ids_by_path = {path: UUID(bytes=id) for path, id in await harness.rows("SELECT path, id FROM image")}
        assert ids_by_path == {"b.png": image.id, "moved.png": other.id}

    run(tmp_path, scenario)


def test_when_the_row_cannot_be_written_the_rename_is_undone(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        write = harness.library.store.write_now

        def fail(unit: object) -> object:
            def doomed(work: Work) -> None:
                unit(work)  # type: ignore[operator]
                assert (harness.root / "new" / "b.png").exists()
                raise RuntimeError

            return write(doomed)

        harness.library.store.write_now = fail  # type: ignore[method-assign, assignment]
        with pytest.raises(RuntimeError):
            await rename(harness, image.id, "b", "new")
        assert harness.names() == ["a.png"]
        await harness.require_synchronized(is_renamed=True)
        assert await harness.topics() == ["image.created"]

    run(tmp_path, scenario)


def test_renaming_while_the_folder_is_watched_and_scanned_loses_no_image(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        found = [(await store_picture(harness, name=f"{seed}", seed=seed)).id for seed in range(10)]
        await harness.library.scans.watch(harness.repository.id)
        for turn in range(6):
            await asyncio.gather(*(rename(harness, id, f"{turn}-{n}", f"{turn % 3}") for n, id in enumerate(found)))
            await asyncio.sleep(0.3 if turn % 2 else 0.05)
        await asyncio.sleep(1.5)
        assert {UUID(bytes=id) for (id,) in await harness.rows("SELECT id FROM image")} == set(found)
        assert await harness.topics() == ["image.created"] * 10 + ["image.renamed"] * 60
        await harness.require_synchronized()

    run(tmp_path, scenario)

"""The ids, names and places of images in the trash are those of images."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from uuid import UUID

import orjson
import pytest
from sqlalchemy import Connection, update

from facetry.errors import FaultError
from facetry.library import images, repositories
from facetry.library.file_stores.file_store import FileCheck
from facetry.library.images import Image, Origin
from facetry.library.renditions.unused_renditions import evict_unused
from facetry.library.search import smart_collections
from facetry.library.trash import rows
from facetry.library.trash.rows import TrashedImage, TrashRecord
from facetry.library.trash.trash import FOLDER, Trash
from facetry.store.work import Work
from generated import models
from handlers.repository import _remove_batch
from tests.facetry.library.trash.test_trash import state, store_picture, write_facets
from tests.support.libraries import open_library
from tests.support.libraries.open_library import OpenLibrary, run


async def set_image_id(harness: OpenLibrary, old: UUID, new: UUID) -> None:
    statement = update(Image).where(Image.id == old.bytes).values(id=new.bytes)  # type: ignore[arg-type]
    await harness.library.store.write(lambda work: work.connection.execute(statement))


def test_an_id_that_a_former_import_gave_away_is_separated_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        trashed, other = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=2)
        await write_facets(harness, trashed.id)
        before = await state(harness, trashed.id)
        harness.library.trash.put(trashed.id)
        await set_image_id(harness, other.id, trashed.id)
        harness.library.trash.complete()
        ((new,),) = await harness.rows("SELECT id FROM trashed_image")
        assert new != trashed.id.bytes
        harness.library.trash.put(trashed.id)  # the other image
        for id in (UUID(bytes=new), trashed.id):
            harness.library.trash.restore(id)
        after = await state(harness, UUID(bytes=new))
        assert {**after, "id": before["id"]} == before
        assert harness.names("in") == ["a.png", "b.png"]
        await harness.require_synchronized()

    with caplog.at_level(logging.WARNING):
        run(tmp_path, scenario)
    assert [each.message for each in caplog.records if "in/a.png in the trash has the new id" in each.message]


def test_only_ids_that_two_images_have_are_changed(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        first, _ = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=2)
        harness.library.trash.put(first.id)
        before = await harness.rows("SELECT * FROM trashed_image")
        harness.library.trash.complete()
        assert await harness.rows("SELECT * FROM trashed_image") == before

    run(tmp_path, scenario)


def test_displaced_images_come_back_whatever_keys_are_used_again(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        async def displaced(name: str, seed: int) -> UUID:
            id = (await store_picture(harness, name, seed=seed)).id
            await harness.library.store.write(lambda work: images.displace(work, images.key_of(work.connection, id)))
            return id

        first = await displaced("a", 1)
        harness.library.trash.put(first)
        second = await displaced("b", 2)  # its key, and so its path, was that of the first one
        harness.library.trash.restore(first)
        paths = await harness.rows("SELECT path, name FROM image ORDER BY key")
        assert len({path for path, _ in paths}) == 2
        assert all(images.is_displaced(path) for path, _ in paths)
        assert {name for _, name in paths} == {"a.png", "b.png"}
        records = [await open_library.record(harness.library, id) for id in (first, second)]
        assert [record.state for record in records] == ["MISSING", "MISSING"]

    run(tmp_path, scenario)


def test_columns_that_a_later_version_adds_or_drops_do_not_keep_an_image_in_the_trash(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        harness.library.trash.put(image.id)
        ((text,),) = await harness.rows("SELECT image FROM trashed_image")
        columns = orjson.loads(text)
        del columns["capture_source"], columns["placeholder"]
        changed = orjson.dumps({**columns, "colour_of_yesterday": "red"}).decode()
        await harness.library.store.write(
            lambda work: work.connection.execute(update(TrashedImage).values(image=changed))
        )
        harness.library.trash.restore(image.id)
        record = await open_library.record(harness.library, image.id)
        assert (record.placeholder, record.capture_source, record.hashes) == (None, "file", image.hashes)

    run(tmp_path, scenario)


def test_an_image_in_the_trash_can_be_the_parent_of_a_stored_one(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        parent = await store_picture(harness)
        harness.library.trash.put(parent.id)
        upload = harness.picture(seed=2)
        origin = Origin(parent=parent.id)
        library, repository = harness.library, harness.repository
        child = await open_library.store(library, repository.id, upload, name="child", origin=origin)
        assert child.parent_id == parent.id
        harness.library.trash.remove(parent.id)
        with pytest.raises(FaultError) as caught:
            await open_library.store(library, repository.id, harness.picture(seed=3), name="late", origin=origin)
        assert caught.value.fault.rule == "image.unknown"

    run(tmp_path, scenario)


def test_a_repository_that_is_removed_takes_its_trash_out_of_collections(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        trashed, image = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=2)
        store = harness.library.store
        elsewhere = await store.write(
            lambda work: repositories.create(work, path=tmp_path / "elsewhere", name="elsewhere")
        )
        harness.library.trash.put(trashed.id)
        ids = [str(trashed.id), str(image.id), str(UUID(int=7))]
        search_filter = models.SearchFilter.model_validate({"origin": {"kind": "images", "ids": ids}})
        await store.write(
            lambda work: smart_collections.create(work, name="n", comment=None, search_filter=search_filter)
        )
        while await store.write(partial(_remove_batch, repository=elsewhere)):
            pass
        assert len(await harness.rows("SELECT * FROM trashed_image")) == 1
        while await store.write(partial(_remove_batch, repository=harness.repository)):
            pass
        (collection,) = await store.read(smart_collections.list_all)
        assert collection.filter.origin is not None
        assert [str(id) for id in collection.filter.origin.ids] == ids[2:]
        assert await harness.rows("SELECT * FROM trashed_image") == []
        assert harness.names(FOLDER) == [f"{trashed.id}.png"]

    run(tmp_path, scenario)


def test_renditions_of_an_image_in_the_trash_stay_until_it_is_removed(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        content, slug = bytes.fromhex(str(image.hashes.content)), "2-webp-24x0-inbox-0-full"
        library = harness.library
        library.cache.put(content, slug, b"picture")
        library.trash.put(image.id)
        evict_unused(library.store, library.cache, [content])
        assert library.cache.get(content, slug) is not None
        library.trash.remove(image.id)
        assert library.cache.get(content, slug) is None

    run(tmp_path, scenario)


def test_an_image_is_not_restored_into_a_folder_that_its_repository_has_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        trash = harness.library.trash
        trash.put(image.id)
        (tmp_path / "other").mkdir()
        restore = Trash._restore

        def interrupted(self: Trash, record: TrashRecord, check: FileCheck | None) -> None:
            harness.library.store.write_now(move)
            restore(self, record, check)

        def move(work: Work) -> None:
            repositories.change(work, harness.repository.id, name=None, comment=None, path=tmp_path / "other")

        with monkeypatch.context() as patch:
            patch.setattr(Trash, "_restore", interrupted)
            with pytest.raises(FaultError) as caught:
                trash.restore(image.id)
        assert caught.value.fault.rule == "image.file-missing"
        assert harness.names(FOLDER) == [f"{image.id}.png"]
        assert len(await harness.rows("SELECT * FROM trashed_image")) == 1

    run(tmp_path, scenario)


def test_which_paths_are_those_of_images_and_of_files_in_the_trash(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        trashed, _ = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=2)
        harness.library.trash.put(trashed.id)
        repository = harness.repository.key

        def held(connection: Connection) -> list[bool]:
            paths = ("in/b.png", "in/a.png", f"{FOLDER}/{trashed.id}.png", f"{FOLDER}/b.png", f"in/{trashed.id}.png")
            return [rows.holds(connection, repository, path) for path in paths]

        assert await harness.library.store.read(held) == [True, False, True, False, False]
        in_trash = f"{FOLDER}/{trashed.id}.png"
        assert not await harness.library.store.read(lambda each: rows.holds(each, repository + 1, in_trash))

    run(tmp_path, scenario)

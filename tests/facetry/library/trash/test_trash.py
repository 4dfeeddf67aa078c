"""The trash: an image that is restored is as before, a crash loses nothing, and what expires is gone."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Connection, update
from sqlmodel import col

from facetry.errors import FaultError
from facetry.events.lived_time import LivedTime
from facetry.library import extension_removal, extensions, images, repositories
from facetry.library.facets import attachments, embeddings, features, tags
from facetry.library.file_stores.folder import renames
from facetry.library.trash import rows
from facetry.library.trash.rows import TrashedImage
from facetry.library.trash.trash import FOLDER
from facetry.store.work import Work
from facetry.system.elapsed_time import DAY, elapsed_ms
from generated import models
from tests.support.libraries import open_library
from tests.support.libraries.open_library import OpenLibrary, run

PNG = b"\x89PNG\r\n\x1a\n"


async def store_picture(harness: OpenLibrary, name: str = "a", folder: str = "in", seed: int = 1) -> models.Image:
    upload = harness.picture(seed=seed)
    return await open_library.store(harness.library, harness.repository.id, upload, name=name, folder=folder)


async def write_facets(harness: OpenLibrary, image: UUID) -> None:
    def unit(work: Work) -> None:
        for id in ("tagger", "seer", "silent"):
            extensions.register(work, id)
        tags.replace(work, image, "tagger", ["cat", "dusk"])
        tags.replace(work, image, "silent", [])
        uri = attachments.create(work, image, "seer", "application/octet-stream", b"\0bytes")
        values = [
            {"type": "caption", "format": "string", "name": "text", "value": "a heron"},
            {"type": "metadata", "format": "integer", "name": "birds", "value": 3},
            {"type": "metadata", "format": "binary", "name": "mask", "value": uri},
        ]
        features.replace(work, image, "seer", [models.ImageFeature.model_validate(value) for value in values])
        vector = models.ImageEmbedding.model_validate({"name": "clip", "values": [0.1, -0.25, 1e-7]})
        embeddings.replace(work, image, "seer", [vector])

    await harness.library.store.write(unit)


async def state(harness: OpenLibrary, image: UUID) -> dict[str, Any]:
    """The record of an image, its vectors and its attachments; without what changes by a restoration."""
    record = (await open_library.record(harness.library, image)).model_dump(mode="json")
    del record["modification_date"]

    def query(connection: Connection) -> tuple[Any, ...]:
        key = images.key_of(connection, image)
        vectors = [(*each[:2], each[2].tolist()) for each in embeddings.stored_on(connection, key)]
        found = [attachments.content(connection, uri).data for _, uri, _ in attachments.of_image(connection, key)]
        return vectors, found

    vectors, found = await harness.library.store.read(query)
    return {**record, "vectors": vectors, "attachments": found}


async def deletion_fault(harness: OpenLibrary, call: Callable[[UUID], None], id: UUID) -> str:
    with pytest.raises(FaultError) as caught:
        call(id)
    return caught.value.fault.rule


def test_a_restored_image_is_as_before(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        await write_facets(harness, image.id)
        before, content = await state(harness, image.id), harness.bytes_of(image)
        trash = harness.library.trash
        trash.put(image.id)
        assert await harness.rows("SELECT * FROM image") == []
        assert await harness.rows("SELECT * FROM image_tag") == []
        assert harness.names("in") == []
        assert harness.names(FOLDER) == [f"{image.id}.png"]
        await harness.require_synchronized()
        trash.restore(image.id)
        assert await state(harness, image.id) == before
        assert harness.bytes_of(image) == content
        assert (harness.names("in"), harness.names(FOLDER)) == (["a.png"], [])
        assert await harness.rows("SELECT * FROM trashed_image") == []
        about_image = [topic for topic in await harness.topics() if topic in ("image.created", "image.deleted")]
        assert about_image == ["image.created", "image.deleted", "image.created"]
        assert len(await harness.rows("SELECT rowid FROM name_text")) == 1
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_the_list_names_what_was_deleted_last_first(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        stored = [await store_picture(harness, name, seed=seed) for seed, name in enumerate("abc")]
        for image in stored:
            harness.library.trash.put(image.id)
        found, total = await harness.library.store.read(lambda connection: rows.page(connection, 1, 5))
        assert total == 3
        assert [record.path for record in found] == ["in/b.png", "in/a.png"]
        assert found[0].image["width"] == stored[1].dimensions.width
        assert harness.library.trash.expiry(1_000) == 1_000 + 30 * 86_400_000

    run(tmp_path, scenario)


def test_a_taken_path_gets_a_number(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        first = await store_picture(harness, seed=1)
        harness.library.trash.put(first.id)
        second = await store_picture(harness, seed=2)
        harness.library.trash.put(second.id)
        third = await store_picture(harness, seed=3)
        for image in (first, second):
            harness.library.trash.restore(image.id)
        assert harness.names("in") == ["a (2).png", "a (3).png", "a.png"]
        urls = {(await open_library.record(harness.library, each.id)).url for each in (first, second, third)}
        assert urls == {(harness.root / "in" / name).as_uri() for name in harness.names("in")}
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_a_removed_folder_is_made_again(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness, folder="in/deep")
        harness.library.trash.put(image.id)
        shutil.rmtree(harness.root / "in")
        harness.library.trash.restore(image.id)
        assert harness.names("in/deep") == ["a.png"]

    run(tmp_path, scenario)


def test_an_image_without_its_file_can_be_deleted_and_comes_back_missing(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        (harness.root / "in" / "a.png").unlink()
        harness.library.trash.put(image.id)
        assert FOLDER not in harness.names()
        harness.library.trash.restore(image.id)
        assert (await open_library.record(harness.library, image.id)).state == "MISSING"

    run(tmp_path, scenario)


def test_facets_of_an_unregistered_extension_are_lost_and_the_others_are_not(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        await write_facets(harness, image.id)
        harness.library.trash.put(image.id)
        store = harness.library.store
        seer = await store.read(lambda connection: extensions.require(connection, "seer"))
        await extension_removal.remove(store, harness.library.api_keys, seer)
        harness.library.trash.restore(image.id)
        record = await open_library.record(harness.library, image.id)
        assert [tag.value for tag in record.tags] == ["cat", "dusk"]
        assert record.features == []

    run(tmp_path, scenario)


@pytest.mark.parametrize("is_link", [True, False])
def test_an_image_whose_folder_was_replaced_has_a_way_out(tmp_path: Path, is_link: bool) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        trash, image = harness.library.trash, await store_picture(harness)
        (harness.root / "in").rename(tmp_path / "elsewhere")
        if is_link:
            (harness.root / "in").symlink_to(tmp_path / "elsewhere")
        else:
            (harness.root / "in").write_text("a file")
        with pytest.raises(FaultError, match="cannot be removed") as caught:
            await harness.library.originals.delete(image.id)
        assert "toTrash=true" in (caught.value.fault.remedy or "")
        (harness.root / "in").unlink()
        (tmp_path / "elsewhere").rename(harness.root / "in")
        trash.put(image.id)
        (harness.root / "in").rmdir()
        (harness.root / "in").write_text("a file")
        with pytest.raises(FaultError) as caught:
            trash.restore(image.id)
        assert caught.value.fault.rule == "image.file-not-movable"
        assert caught.value.fault.remedy == "Put the folder back, or remove what is in its place."
        (harness.root / "in").unlink()
        trash.restore(image.id)
        assert harness.names("in") == ["a.png"]

    run(tmp_path, scenario)


def test_what_cannot_be_done_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        trash, image = harness.library.trash, await store_picture(harness)
        before = await state(harness, image.id)
        unknown = uuid4()
        assert await deletion_fault(harness, trash.put, unknown) == "image.unknown"
        assert await deletion_fault(harness, trash.restore, image.id) == "trash.unknown"
        assert await deletion_fault(harness, trash.remove, image.id) == "trash.unknown"
        (harness.root / FOLDER).symlink_to(tmp_path)
        assert await deletion_fault(harness, trash.put, image.id) == "trash.folder"
        (harness.root / FOLDER).unlink()
        with monkeypatch.context() as patch:
            patch.setattr(renames, "move_entry", refuse)
            assert await deletion_fault(harness, trash.put, image.id) == "image.file-not-movable"
        assert await state(harness, image.id) == before
        assert harness.names("in") == ["a.png"]
        trash.put(image.id)
        with monkeypatch.context() as patch:
            patch.setattr(renames, "move_entry", refuse)
            assert await deletion_fault(harness, trash.restore, image.id) == "image.file-not-movable"
        (harness.root / FOLDER).rename(tmp_path / "disk")
        (harness.root / FOLDER).symlink_to(tmp_path / "disk")
        for call in (trash.restore, trash.remove):
            assert await deletion_fault(harness, call, image.id) == "trash.folder"
        (harness.root / FOLDER).unlink()
        (tmp_path / "disk").rename(harness.root / FOLDER)
        harness.root.rename(tmp_path / "elsewhere")
        for call in (trash.restore, trash.remove):
            assert await deletion_fault(harness, call, image.id) == "repository.unavailable"
        (tmp_path / "elsewhere").rename(harness.root)
        trash.restore(image.id)
        assert await state(harness, image.id) == before

    run(tmp_path, scenario)


def refuse(*_: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_removing_and_emptying_remove_files_renditions_and_references(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        trash = harness.library.trash
        stored = [await store_picture(harness, str(number), seed=number) for number in range(60)]
        for image in stored:
            trash.put(image.id)
        trash.remove(stored[0].id)
        assert f"{stored[0].id}.png" not in harness.names(FOLDER)
        (harness.root / FOLDER / f"{stored[1].id}.png").unlink()  # gone already
        trash.empty()
        assert harness.names(FOLDER) == []
        assert await harness.rows("SELECT * FROM trashed_image") == []
        await harness.require_synchronized()

    run(tmp_path, scenario)


def test_what_is_too_old_is_removed_and_unavailable_folders_wait(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        trash = harness.library.trash
        old, new = await store_picture(harness, "old", seed=1), await store_picture(harness, "new", seed=2)
        for image in (old, new):
            trash.put(image.id)
        long_ago = update(TrashedImage).where(col(TrashedImage.id) == old.id.bytes).values(deleted=1_000)
        await harness.library.store.write(lambda work: work.connection.execute(long_ago))
        harness.root.rename(tmp_path / "elsewhere")
        trash.remove_expired()
        assert len(await harness.rows("SELECT * FROM trashed_image")) == 2
        (tmp_path / "elsewhere").rename(harness.root)
        trash.remove_expired()
        assert await harness.rows("SELECT path FROM trashed_image") == [("in/new.png",)]
        assert harness.names(FOLDER) == [f"{new.id}.png"]

    run(tmp_path, scenario)


@pytest.mark.parametrize("days", [60, 400, -60, -400])
def test_a_leap_of_the_clock_makes_no_image_older(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, days: int
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        trash = harness.library.trash
        first, other = await store_picture(harness, "first", seed=1), await store_picture(harness, "other", seed=2)
        trash.put(first.id)
        right = time.time_ns
        with monkeypatch.context() as patch:
            patch.setattr(time, "time_ns", lambda: right() + days * DAY * 1_000_000)
            trash.remove_expired()
            trash.put(other.id)
            trash.remove_expired()
            await require_expiry_in_30_days(harness)
        trash.remove_expired()
        await require_expiry_in_30_days(harness)
        late = update(TrashedImage).where(col(TrashedImage.id) == other.id.bytes)
        await harness.library.store.write(
            lambda work: work.connection.execute(late.values(deleted=work.now + 99 * DAY))
        )
        trash.remove_expired()
        assert "1 images in the trash were deleted at a date in the future" in caplog.text
        await require_expiry_in_30_days(harness)

    async def require_expiry_in_30_days(harness: OpenLibrary) -> None:
        dates = await harness.rows("SELECT deleted FROM trashed_image")
        assert dates
        for (deleted,) in dates:
            assert abs(harness.library.trash.expiry(deleted) - time.time_ns() // 1_000_000 - 30 * DAY) < 120_000

    run(tmp_path, scenario)


@pytest.mark.parametrize("days", [400, -400])
def test_an_image_that_was_deleted_with_a_wrong_clock_is_removed_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    """Although the service looks only some time after the image was due."""

    async def scenario(harness: OpenLibrary) -> None:
        trash, right, lived, ahead = harness.library.trash, time.time_ns, 0, days * DAY
        monkeypatch.setattr(time, "time_ns", lambda: right() + (ahead + lived) * 1_000_000)
        trash._lived_time = LivedTime("trash", lambda: elapsed_ms() + lived)
        trash._period = DAY
        trash.advance()
        image = await store_picture(harness, "image", seed=1)
        trash.put(image.id)
        ahead = 0
        for hours, count in ((0, 1), (20, 1), (45, 0)):
            lived = hours * DAY // 24
            trash.remove_expired()
            assert len(await harness.rows("SELECT 1 FROM trashed_image")) == count, hours
        trash.remove_expired()
        assert len(trash._leaps) == 1, "what nobody needs any more is forgotten"

    run(tmp_path, scenario)


def test_a_repository_takes_its_trash_along_and_leaves_the_files(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        harness.library.trash.put(image.id)
        await harness.library.store.write(lambda work: repositories.remove(work, harness.repository))
        assert await harness.rows("SELECT * FROM trashed_image") == []
        assert harness.names(FOLDER) == [f"{image.id}.png"]

    run(tmp_path, scenario)


def test_a_crash_during_a_deletion_returns_the_file(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        before = await state(harness, image.id)
        stranger = f"{uuid4()}.png"
        (harness.root / FOLDER).mkdir()
        (harness.root / "in" / "a.png").rename(harness.root / FOLDER / f"{image.id}.png")  # and no commit
        (harness.root / FOLDER / stranger).write_bytes(PNG)
        harness.library.trash.complete()
        assert harness.names(FOLDER) == [stranger]
        assert await state(harness, image.id) == before
        await harness.require_synchronized(is_renamed=True)

    run(tmp_path, scenario)


def test_a_crash_during_a_restoration_completes_it(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        await write_facets(harness, image.id)
        before = await state(harness, image.id)
        harness.library.trash.put(image.id)
        (harness.root / FOLDER / f"{image.id}.png").rename(harness.root / "in" / "a.png")  # and no commit
        harness.library.trash.complete()
        assert await state(harness, image.id) == before
        assert await harness.rows("SELECT * FROM trashed_image") == []
        await harness.require_synchronized(is_renamed=True)

    run(tmp_path, scenario)


def test_another_file_in_the_place_of_a_trashed_one_is_no_restoration(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        harness.library.trash.put(image.id)
        (harness.root / FOLDER / f"{image.id}.png").unlink()
        (harness.root / "in" / "a.png").write_bytes(PNG)
        harness.library.trash.complete()
        assert len(await harness.rows("SELECT * FROM trashed_image")) == 1
        assert await harness.rows("SELECT * FROM image") == []

    run(tmp_path, scenario)

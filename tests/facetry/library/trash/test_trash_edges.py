"""The trash where other files, other records and refusals are in its way."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import update

from facetry.library import repositories, skipped_files
from facetry.library.facets import embeddings
from facetry.library.file_stores.file_names import NAME_BYTES
from facetry.library.file_stores.folder.atomic_files import Folder
from facetry.library.pictures import FileFacts
from facetry.library.trash import rows, trash
from facetry.library.trash.rows import TrashedImage
from facetry.library.trash.trash import FOLDER
from facetry.store.work import Work
from generated import models
from tests.facetry.library.trash.test_trash import PNG, state, store_picture, write_facets
from tests.support.libraries.open_library import OpenLibrary, run


def test_a_record_at_the_former_path_without_its_file_is_displaced(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        first = await store_picture(harness, seed=1)
        harness.library.trash.put(first.id)
        second = await store_picture(harness, seed=2)
        (harness.root / "in" / "a.png").unlink()
        harness.library.trash.restore(first.id)
        assert harness.names("in") == ["a.png"]
        paths = {row[0]: row[1] for row in await harness.rows("SELECT hex(id), path FROM image")}
        assert paths[first.id.hex.upper()] == "in/a.png"
        assert paths[second.id.hex.upper()] != "in/a.png"

    run(tmp_path, scenario)


def test_what_was_said_of_other_files_at_the_path_is_forgotten(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        harness.library.trash.put(image.id)
        (harness.root / "in" / "a.png").write_bytes(b"no picture at all")
        await harness.scan()
        (harness.root / "in" / "a.png").unlink()
        await harness.library.store.write(skip)
        assert await count_of_others(harness) == 2
        harness.library.trash.restore(image.id)
        assert await count_of_others(harness) == 0

    def skip(work: Work) -> None:
        (repository,) = repositories.list_all(work.connection)
        skipped_files.put(work, repository.key, [(FileFacts("in/a.png", 1, 1, 1, 1), "other")])

    async def count_of_others(harness: OpenLibrary) -> int:
        statement = (
            "SELECT path FROM skipped_file WHERE path = 'in/a.png' "
            "UNION ALL SELECT path FROM unreadable_file WHERE path = 'in/a.png'"
        )
        return len(await harness.rows(statement))

    run(tmp_path, scenario)


def test_long_names_are_cut_to_get_a_number(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        name = "ö" * ((NAME_BYTES - 4) // 2)
        first = await store_picture(harness, name, seed=1)
        harness.library.trash.put(first.id)
        await store_picture(harness, name, seed=2)
        harness.library.trash.restore(first.id)
        cut, whole = sorted(harness.names("in"), key=lambda each: "(2)" not in each)
        assert whole == f"{name}.png"
        assert cut == f"{name[:-2]} (2).png"

    run(tmp_path, scenario)


def test_a_facet_that_cannot_be_restored_is_logged_and_the_others_are_there(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image, other = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=2)
        await write_facets(harness, image.id)
        before = await state(harness, image.id)
        harness.library.trash.put(image.id)

        def longer(work: Work) -> None:
            vector = {"name": "clip", "values": [1.0, 0.0, 0.0, 0.0]}
            embeddings.replace(work, other.id, "seer", [models.ImageEmbedding.model_validate(vector)])

        await harness.library.store.write(longer)
        harness.library.trash.restore(image.id)
        after = await state(harness, image.id)
        assert (len(before.pop("vectors")), after.pop("vectors")) == (1, [])
        assert after == before

    with caplog.at_level(logging.WARNING):
        run(tmp_path, scenario)
    assert [record.message for record in caplog.records if "could not be restored" in record.message]


def test_every_move_is_durable_in_both_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    sync = Folder.sync

    def note(folder: Folder) -> None:
        synced.append(folder.path("x").rpartition("/")[0])
        sync(folder)

    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        monkeypatch.setattr(Folder, "sync", note)
        synced.clear()
        harness.library.trash.put(image.id)
        assert {"in", FOLDER} <= set(synced)
        synced.clear()
        harness.library.trash.restore(image.id)
        assert {"in", FOLDER} <= set(synced)
        harness.library.trash.put(image.id)
        synced.clear()
        harness.library.trash.remove(image.id)
        assert FOLDER in synced

    run(tmp_path, scenario)


def test_what_a_crash_left_is_completed_at_the_start_and_only_strangers_are_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        stranger = f"{uuid4()}.png"
        (harness.root / FOLDER).mkdir()
        (harness.root / "in" / "a.png").rename(harness.root / FOLDER / f"{image.id}.png")
        (harness.root / FOLDER / stranger).write_bytes(PNG)
        await trash.complete(harness.library.trash)
        assert harness.names("in") == ["a.png"]
        unknown = [record.message for record in caplog.records if "is not known" in record.message]
        assert len(unknown) == 1
        assert stranger in unknown[0]

    with caplog.at_level(logging.WARNING):
        run(tmp_path, scenario)


def test_a_folder_that_does_not_answer_delays_the_start_for_a_while_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        answered = asyncio.Event()
        loop = asyncio.get_running_loop()

        async def never(*_: object) -> None:
            await answered.wait()

        monkeypatch.setattr(asyncio, "to_thread", never)
        monkeypatch.setattr(trash, "_MAX_START_SECONDS", 0.05)
        begin = loop.time()
        await trash.complete(harness.library.trash)
        assert loop.time() - begin < 30
        monkeypatch.undo()

    with caplog.at_level(logging.WARNING):
        run(tmp_path, scenario)
    assert [record.message for record in caplog.records if "did not answer" in record.message]


def test_the_longest_names_are_kept_whole(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        longest, with_number = "a" * (NAME_BYTES - 4), "b" * (NAME_BYTES - 8)
        first = await store_picture(harness, longest, seed=1)
        second = await store_picture(harness, with_number, seed=2)
        for image in (first, second):
            harness.library.trash.put(image.id)
        await store_picture(harness, with_number, seed=3)
        for image in (first, second):
            harness.library.trash.restore(image.id)
        assert harness.names("in") == [f"{longest}.png", f"{with_number} (2).png", f"{with_number}.png"]
        assert len(f"{with_number} (2).png") == NAME_BYTES

    run(tmp_path, scenario)


def test_a_refusal_of_the_file_goes_into_the_trash_with_it(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        (harness.root / "in" / "a.png").write_bytes(PNG)
        (harness.root / "in" / "b.png").write_bytes(PNG)
        await harness.scan()
        refused = "SELECT path FROM unreadable_file ORDER BY path"
        assert await harness.rows(refused) == [("in/a.png",), ("in/b.png",)]
        harness.library.trash.put(image.id)
        assert await harness.rows(refused) == [("in/b.png",)]

    run(tmp_path, scenario)


def test_only_the_deletion_that_a_record_names_is_removed(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        stored = [await store_picture(harness, str(number), seed=number) for number in range(3)]
        for image in stored:
            harness.library.trash.put(image.id)
        store = harness.library.store
        same_time = update(TrashedImage).values(deleted=1_000)
        await store.write(lambda work: work.connection.execute(same_time))
        record = await store.read(lambda connection: rows.require(connection, stored[1].id))
        assert not await store.write(lambda work: rows.remove(work, replace(record, deleted=999)))
        assert not await store.write(lambda work: rows.remove(work, replace(record, id=uuid4())))
        assert len(await harness.rows("SELECT * FROM trashed_image")) == 3
        assert await store.write(lambda work: rows.remove(work, record))
        remaining = {bytes(id) for (id,) in await harness.rows("SELECT id FROM trashed_image")}
        assert remaining == {stored[0].id.bytes, stored[2].id.bytes}

    run(tmp_path, scenario)


def test_a_file_in_the_trash_folder_replaces_no_file_and_enters_no_other_repository(tmp_path: Path) -> None:
    """They have the names of images, but no crash has left them."""

    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        content = harness.bytes_of(image)
        (tmp_path / "other" / FOLDER).mkdir(parents=True)
        await harness.library.store.write(lambda work: repositories.create(work, path=tmp_path / "other", name="other"))
        (harness.root / FOLDER).mkdir()
        stray = f"{image.id}.png"
        for folder in (harness.root, tmp_path / "other"):
            (folder / FOLDER / stray).write_bytes(PNG)
        harness.library.trash.complete()
        assert harness.bytes_of(image) == content
        (harness.root / FOLDER / stray).unlink()
        (harness.root / "in" / "a.png").unlink()
        harness.library.trash.complete()
        assert (tmp_path / "other" / FOLDER / stray).exists()
        assert not (tmp_path / "other" / "in").exists()

    run(tmp_path, scenario)

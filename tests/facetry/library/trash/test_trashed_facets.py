"""What extensions wrote on an image in the trash goes, and stays, as on any other image."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import update

from facetry.errors import unavailable
from facetry.library import extension_removal, extensions
from facetry.library.facets import tags
from facetry.library.trash import trashed_facets
from facetry.library.trash.rows import TrashedImage, pack, unpack
from facetry.library.trash.trash import FOLDER, complete_rows
from facetry.store.work import Work
from tests.facetry.library.trash.test_trash import state, store_picture, write_facets
from tests.support.libraries.open_library import OpenLibrary, run


async def key_of(harness: OpenLibrary, id: str) -> int:
    return await harness.library.store.read(lambda connection: extensions.require(connection, id))


async def remove(harness: OpenLibrary, id: str, *, keeps_facets: bool = False) -> None:
    library = harness.library
    key = await key_of(harness, id)
    await extension_removal.remove(library.store, library.api_keys, key, keeps_facets=keeps_facets)


async def begin_removal(harness: OpenLibrary, id: str) -> None:
    library, key = harness.library, await key_of(harness, id)
    await library.store.write(lambda work: extension_removal.begin(work, library.api_keys, key))


async def register(harness: OpenLibrary, id: str) -> None:
    await harness.library.store.write(lambda work: extensions.register(work, id))


async def lines(harness: OpenLibrary) -> list[tuple[str, str]]:
    """The extension and the kind of each line in the trash."""
    rows = await harness.rows("SELECT facets FROM trashed_image ORDER BY key")
    return [(line["extension"], line["kind"]) for (facets,) in rows for line in unpack(facets)]


async def extensions_on(harness: OpenLibrary, image: UUID) -> set[str]:
    """The extensions that have tags, features or attachments on an image."""
    tables = ("image_tag", "image_feature", "attachment")
    each = " UNION ".join(
        f"SELECT e.id, i.id FROM {table} f JOIN extension e ON e.key = f.extension"  # noqa: S608  # our own names
        " JOIN image i ON i.key = f.image"
        for table in tables
    )
    return {id for id, on in await harness.rows(each) if bytes(on) == image.bytes}


def test_an_extension_that_is_unregistered_leaves_nothing_in_the_trash(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        await write_facets(harness, image.id)
        harness.library.trash.put(image.id)
        for id in ("seer", "silent"):
            await remove(harness, id)
            await register(harness, id)  # another extension with the same id
        assert await lines(harness) == [("tagger", "tags")]
        harness.library.trash.restore(image.id)
        assert await extensions_on(harness, image.id) == {"tagger"}
        vectors = (await state(harness, image.id))["vectors"]
        assert vectors == []

    run(tmp_path, scenario)


def test_facets_that_are_kept_stay_in_the_trash_until_the_id_is_unregistered(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image, other = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=2)
        await write_facets(harness, image.id)
        before = await state(harness, image.id)
        harness.library.trash.put(image.id)
        await remove(harness, "seer", keeps_facets=True)
        harness.library.trash.restore(image.id)
        assert await state(harness, image.id) == before
        harness.library.trash.put(image.id)
        harness.library.trash.put(other.id)
        await remove(harness, "seer")
        await register(harness, "seer")
        harness.library.trash.restore(image.id)
        assert await extensions_on(harness, image.id) == {"tagger", "silent"}

    run(tmp_path, scenario)


def test_the_facets_of_many_trashed_images_go_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trashed_facets, "BATCH", 2)

    async def scenario(harness: OpenLibrary) -> None:
        stored = [await store_picture(harness, str(number), seed=number) for number in range(5)]

        def unit(work: Work) -> None:
            for id in ("tagger", "other"):
                extensions.register(work, id)
            for number, image in enumerate(stored):
                if number != 3:
                    tags.replace(work, image.id, "other", ["stays"])
                if number != 2:
                    tags.replace(work, image.id, "tagger", ["goes"])

        await harness.library.store.write(unit)
        for image in stored:
            harness.library.trash.put(image.id)
        await remove(harness, "tagger")
        assert await lines(harness) == [("other", "tags")] * 4

    run(tmp_path, scenario)


def test_an_interrupted_removal_goes_on_in_the_trash(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        await write_facets(harness, image.id)
        harness.library.trash.put(image.id)
        await begin_removal(harness, "tagger")
        await extension_removal.resume(harness.library.store)
        assert ("tagger", "tags") not in await lines(harness)
        assert len(await lines(harness)) == 4

    run(tmp_path, scenario)


def test_an_image_takes_nothing_of_an_extension_that_is_being_removed_into_the_trash_or_out(tmp_path: Path) -> None:
    """The removal may have looked at this place already."""

    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        await write_facets(harness, image.id)
        trash = harness.library.trash
        trash.put(image.id)
        await begin_removal(harness, "tagger")
        trash.restore(image.id)
        assert await extensions_on(harness, image.id) == {"seer", "silent"}
        await begin_removal(harness, "seer")
        trash.put(image.id)
        assert await lines(harness) == [("silent", "tags")]

    run(tmp_path, scenario)


def test_rows_that_cannot_be_completed_keep_no_service_from_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Work) -> None:
        raise unavailable("store.damaged", "The database is damaged.")

    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        (harness.root / FOLDER).mkdir()
        (harness.root / "in" / "a.png").rename(harness.root / FOLDER / f"{image.id}.png")  # and no commit
        with monkeypatch.context() as patch:
            patch.setattr(trashed_facets, "part_ids", fail)
            harness.library.trash.complete()
        assert harness.names("in") == ["a.png"]

    with caplog.at_level(logging.WARNING):
        run(tmp_path, scenario)
    assert [each.message for each in caplog.records if "could not be completed" in each.message]


def test_rows_of_a_former_version_are_completed_and_lose_facets_of_unknown_extensions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trashed_facets, "BATCH", 2)

    async def scenario(harness: OpenLibrary) -> None:
        stored = [await store_picture(harness, str(number), seed=number) for number in range(5)]
        await write_facets(harness, stored[0].id)
        for image in stored:
            harness.library.trash.put(image.id)
        before = await harness.rows("SELECT content_hash FROM trashed_image ORDER BY key")
        facets = pack([{"kind": "tags", "extension": id, "values": [id]} for id in ("gone", "tagger")])
        former: dict[str, Any] = {"content_hash": None, "facets": facets}
        await harness.library.store.write(lambda work: work.connection.execute(update(TrashedImage).values(**former)))
        complete_rows(harness.library.store)
        assert await harness.rows("SELECT content_hash FROM trashed_image ORDER BY key") == before
        assert await lines(harness) == [("tagger", "tags")] * 5
        await register(harness, "gone")
        harness.library.trash.restore(stored[0].id)
        assert await extensions_on(harness, stored[0].id) == {"tagger"}

    run(tmp_path, scenario)

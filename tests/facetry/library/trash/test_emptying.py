"""Emptying the trash while others delete, restore and empty: only what was listed is removed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from facetry.errors import FaultError
from facetry.library.file_stores.folder.folder_store import FolderStore
from facetry.library.search import smart_collections
from facetry.library.trash.rows import TrashedImage, TrashRecord
from facetry.library.trash.trash import Trash
from facetry.store.store import Store
from generated import models
from tests.facetry.library.trash.test_trash import store_picture
from tests.support.libraries.open_library import OpenLibrary, run


def interrupt(monkeypatch: pytest.MonkeyPatch, change: Callable[[], None]) -> None:
    """Have something else change the trash between the listing and the removal."""
    remove = Trash._remove
    pending = [change]

    def interrupted(self: Trash, record: TrashRecord, *arguments: Any) -> None:
        if pending:
            pending.pop()()
        remove(self, record, *arguments)

    monkeypatch.setattr(Trash, "_remove", interrupted)


@pytest.mark.parametrize("is_expiry", [False, True])
def test_an_image_that_is_deleted_meanwhile_stays_in_the_trash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_expiry: bool
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        first, second = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=2)
        trash = harness.library.trash
        trash.put(first.id)
        if is_expiry:
            long_ago = update(TrashedImage).values(deleted=1_000)
            await harness.library.store.write(lambda work: work.connection.execute(long_ago))
        (key,) = await harness.rows("SELECT key FROM trashed_image")

        def overtake() -> None:
            trash.empty()
            trash.put(second.id)

        with monkeypatch.context() as patch:
            interrupt(patch, overtake)
            trash.remove_expired() if is_expiry else trash.remove(first.id)
        assert await harness.rows("SELECT key FROM trashed_image") == [key]  # SQLite uses keys again
        trash.restore(second.id)
        assert harness.names("in") == ["b.png"]

    run(tmp_path, scenario)


def test_an_image_that_is_restored_meanwhile_stays_in_collections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        search_filter = models.SearchFilter.model_validate({"origin": {"kind": "images", "ids": [str(image.id)]}})
        await harness.library.store.write(
            lambda work: smart_collections.create(work, name="n", comment=None, search_filter=search_filter)
        )
        trash = harness.library.trash
        trash.put(image.id)
        with monkeypatch.context() as patch:
            interrupt(patch, lambda: trash.restore(image.id))
            trash.remove(image.id)
        assert harness.names("in") == ["a.png"]
        (collection,) = await harness.library.store.read(smart_collections.list_all)
        assert collection.filter == search_filter

    run(tmp_path, scenario)


def test_an_image_that_is_restored_and_deleted_again_keeps_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        image = await store_picture(harness)
        trash = harness.library.trash
        trash.put(image.id)

        def delete_again() -> None:
            trash.restore(image.id)
            time.sleep(0.002)  # its deletion is identified by its time in milliseconds
            trash.put(image.id)

        with monkeypatch.context() as patch:
            interrupt(patch, delete_again)
            trash.remove(image.id)
        trash.restore(image.id)
        assert harness.names("in") == ["a.png"]

    run(tmp_path, scenario)


def test_nobody_restores_an_image_while_its_file_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be an image without a file."""

    async def scenario(harness: OpenLibrary) -> None:
        first, second = await store_picture(harness, "a", seed=1), await store_picture(harness, "b", seed=2)
        trash = harness.library.trash
        for image in (first, second):
            trash.put(image.id)
        remove = FolderStore.remove_with_rows
        outcomes: list[object] = []

        def restore() -> None:
            try:
                trash.restore(first.id)
            except FaultError as error:
                outcomes.append(error.fault.rule)

        restoring = threading.Thread(target=restore)

        def remove_slowly(self: FolderStore, store: Store, path: str, *arguments: Any) -> None:
            if str(first.id) in path:
                restoring.start()
                trash.restore(second.id)  # images beside it do not wait
                restoring.join(0.3)
            remove(self, store, path, *arguments)

        with monkeypatch.context() as patch:
            patch.setattr(FolderStore, "remove_with_rows", remove_slowly)
            trash.remove(first.id)
        restoring.join()
        assert outcomes == ["trash.unknown"]
        assert harness.names("in") == ["b.png"]

    run(tmp_path, scenario)

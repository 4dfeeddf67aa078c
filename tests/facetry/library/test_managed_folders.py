"""Ensuring: one repository for each technical id, in a folder of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from facetry.errors import FaultError, Kind
from facetry.library import repositories
from facetry.library.managed_folders import ensure
from tests.support.open_library import Shelf, run


def test_the_first_makes_a_folder_and_the_next_find_it(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        known, is_new = await ensure(shelf.library, "sky-painter", name="Skies", comment="blue")
        assert is_new
        assert known.path == tmp_path / "data" / "repositories" / "sky-painter"
        assert known.path.stat().st_mode & 0o777 == 0o755
        assert (known.technical_id, known.name, known.comment, known.watch) == ("sky-painter", "Skies", "blue", True)
        assert known.is_available()
        again = await ensure(shelf.library, "sky-painter", name="Other name", watch=False)
        assert again == (known, False)
        topics = await shelf.rows("SELECT topic FROM event WHERE topic LIKE 'repository.%'")
        assert topics == [("repository.created",)] * 2  # with the one of the test

    run(tmp_path, use)


def test_many_at_once_give_one_repository(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        done = await asyncio.gather(*(ensure(shelf.library, "painter", name=f"name {n}") for n in range(10)))
        assert len({known.id for known, _ in done}) == 1
        assert sum(is_new for _, is_new in done) == 1
        assert [path.name for path in shelf.library.repositories_dir.iterdir()] == ["painter"]

    run(tmp_path, use)


def test_ids_that_differ_in_case_only_have_folders_that_differ_in_more(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        ids = ["painter", "Painter", "PAINTER", "pAINTER"]
        done = await asyncio.gather(*(ensure(shelf.library, id, name=f"of {id}") for id in ids))
        names = [known.path.name for known, _ in done]
        assert len({name.casefold() for name in names}) == 4
        assert all(name.lower().startswith("painter") for name in names)
        assert all(is_new for _, is_new in done)

    run(tmp_path, use)


def test_a_name_that_is_taken_is_a_conflict_and_no_folder_is_made(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        with pytest.raises(FaultError) as caught:
            await ensure(shelf.library, "painter", name=shelf.repository.name)
        fault = caught.value.fault
        assert (fault.kind, fault.rule, fault.parameter) == (Kind.CONFLICT, "repository.name-taken", "name")
        assert list(shelf.library.repositories_dir.iterdir()) == []

    run(tmp_path, use)


def test_a_folder_that_a_deleted_repository_left_is_taken_again(tmp_path: Path) -> None:
    async def use(shelf: Shelf) -> None:
        known, _ = await ensure(shelf.library, "painter", name="Skies")
        (known.path / "a.txt").write_text("left")
        await shelf.library.store.write(lambda work: repositories.remove(work, known))
        again, is_new = await ensure(shelf.library, "painter", name="Skies")
        assert is_new
        assert again.id != known.id
        assert again.path == known.path
        assert (again.path / "a.txt").read_text() == "left"

    run(tmp_path, use)


def test_a_folder_that_cannot_be_made_is_a_conflict_about_the_id(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "painter").write_bytes(b"a file")
    (tmp_path / "home" / "nested").symlink_to(tmp_path / "pictures")

    async def use(shelf: Shelf) -> None:
        for id, rule in (("painter", "file.not-writable"), ("nested", "repository.nested")):
            with pytest.raises(FaultError) as caught:
                await ensure(shelf.library, id, name=id)
            fault = caught.value.fault
            assert (fault.kind, fault.rule, fault.parameter) == (Kind.CONFLICT, rule, "technicalId")
        assert len(await shelf.rows("SELECT 1 FROM repository")) == 1

    run(tmp_path, use, repositories_dir=tmp_path / "home")

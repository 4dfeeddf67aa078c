"""Ensured repositories: one for each technical id, in a folder of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from facetry.errors import FaultError, FaultKind
from facetry.library import repositories
from facetry.library.managed_folders import ensure
from tests.support.libraries.open_library import OpenLibrary, run


def folders(tmp_path: Path) -> list[str]:
    """The names of the folders that were created."""
    return [path.name for path in (tmp_path / "data" / "repositories").iterdir()]


def test_the_first_request_creates_a_folder_and_later_ones_find_it(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        repository, is_new = await ensure(harness.library, "sky-painter", name="Skies", comment="blue")
        assert is_new
        assert repository.path == tmp_path / "data" / "repositories" / "sky-painter"
        assert repository.path.stat().st_mode & 0o777 == 0o755
        assert (repository.technical_id, repository.name, repository.comment, repository.watch) == (
            "sky-painter",
            "Skies",
            "blue",
            True,
        )
        assert harness.library.file_stores.of(repository.root).is_available()
        again = await ensure(harness.library, "sky-painter", name="Other name", watch=False)
        assert again == (repository, False)
        topics = await harness.rows("SELECT topic FROM event WHERE topic LIKE 'repository.%'")
        assert topics == [("repository.created",)] * 2  # including the repository of the test

    run(tmp_path, scenario)


def test_concurrent_requests_create_one_repository(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        results = await asyncio.gather(*(ensure(harness.library, "painter", name=f"name {n}") for n in range(10)))
        assert len({repository.id for repository, _ in results}) == 1
        assert sum(is_new for _, is_new in results) == 1
        assert folders(tmp_path) == ["painter"]

    run(tmp_path, scenario)


def test_ids_that_differ_only_in_case_get_folders_that_differ_in_more(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        ids = ["painter", "Painter", "PAINTER", "pAINTER"]
        results = await asyncio.gather(*(ensure(harness.library, id, name=f"of {id}") for id in ids))
        names = [repository.path.name for repository, _ in results]
        assert len({name.casefold() for name in names}) == 4
        assert all(name.lower().startswith("painter") for name in names)
        assert all(is_new for _, is_new in results)

    run(tmp_path, scenario)


def test_an_existing_name_is_409_and_creates_no_folder(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        with pytest.raises(FaultError) as caught:
            await ensure(harness.library, "painter", name=harness.repository.name)
        fault = caught.value.fault
        assert (fault.kind, fault.rule, fault.parameter) == (FaultKind.CONFLICT, "repository.name-taken", "name")
        assert folders(tmp_path) == []

    run(tmp_path, scenario)


def test_the_folder_of_a_deleted_repository_is_used_again(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        repository, _ = await ensure(harness.library, "painter", name="Skies")
        (repository.path / "a.txt").write_text("left")
        await harness.library.store.write(lambda work: repositories.remove(work, repository))
        again, is_new = await ensure(harness.library, "painter", name="Skies")
        assert is_new
        assert again.id != repository.id
        assert again.path == repository.path
        assert (again.path / "a.txt").read_text() == "left"

    run(tmp_path, scenario)


def test_a_link_in_place_of_a_managed_folder_obeys_the_rules_for_clients(tmp_path: Path) -> None:
    for name in ("home", "private", "permitted"):
        (tmp_path / name).mkdir()
    (tmp_path / "home" / "painter").symlink_to(tmp_path / "private")
    (tmp_path / "home" / "writer").symlink_to(tmp_path / "permitted")

    async def scenario(harness: OpenLibrary) -> None:
        with pytest.raises(FaultError) as caught:
            await ensure(harness.library, "painter", name="painter")
        fault = caught.value.fault
        assert (fault.kind, fault.rule, fault.parameter) == (FaultKind.BAD_PARAMETER, "repository.roots", "technicalId")
        permitted, _ = await ensure(harness.library, "writer", name="writer")
        assert permitted.path == tmp_path / "permitted"

    run(tmp_path, scenario, repositories_dir=tmp_path / "home", roots=(tmp_path / "permitted",))


def test_a_folder_that_cannot_be_created_is_409_for_the_technical_id(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "painter").write_bytes(b"a file")
    (tmp_path / "home" / "nested").symlink_to(tmp_path / "pictures")

    async def scenario(harness: OpenLibrary) -> None:
        for id, rule in (("painter", "file.not-writable"), ("nested", "repository.nested")):
            with pytest.raises(FaultError) as caught:
                await ensure(harness.library, id, name=id)
            fault = caught.value.fault
            assert (fault.kind, fault.rule, fault.parameter) == (FaultKind.CONFLICT, rule, "technicalId")
        assert len(await harness.rows("SELECT 1 FROM repository")) == 1

    run(tmp_path, scenario, repositories_dir=tmp_path / "home")

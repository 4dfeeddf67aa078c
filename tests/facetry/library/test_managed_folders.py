"""Ensured repositories: one for each technical id, in a folder of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from facetry.errors import FaultError, FaultKind
from facetry.library import repositories
from facetry.library.managed_folders import ensure
from facetry.system.files.chosen_folders import ChosenFolder
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


def test_a_link_in_place_of_a_managed_folder_is_not_followed(tmp_path: Path) -> None:
    for name in ("home", "permitted"):
        (tmp_path / name).mkdir()
    (tmp_path / "home" / "painter").symlink_to(tmp_path / "permitted")
    (tmp_path / "home" / "writer").symlink_to(tmp_path / "nothing")

    async def scenario(harness: OpenLibrary) -> None:
        for id in ("painter", "writer"):
            with pytest.raises(FaultError) as caught:
                await ensure(harness.library, id, name=id)
            fault = caught.value.fault
            assert (fault.kind, fault.rule, fault.parameter) == (FaultKind.CONFLICT, "file.not-writable", "technicalId")
            assert "a symbolic link is there" in fault.detail
        assert not (tmp_path / "nothing").exists()
        assert len(await harness.rows("SELECT 1 FROM repository")) == 1
        (tmp_path / "home" / "painter").unlink()
        repository, _ = await ensure(harness.library, "painter", name="painter")
        assert repository.path == tmp_path / "home" / "painter"

    run(tmp_path, scenario, repositories_dir=tmp_path / "home", roots=(tmp_path / "permitted",))


@pytest.mark.parametrize("home", ["home", "home/of/all"])
@pytest.mark.parametrize("way", ["link", "folder"])
def test_a_folder_of_managed_folders_that_leads_elsewhere_is_not_used(tmp_path: Path, home: str, way: str) -> None:
    (tmp_path / home).mkdir(parents=True)
    keeps_inodes = ChosenFolder(str(tmp_path)).identity().inode is not None
    private = tmp_path / "private" / "of/all" / "painter"
    private.mkdir(parents=True)
    (tmp_path / "private" / "painter").mkdir()

    async def scenario(harness: OpenLibrary) -> None:
        (tmp_path / "home").rename(tmp_path / "moved")
        if way == "link":
            (tmp_path / "home").symlink_to(tmp_path / "private")
        else:
            (tmp_path / "private").rename(tmp_path / "home")
        if way == "folder" and not keeps_inodes:  # another folder is not told from the first one there (D331)
            assert (await ensure(harness.library, "painter", name="painter"))[1]
            return
        with pytest.raises(FaultError) as caught:
            await ensure(harness.library, "painter", name="painter")
        fault = caught.value.fault
        assert (fault.kind, fault.rule) == (FaultKind.CONFLICT, "repository.unavailable")
        assert (fault.parameter, fault.value) == ("technicalId", "painter")
        assert len(await harness.rows("SELECT 1 FROM repository")) == 1
        if way == "link":
            (tmp_path / "home").unlink()
        else:
            (tmp_path / "home").rename(tmp_path / "private")
        (tmp_path / "moved").rename(tmp_path / "home")
        repository, _ = await ensure(harness.library, "painter", name="painter")
        assert repository.path == tmp_path / home / "painter"

    run(tmp_path, scenario, repositories_dir=tmp_path / home)


def test_a_missing_folder_of_managed_folders_is_made_without_following_a_link(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        (tmp_path / "disk").symlink_to(tmp_path / "pictures")
        with pytest.raises(FaultError) as caught:
            await ensure(harness.library, "painter", name="painter")
        assert caught.value.fault.rule == "repository.unavailable"
        assert list((tmp_path / "pictures").iterdir()) == []
        (tmp_path / "disk").unlink()
        repository, _ = await ensure(harness.library, "painter", name="painter")
        assert repository.path == tmp_path / "disk" / "of" / "all" / "painter"
        assert repository.path.is_dir()

    run(tmp_path, scenario, repositories_dir=tmp_path / "disk" / "of" / "all")


def test_a_folder_that_cannot_be_created_is_409_for_the_technical_id(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "painter").write_bytes(b"a file")

    async def scenario(harness: OpenLibrary) -> None:
        with pytest.raises(FaultError) as caught:
            await ensure(harness.library, "painter", name="painter")
        fault = caught.value.fault
        assert (fault.kind, fault.rule, fault.parameter) == (FaultKind.CONFLICT, "file.not-writable", "technicalId")
        assert len(await harness.rows("SELECT 1 FROM repository")) == 1

    run(tmp_path, scenario, repositories_dir=tmp_path / "home")


def test_a_managed_folder_in_the_folder_of_a_repository_is_409(tmp_path: Path) -> None:
    async def scenario(harness: OpenLibrary) -> None:
        with pytest.raises(FaultError) as caught:
            await ensure(harness.library, "painter", name="painter")
        fault = caught.value.fault
        assert (fault.kind, fault.rule, fault.parameter) == (FaultKind.CONFLICT, "repository.nested", "technicalId")
        assert list((tmp_path / "pictures" / "home").iterdir()) == [], "a refused request leaves nothing"
        (tmp_path / "pictures" / "home" / "painter").mkdir()
        with pytest.raises(FaultError):
            await ensure(harness.library, "painter", name="painter")
        assert (tmp_path / "pictures" / "home" / "painter").is_dir(), "it was there before"

    run(tmp_path, scenario, repositories_dir=tmp_path / "pictures" / "home")

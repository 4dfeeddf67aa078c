"""Which folder a grant means on this host: named once, known again, and refused when another one is there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from facetry.errors import FaultError
from facetry.extensions.folder_grants import FILE, FolderGrants
from facetry.library import installed_extensions
from facetry.library.grants import grantable_folders
from facetry.library.grants.granted_folders import GrantedFolders
from facetry.library.installed_extensions import InstalledExtension
from facetry.store.store import Store
from tests.facetry.library.test_installed_extensions import manifest
from tests.support.libraries.stores import temporary_store


@pytest.fixture
def store() -> Iterator[Store]:
    with temporary_store() as opened:
        yield opened


@pytest.fixture
def grants(store: Store, tmp_path: Path) -> FolderGrants:
    (tmp_path / "data").mkdir()
    return FolderGrants(store, tmp_path / "data" / "extensions", (tmp_path / "data",))


def install(store: Store, grants: FolderGrants, *granted: str, is_recorded: bool = True) -> InstalledExtension:
    locations = asyncio.run(grants.name("tagger", granted)) if is_recorded else {}
    return store.write_now(
        lambda work: installed_extensions.install(
            work, manifest(), "one", "enabled", grants=tuple(sorted(granted)), locations=locations
        )
    )


def usable(store: Store, grants: FolderGrants) -> GrantedFolders:
    extension = store.read_now(lambda connection: installed_extensions.require(connection, "tagger"))
    return asyncio.run(grants.usable(extension))


def refusal(store: Store, grants: FolderGrants) -> str:
    with pytest.raises(FaultError) as error:
        usable(store, grants)
    return error.value.fault.rule


def test_a_link_counts_when_the_folder_is_named_and_never_later(
    store: Store, grants: FolderGrants, tmp_path: Path
) -> None:
    disk, other, link = tmp_path / "disk", tmp_path / "other", tmp_path / "link"
    for folder in (disk, other):
        folder.mkdir()
    link.symlink_to(disk)
    extension = install(store, grants, f"write:{link}", f"read:{other}", "image:delete")
    assert extension.locations == {f"write:{link}": str(disk), f"read:{other}": str(other)}
    found = usable(store, grants)
    assert (found.writable, found.readable) == ((disk,), (other,))
    assert found.identities.keys() == {disk, other}
    link.unlink()
    link.symlink_to(tmp_path / "data")
    assert usable(store, grants) == found  # the location counts, and not the name
    disk.rename(tmp_path / "moved")
    assert usable(store, grants).writable == ()
    disk.symlink_to(other)
    assert refusal(store, grants) == "permission.moved"
    disk.unlink()
    disk.touch()
    assert refusal(store, grants) == "permission.moved"


def test_a_place_that_may_not_be_granted_any_more_is_refused(
    store: Store, grants: FolderGrants, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    install(store, grants, f"write:{out}")
    moved = FolderGrants(store, tmp_path / "elsewhere", (out / "data",))
    (out / "data").mkdir()
    assert refusal(store, moved) == "permission.folder"


def test_a_granted_folder_that_is_not_there_is_named_in_the_log(
    store: Store, grants: FolderGrants, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "other").mkdir()
    install(store, grants, f"write:{tmp_path}/disk", f"write:{tmp_path}/other")
    (tmp_path / "disk").rmdir()
    assert usable(store, grants).writable == (tmp_path / "other",)
    assert caplog.messages == [
        f"the extension tagger runs without the granted folder {tmp_path}/disk, which is not there"
    ]


def test_grants_without_places_are_resolved_at_their_first_start(
    store: Store, grants: FolderGrants, tmp_path: Path
) -> None:
    disk, link = tmp_path / "disk", tmp_path / "link"
    disk.mkdir()
    link.symlink_to(disk)
    assert install(store, grants, f"write:{link}", is_recorded=False).locations == {}
    assert usable(store, grants).writable == (disk,)
    extension = store.read_now(lambda connection: installed_extensions.require(connection, "tagger"))
    assert extension.locations == {f"write:{link}": str(disk)}
    assert extension.grants == (f"write:{link}",)
    link.unlink()
    link.symlink_to("/")
    assert usable(store, grants).writable == (disk,)


def test_identities_are_forgotten_with_their_extension(store: Store, grants: FolderGrants, tmp_path: Path) -> None:
    out, file = tmp_path / "out", tmp_path / "data" / "extensions" / FILE
    out.mkdir()
    install(store, grants, f"write:{out}")
    asyncio.run(grants.name("other", [f"write:{out}"]))
    assert json.loads(file.read_text()).keys() == {"tagger", "other"}
    grants.forget("tagger")
    grants.forget("tagger")
    assert json.loads(file.read_text()).keys() == {"other"}


def test_only_grants_that_stay_keep_their_places(store: Store, grants: FolderGrants, tmp_path: Path) -> None:
    one, two = f"write:{tmp_path}/one", f"read:{tmp_path}/two"
    install(store, grants, one, two)
    changed = store.write_now(lambda work: installed_extensions.set_grants(work, "tagger", (two,), {two: "/elsewhere"}))
    assert changed.grants == (two,)
    read = store.read_now(lambda connection: installed_extensions.require(connection, "tagger"))
    assert read.locations == {two: "/elsewhere"}
    updated = store.write_now(
        lambda work: installed_extensions.replace_version(
            work, "tagger", manifest(version="2.0.0"), "two", (one,), {one: "/new"}
        )
    )
    assert updated.locations == {one: "/new", two: "/elsewhere"}


def test_the_links_on_a_way_are_found_as_the_system_follows_them(tmp_path: Path) -> None:
    for folder in ("real/deep", "a", "b"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "a" / "up").symlink_to("../b")
    (tmp_path / "b" / "over").symlink_to(tmp_path / "real")
    (tmp_path / "cycle").symlink_to("cycle")
    home = tmp_path.resolve()
    found = list(grantable_folders.links_of(tmp_path / "a" / "up" / "over" / "deep" / "missing"))
    assert found[-2:] == [home / "a" / "up", home / "b" / "over"]
    assert list(grantable_folders.links_of(home / "real" / "deep")) == []
    (tmp_path / "over").symlink_to(tmp_path / "a" / "up")
    ways = list(grantable_folders.links_of(home / "over" / "over"))
    assert ways == [home / "over", home / "a" / "up", home / "b" / "over"]
    assert len(list(grantable_folders.links_of(tmp_path / "cycle"))) >= 40

"""What the superuser creates in a folder of another user belongs to that user."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from facetry.system.ownership import Owner, give, keep_owner, other_owner

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give files away")
USER: Final = Owner(65_533, 65_532)


def owner(path: Path) -> Owner:
    """The owner of a file, a folder or a link."""
    status = path.lstat()
    return Owner(status.st_uid, status.st_gid)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of another user."""
    path = tmp_path / "library"
    path.mkdir()
    os.chown(path, USER.user, USER.group)
    return path


def test_new_files_and_folders_get_the_owner_of_the_folder(folder: Path) -> None:
    with keep_owner(folder):
        (folder / "extensions" / "state").mkdir(parents=True)
        (folder / "library.db").write_text("rows")
        (folder / "extensions" / "state" / "cache").write_text("")
    assert {owner(path) for path in [folder, *folder.rglob("*")]} == {USER}


def test_an_error_does_not_leave_files_of_the_superuser(folder: Path) -> None:
    def fail() -> None:
        with keep_owner(folder):
            (folder / "library.db").write_text("rows")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert owner(folder / "library.db") == USER


def test_files_of_third_users_keep_their_owner(folder: Path) -> None:
    (folder / "theirs").write_text("")
    os.chown(folder / "theirs", 65_531, 65_531)
    give(folder, USER)
    assert owner(folder / "theirs") == Owner(65_531, 65_531)


def test_what_is_outside_keeps_its_owner(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "shadow").write_text("secrets")
    (folder / "link").symlink_to(outside / "shadow")
    (folder / "links").symlink_to(outside)
    os.link(outside / "shadow", folder / "second-name")
    give(folder, USER)
    assert {owner(outside), owner(outside / "shadow")} == {Owner(0, 0)}


def test_a_folder_of_the_superuser_stays_so(tmp_path: Path) -> None:
    assert other_owner(tmp_path) is None
    assert other_owner(tmp_path / "missing") is None
    with keep_owner(tmp_path):
        (tmp_path / "library.db").write_text("")
    assert owner(tmp_path / "library.db") == Owner(0, 0)
